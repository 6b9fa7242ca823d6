"""loopsim gate: whether a run keeps what is asked of it, for scripts and CI."""

import json
import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from loopsim.cli.options import Json

if TYPE_CHECKING:
    from loopsim.gates.gating import Gate

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
        sys.stdout.flush()
        print(f"gate: {judged.verdict}", file=sys.stderr)
        raise typer.Exit(NOT_PASSED)


def _print(judged: "Gate") -> None:
    from loopsim.cli.tables import print_table, print_text
    from loopsim.gates.bounds import LEVEL
    from loopsim.gates.words import HEAD, heads, shown
    from loopsim.numbers import counted

    rows = shown(judged)
    title = f"Gate: {judged.scenario}, {counted(judged.games, 'game')}"
    if rows.first:
        columns = heads(rows.first)
        print_table(
            f"{title}; all bounds together at a level of {LEVEL:.0%}",
            [HEAD[place] for place in columns],
            [[row[place] for place in columns] for row in rows.first],
            HEAD,
        )
    else:
        print_text(title)
    if rows.undecided:
        print_text(f"{len(rows.undecided)} more are undecided: see --format md or --json")
    for note in judged.notes:
        print_text(note)
    print_text(f"{'Passed' if judged.passed else 'Not passed'}: {judged.verdict}")
