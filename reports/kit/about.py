"""What a run has played, as facts for the head, the captions and the foot of its report."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Mapping
from pathlib import PurePath
from typing import Any, NamedTuple

from loopsim.numbers import NONE, counted, listed
from loopsim.play import typed
from loopsim.results import Result
from loopsim.scenario.toml import toml_text
from loopsim.simulate import GAMES_PER_PART
from loopsim.studies.families import BOTS, DECKS
from loopsim.telling import TYPICAL

RECONSTRUCTION = (
    "The card faces are a reconstruction: the faces of trips, anomalies and futures are data of the "
    "scenario and not the published cards."
)
DRAWN = (
    "The cards are drawn from a prior, a documented guess at what a deck may look like: the faces of trips, "
    "anomalies and futures are not the published cards."
)
#: Of several things shown, of which some have drawn cards.
SOME_DRAWN = (
    f"{RECONSTRUCTION} Where cards were drawn they are those of a prior, a documented guess at what a deck may "
    "look like."
)

#: What the typical game is.
NEAREST = f"Typical: the nearest to the means, of the first {GAMES_PER_PART:,} games"

#: What more than this share of all games is says nothing of one of them.
MOST_SHARED = 0.1

#: Stands in replays for the folder of a run that was not kept.
FOLDER = "DIR"


def faces(manifests: Iterable[Mapping[str, Any]]) -> str:
    """What the faces of the cards are of all that is shown: a reconstruction, drawn, or both."""
    drawn = {_is_drawn(manifest) for manifest in manifests}
    return SOME_DRAWN if len(drawn) > 1 else DRAWN if True in drawn else RECONSTRUCTION


def _is_drawn(manifest: Mapping[str, Any]) -> bool:
    """Whether some cards were drawn from a prior."""
    arms = manifest.get("arms", [manifest])
    family = manifest.get("family") or {}
    return family.get("of") == DECKS.name or any(
        "prior" in arm["resolved"].get("deck", {}) for arm in arms
    )


def head(result: Result) -> list[tuple[str, str]]:
    """Name and value of everything that must be known to judge the numbers or to play again."""
    m, setting = result.manifest, result.setting
    resolved = m["resolved"]
    facts = [
        ("Scenario", f"{m['scenario']} ({PurePath(resolved['source']).name})"),
        ("Scenario hash", m["scenario_hash"]),
        ("Games", games(m)),
        ("Seed", str(m["seed"])),
        ("Players", str(setting.players)),
        ("Expansions", listed(resolved["expansions"]) if resolved["expansions"] else "none"),
        ("Bots", bots_in_seats(m)),
        ("Bots hash", m["bots_hash"]),
        ("Seating", _seating(result)),
        ("Command", command(m["command"])),
    ]
    deck = resolved["deck"]
    if "prior" in deck:
        facts.append(("Deck", f"drawn from {deck['prior']}, seed {deck['seed']}"))
    if resolved["notes"]:
        facts.insert(1, ("Notes", resolved["notes"]))
    return [*facts, *faults(m)]


def games(manifest: Mapping[str, Any]) -> str:
    """How many games were played, and of how many if it was interrupted."""
    played, asked = manifest["games"], manifest["games_asked"]
    if played == asked:
        return f"{played:,}"
    return f"{played:,} complete of {asked:,} asked for: the run was interrupted"


def faults(manifest: Mapping[str, Any]) -> list[tuple[str, str]]:
    """The fact that some games did not end as they should, if any did not."""
    found = "; ".join(f"{what}: {counted(n, 'game')}" for what, n in manifest["faults"].items())
    return [("Games that did not end as they should", found)] if found else []


def bots(result: Result) -> list[tuple[str, str]]:
    """Each bot of the run and what it is."""
    known = result.manifest["resolved"]["bots"]
    return [(name, what(known[name])) for name in result.setting.bots]


def caption(result: Result, *, intervals: bool = True) -> str:
    """What a figure or table rests on; `intervals`: it shows them."""
    m = result.manifest
    return (
        f"n = {counted(m['games'], 'game')} of {result.setting.players}; "
        f"{'intervals 95 %, clustered by game; ' if intervals else ''}"
        f"seed {m['seed']}; bots: {bots_in_seats(m)}."
    )


def bots_in_seats(manifest: Mapping[str, Any]) -> str:
    """Who plays."""
    names = manifest["bots"]
    if manifest.get("kind") in ("tune", "exploit"):
        return f"one that was found, the others drawn from {', '.join(names)}"
    if (manifest.get("family") or {}).get("of") == BOTS.name:
        return f"each of {', '.join(names)} in all seats"
    return f"{names[0]} in all seats" if len(set(names)) == 1 else ", ".join(names)


def assumed(bots: str, players: str, deck: str, games: int) -> str:
    """For whom and what findings hold, in short."""
    return f"{bots} · {players} players · {deck} · {counted(games, 'game')}"


def deck(resolved: Mapping[str, Any]) -> str:
    """Which deck was played, in short."""
    return "a drawn deck" if "prior" in resolved.get("deck", {}) else "this deck"


class Changes(NamedTuple):
    """What a scenario has otherwise than the file that it changes: (key, here, there)."""

    file: str
    rows: list[tuple[str, str, str]] | None

    @property
    def dashes(self) -> bool:
        """Whether one side of a change states nothing."""
        return any(NONE in row for row in self.rows or ())


def changes(result: Result) -> Changes | None:
    """The changes of the scenario, as TOML; None if it changes no other.

    No rows: what it changes cannot be played by itself.
    """
    extends = result.manifest["extends"]
    if extends is None:
        return None
    if extends["changes"] is None:
        return Changes(extends["file"], None)
    return Changes(extends["file"], rows_of(extends["changes"]))


def rows_of(changes: Iterable[Mapping[str, Any]]) -> list[tuple[str, str, str]]:
    """Changes as (key, after, before), the values as TOML."""
    return [
        (change["key"], *(_stated(change[side]) for side in ("after", "before")))
        for change in changes
    ]


def command(argv: list[str]) -> str:
    """The command line, as one types it."""
    return shlex.join(typed(argv)) or "from Python"


class TellingGame(NamedTuple):
    """A game worth looking at: what it is, its value, how many games share it, the first of them.

    `value`, `games`: None of the typical game, which is near to everything. `text`: the game, move by move;
    "" if the run kept none.
    """

    title: str
    value: int | None
    games: int | None
    game: int
    replay: str
    text: str


class Telling(NamedTuple):
    """The games worth looking at of a run; `name`: "" if it is the only one. `kept`: it has a folder."""

    name: str
    kept: bool
    games: list[TellingGame]


def telling(result: Result, name: str = "") -> Telling:
    """The games worth looking at of a run, which the page calls `name`."""
    return Telling(name, result.folder is not None, telling_games(result))


def telling_games(result: Result) -> list[TellingGame]:
    """The games worth looking at, each with the command that replays it, the typical one last.

    Left out is what many games are: the longest, say, where most are of one length.
    """
    folder = FOLDER if result.folder is None else shlex.quote(str(result.folder))
    texts, found = result.telling_texts, result.estimates.telling()

    def told(name: str, title: str, game: int, **more: int | None) -> TellingGame:
        text = texts[name].text if name in texts else ""
        replay = f"loopsim trace {folder} --game {game} --text"
        return TellingGame(title, game=game, replay=replay, text=text, **more)

    games = [
        told(telling.name, telling.title, **found[telling.name])
        for telling in result.measures.telling
        if telling.name in found and _is_rare(found[telling.name]["games"], result)
    ]
    if TYPICAL in texts:
        games.append(told(TYPICAL, NEAREST, texts[TYPICAL].game, value=None, games=None))
    return games


def _is_rare(games: int, result: Result) -> bool:
    """Whether so few games share a value that the first of them is worth a look."""
    return games == 1 or games <= MOST_SHARED * int(result.manifest["games"])


def versions(manifests: Iterable[Mapping[str, Any]]) -> str:
    """Name and version of what played: all of them, where they differ."""
    told = (f"{name} {version}" for m in manifests for name, version in m["versions"].items())
    return ", ".join(dict.fromkeys(told))


def _seating(result: Result) -> str:
    if len(set(result.manifest["bots"])) == 1:
        return "one bot, so that seats are alike"
    if result.setting.by_seat:
        return "by seat, as typed"
    return f"{len(result.setting.orders)} orders by turns: each bot has each place equally often"


def what(bot: Mapping[str, Any]) -> str:
    """What a bot is: its notes, or what it does by its own keys."""
    said = str(bot["notes"] or _does(bot))
    return f"{bot['title']}: {said}" if bot["title"] else said


def _does(bot: Mapping[str, Any]) -> str:
    """How a bot decides, with all that the bots of its family differ by but weights."""
    if bot["family"] == "look-ahead":
        playouts = counted(bot["playouts"], "playout")
        return f"looks ahead, {playouts} a decision, as {bot['persona']} plays"
    if bot["family"] == "random":
        return "picks uniformly among the options of each choice"
    said = "takes the option with the largest weighted sum of what it sees of it"
    if bot["temperature"]:
        said += f"; temperature {bot['temperature']}"
    if bot["skill"] < 100:
        said += f"; slips at {100 - bot['skill']} % of its decisions"
    return said


def _stated(value: Any) -> str:
    return NONE if value is None else toml_text(value)
