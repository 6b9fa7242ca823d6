"""Tables on stdout: every number with its 95 % interval."""

from collections.abc import Iterable, Sequence
from typing import Any

from rich.box import SIMPLE
from rich.cells import cell_len
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from loopsim.reports.numbers import NONE, counted, rounded, without_interval
from loopsim.results import Result
from loopsim.stats import Estimate

#: Columns when stdout is no terminal: wide enough that nothing is cut.
WIDTH = 10_000

GAME = ("turns", "decisions", "forced_turns", "lead_changes", "margin", "no_winner", "shared_win")
SEAT = (
    "score",
    "survivor_score",
    "trip_points",
    "met_ads",
    "office_points",
    "effect_points",
    "penalty",
    "tears_taken",
    "waste",
    "failed_ads",
    "ads_placed",
    "met_share",
    "launches",
    "eliminated",
)
BOT = ("win_share", "score", "launches", "tears_taken", "eliminated")
TRIP = ("dealt", "visits", "second", "win_lift")


class _Stdout(Console):
    def on_broken_pipe(self) -> None:
        """Leave a closed pipe to `main`, where rich would exit with 1."""
        raise  # noqa: PLE0704 - called while the error is handled


def console() -> Console:
    """stdout, for tables."""
    width = None if Console().is_terminal else WIDTH
    return _Stdout(width=width, highlight=False, emoji=False)


def print_table(
    title: str, head: Sequence[str], rows: Iterable[Sequence[str]], text: Sequence[str] = ()
) -> None:
    """One table; columns named in `text` are set left, numbers right.

    On a narrow terminal texts fold anywhere, numbers only at blanks: an interval goes below its
    number. What is wider still is left to the terminal; no digit is ever cut.
    """
    table = Table(title=escape(title), title_justify="left", box=SIMPLE, pad_edge=False)
    rows = [list(row) for row in rows]
    for i, name in enumerate(head):
        if i == 0 or name in text:
            table.add_column(escape(name), overflow="fold")
        else:
            words = [word for row in rows for word in row[i].split()]
            widest = max(map(cell_len, words), default=0)
            table.add_column(escape(name), justify="right", overflow="fold", min_width=widest)
    for row in rows:
        table.add_row(*(escape(cell) for cell in row))
    console().print(table, crop=False)


def with_interval(estimate: Estimate) -> str:
    """An estimate and its interval, or why there is none."""
    if estimate.value is None:
        return NONE
    value, low, high = rounded(estimate)
    return f"{value} [{low}, {high}]" if low else f"{value} ({without_interval(estimate)})"


def print_result(result: Result) -> None:
    """The summary of a run."""
    m, of, setting = result.manifest, result.estimates.of, result.setting
    print(
        f"{m['scenario']}: {counted(m['games'], 'game')} of {m['players']}, bots {','.join(m['bots'])}, "
        f"seed {m['seed']}; scenario {m['scenario_hash']}, bots {m['bots_hash']}\n"
        f"{m['games_per_s']:,.0f} games/s on {m['threads']} threads; "
        "every number with its 95 % interval, clustered by game\n"
    )
    title = {metric.name: f"{metric.title} ({metric.unit})" for metric in result.measures.metrics}
    print_table(
        "Each game", ("", "mean"), [(title[name], with_interval(of(name))) for name in GAME]
    )
    print_table(
        "Each seat", ("", "mean"), [(title[name], with_interval(of(name))) for name in SEAT]
    )
    print_table(
        "Turn order of day 1",
        ("place", "win share", "score"),
        [
            (
                str(place + 1),
                *(with_interval(of(x, "place", place)) for x in ("win_share", "score")),
            )
            for place in range(setting.players)
        ],
    )
    if len(setting.bots) > 1:
        print_table(
            "Bots",
            ("bot", *(title[name] for name in BOT)),
            [
                (bot, *(with_interval(of(name, "bot", index)) for name in BOT))
                for index, bot in enumerate(setting.bots)
            ],
        )
    print_table(
        "Trips (win lift is who visits, not what a trip is worth; "
        f"all visits: {with_interval(of('visit_lift'))})",
        ("trip", "points", "components", *(title[name].split(" (")[0] for name in TRIP)),
        [
            (
                f"{item['card']} {item['trip']}",
                str(item["points"]),
                str(item["components"]),
                *(with_interval(of(name, "item", index)) for name in TRIP),
            )
            for index, item in enumerate(setting.items)
        ],
    )


def print_rows(title: str, rows: Sequence[dict[str, Any]]) -> None:
    """Plain rows, one column a key; numbers without digits after the point."""
    if not rows:
        print(f"{title}: none\n")
        return
    print_table(
        title,
        list(rows[0]),
        [[x if isinstance(x, str) else f"{x:,.0f}" for x in row.values()] for row in rows],
        [key for key, value in rows[0].items() if isinstance(value, str)],
    )
