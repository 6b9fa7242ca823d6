"""What a search is asked for, checked: who plays, how many games, and the command that says so."""

from __future__ import annotations

import os
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

from loopsim import games as registry
from loopsim import population as populations
from loopsim.play import MOST_GAMES, PACKAGES, check_games, check_seed, check_threads
from loopsim.scenario import load
from loopsim.scenario.document import Document, Origin, read_toml
from loopsim.scenario.faults import fault, value_text, whole_number
from loopsim.scenario.given import Given, Texts, names
from loopsim.scenario.settings import Settings, plain
from loopsim.scenario.shelf import is_toml
from loopsim.scenario.toml import toml_text
from loopsim.search.diary import BOTS, KERNELS, OF_BOTS, SCENARIO, STATED, VERSION

#: A generation of CMA-ES needs some candidates to tell good from bad.
FEWEST, MOST = 4, 1_000
MOST_GENERATIONS = 100_000


@dataclass(frozen=True)
class Asked:
    """A search: `games` of each of `size` candidates in each generation, then `fresh` to measure.

    `name`: that of its command; `words`: how a command names the same scenario; `command`: all of it.
    """

    name: str
    scenario: Any
    population: tuple[str, ...]
    generations: int
    size: int
    games: int
    fresh: int
    seed: int
    threads: int
    words: tuple[str, ...]
    command: str

    def identity(self, more: Mapping[str, Any], start: str = "") -> dict[str, Any]:
        """What answers of the search depend on, by the option that says it (`loopsim.search.diary`).

        Not the number of generations: a search can go on for more. `more`: what else only this search
        has; `start`: the bot of the scenario that it begins with, if there is one.
        """
        from loopsim.kernels.cache import sources_hash  # which imports Numba

        bots = [*self.population, *([start] if start else [])]
        return {
            VERSION: version(PACKAGES[0]),
            KERNELS: sources_hash(),
            "command": self.name,
            SCENARIO: self.scenario.scenario_hash,
            "--population": list(self.population),
            BOTS: self.scenario.bots_hash(bots),
            "--size": self.size,
            "--games": self.games,
            "--seed": self.seed,
            **more,
            STATED: self._stated(bots),
        }

    def _stated(self, bots: Sequence[str]) -> dict[str, Any]:
        """Every single value of the scenario and of some of its bots, by key."""
        found: dict[str, Any] = registry.get(self.scenario.game).all_stated(self.scenario)
        for name in dict.fromkeys(bots):
            bot = self.scenario.bot(name)
            for seen in dict.fromkeys((name, bot.persona or name)):
                for key, value in self.scenario.bot(seen).stated.items():
                    of = f"{OF_BOTS}{seen}.{key}"
                    found |= (
                        {f"{of}.{part}": number for part, number in value.items() if number}
                        if isinstance(value, dict)
                        else {of: value}
                    )
        return found


def checked(
    scenario: str | os.PathLike[str],
    *,
    population: Texts,
    generations: int,
    size: int,
    games: int,
    fresh: int,
    players: int | None,
    seed: int,
    threads: int | None,
    set: Settings,
    command: Sequence[str],
) -> Asked:
    """A search of sound numbers; `command`: its name and the options that only it has.

    Raises InputError.
    """
    chosen = load(scenario, set, players)
    cores = os.cpu_count() or 1
    generations = _within("--generations", generations, 1, MOST_GENERATIONS)
    size = _within("--size", size, FEWEST, MOST)
    fresh = _within("--fresh", fresh, 2, MOST_GAMES)
    games, seed = check_games(games), check_seed(seed)
    if games * generations > MOST_GAMES:
        raise fault(
            "--games", "", value_text(games), f"up to 10^12 in all {generations:,} generations"
        )
    given = some_names("--population", population)
    chosen, bots = opponents(chosen, "--population", given)
    words = [os.fspath(scenario), *(() if players is None else ("--players", str(players)))]
    words += [word for text in _settings(set) for word in ("--set", text)]
    options = {
        "--population": ",".join(given),
        "--generations": generations,
        "--size": size,
        "--games": games,
        "--fresh": fresh,
        "--seed": seed,
    }
    typed = [str(word) for option in options.items() for word in option]
    name, *more = command
    return Asked(
        name,
        chosen,
        bots,
        generations,
        size,
        games,
        fresh,
        seed,
        cores if threads is None else min(check_threads(threads), cores),
        tuple(words),
        shlex.join(["loopsim", name, *words, *more, *typed]),
    )


def _within(option: str, given: Any, least: int, most: int) -> int:
    """A whole number from least to most. Raises InputError."""
    number = whole_number(option, given)
    if not least <= number <= most:
        raise fault(option, "", value_text(number), f"{least:,} to {most:,}")
    return number


def some_names(option: str, given: Texts) -> list[str]:
    """Names or paths, one at least. Raises InputError."""
    found = names(option, given, "names or paths")
    if not found:
        raise fault(option, "", "nothing", "one name or more")
    return found


def one_name(option: str, given: Given) -> str:
    """One name or path. Raises InputError."""
    found = some_names(option, given)
    if len(found) > 1 or not isinstance(given, str | os.PathLike):
        raise fault(option, "", value_text(given), "one name or path")
    return found[0]


def folder(out: Any) -> Path | None:
    """The folder that was asked for. Raises InputError for what is no path."""
    if not isinstance(out, str | os.PathLike | None):
        raise fault("--out", "", value_text(out), "a path")
    return None if out is None else Path(out)


def opponents(scenario: Any, option: str, given: Sequence[str]) -> tuple[Any, tuple[str, ...]]:
    """A scenario with some bots in it, and their names, each once.

    `given`: names of bots or paths of their files; or a population alone, by its name or the path of
    its file. Raises InputError for what is none of these.
    """
    if len(given) == 1 and not _is_bot(scenario, option, given[0]):
        found = populations.population(scenario, given[0])
        return found.scenario, found.bots
    scenario, names = populations.with_bots(
        scenario, given, option=option, allowed="bots, or one population alone"
    )
    for name in names:
        if name not in scenario.bots:
            raise fault(option, "", value_text(name), populations.which_bots(scenario, name))
        if names.count(name) > 1:
            raise fault(option, "", f"{value_text(name)} twice", "each bot once")
    return scenario, tuple(names)


def _is_bot(scenario: Any, option: str, text: str) -> bool:
    """Whether a text stands for a bot, and not for a population. Raises InputError if for none."""
    if is_toml(text):
        return "family" in read_toml(Document(Origin(option)).file((), text))
    if text in scenario.bots:
        return True
    shipped = populations.shipped(scenario.game)
    if text not in shipped:
        known = populations.or_a_file([*scenario.bots, *shipped], text)
        raise fault(option, "", value_text(text), f"bots or a population: {known}")
    return False


def _settings(set: Settings) -> list[str]:
    """Changes to a scenario as they are typed."""
    if isinstance(set, Mapping):
        return [f"{key}={toml_text(plain(value))}" for key, value in set.items()]
    return [set] if isinstance(set, str) else list(set)
