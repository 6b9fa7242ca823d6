"""What several runs have played, as facts for the head, the captions and the foot of their report."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from loopsim.numbers import counted, listed
from loopsim.reports.kit import about
from loopsim.reports.pages import missing
from loopsim.reports.questions.beside import Runs

#: What `loopsim compare` keeps the same in all set-ups, beside what one types.
SAME = ("players", "bots", "rotate")


class Row(NamedTuple):
    """A run as it is shown."""

    name: str
    title: str
    games: str
    players: int
    bots: str
    seed: int
    scenario_hash: str
    command: str


def rows(runs: Runs) -> list[Row]:
    """Everything that must be known of each run to judge its numbers or to play it again."""
    return [
        Row(
            name,
            m["title"],
            about.games(m),
            m["players"],
            about.bots_in_seats(m),
            m["seed"],
            m["scenario_hash"],
            about.command(m["command"]),
        )
        for name, m in _manifests(runs).items()
    ]


def bots(runs: Runs) -> list[tuple[str, str]]:
    """Each bot of the runs and what it is."""
    told = dict.fromkeys(bot for run in runs.by_name.values() for bot in about.bots(run))
    return [(f"Bot “{name}”", what) for name, what in told]


def faults(runs: Runs) -> list[tuple[str, str]]:
    """Of each run that some games did not end as they should, if any did not."""
    return [
        (f"{what}: {name}", found)
        for name, m in _manifests(runs).items()
        for what, found in about.faults(m)
    ]


def basis(runs: Runs) -> str:
    """How many games of how many players, and that they are not paired."""
    of = [*_manifests(runs).values()]
    least, most = (end(m["games"] for m in of) for end in (min, max))
    games = counted(most, "game") if least == most else f"{least:,} to {counted(most, 'game')}"
    players = listed(str(n) for n in sorted({m["players"] for m in of}))
    return f"{games} in each of {len(of)} runs of {players} players, not paired"


def who(runs: Runs) -> str:
    """Who plays, and of which seeds."""
    of = [*_manifests(runs).values()]
    seeds = _each(str(m["seed"]) for m in of)
    return f"bots: {_each(map(about.bots_in_seats, of))} · seed {seeds}"


def caption(runs: Runs, *, intervals: bool = True) -> str:
    """What a figure or table rests on; `intervals`: it shows them."""
    shown = "intervals 95 %, clustered by game; " if intervals else ""
    return f"n = {basis(runs)}; {shown}{who(runs).replace(' · ', '; ')}."


def caption_of_courses(runs: Runs, *, intervals: bool = True) -> str:
    """What the win probabilities of all runs that have them rest on; `intervals`: they are shown."""
    told = _each(
        f"{counted(course.games, 'game')}, each continued {course.playouts} times after every turn"
        for course in runs.courses().values()
    )
    shown = "intervals 95 %, clustered by game; " if intervals else ""
    return f"n = {told}; not paired; {shown}{who(runs).replace(' · ', '; ')}."


def pairing(manifests: Sequence[Mapping[str, Any]]) -> str:
    """The command that plays the set-ups of some runs on the same games; "" if no single one does."""
    typed = [missing.setup(m, without=("--seed",)) for m in manifests]
    scenarios = [scenario for scenario, *_ in typed]
    same = all(m[key] == manifests[0][key] for m in manifests for key in SAME)
    if not same or len({*scenarios}) < len(scenarios):
        return ""
    options = [options for _, *options in typed]
    if any(each != options[0] for each in options):
        return ""
    games = str(min(m["games"] for m in manifests))
    words = [*scenarios, *options[0], "--games", games, "--out", "my-comparison"]
    return about.command(["loopsim", "compare", *words])


def warnings(runs: Runs) -> list[str]:
    """What must be known before the differences between runs are read."""
    of = [*_manifests(runs).values()]
    how = (
        "the command is named under “At a glance”"
        if pairing(of)
        else "it takes set-ups that differ in their scenario alone"
    )
    unpaired = (
        "These runs are compared by their summaries, as if they shared no games: the error of a difference is "
        "that of separate runs, se² = se² of the one + se² of the other. loopsim compare plays set-ups on the "
        f"same games, with narrower intervals ({how})."
    )
    games = [(m["scenario_hash"], m["bots_hash"], m["seed"]) for m in of]
    if len({*games}) < len(games):
        unpaired += (
            " Some of them have scenario, bots and seed alike: they play the same games as far as they go, and what "
            "differs between them is not of separate games."
        )
    differing = {
        "bots": {about.bots_in_seats(m) for m in of},
        "numbers of players": {m["players"] for m in of},
    }
    others = [what for what, told in differing.items() if len(told) > 1]
    if not others:
        return [unpaired]
    also = (
        f"The runs are of different {listed(others)}: what differs between them may come of that."
    )
    return [unpaired, also]


def _manifests(runs: Runs) -> dict[str, dict[str, Any]]:
    return {name: run.manifest for name, run in runs.by_name.items()}


def _each(told: Iterable[str]) -> str:
    """What runs have, said once where it is the same."""
    return "; ".join(dict.fromkeys(told))
