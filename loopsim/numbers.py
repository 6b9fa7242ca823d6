"""Numbers for people: rounded to what the interval carries, a true minus sign, thousands apart."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import floor, log10
from typing import Any

import polars as pl

from loopsim.stats import TOO_FEW, Estimate

MINUS = "\N{MINUS SIGN}"
NONE = "\N{EN DASH}"
SPACE = "\N{NO-BREAK SPACE}"

#: In place of an interval: the same in all games, so that nothing tells how games may differ.
ALIKE = "in every game"
#: Digits in a sentence: more than so many after the point and significant ones are left to tables, where
#: the interval still shows.
SAID_DECIMALS, SAID_DIGITS = 1, 3
#: Digits after the point of numbers without an interval.
PLAIN_DECIMALS = 2
#: Significant digits of numbers that stand for themselves.
PLAIN_DIGITS = 3

#: Fewer more games than this are told as a few: verdicts also depend on the other numbers of a table.
FEW_MORE = 100

#: Digits after the point of p-values and q-values.
PROBABILITY_DECIMALS = 3

#: Units of numbers that people read as per cent; "lift" is a difference of win shares.
PERCENT = {"share": "%", "win share": "%", "lift": "% points"}
#: Units that are words of those who write bots, and what players call them.
WORDS = {"nodes": "choices", "nodes a turn": "choices a turn"}
#: The unit of a difference of shares, and of the numbers that are such themselves.
SHARE_DIFFERENCE = "lift"
#: What the names of metrics end in that are such.
LIFTS = "_lift"


def read_in(unit: str) -> tuple[int, str]:
    """What numbers of a unit are multiplied by to be read, and what they are then in: shares per cent."""
    return (100, PERCENT[unit]) if unit in PERCENT else (1, WORDS.get(unit, unit))


def of_difference(unit: str) -> str:
    """The unit of what is between two numbers of a unit: of shares it is percentage points."""
    return SHARE_DIFFERENCE if unit in PERCENT else unit


def of_metric(metric: str, unit: str) -> str:
    """The unit of a metric as it is read: some are differences of shares themselves."""
    return of_difference(unit) if metric.endswith(LIFTS) else unit


def fixed(value: float, decimals: int, sign: bool = False) -> str:
    """A number with so many digits after the point; with `sign` also a plus. Never minus zero."""
    text = f"{abs(value):,.{decimals}f}"
    if float(text.replace(",", "")) == 0:
        return text
    return f"{MINUS if value < 0 else '+' if sign else ''}{text}"


def decimals_for(low: float | None, high: float | None) -> int:
    """Digits after the point so that half the width of the interval shows its second digit."""
    if low is None or high is None or high <= low:
        return PLAIN_DECIMALS
    return max(0, 1 - floor(log10((high - low) / 2)))


def rounded(
    estimate: Estimate, scale: float = 1, sign: bool = False, said: bool = False
) -> tuple[str, str, str]:
    """Value, low and high end times `scale`, to the digits of `decimals_for`; "" for no interval.

    `said`: in a sentence, with no more digits than a reader takes in. The value must be known.
    """
    assert estimate.value is not None
    value = scale * estimate.value
    if estimate.alike:
        whole = float(value).is_integer()
        return fixed(value, 0 if whole else PLAIN_DECIMALS, sign), "", ""
    ends = [None if end is None else scale * end for end in (estimate.low, estimate.high)]
    decimals = decimals_for(*ends)
    if said:
        largest = max(abs(end or 0) for end in (value, *ends))
        digits = SAID_DIGITS - 1 - floor(log10(largest)) if largest else SAID_DECIMALS
        decimals = min(decimals, max(SAID_DECIMALS, digits))
    low, high = ("" if end is None else fixed(end, decimals, sign) for end in ends)
    return fixed(value, decimals, sign), low, high


def plain(value: float, sign: bool = False) -> str:
    """A number that has no interval, to `PLAIN_DIGITS` significant digits: "25.8", "0.0123"."""
    decimals = PLAIN_DIGITS - 1 - floor(log10(abs(value))) if value else 0
    return fixed(value, max(0, decimals), sign)


def probability(p: float, equals: str = "") -> str:
    """A p-value or q-value, small ones by what they are below: "0.012", "< 0.001"."""
    least = 10**-PROBABILITY_DECIMALS
    return f"< {least}" if p < least else f"{equals}{fixed(p, PROBABILITY_DECIMALS)}"


def without_interval(estimate: Estimate) -> str:
    """Why a number has no interval."""
    return ALIKE if estimate.alike else TOO_FEW


def columns(name: str, estimates: Iterable[Estimate]) -> dict[str, list[float | None]]:
    """The three columns of a frame for some estimates: `name`, `name`_low and `name`_high."""
    of = list(estimates)
    return {
        name: [estimate.value for estimate in of],
        f"{name}_low": [estimate.low for estimate in of],
        f"{name}_high": [estimate.high for estimate in of],
    }


def frame_of(rows: Mapping[str, list[Any]]) -> pl.DataFrame:
    """A frame in which a column of nothing but None is one of floating-point numbers."""
    frame = pl.DataFrame(dict(rows), strict=False)
    return frame.with_columns(pl.col(pl.Null).cast(pl.Float64))


def with_estimates(frame: pl.DataFrame, name: str, estimates: Iterable[Estimate]) -> pl.DataFrame:
    """The frame with the three columns of `columns` for one estimate a row."""
    return frame.with_columns(
        pl.Series(column, numbers, pl.Float64, strict=False)
        for column, numbers in columns(name, estimates).items()
    )


def of_row(row: Mapping[str, Any], name: str) -> Estimate:
    """The estimate `name` of a row, as `columns` laid it down."""
    value, low, high = row[name], row[f"{name}_low"], row[f"{name}_high"]
    return Estimate(value, None, low, high, 0, TOO_FEW if low is None else "")


def scaled(estimate: Estimate, factor: float) -> Estimate:
    """The estimate times a number; a negative one turns the interval round."""
    if estimate.value is None:
        return estimate
    se = None if estimate.se is None else abs(factor) * estimate.se
    if estimate.low is None or estimate.high is None:
        return Estimate(factor * estimate.value, se, None, None, estimate.n, estimate.note)
    low, high = sorted((factor * estimate.low, factor * estimate.high))
    return Estimate(factor * estimate.value, se, low, high, estimate.n, estimate.note)


def say(estimate: Estimate, unit: str = "", *, sign: bool = False) -> str:
    """An estimate in a sentence: "24.6 % (24.3 to 24.9)", or why it has no interval."""
    if estimate.value is None:
        return "not seen"
    factor, unit = read_in(unit)
    after = f"{SPACE}{unit}" if unit else ""
    value, low, high = rounded(estimate, factor, sign, said=True)
    if not low:
        interval = ALIKE if estimate.alike else "too few games"
    elif low == high:  # narrower than what is shown
        interval = f"±{fixed(0, len(value.partition('.')[2]))}"
    else:
        interval = f"{low} to {high}"
    return f"{value}{after} ({interval})"


def resolved(*estimates: Estimate) -> bool:
    """Whether all of them have an interval, so that a finding may state them."""
    return all(estimate.low is not None for estimate in estimates)


def above(a: Estimate, b: Estimate) -> bool:
    """Whether the interval of a lies wholly above that of b, so that a sentence may say which is more."""
    return a.low is not None and b.high is not None and a.low > b.high


def above_all(a: Estimate, others: Iterable[Estimate]) -> bool:
    """Whether a is above each of the others, so that a sentence may call it the most."""
    return all(above(a, other) for other in others)


def counted(count: int, noun: str) -> str:
    """A count with its noun: "1 game", "2,000 games"."""
    return f"{count:,} {noun if count == 1 else f'{noun}s'}"


def about(games: int) -> str:
    """So many more games, to two digits: "about 10,000 more games"; few are not counted."""
    return "a few more games" if games < FEW_MORE else _about(games, "more game")


def about_all(games: int) -> str:
    """So many games in all, to two digits: "about 10,000 games"."""
    return _about(games, "game")


def _about(games: int, noun: str) -> str:
    return f"about {counted(round(games, 1 - floor(log10(games))), noun)}"


def listed(names: Iterable[str]) -> str:
    """Names in a sentence: "a", "a and b", "a, b and c"."""
    *most, last = list(names)
    return f"{', '.join(most)} and {last}" if most else last
