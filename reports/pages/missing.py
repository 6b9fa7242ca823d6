"""What a balance report could show besides, and the commands that play it."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from loopsim import games
from loopsim.manifest import RUN
from loopsim.play import typed
from loopsim.reports.findings.front import kind_of
from loopsim.reports.kinds import chapter_of
from loopsim.reports.kit.chapters import COURSE, Missing, Source

#: Options of a run that make it what it is, and its other options that have no value.
OF_SETUP = ("--set", "--players", "--bots", "--seed")
FLAGS = ("--no-rotate", "--json", "--quiet")
#: Kinds of studies whose bots are what is asked about, and no part of the set-up.
AMONG_BOTS = ("arena", "skill", "distance", "tune", "exploit")


@dataclass(frozen=True)
class Wanted:
    """What belongs into a chapter: in words, who tells it, and the command.

    `tells`: whether a source does. `command`: what follows "loopsim", {} being the set-up of the run.
    `can`: whether it can be played with a run of this manifest.
    """

    chapter: str
    what: str
    tells: Callable[[Source], bool]
    command: str
    can: Callable[[Mapping[str, Any]], bool] = lambda run: True


def _study(kind: str, chapter: str) -> Callable[[Source], bool]:
    """Whether a source is a study of this kind that belongs into a chapter."""

    def tells(source: Source) -> bool:
        if kind_of(source.manifest) != kind:
            return False
        return chapter_of(source.asked) == chapter

    return tells


def _looks_ahead(run: Mapping[str, Any]) -> bool:
    """Whether a bot thinks longer than games can be continued for."""
    arm = run["arms"][0] if "arms" in run else run
    known = arm["resolved"]["bots"]
    return any(known[bot]["family"] == "look-ahead" for bot in run["bots"] if bot in known)


WANTED = (
    Wanted(
        "scores",
        "How the game goes: scores, turn order, tears, actions, and how close it is",
        lambda source: kind_of(source.manifest) == RUN,
        "run {setup} --games 100000 --out my-run",
    ),
    Wanted(
        "trips",
        "What a visit to each trip is worth, and its fair price",
        _study("value", "trips"),
        "value {setup} --items trips --games 20000 --out my-prices",
    ),
    Wanted(
        "advertising",
        "At which penalty an ad is worth nothing",
        _study("sweep", "advertising"),
        "sweep {setup} --vary rules.ad_penalty=0..6 --games 20000 --out my-penalties",
    ),
    Wanted(
        "actions",
        "What each action is worth",
        _study("value", "actions"),
        "value {setup} --items actions --games 20000 --out my-actions",
    ),
    Wanted(
        "expansions",
        "What each expansion does, alone and with the others",
        _study("factorial", "expansions"),
        "factorial {setup} --factors {members} --games 20000 --out my-expansions",
    ),
    Wanted(
        "bots",
        "How much skill decides",
        _study("skill", "bots"),
        "arena {alone} --mode skill --bots planner,champion,look-ahead --games 300 --out my-ladder",
    ),
    Wanted(
        "bots",
        "Whether one line of play beats the others",
        _study("arena", "bots"),
        "arena {alone} --population personas --games 6000 --out my-arena",
    ),
    Wanted(
        "shape",
        "When the winner is decided, and how dramatic the game is",
        lambda source: source.manifest.get("kind") == COURSE,
        "run {setup} --win-probability 1000 --games 20000 --out my-course",
        lambda run: not _looks_ahead(run),
    ),
    Wanted(
        "holds",
        "Whether other decks say the same",
        _study("decks", "holds"),
        "run {setup} --decks 40 --games 40000 --out my-decks",
    ),
    Wanted(
        "holds",
        "Whether other players would do the same",
        _study("bots", "holds"),
        "run {alone} --population personas --games 40000 --out my-players",
    ),
)


def missing(chapter: str, sources: Sequence[Source], run: Mapping[str, Any]) -> list[Missing]:
    """What no source tells in a chapter; `run`: the manifest of the run, or study, whose set-up is played."""
    known = {
        "setup": shlex.join(setup(run)),
        "alone": shlex.join(setup(run, without=("--bots",))),
        "members": ",".join(games.get(run["game"]).MEMBERS["expansions"]),
    }
    return [
        Missing(wanted.what, f"loopsim {wanted.command.format_map(known)}")
        for wanted in WANTED
        if wanted.chapter == chapter
        and wanted.can(run)
        and not any(wanted.tells(source) for source in sources)
    ]


def setup(run: Mapping[str, Any], without: Sequence[str] = ()) -> list[str]:
    """The scenario of a run, or the first of a study, and what was changed in it, as one types them."""
    first = run["arms"][0]["scenario"] if "arms" in run else run["scenario"]
    if kind_of(run) in AMONG_BOTS:
        without = (*without, "--bots")
    words = typed(run["command"])[2:] or [first]
    scenario, options = [], []
    while words:
        word, *words = words
        name, equals, _ = word.partition("=")
        if not name.startswith("-"):
            scenario.append(word)
        elif name not in FLAGS:
            values = [] if equals else words[:1]
            words = words[len(values) :]
            if name in OF_SETUP and name not in without:
                options += [word, *values]
    return [*(scenario[:1] or [first]), *options]
