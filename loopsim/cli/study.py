"""What all commands share that make a study: progress, Ctrl-C, tables or JSON."""

import json
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from loopsim.cli import STOPPED_BY, ignore_signals

if TYPE_CHECKING:
    from loopsim.studies.study import Study


def carried_out(
    make: "Callable[..., Study]",
    show: "Callable[[Study], None]",
    *,
    out: Path | None,
    as_json: bool,
    quiet: bool,
) -> None:
    """Make a study with progress on stderr and show it, or what is complete of it after Ctrl-C."""
    from loopsim.cli.progress import Progress
    from loopsim.play import Interrupted
    from loopsim.studies.study import DiskError

    interrupted, not_kept = None, None
    with Progress(0, shown=not quiet) as progress:
        try:
            study: Study | None = make(
                out=out,
                on_total=progress.expect,
                on_compile=progress.compiling,
                on_games=progress.advance,
            )
        except Interrupted as stopped:
            ignore_signals()
            interrupted, study = stopped, stopped.result
        except DiskError as wrong:
            not_kept, study = wrong, wrong.study
    try:
        if study is not None and as_json:
            print(json.dumps(study.json(), ensure_ascii=False, allow_nan=False))
        elif study is not None and not quiet:
            show(study)
        sys.stdout.flush()
        if study is not None:
            warn_of_faults(study.manifest)
    finally:  # even if Ctrl-C has also ended who reads; last, where it is seen under a long table
        if interrupted is not None:
            complete = interrupted.complete or _complete(study, out)
            print(f"loopsim: interrupted; {complete}", file=sys.stderr)
    if not_kept is not None:
        raise not_kept
    if interrupted is not None:
        raise typer.Exit(STOPPED_BY[interrupted.by])


def warn_of_faults(manifest: Mapping[str, Any]) -> None:
    """Games that did not end as they should are said loudly, never dropped in silence."""
    for fault, count in manifest["faults"].items():
        print(f"loopsim: warning: {count:,} games ended with {fault!r}", file=sys.stderr)


def _complete(study: "Study | None", out: Path | None) -> str:
    if study is None:
        return "nothing is complete"
    from loopsim.studies.study import counted_by

    of = study.manifest
    kept = f" and kept in {out}" if out else ""
    unanswered = "" if of.get("answered", True) else ", not what is asked of them"
    games = f"{of['games']:,} of {of['games_asked']:,} games of each {counted_by(of)} complete"
    mixed = f", {of['mixed_games']:,} of mixed tables" if "mixed_games" in of else ""
    return f"{games}{mixed}{unanswered}{kept}"
