"""Tables on stdout: every number with its 95 % interval."""

from collections.abc import Iterable, Sequence
from typing import Any

from rich.box import SIMPLE
from rich.console import Console
from rich.markup import escape
from rich.table import Table

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
    """One table; columns named in `text` are set left, numbers right."""
    table = Table(title=escape(title), title_justify="left", box=SIMPLE, pad_edge=False)
    for i, name in enumerate(head):
        is_text = i == 0 or name in text
        table.add_column(escape(name), justify="left" if is_text else "right")
    for row in rows:
        table.add_row(*(escape(cell) for cell in row))
    console().print(table)


def number(value: float | None, digits: int = 3) -> str:
    """A number for people: so many digits after the point, a dash for none."""
    return "–" if value is None else f"{value:,.{digits}f}"


def with_interval(estimate: Estimate, digits: int = 3) -> str:
    """An estimate and its interval, or why there is none."""
    if estimate.value is None:
        return "–"
    if estimate.low is None:
        return f"{number(estimate.value, digits)} ({estimate.note or 'no interval'})"
    return (
        f"{number(estimate.value, digits)} "
        f"[{number(estimate.low, digits)}, {number(estimate.high, digits)}]"
    )


def print_result(result: Result) -> None:
    """The summary of a run."""
    m, of, setting = result.manifest, result.estimates.of, result.setting
    print(
        f"{m['scenario']}: {m['games']:,} games of {m['players']}, bots {','.join(m['bots'])}, "
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
                (bot, *(with_interval(of(name, "bot", index), 2) for name in BOT))
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
                *(number(of(name, "item", index).value) for name in TRIP[:-1]),
                with_interval(of(TRIP[-1], "item", index)),
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
