"""How to read the numbers of a study: paragraphs for the foot of its page."""

UNIT = (
    "The unit is the game: seats and trips of one game are not independent, so every interval is taken "
    "over games. An interval of 95 % misses the true number in one case of twenty, so of the many "
    "intervals here a few will. Where fewer than 30 games differ there is no interval but a bound, dotted "
    "in figures: the difference can be no larger either way. “Too few”: fewer than 30 games speak for the "
    "number. A number of a set-up that stands without an interval: so few speak for it, or all of them "
    "say the same. “In every game”: all games of this study gave this number; a plain 0: not once. Tables as CSV "
    "give shares between 0 and 1, unrounded."
)
PAIRING = (
    "Paired: a game of one set-up and the game of the same index in another share every draw that means "
    "the same in both (the order of the common cards, the first player, the lots of a seat at a turn), so "
    "that most of what chance does drops out of the difference. The variance ratio says what this has "
    "brought: so many times the games would have been needed without it; about 1: nothing."
)
UNPAIRED = (
    "Not paired: the runs are compared by their summaries, in which games are told together. So what chance did in the "
    "one is taken to have nothing to do with what it did in the other. Where runs have other numbers of games, "
    "about how many more would decide is told of the smallest run, the others having more in proportion."
)
VERDICTS = (
    "Verdicts. The smallest difference of interest is set by the scenario (report.smallest), by unit or by "
    "number. “No difference that matters”: the whole interval is smaller; “real but small”: so it is, but "
    "it excludes 0; “higher”, “lower”: q is below 0.05, so that there is a difference, which may or may not "
    "matter; “identical”: no game differs, or all games of both runs gave the same; “not resolved”: "
    "neither; where more games would decide, it is told about how many."
)
TESTS = (
    "The effect size is the difference in standard deviations of a game of the first set-up: 0.2 is "
    "little, 0.8 is much; there is none where that does not vary. p is the chance of such a difference if "
    "there were none. q allows for the many numbers of a table (Benjamini and Hochberg): of all differences "
    "with q below 0.05 at most one in twenty is expected to be none."
)
DECKS = (
    "Decks. The faces of the cards are not known, so many decks were drawn from a list of plausible ones, "
    "the same in all set-ups. Intervals hold both errors: that of the games and that of the decks. “On 1 of "
    "20 decks, 18 open”: on one deck its own games alone resolve a difference of the sign of the mean, on "
    "18 these are too few to tell, on the last one they resolve the opposite. The words beside say what all "
    "decks together tell of another deck of the list. Robust: on at least 95 % of such decks the difference "
    "has the sign of the mean, even if the games of single decks leave it open. Mostly: so it is on at least "
    "80 % of them. Deck-dependent: on fewer, so the other way round on many; “hangs on the deck”: and so much "
    "that the mean is not resolved, which more games do not change. “Mean not resolved, no deck disagrees”: "
    "single decks that tell a sign tell the same, but they differ so much in how large it is that the mean of all "
    "such decks is open. Not resolved: neither the mean nor most of the decks tell a sign."
)
BOTS = (
    "Bots. A population of bots was asked in place of one: each of them had all seats in its share of the "
    "games, the same games in all set-ups. Intervals of means over bots hold both errors, that of the games "
    "and that of the choice of bots; they are those of Student's law, wide where bots are few. “On 7 of 9 "
    "bots, 1 open”: with seven bots their own games resolve a difference of the sign of the mean, with one "
    "these are too few to tell, with the last one they resolve the opposite. The words beside say what all "
    "bots together tell of another bot of their like. Robust: with at least 95 % of such bots the difference "
    "has the sign of the mean. Mostly: with at least 80 %. Bot-dependent: with fewer, so it hangs on how one "
    "plays; “hangs on the bot”: and so much that the mean is not resolved, which more games do not change. “Mean "
    "not resolved, no bot disagrees”: bots that tell a sign tell the same, but they differ so much in how large it "
    "is that the mean of all such bots is open. Not resolved: neither the mean nor most of the bots tell a sign. "
    "Mixed tables, at which each seat is given to one of the bots by lot, are in no mean over bots."
)
NO_TRIPS = "Trips have no identity across decks and are left out."
CAUSAL = (
    "These numbers are causal: the same games are played with the item and without it, and nothing else "
    "is changed. How often those win who use an item is not: strong players go to good items, "
    "and who is ahead can use more of them. So no worth and no price is taken from it."
)
FINDINGS = (
    "Findings. The smallest difference in win share of interest is set by the scenario (report.smallest). "
    "“Worth nothing that matters”: the whole interval is smaller; “real but small”: so it "
    "is, but it excludes 0; “worth it”, “costs its user”: q is below 0.05; “no game differs”: and they are "
    "too few to say more; “not resolved”: neither; where more games would decide, it is told about how many."
)
PRICES = (
    "Mispricing is what a visit brings beyond the mean of all trips, in points; the fair price is the printed "
    "points less that. A trip above its fair price prints too many points for its components. It is told only "
    "where a point more is resolved to bring visitors something: else no price follows from what a visit brings."
)
STRENGTH = (
    "Strength is always that against others: a bot may do well among some and badly among others, so no one "
    "number says it all. The ratings suppose that it does; the Nash average and alpha-rank do not. The Nash "
    "average asks who is worth playing if the others choose as well as they can: copies of a bot, or weak bots "
    "added, change nothing of it. Alpha-rank asks whom those end up with who copy what does well, one at a time."
)
