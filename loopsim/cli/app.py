"""The commands, gathered. What they need is imported only when one is run: --help is fast."""

from typing import Annotated

import typer

from loopsim.cli.arena import arena
from loopsim.cli.bench import bench
from loopsim.cli.bots import bots
from loopsim.cli.compare import compare
from loopsim.cli.exploit import exploit
from loopsim.cli.factorial import factorial
from loopsim.cli.gate import gate
from loopsim.cli.report import report
from loopsim.cli.restrict import restrict
from loopsim.cli.run import run
from loopsim.cli.show import scenarios, show, validate
from loopsim.cli.sweep import sweep
from loopsim.cli.trace import trace
from loopsim.cli.tune import tune
from loopsim.cli.value import value


def _version(asked: bool) -> None:
    if asked:
        from importlib.metadata import version

        print(f"loopsim {version('loopsim-boardgames')}")
        raise typer.Exit


def _options(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help="Print the version."),
    ] = False,
) -> None:
    """Play board games by the million and report on their balance.

    Start with `loopsim run loop-inc/base --games 20000`; `loopsim COMMAND --help` says more.
    """


app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.callback()(_options)
COMMANDS = (
    run,
    compare,
    factorial,
    sweep,
    value,
    restrict,
    arena,
    tune,
    exploit,
    report,
    gate,
    trace,
    show,
    scenarios,
    bots,
    validate,
    bench,
)
for command in COMMANDS:
    app.command()(command)
