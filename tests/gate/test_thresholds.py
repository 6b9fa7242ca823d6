"""Files of thresholds: what is no bound, or could never do anything, is one clear line."""

from collections.abc import Callable
from pathlib import Path

import pytest

import loopsim as api
from loopsim import InputError, Result
from tests.cli.program import Loopsim

Write = Callable[[str], Path]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            '"seats.eliminated" = { max = 1 }',
            'bounds."seats.eliminated": found an unknown name; allowed: per_seat.eliminated (did you mean this?)',
        ),
        (
            "order_spraed.max = 1",
            "bounds.order_spraed: found an unknown name; allowed: order_spread (did you mean this?)",
        ),
        (
            "zzz.max = 1",
            "bounds.zzz: found an unknown name; allowed: the dotted name of a number that the run has in run --json, such as per_seat.score",
        ),
        (
            "order_spread.mx = 1",
            "bounds.order_spread.mx: found an unknown key; allowed: max (did you mean this?), min",
        ),
        ("order_spread = 1", "bounds.order_spread: found 1; allowed: a table of min, max"),
        (
            "order_spread = {}",
            "bounds.order_spread: found an empty table; allowed: min, max, or both",
        ),
        (
            "order_spread = { min = 2, max = 1 }",
            "bounds.order_spread.min: found 2; allowed: up to max, which is 1",
        ),
        ("order_spread.max = nan", "bounds.order_spread.max: found nan; allowed: a finite number"),
        ('order_spread.max = "1"', 'bounds.order_spread.max: found "1"; allowed: a finite number'),
        ("", "found no bounds; allowed: a table [bounds] of some"),
        (
            "[tolerance]\npoint = 1",
            "tolerance.point: found an unknown name; allowed: points (did you mean this?)",
        ),
        (
            "[tolerance]\npoints = -1",
            "tolerance.points: found -1; allowed: a finite number, 0 or more",
        ),
        (
            "[bound]\nx = 1",
            "bound: found an unknown key; allowed: bounds (did you mean this?), tolerance",
        ),
        (
            "per_seat.eliminated.max = 5",
            'bounds."per_seat.eliminated".max: found 5; allowed: up to 1, as it is a share (5 % is 0.05)',
        ),
        (
            "order_spread = { min = 1, max = 1.5 }",
            "bounds.order_spread.max: found 1.5; allowed: up to 1, as it is a win share (5 % is 0.05)",
        ),
        (
            "per_seat.score = 3",
            'bounds."per_seat.score": found 3; allowed: a table of min, max',
        ),
        (
            "per_seat.max = 3",
            "bounds.per_seat: found an unknown name; allowed: one of its numbers, such as per_seat.win_share",
        ),
        (
            '"per_seat.score" = { max = 3 }\nper_seat.score = { max = 4 }',
            'bounds."per_seat.score": found the name twice; allowed: each name once',
        ),
        (
            "order_spread.max = true",
            "bounds.order_spread.max: found true; allowed: a finite number",
        ),
        (
            "order_spread = { min = -inf, max = 1 }",
            "bounds.order_spread.min: found -inf; allowed: a finite number",
        ),
        (
            "per_seat.eliminated = { min = 3, max = 5 }",
            'bounds."per_seat.eliminated".max: found 5; allowed: up to 1, as it is a share (5 % is 0.05)',
        ),
        (
            "per_seat.eliminated.min = 3",
            'bounds."per_seat.eliminated".min: found 3; allowed: up to 1, as it is a share (5 % is 0.05)',
        ),
        (
            "[tolerance]\nshare = 5",
            "tolerance.share: found 5; allowed: up to 1, as it is a share (5 % is 0.05)",
        ),
        (
            "[tolerance]\nper_seat.eliminated = 2",
            'tolerance."per_seat.eliminated": found 2; allowed: up to 1, as it is a share (5 % is 0.05)',
        ),
        (
            "[tolerance]\nquantiles.turns.q50 = 1",
            'tolerance."quantiles.turns.q50": found a spread or quantile, which is not compared; allowed: numbers with a standard error, and units',
        ),
        (
            "[tolerance]\ntrips.AD1.1.second = 1\ntrips.AD1.1.tears = 0.5",
            'tolerance."trips.AD1.1.tears": found 0.5; allowed: 1, as of trips.AD1.1.second, which is the same number',
        ),
        (
            "[tolerance]\npoints = { max = 1 }",
            'tolerance."points.max": found an unknown name; allowed: points (did you mean this?)',
        ),
        (
            "= 3",
            "not TOML: found Invalid statement (at line 2, column 1); allowed: TOML, see toml.io",
        ),
    ],
)
def test_a_wrong_bound_is_one_line(
    loopsim: Loopsim, folder: Path, bounds: Write, text: str, said: str
) -> None:
    path = bounds(f"[bounds]\n{text}")
    assert loopsim("gate", folder, "--thresholds", path).fault() == f"{path}: {said}"


def test_in_python_keys_may_be_of_other_types_and_are_names_all_the_same(run: Result) -> None:
    for given, said in [
        ({3: {"max": 1}}, "--thresholds 3: found an unknown key"),
        ({"bounds": {3: {"max": 1}}}, "--thresholds bounds.3: found an unknown name"),
        (
            {"bounds": {"order_spread": None}},
            "bounds.order_spread: found nothing; allowed: a table",
        ),
        (True, "--thresholds: found true; allowed: the path of a file, or what it holds"),
    ]:
        with pytest.raises(InputError, match=said):
            api.gate(run, thresholds=given)  # type: ignore[arg-type]
