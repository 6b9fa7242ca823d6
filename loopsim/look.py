"""Looking at scenarios: which there are, what one is when resolved, who can play, whether files are sound."""

import os
from contextlib import suppress
from typing import Any

from loopsim import games, population
from loopsim.errors import InputError
from loopsim.listing import Listing
from loopsim.scenario import load, shipped
from loopsim.scenario.given import Texts, names
from loopsim.scenario.settings import Settings


def scenarios() -> Listing:
    """The scenarios that come along. Columns: scenario (its name), title."""
    return Listing([{"scenario": name, "title": title} for name, title in shipped()])


class Shown:
    """A scenario as it is played: all as plain data, parts as tables."""

    def __init__(self, data: dict[str, Any], rules: dict[str, dict[str, Any]]) -> None:
        """Keep what a game shows of a scenario, and its rules by topic."""
        self._data = data
        #: The rules in force: topic -> key as in a scenario or ``--set`` -> value.
        self.rules_by_topic = rules

    def __repr__(self) -> str:
        """Which scenario, for how many, and its hash."""
        of = self._data
        hashed = of["scenario_hash"]
        return f"<Shown {of['scenario']}: {of['players']} players, scenario_hash {hashed}>"

    def table(self, name: str) -> Listing:
        """One of its tables: for Loop, Inc. "trips", "effects" or "bots". KeyError for another."""
        return Listing(self._data[name])

    def json(self) -> dict[str, Any]:
        """The object of ``show --json``."""
        return self._data


def show(
    scenario: str | os.PathLike[str] = "loop-inc/base",
    *,
    players: int | None = None,
    set: Settings = (),
) -> Shown:
    """A scenario as it is played: rules, trips, effects, bots and hash.

    Parameters are as in `loopsim.run`. Raises InputError for what cannot be used.
    """
    chosen = load(scenario, set, players)
    game = games.get(chosen.game)
    return Shown(game.shown(chosen), game.rules_by_topic(chosen))


class ShownBots:
    """The bots of a scenario, some or all: as plain data, parts as tables."""

    def __init__(self, data: dict[str, Any]) -> None:
        """Keep what a game shows of bots."""
        self._data = data
        #: The name of the scenario.
        self.scenario: str = data["scenario"]

    def __repr__(self) -> str:
        """Which bots, of which scenario."""
        return (
            f"<ShownBots of {self.scenario}: {', '.join(row['bot'] for row in self._data['bots'])}>"
        )

    def table(self, name: str) -> Listing:
        """One of its tables: "bots", "features", "things" or "populations". KeyError for another."""
        return Listing(self._data[name])

    def json(self) -> dict[str, Any]:
        """The object of ``bots --json``."""
        return self._data


def bots(
    scenario: str | os.PathLike[str] = "loop-inc/base",
    *,
    bots: Texts | None = None,
    set: Settings = (),
) -> ShownBots:
    """Who can play a scenario, and how: bots with all that their files say, and populations.

    Parameters
    ----------
    scenario, set
        As in `loopsim.run`.
    bots
        Names of bots or paths of bot files, one or several, as in `loopsim.run`; all bots of the scenario
        if none are named.

    Returns
    -------
    ShownBots
        "bots": a row each, with its weights by feature and its tastes by thing, in hundredths of a point,
        without those that are 0. "features" and "things": what weights and tastes may be of. "populations":
        those that come along and whose bots the scenario has.

    Raises InputError for what cannot be used.
    """
    chosen = load(scenario, set)
    asked = list(chosen.bots)
    if bots is not None:
        chosen, asked = population.with_bots(chosen, bots, allowed="bots")
    shown = games.get(chosen.game).shown_bots(chosen, list(dict.fromkeys(asked)))
    return ShownBots({**shown, "populations": _populations(chosen)})


def _populations(scenario: Any) -> list[dict[str, Any]]:
    """The populations that come along, without those of bots that the scenario has not."""
    rows = []
    for name in population.shipped(scenario.game):
        with suppress(InputError):
            of = population.population(scenario, name)
            rows.append(
                {"population": name, "title": of.title, "notes": of.notes, "bots": list(of.bots)}
            )
    return rows


def validate(files: Texts) -> Listing:
    """Check a scenario file, or several, one text with commas or a list. Columns: file, players, scenario_hash.

    Raises InputError for the first fault.
    """
    rows = []
    for file in names("files", files, "names or paths of scenarios"):
        chosen = load(file)
        rows.append(
            {
                "file": file,
                "players": chosen.players,
                "scenario_hash": chosen.scenario_hash,
            }
        )
    return Listing(rows)
