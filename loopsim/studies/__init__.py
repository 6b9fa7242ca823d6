"""Studies: set-ups on the same games, what changes do and what things are worth.

From the games up: `setups` says what is varied; `paired` plays arms and `joint` sums them up, `closed`
plays what is closed; `differences`, `families` and `worth` turn sums into numbers, `effects` and
`valued` these into tables. `comparison`, `factors`, `sweeps`, `many_decks` and `valuation` are the public
functions, which all give a `study`.
"""
