"""loopsim gate: whether a run keeps what is asked of it, for scripts and CI."""

import json
import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from loopsim.cli.options import Json

if TYPE_CHECKING:
    from collections.abc import Sequence

    from loopsim.gates.gating import Gate
    from loopsim.gates.words import Texts

#: The exit code of a gate that is not passed.
NOT_PASSED = 1


class Format(StrEnum):
    """How a gate is printed."""

    text = "text"
    md = "md"


def gate(
    directory: Annotated[Path, typer.Argument(metavar="DIR", help="The folder of a run.")],
    against: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="A baseline: what `loopsim run --json` printed. A number that differs from it by more "
            "than chance, and by more than matters, fails.",
        ),
    ] = None,
    thresholds: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="A TOML file: [bounds] with lines such as per_seat.eliminated = { max = 0.02 }, named "
            "as in `loopsim run --json`; [tolerance] with differences from the baseline that do not matter.",
        ),
    ] = None,
    strict: Annotated[
        bool, typer.Option("--strict", help="Exit with 1 as well if a bound is undecided.")
    ] = False,
    format_: Annotated[
        Format, typer.Option("--format", help="A table, or Markdown as GitHub has it.")
    ] = Format.text,
    as_json: Json = False,
) -> None:
    """Judge a run by bounds or by an earlier run. Exit code 1 if a bound fails for sure.

    Example: loopsim gate my-run --against my-baseline.json --thresholds my-bounds.toml
    """
    from loopsim.gates.gating import gate as judge
    from loopsim.scenario.faults import fault

    if as_json and format_ is Format.md:
        raise fault("--json", "", "--format md as well", "one of the two")
    judged = judge(directory, against=against, thresholds=thresholds, strict=strict)
    if as_json:
        print(json.dumps(judged.json(), ensure_ascii=False, allow_nan=False))
    elif format_ is Format.md:
        print(judged.markdown(), end="")
    else:
        _print(judged)
    if not judged.passed:
        if (as_json or format_ is Format.md) and not sys.stdout.isatty():
            sys.stdout.flush()
            print(f"gate: {judged.outcome.lower()}: {judged.verdict}", file=sys.stderr)
        raise typer.Exit(NOT_PASSED)


def _print(judged: "Gate") -> None:
    from loopsim.cli.tables import print_text
    from loopsim.gates.bounds import LEVEL
    from loopsim.gates.undecided import told
    from loopsim.gates.words import shown, titles
    from loopsim.numbers import counted

    rows = shown(judged)
    print_text(
        f"Gate: {judged.scenario}, {counted(judged.games, 'game')}; "
        f"all bounds together at a level of {LEVEL:.0%}"
    )
    print_text(f"{judged.outcome}: {judged.verdict}\n")
    for title, table in zip(titles(rows), (rows.bounds, rows.failing), strict=True):
        _print_begun(title, table)
    if rows.undecided:
        print_text(told(judged.undecided))
    for note in judged.notes:
        print_text(note)
    if rows.failing or rows.undecided:
        print_text("Every bound with its interval: --json or --format md")


def _print_begun(title: str, rows: "Sequence[Texts]") -> None:
    """The first rows of a table."""
    from loopsim.cli.tables import print_table
    from loopsim.gates.words import HEAD, SHOWN, heads

    if rows:
        columns = heads(rows[:SHOWN])
        print_table(
            title,
            [HEAD[place] for place in columns],
            [[row[place] for place in columns] for row in rows[:SHOWN]],
            HEAD,
            f"and {len(rows) - SHOWN:,} more" if rows[SHOWN:] else "",
        )
