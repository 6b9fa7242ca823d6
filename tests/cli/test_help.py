"""Help, version, and what is no command at all."""

import inspect
import re
from importlib.metadata import version

import pytest
import typer.main

import loopsim as api
from loopsim.cli.app import app
from tests.cli.program import Loopsim, program

COMMANDS = (
    "run",
    "compare",
    "factorial",
    "sweep",
    "value",
    "restrict",
    "arena",
    "tune",
    "exploit",
    "report",
    "gate",
    "trace",
    "show",
    "scenarios",
    "bots",
    "validate",
    "bench",
)

GROUP = typer.main.get_command(app)

HELP = """\
Usage: loopsim [OPTIONS] COMMAND [ARGS]...

  Play board games by the million and report on their balance.

  Start with `loopsim run loop-inc/base --games 20000`; `loopsim COMMAND
  --help` says more.

Options:
  --version   Print the version.
  -h, --help  Show this message and exit.

Commands:
  run        Play many games of a scenario and summarise them.
  compare    Compare set-ups game by game.
  factorial  Play all set-ups of some factors.
  sweep      Play a scenario at many values of a key.
  value      Say what trips, anomalies and actions are worth.
  restrict   Say what a mechanism is worth to who may use it.
  arena      Let bots play against each other.
  tune       Search the weights of a bot for those that win most.
  exploit    Search for the bot that beats a population by the most.
  report     Write the report of runs and studies.
  gate       Judge a run by bounds or by an earlier run.
  trace      Print one game, event by event.
  show       Print a scenario as it is played.
  scenarios  List the scenarios that come along.
  bots       List the bots of a scenario, or show what some of them weigh.
  validate   Check scenario files.
  bench      Measure games/s and decisions/s.
"""


@pytest.mark.parametrize("arguments", [[], ["--help"], ["-h"]])
def test_help_lists_every_command_with_a_whole_sentence(
    loopsim: Loopsim, arguments: list[str]
) -> None:
    assert loopsim(*arguments).text() == HELP


@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_a_command_names_every_option(loopsim: Loopsim, command: str) -> None:
    text = loopsim(command, "--help").text()
    assert text.startswith(f"Usage: loopsim {command} [OPTIONS]")
    shown = set(re.findall(r"^  (?:-\w, )?(--[a-z-]+)", text, re.MULTILINE))
    assert shown == {*_options(command), "--help"}
    assert max(map(len, text.splitlines())) <= 80


@pytest.mark.parametrize("command", sorted({*COMMANDS} - {"scenarios"}))
def test_help_of_a_command_has_an_example_that_is_that_command(
    loopsim: Loopsim, command: str
) -> None:
    assert f"Example: loopsim {command} " in loopsim(command, "--help").text()


def test_commands_are_those_that_the_help_lists() -> None:
    assert tuple(GROUP.commands) == COMMANDS


def test_version_is_that_of_the_package(loopsim: Loopsim) -> None:
    assert loopsim("--version").text() == f"loopsim {version('loopsim-boardgames')}\n"


def test_module_is_the_program() -> None:
    assert program("--help").text() == HELP


def test_unknown_command_is_one_line_with_the_closest(loopsim: Loopsim) -> None:
    fault = loopsim("rnu").fault()
    assert fault == "No such command 'rnu'. Did you mean 'run'?; see loopsim --help"


def test_unknown_option_is_one_line_with_the_closest(loopsim: Loopsim) -> None:
    fault = loopsim("run", "--game", "3").fault()
    assert fault.startswith("No such option: --game")
    assert "--games" in fault
    assert fault.endswith("see loopsim run --help")


#: Command -> public function, and what only one of the two has: printing, and calls back.
FUNCTIONS = {
    "report": (api.report, set(), set()),
    "gate": (api.gate, {"json", "format"}, set()),
    # --decks and --population make of it loopsim.run_over
    "run": (
        api.run,
        {"json", "quiet", "decks", "population"},
        {"on_compile", "on_games", "on_course"},
    ),
    "compare": (api.compare, {"json", "quiet"}, {"on_compile", "on_games", "on_total"}),
    "factorial": (api.factorial, {"json", "quiet"}, {"on_compile", "on_games", "on_total"}),
    "sweep": (api.sweep, {"json", "quiet"}, {"on_compile", "on_games", "on_total"}),
    "value": (api.value, {"json", "quiet"}, {"on_compile", "on_games", "on_total"}),
    "restrict": (api.restrict, {"json", "quiet"}, {"on_compile", "on_games", "on_total"}),
    "tune": (api.tune, {"json", "quiet"}, {"on_compile", "on_games", "on_total"}),
    "exploit": (api.exploit, {"json", "quiet"}, {"on_compile", "on_games", "on_total"}),
    "trace": (api.trace, {"json"}, {"on_compile"}),
    "show": (api.show, {"json"}, set()),
    "scenarios": (api.scenarios, {"json"}, set()),
    "bots": (api.bots, {"json"}, set()),
    "validate": (api.validate, set(), set()),
    "bench": (api.bench, {"json"}, {"on_compile", "on_row"}),
}


@pytest.mark.parametrize("command", FUNCTIONS)
def test_command_and_function_have_the_same_parameters(command: str) -> None:
    function, printing, calls_back = FUNCTIONS[command]
    names = {
        option.removeprefix("--").replace("no-rotate", "rotate").replace("-", "_")
        for option in _options(command)
    }
    names |= {p.name for p in GROUP.commands[command].params if p.param_type_name == "argument"}
    assert names - printing == {*inspect.signature(function).parameters} - calls_back


@pytest.mark.parametrize("command", FUNCTIONS)
def test_signature_of_a_function_has_no_default_that_says_nothing(command: str) -> None:
    assert " at 0x" not in str(inspect.signature(FUNCTIONS[command][0]))


@pytest.mark.parametrize("command", sorted({*FUNCTIONS} - {"validate", "report"}))
def test_command_and_function_have_the_same_defaults(command: str) -> None:
    function, _, calls_back = FUNCTIONS[command]
    ours = {
        name: parameter.default
        for name, parameter in inspect.signature(function).parameters.items()
        if name not in calls_back
    }
    theirs = {p.name: p.default for p in GROUP.commands[command].params}
    for name, default in ours.items():
        match name:
            case "rotate":
                assert (default, theirs["no_rotate"]) == (True, False)
            case "set":
                assert (default, theirs["set_"]) == ((), None)
            case "forbid":
                assert (default, theirs[name]) == ((), None)
            case "vary" | "rekey" if command == "compare":
                assert (default, theirs[name]) == ((), None)
            case "population" if command in ("tune", "exploit"):
                assert default is inspect.Parameter.empty
            case "scenarios" | "factors" | "vary" | "directory":
                assert default is inspect.Parameter.empty
            case _:
                assert _typed(default) == _typed(theirs[name])


def _options(command: str) -> list[str]:
    """The long options of a command."""
    params = GROUP.commands[command].params
    options = [p.opts[0] for p in params if p.param_type_name == "option"]
    return [option for option in options if option != "--help"]


def _typed(default: object) -> str:
    """A default as it would be typed: lists with commas."""
    if isinstance(default, tuple):
        return ",".join(map(str, default))
    return str(default)
