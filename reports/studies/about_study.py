"""What a study has played, as facts for the head, the captions and the foot of its report."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from loopsim import games as registry
from loopsim.errors import InputError
from loopsim.numbers import counted, listed
from loopsim.reports.kit import about
from loopsim.reports.studies.tables_of_study import unusable
from loopsim.scenario import from_resolved
from loopsim.scenario.toml import toml_text
from loopsim.studies.families import BOTS, DECKS
from loopsim.studies.study import Study, counted_by


class Arm(NamedTuple):
    """A set-up as shown.

    `changes`: what it has otherwise than the first; None for the first, and where `varied` says it.
    """

    label: str
    title: str
    notes: str
    scenario_hash: str
    players: int
    varied: str
    changes: about.Changes | None


def arms(study: Study) -> list[Arm]:
    """The set-ups in their order. Raises InputError if one of them is damaged."""
    m = study.manifest
    first = _scenario(study, m["arms"][0])
    return [
        Arm(
            arm["label"],
            arm["title"],
            str(arm["resolved"].get("notes", "")),
            arm["scenario_hash"],
            arm["players"],
            _varied(arm),
            _changes(study, first, arm) if place and not arm["values"] else None,
        )
        for place, arm in enumerate(m["arms"])
    ]


def _changes(study: Study, first: Any, arm: Mapping[str, Any]) -> about.Changes:
    """What a set-up has otherwise than the first."""
    m = study.manifest
    changes = registry.get(m["game"]).changes(first, _scenario(study, arm))
    return about.Changes(m["arms"][0]["label"], about.rows_of(changes))


def _scenario(study: Study, arm: Mapping[str, Any]) -> Any:
    """The scenario of a set-up, with all bots of the study, or those that are its own."""
    try:
        scenario = from_resolved(arm["resolved"])
        scenario.bots_hash(arm.get("bots", study.manifest["bots"]))
    except InputError as wrong:
        raise unusable(study, f"manifest: {wrong}") from None
    return scenario


def _varied(arm: Mapping[str, Any]) -> str:
    """What was varied in a set-up, or keyed anew."""
    said = [f"{key} = {toml_text(value)}" for key, value in arm["values"].items()]
    if arm.get("rekey"):
        said.append(f"{listed(arm['rekey'])} keyed anew")
    return "; ".join(said)


def head(study: Study) -> list[tuple[str, str]]:
    """Name and value of everything that must be known to judge the numbers or to play again."""
    m = study.manifest
    several, alone = len(m["arms"]) > 1, counted_by(m) == "set-up"
    return [
        *([("Games of the search", f"{m['searched']:,}")] if "searched" in m else []),
        (f"Games of each {counted_by(m)}" if several or not alone else "Games", about.games(m)),
        *([("Games of mixed tables", f"{m['mixed_games']:,}")] if "mixed_games" in m else []),
        *([("Pairing", pairing(m))] if several else []),
        ("Decks", decks(study)),
        *population(study),
        ("Seed", str(m["seed"])),
        ("Players", players(m)),
        ("Bots", about.bots_in_seats(m)),
        ("Command", about.command(m["command"])),
        *about.faults(m),
    ]


def assumed(study: Study) -> str:
    """For whom and what the findings of a study hold, in short."""
    m = study.manifest
    of = study.family
    deck = about.deck(m["arms"][0]["resolved"])
    if of is not None and of.kind is DECKS:
        deck = f"{len(of.names)} drawn decks"
    return about.assumed(about.bots_in_seats(m), players(m), deck, m["games"])


def thresholds(study: Study) -> Mapping[str, Any]:
    """What its first set-up is judged by."""
    found: Mapping[str, Any] = study.manifest["arms"][0]["resolved"]["report"].get("thresholds", {})
    return found


def bots(study: Study) -> list[tuple[str, str]]:
    """Each bot of the study and what it is."""
    m = study.manifest
    known = m["arms"][0]["resolved"]["bots"]
    # a tuning is also of the bot that it began with, and measured against others
    more = [*([m["bot_before"]] if "bot_before" in m else []), *m.get("unseen", ())]
    return [(name, about.what(known[name])) for name in dict.fromkeys([*m["bots"], *more])]


def is_paired(manifest: Mapping[str, Any]) -> bool:
    """Whether the set-ups share their games."""
    return bool(manifest.get("paired", True))


def pairing(manifest: Mapping[str, Any]) -> str:
    """Whether the set-ups share their games, and what that means."""
    if is_paired(manifest):
        return "the same games: draws of one meaning are shared by all set-ups"
    return "none: set-ups of other numbers of players are compared as separate runs"


def decks(study: Study) -> str:
    """Which decks were played."""
    family = study.family
    if family is None or family.kind is not DECKS:
        return "one, that of the scenario"
    return f"{len(family.names)} drawn ones, {_shares(study)}"


def population(study: Study) -> list[tuple[str, str]]:
    """The population whose bots were asked, or played against each other, if one was."""
    family = study.family
    if family is None or family.kind is not BOTS:
        of = study.manifest.get("population")
        return [] if of is None else [("Population", _with_notes(of["title"], of["notes"]))]
    interrupted = f" of {family.asked} asked for" if len(family.names) < family.asked else ""
    told = f"{family.title}: {family.counted}{interrupted}, {_shares(study)}"
    if family.mixed:
        told += f"; and apart from them {counted(family.mixed, 'game')} at mixed tables"
    return [("Population", _with_notes(told, family.notes))]


def _with_notes(told: str, notes: str) -> str:
    return f"{told}. {notes}" if notes else told


def _shares(study: Study) -> str:
    shared = ", the same in all set-ups" if len(study.manifest["arms"]) > 1 else ""
    return f"each with an equal part of the games{shared}"


def players(manifest: Mapping[str, Any]) -> str:
    """How many players the set-ups have."""
    return listed(str(n) for n in sorted({arm["players"] for arm in manifest["arms"]}))


def basis(study: Study) -> str:
    """How many games of how many players, over which family, paired or not."""
    m = study.manifest
    over = "" if study.family is None else f" over {study.family.counted}"
    each = "" if counted_by(m) == "set-up" else f" of each {counted_by(m)},"
    games = f"{counted(m['games'], 'game')}{each} of {players(m)} players"
    if len(m["arms"]) == 1:
        return f"{games}{over}"
    return f"{games} in each set-up{over}, {'paired by game' if is_paired(m) else 'not paired'}"


def caption(study: Study, *, intervals: bool = True) -> str:
    """What a figure or table rests on; `intervals`: it shows them."""
    m = study.manifest
    return (
        f"n = {basis(study)}; {'intervals 95 %; ' if intervals else ''}seed {m['seed']}; bots: "
        f"{about.bots_in_seats(m)}."
    )
