"""How are scores spread in each run?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import polars as pl
from matplotlib.axes import Axes

from loopsim.estimates import Estimates
from loopsim.numbers import MINUS, frame_of, resolved, say, with_estimates
from loopsim.reports.kit import figures
from loopsim.reports.kit.question import Column, Finding, Panels, percent, text
from loopsim.reports.questions.beside import RUN, Runs
from loopsim.stats import Estimate, wilson

TITLE = "Scores of the players: run by run"
ALT = (
    "One panel a run, all on one axis. Bars: share of the players by their final score, five points a bar; a "
    "dashed line marks the mean."
)
NOTES = (
    "Final scores of all players, the eliminated included. Intervals are as wide as if all players of a game "
    "scored alike, so at most they are."
)
WIDE = True
FOLDED = True

#: Points that are counted together.
CLASS = 5
WIDTH, HEIGHT, LEGEND = 6.0, 1.7, 0.4


def compute(runs: Runs) -> pl.DataFrame:
    """One row a run and class of scores: run, least, scores, share of the players (with interval), mean.

    All runs have the same classes, from the lowest to the highest score of any.
    """
    found = {name: _classes(of) for name, of in runs.estimates().items()}
    classes = sorted({least for counts in found.values() for least in counts})
    all_of_them = range(classes[0], classes[-1] + 1, CLASS)
    return pl.concat(
        _shares(name, found[name], all_of_them, of) for name, of in runs.estimates().items()
    )


def _classes(of: Estimates) -> Counter[int]:
    """The seats by the least score of their class."""
    counts: Counter[int] = Counter()
    for place in range(of.setting.players):
        for score, games in of.histogram("score", place).items():
            counts[score // CLASS * CLASS] += games
    return counts


def _shares(name: str, counts: Counter[int], classes: Sequence[int], of: Estimates) -> pl.DataFrame:
    """The rows of one run."""
    seats = sum(counts.values())
    shares = [counts[least] / seats for least in classes]
    frame = frame_of(
        {
            RUN: [name] * len(classes),
            "least": [*classes],
            "scores": [f"{_typed(least)} to {_typed(least + CLASS - 1)}" for least in classes],
            "mean": [of.of("score").value] * len(classes),
        }
    )
    at_most = [Estimate(share, None, *wilson(share, of.games), of.games) for share in shares]
    return with_estimates(frame, "share", at_most)


def _typed(score: int) -> str:
    return f"{score}".replace("-", MINUS)


def find(frame: pl.DataFrame, runs: Runs) -> Sequence[Finding]:
    """The mean score of each run."""
    means = {name: of.of("score") for name, of in runs.estimates().items()}
    said = "; ".join(f"{say(mean, 'points')} in {name}" for name, mean in means.items())
    return [Finding(f"A player scores on average {said}.", resolved(*means.values()))]


def columns(frame: pl.DataFrame) -> Sequence[Column]:
    """Run, class, share."""
    return [text(RUN, "Run"), text("scores", "Final score"), percent("share", "Players")]


def panels(frame: pl.DataFrame) -> Panels:
    """One panel a run."""
    return Panels(frame.partition_by(RUN, maintain_order=True), shared="y")


def size(frame: pl.DataFrame) -> tuple[float, float]:
    """So many panels, and a legend."""
    return (WIDTH, LEGEND + HEIGHT * frame[RUN].n_unique())


def draw(frame: pl.DataFrame, ax: Axes) -> Axes:
    """Bars of the shares of one run, and its mean."""
    middle = frame["least"].to_numpy() + (CLASS - 1) / 2
    figures.bars(ax, middle, frame, "share", scale=100, width=0.9 * CLASS)
    if frame["mean"][0] is not None:
        ax.axvline(frame["mean"][0], color=figures.ORANGE, linestyle="--", label="Mean")
    ax.set_ylim(bottom=0)
    ax.set_ylabel("Players (%)")
    ax.set_xlabel("Final score (points)")
    ax.set_title(figures.short(frame[RUN][0]), loc="left", fontweight="bold")
    figures.legend_above(ax)
    return ax
