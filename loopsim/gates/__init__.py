"""Gates: whether a run keeps what is asked of it, by bounds or by an earlier run (metrics.md 12).

`gating` has the public function. `leaves` names the numbers of a run, `given` reads bounds and
baselines, `against` says what of a baseline is compared, `bounds` judges all at one level: each by
`outcomes`, from `intervals`. `words` and `markdown` show what came of it.
"""
