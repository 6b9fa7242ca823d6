"""Differences in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from loopsim.numbers import (
    SHARE_DIFFERENCE,
    SPACE,
    about,
    counted,
    listed,
    of_row,
    read_in,
    resolved,
    rounded,
    say,
    scaled,
)
from loopsim.studies.differences import (
    HIGHER,
    IDENTICAL,
    LOWER,
    NO_MATTER,
    NOT_RESOLVED,
    REAL_BUT_SMALL,
)
from loopsim.studies.effects import Row
from loopsim.studies.families import Kind

#: Names in a sentence; of longer lists the rest is counted.
MOST_NAMED = 6


def named(row: Row) -> str:
    """The number in a sentence."""
    of = f" ({row['title'].lower()})" if row["item"] else ""
    return f"“{row['name']}”{of}"


def names(rows: Sequence[Row]) -> str:
    """Numbers in a sentence, the first few by name, with the sides where members disagree."""
    found = [named(row) + _split(row) for row in rows[:MOST_NAMED]]
    if len(rows) > MOST_NAMED:
        found.append(f"{len(rows) - MOST_NAMED} more")
    return listed(found)


def _split(row: Row) -> str:
    return f" ({row['split']})" if row.get("split") else ""


def level(row: Row, arm: str) -> str:
    """The number in an arm ("a", "b"), or of one ("value"); without an interval it stands alone.

    Games may be too few, or say all the same: the tables of a study do not tell.
    """
    of, unit, sign = of_row(row, arm), row["unit"], row["unit"] == SHARE_DIFFERENCE
    if of.value is None or resolved(of):
        return say(of, unit, sign=sign)
    scale, unit = read_in(unit)
    alone, *_ = rounded(of, scale, sign, said=True)
    return f"{alone}{SPACE}{unit}"


def by_how_much(row: Row) -> str:
    """ "higher by 3.39 points (3.29 to 3.49)", or lower."""
    of = scaled(of_row(row, "difference"), -1 if row["difference"] < 0 else 1)
    return f"{HIGHER if row['difference'] > 0 else LOWER} by {say(of, row['difference_unit'])}"


def holds(row: Row) -> str:
    """On how many members that holds, " on 38 of 40 decks, 2 open (robust)"; "" if that is not known."""
    return f" on {row['held']} ({row['agreement']})" if row.get("held") else ""


def without(rows: Sequence[Row]) -> list[str]:
    """The numbers that differ by nothing that matters, in all set-ups, by why that is so."""
    said = {
        REAL_BUT_SMALL: "Real, but too small to matter",
        NO_MATTER: "No difference that matters",
        IDENTICAL: "The same in every game",
    }
    return [
        f"{words}: {names(of)}" for kind, words in said.items() if (of := _unanimous(rows, kind))
    ]


def verdict(row: Row, kind: Kind | None = None) -> str:
    """The verdict, with what would resolve it: games, or members of a family of a kind.

    Neither is told where it hangs on the member: there the others would say other things still.
    """
    if row.get("hanging"):
        return str(row["hanging"])
    if row["verdict"] == NOT_RESOLVED and row["more_games"]:
        return f"{NOT_RESOLVED}, {about(row['more_games'])}"
    if kind is not None and row["verdict"] == NOT_RESOLVED and row["more_members"]:
        more = counted(row["more_members"], f"more {kind.name}")  # more games alone may never do
        return f"{NOT_RESOLVED}, about {more}"
    return str(row["verdict"])


def hang(rows: Sequence[Row], place: Callable[[Row], str] = lambda row: "") -> list[str]:
    """Which of some numbers hang on the member of a family, and how: a sentence, or none.

    `place`: where that is so of a row, if there are several such.
    """
    told: dict[str, list[str]] = {}
    for row in rows:
        if row.get("hanging"):
            what, _, sides = row["hanging"].partition(": ")
            where = f" in {place(row)}" if place(row) else ""
            told.setdefault(what.capitalize(), []).append(f"{named(row)} ({sides}){where}")
    return [f"{what}: {_first(each)}." for what, each in told.items()]


def _first(told: Sequence[str]) -> str:
    """The first few of some; the rest is counted."""
    more = len(told) - MOST_NAMED
    return "; ".join(told[:MOST_NAMED]) + (f"; and {more} more" if more > 0 else "")


def still_open(rows: Sequence[Row]) -> list[Row]:
    """The numbers that are not resolved, those aside that hang on the member of a family."""
    return [row for row in rows if row["verdict"] == NOT_RESOLVED and not row.get("hanging")]


def would_settle(games: Sequence[int]) -> str:
    """How many more games would resolve the first and the last of some numbers; "" if unknown."""
    if not games:
        return ""
    least, most = about(min(games)), about(max(games))
    first = f" {least[0].upper()}{least[1:]} would settle"
    return f"{first} that." if least == most else f"{first} the first, {most} all of them."


def number_of(row: Row) -> tuple[str, str, int]:
    """Which number a row is of, in any set-up."""
    return row["metric"], row["group"], row["index"]


def _unanimous(rows: Sequence[Row], kind: str) -> list[Row]:
    """One row of each number that has one verdict in all set-ups."""
    verdicts: dict[tuple[str, str, int], set[str]] = {}
    for row in rows:
        verdicts.setdefault(number_of(row), set()).add(row["verdict"])
    first = {number_of(row): row for row in reversed(rows)}
    return [first[number] for number, of in verdicts.items() if of == {kind}]
