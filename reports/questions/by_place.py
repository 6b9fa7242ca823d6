"""What else differs by place in the turn order?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import polars as pl
from matplotlib.axes import Axes

from loopsim.estimates import Estimates
from loopsim.numbers import columns as three
from loopsim.numbers import frame_of, listed, of_row, read_in, say
from loopsim.reports.kit import figures
from loopsim.reports.kit.question import NOT_RESOLVED, Column, Finding, Panels, text
from loopsim.reports.questions import places

TITLE = "What else differs by place in the turn order"
ALT = (
    "Small figures, one a number: points with intervals, one a place in the turn order. Above each stands "
    "whether it differs by place; where that is not resolved the points are grey and hollow."
)
NOTES = f"Means over all players of a place. {places.COUNTED} {places.DIFFER}"
WIDE = True

METRICS = ("score", "tears_taken", "launches", "ads_placed", "waste", "eliminated")
#: What the column `differs` says.
DIFFERS, OPEN = "differs", "not resolved"
ACROSS, WIDTH, HEIGHT = 2, 5.6, 1.9


def compute(estimates: Estimates) -> pl.DataFrame:
    """One row a metric: metric, title, unit, place1 … (with intervals), differs, most, least.

    differs: `DIFFERS` if two places differ at the level of all these metrics together, else `OPEN`; most,
    least: the names of those places, "" if not.
    """
    declared = [estimates.measures.metric(name) for name in METRICS]
    found = [places.of_places(estimates, name) for name in METRICS]
    apart = [places.apart(of, estimates.games, len(METRICS)) for of in found]
    columns: dict[str, list[Any]] = {
        "metric": [*METRICS],
        "title": [metric.title for metric in declared],
        "unit": [metric.unit for metric in declared],
    }
    for place in range(estimates.setting.players):
        columns |= three(f"place{place + 1}", [of[place] for of in found])
    return frame_of(
        {
            **columns,
            "differs": [DIFFERS if two else OPEN for two in apart],
            "most": [places.named(two.most) if two else "" for two in apart],
            "least": [places.named(two.least) if two else "" for two in apart],
        }
    )


def find(frame: pl.DataFrame, estimates: Estimates) -> Sequence[Finding]:
    """What differs, with the places at the ends; what does not, or is not known to."""
    findings = [Finding(_ends(row)) for row in frame.filter(differs=DIFFERS).iter_rows(named=True)]
    open_ = frame.filter(differs=OPEN)["title"].str.to_lowercase().to_list()
    if open_:
        findings.append(
            Finding(f"{NOT_RESOLVED} whether these differ by place: {listed(open_)}.", False)
        )
    return findings


def _ends(row: dict[str, Any]) -> str:
    """ "Tears taken: more at the 4th place, 1.32 tears (…), than at the 1st, 1.01 tears (…)."."""
    most, least = (of_row(row, f"place{row[end][0]}") for end in ("most", "least"))
    return (
        f"{row['title']}: more at the {row['most']} place, {say(most, row['unit'])}, than at the "
        f"{row['least']}, {say(least, row['unit'])}."
    )


def columns(frame: pl.DataFrame) -> Sequence[Column]:
    """Number, each place, whether it differs."""
    of_places = [
        Column(name, places.named(place), "each in its unit", unit_from="unit")
        for place, name in enumerate(_places(frame))
    ]
    return [text("title", "Number"), *of_places, text("differs", "By place")]


def panels(frame: pl.DataFrame) -> Panels:
    """One panel a number, since each has its own scale: place, value (with interval) and its titles."""
    ends = ("", "_low", "_high")
    parts = [
        pl.DataFrame(
            {
                "place": [places.named(place) for place in range(len(_places(frame)))],
                **{f"value{end}": [row[f"{name}{end}"] for name in _places(frame)] for end in ends},
            },
            schema_overrides={f"value{end}": pl.Float64 for end in ends},
        ).with_columns(pl.lit(row[name]).alias(name) for name in ("title", "unit", "differs"))
        for row in frame.iter_rows(named=True)
    ]
    return Panels(parts, across=ACROSS)


def size(frame: pl.DataFrame) -> tuple[float, float]:
    """So many rows of panels."""
    return (WIDTH, HEIGHT * -(-frame.height // ACROSS))


def draw(frame: pl.DataFrame, ax: Axes) -> Axes:
    """One number: a point with its interval for each place."""
    factor, unit = read_in(frame["unit"][0])
    differs = frame["differs"][0] == DIFFERS
    figures.points(
        ax,
        figures.rows(frame),
        frame,
        "value",
        scale=factor,
        colour=figures.BLUE if differs else figures.GREY,
        hollow=not differs,
    )
    ax.set_xticks(figures.rows(frame), frame["place"].to_list())
    ax.set_xlim(-0.6, frame.height - 0.4)
    ax.margins(y=0.2)
    title = frame["title"][0]
    named = title if unit in title.lower() else f"{title} ({unit})"
    ax.set_title(
        f"{named}\n{frame['differs'][0]}",
        loc="left",
        fontweight="bold" if differs else "normal",
        fontsize=10,
    )
    return ax


def _places(frame: pl.DataFrame) -> list[str]:
    """The columns of the places."""
    return [name for name in frame.columns if name.removeprefix("place").isdigit()]
