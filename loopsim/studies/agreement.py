"""How far the members of a family agree on the sign of a mean, in words (metrics.md 12)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from loopsim.numbers import counted
from loopsim.studies.differences import HIGHER, LOWER, NOT_RESOLVED
from loopsim.studies.families import Kind


class Agreement(NamedTuple):
    """The members of a family of a kind: resolved with the sign of the mean, against it, not resolved.

    `robustness`: the verdict over the family. `is_open`: the interval of the mean leaves its sign open, or
    it is not resolved among the others of its table. `hangs`: the mean is not resolved since members differ.
    """

    kind: Kind
    above: int
    below: int
    unresolved: int
    robustness: str
    is_negative: bool
    is_open: bool
    hangs: bool

    @property
    def members(self) -> int:
        """How many there are."""
        return self.above + self.below + self.unresolved

    @property
    def with_sign(self) -> tuple[int, int, int]:
        """How many are resolved with the sign of the mean, with the other one, not."""
        sides = (self.below, self.above) if self.is_negative else (self.above, self.below)
        return (*sides, self.unresolved)

    @property
    def words(self) -> str:
        """The verdict over the family as it is read beside the mean.

        That signs agree says nothing of a mean that is not resolved, so this is said first. Where most
        members are open, it is said that nothing speaks against the verdict.
        """
        if self.robustness in (NOT_RESOLVED, self.kind.dependent):
            return self.robustness
        _, against, _ = self.with_sign
        named = counted(against, self.kind.name) if against else f"no {self.kind.name}"
        disagree = f"{named} {'disagrees' if against < 2 else 'disagree'}"
        if self.is_open:
            return f"mean {NOT_RESOLVED}, {disagree}"
        most_are_open = self.unresolved > self.members / 2
        return f"{self.robustness}, {disagree}" if most_are_open else self.robustness

    @property
    def hanging(self) -> str:
        """ "hangs on the bot: lower on 3, higher on 2 of 9"; "" if it is not that which leaves it open."""
        return f"hangs on the {self.kind.name}: {self.sides}" if self.hangs else ""

    @property
    def split(self) -> str:
        """The sides, if there are two; "" if no two members say opposite things."""
        return self.sides if min(self.above, self.below) > 0 else ""

    @property
    def sides(self) -> str:
        """ "lower on 3, higher on 2 of 9": on how many it is which way, the more first.

        That others are open is told where all the rest is one way.
        """
        ways = sorted(((self.above, HIGHER), (self.below, LOWER)), key=lambda way: -way[0])
        told = [f"{way} on {count}" for count, way in ways if count]
        if len(told) < len(ways):
            told.append(f"open on {self.unresolved}")
        return f"{', '.join(told)} of {self.members}"


def agreement(
    row: Mapping[str, Any], kind: Kind | None, of: str = "difference"
) -> Agreement | None:
    """The agreement on a row of a table of a study; None if nothing is known of members.

    The row has the mean under the name `of`, the ends of its interval, the columns of
    `loopsim.studies.effects.OVER_FAMILY`, and its verdict if it is judged beside others.
    """
    if kind is None or row.get("robustness") is None:
        return None
    low, high, verdict = row["low"], row["high"], row.get("verdict")
    spans_zero = low is None or high is None or low <= 0 <= high
    is_unsettled = spans_zero if verdict is None else verdict == NOT_RESOLVED
    differ = spans_zero or min(row["above"], row["below"]) > 0
    return Agreement(
        kind,
        row["above"],
        row["below"],
        row["unresolved"],
        row["robustness"],
        row[of] < 0,
        spans_zero or is_unsettled,
        is_unsettled and differ and row["robustness"] == kind.dependent,
    )
