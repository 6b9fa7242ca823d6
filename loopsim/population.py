"""Bots that play beside those of a scenario: from files of their own, alone or as a population.

A population is a TOML file: `title`, `notes`, and `bots`, a list of two or more. What ends in ``.toml``,
in any case, is the file of a bot, relative to the population, and called by its stem; all else names a
bot of the scenario. Of a game it is only known here that its scenarios have bots.
"""

import os
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from loopsim.errors import InputError
from loopsim.scenario import shelf
from loopsim.scenario.check import Line, Strictly, Text, listed, validate
from loopsim.scenario.document import Document, Origin, Words, read_toml
from loopsim.scenario.faults import fault, one_of, value_text
from loopsim.scenario.given import Texts
from loopsim.scenario.shelf import SUFFIX, Place, is_toml
from loopsim.seating import named

if TYPE_CHECKING:
    from loopsim.games.loop_inc.scenario import Scenario

OPTION = "--population"
#: The folder of a game that has the populations that come along.
FOLDER = "populations"
MOST_BOTS = 100
A_FILE = f"the path of a {SUFFIX} file"
#: What may stand where bots are wanted, of commands that have an option for a population too.
BOTS = f"bots; {OPTION} takes a population"


@dataclass(frozen=True)
class Population:
    """Bots to be asked together, each once; `scenario`: the one asked about, with all of them in it."""

    name: str
    title: str
    notes: str
    bots: tuple[str, ...]
    scenario: "Scenario"


class PopulationFile(Strictly):
    """The keys of a population file."""

    title: Line = ""
    notes: Text = ""
    bots: Annotated[
        tuple[str, ...],
        *listed(MOST_BOTS, f"2 to {MOST_BOTS} bots, names or paths of .toml files", least=2),
    ]


def with_bots(
    scenario: "Scenario",
    bots: Texts,
    beside: Iterable["Scenario"] = (),
    *,
    option: str = "--bots",
    allowed: str = BOTS,
) -> tuple["Scenario", list[str]]:
    """A scenario with the bots of files among some that were given, and the names of all of these.

    `bots`: one or several; what ends in ``.toml`` is a file. `beside`: other scenarios in which they play
    too. `option`: where they were given; `allowed`: what may be, in place of a population. Names that no
    bot has are left to who seats them. Raises InputError for what is no text, for a file that cannot be
    used, and for one that is named without its end.
    """
    asked = Document(Origin(option))
    given = named(bots)
    for text in given:
        if _is_population(scenario, asked, text):
            raise asked.fault((), Words(f'"{text}", a population'), allowed)
        if text not in scenario.bots and _is_cut(shelf.HERE, text):
            raise asked.fault((), text, which_bots(scenario, text))
    files = {text: asked.file((), text) for text in given if is_toml(text)}
    names = [files[text].path.stem if text in files else text for text in given]
    return scenario.with_bots(files.values(), beside), names


def _is_population(scenario: "Scenario", asked: Document, text: str) -> bool:
    """Whether a text is the name or the file of a population. Raises InputError for no such file."""
    if is_toml(text):
        keys = read_toml(asked.file((), text))
        return "bots" in keys and "family" not in keys
    return text not in scenario.bots and text in shipped(scenario.game)


def population(
    scenario: "Scenario", text: str | os.PathLike[str], beside: Iterable["Scenario"] = ()
) -> Population:
    """The population of a name or path, for a scenario.

    `beside`: other scenarios in which its bots play too. Raises InputError for a file that cannot be used,
    for a bot in place of a population, for one that is unknown or there twice.
    """
    is_named = isinstance(text, str) and text in {*scenario.bots} - {*shipped(scenario.game)}
    place = None if is_named else _file(scenario.game, text)
    if place is None or "family" in read_toml(place):
        raise fault(OPTION, "", f'"{os.fspath(text)}", a bot', "a population; --bots takes bots")
    document = Document(Origin(place.label, 0, place.parent()))
    document.lay_over(read_toml(place), document.main)
    file = validate(PopulationFile, document)
    files = {
        bot: document.file(("bots", i), bot) for i, bot in enumerate(file.bots) if is_toml(bot)
    }
    scenario = scenario.with_bots(files.values(), beside)
    names: list[str] = []
    for i, bot in enumerate(file.bots):
        name = files[bot].path.stem if bot in files else bot
        if name not in scenario.bots:
            raise document.fault(("bots", i), bot, which_bots(scenario, bot, place.parent()))
        if name in names:
            raise document.fault(("bots", i), Words(f'"{name}" twice'), "each bot once")
        names.append(name)
    name = place.path.stem
    return Population(name, file.title or name, file.notes, tuple(names), scenario)


def _file(game: str, text: str | os.PathLike[str]) -> Place:
    """The file of a population: a path that ends in ``.toml``, or the name of one that comes along."""
    if not isinstance(text, str | os.PathLike):
        raise fault(OPTION, "", value_text(text), "a name or a path")
    text = os.fspath(text)
    if is_toml(text):
        return Document(Origin(OPTION)).file((), text)
    place = shelf.shipped_file(f"{game}/{FOLDER}/{text}{SUFFIX}")
    if place is None:
        raise _unknown(game, text)
    return place


def shipped(game: str) -> list[str]:
    """The names of the populations that come along."""
    return sorted(path.stem for path in (shelf.root() / game / FOLDER).glob(f"*{SUFFIX}"))


def _unknown(game: str, text: str) -> InputError:
    return fault(OPTION, "", f'"{text}"', or_a_file(shipped(game), text))


def which_bots(scenario: "Scenario", text: str, home: Place = shelf.HERE) -> str:
    """What may stand where a text names no bot; `home`: the folder from which paths are seen."""
    return or_a_file(scenario.bots, text, home)


def or_a_file(names: Iterable[str], text: str, home: Place = shelf.HERE) -> str:
    """What is allowed in place of a wrong text where names are, or paths of files."""
    meant = _hint(home, text)
    return f"{one_of(names, None if meant else text)}; or {A_FILE}{meant}"


def _hint(home: Place, text: str) -> str:
    """The file that a text names all but its end, as a guess; "" if there is none."""
    return f" (did you mean {text}{SUFFIX}?)" if _is_cut(home, text) else ""


def _is_cut(home: Place, text: str) -> bool:
    """Whether a text is the path of a file but for its end."""
    return home.beside(text + SUFFIX).exists()
