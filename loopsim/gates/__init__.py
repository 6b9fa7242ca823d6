"""Gates: whether a run keeps what is asked of it, by bounds or by an earlier run (metrics.md 12).

`gating` has the public function. `leaves` names the numbers of a run, `titles` in words; `thresholds` and
`baselines` read what it is judged by, from `sources`. `against` says what of a baseline is compared, `bounds`
judges all at one level: each by `outcomes`, from `intervals`. `words` and `markdown` show what came of it,
`undecided` tells how many games would decide the rest.
"""
