"""Exploits: a policy that beats a population by the most, and what it does otherwise (metrics.md 10)."""

from __future__ import annotations

import os
import shlex
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import polars as pl

from loopsim import disk
from loopsim import games as registry
from loopsim.contests import Contest
from loopsim.numbers import columns, frame_of
from loopsim.replay import as_text
from loopsim.scenario.given import Texts
from loopsim.scenario.settings import Settings
from loopsim.search.asked import checked, folder
from loopsim.search.hunt import Hunted, Start, games_of, hunt, members, starts
from loopsim.search.tryouts import FRESH, SEAT, tryouts
from loopsim.stats import Estimate
from loopsim.studies.effects import Schema
from loopsim.studies.habits import TRIED, Observed, habits, observed, suspect, things
from loopsim.studies.searched import (
    POPULATION,
    bot_file,
    described,
    enough,
    kept,
    of_estimates,
    study,
)
from loopsim.studies.study import Study

#: Exploit (metrics.md 10): more than so much above the equal share, at the lower bound, and as much above
#: every member of the population in the same place, or a member would be an exploit of its population.
EXPLOITED = 0.05
EXPLOIT, NO_EXPLOIT = "exploited", "no exploit found"
#: Verdicts on what beats a population only because some of its members are weak.
NO_BETTER, LITTLE_BETTER = "no better than a member", "not much better than a member"
GAME_FILE = "game.txt"

#: Columns of the tables.
OF_STRENGTH: Schema = {
    "against": pl.String,
    **of_estimates("win_share", "exploit"),
    "verdict": pl.String,
}
OF_MEMBER: Schema = {"member": pl.String, **of_estimates("win_share", "behind")}
OF_THING: Schema = {
    "thing": pl.String,
    "name": pl.String,
    **of_estimates("bot", "field", "difference", "worth"),
    "lift": pl.Float64,
}
OF_HABIT: Schema = {
    "title": pl.String,
    "unit": pl.String,
    **of_estimates("bot", "field", "difference"),
    "words": pl.String,
}
OF_SHEET: Schema = {
    "feature": pl.String,
    "weight": pl.Int64,
    "nearest": pl.String,
    "of_nearest": pl.Int64,
    "meaning": pl.String,
}
#: What the bot that was found is called.
EXPLOITER = "exploiter"


def exploit(
    scenario: str | os.PathLike[str] = "loop-inc/base",
    *,
    population: Texts,
    generations: int = 100,
    size: int = 32,
    games: int = 500,
    fresh: int = 20_000,
    players: int | None = None,
    seed: int = 1,
    threads: int | None = None,
    set: Settings = (),
    out: str | os.PathLike[str] | None = None,
    on_compile: Callable[[], None] | None = None,
    on_games: Callable[[int], None] | None = None,
    on_total: Callable[[int], None] | None = None,
) -> Study:
    """Search for the bot that beats a population by the most, and say what it does otherwise.

    >>> study = loopsim.exploit("loop-inc/base", population=["planner", "greedy"])
    >>> study.manifest["verdict"], study.table("things").head()

    Lines of descent begin at the members of the population, at sheets of weights drawn at random, and at
    a member with a taste for or against one thing, of which all are tried; in rounds the half of them
    that wins less is given up, until one is left (`loopsim.search.hunt`). The search is that of
    `loopsim.tune`; what it finds is measured on games by which nothing was chosen.

    Parameters
    ----------
    generations
        Of the last line alone; each round has a quarter of that, all its lines together.
    scenario, population, size, games, fresh, players, seed, threads, set, out, on_compile, on_games,
    on_total
        As in `loopsim.tune`; `out` also has a game that the bot won, ``game.txt``.

    Returns
    -------
    Study
        The manifest has the `verdict`. "exploited": the win share of the bot is above the equal share by
        more than 0.05 at the lower bound, and by as much above that of each member in its place, on the
        same games. Else "no exploit found", or if it is only above the equal share, "no better than a
        member" or "not much better than a member" (better, but not by 0.05 for sure), that of which the
        bot is the least ahead: `closest`. And of an exploit the `suspect`, the thing that it comes of, if
        there is one for sure (`loopsim.studies.habits.suspect`).
        Tables: "strength" (against the
        population and each of its bots), "members" (each of them in the place of the bot, and by how
        much it falls `behind`), "things" (trips, anomalies and actions by lift: how often the
        bot uses them against how often the field does, and for the first ones what it wins by them),
        "habits" (its numbers against those of the field), "sheet" (its weights and those of the member
        that it is nearest to) and "starts" (where lines began, and how far they came).

    Raises
    ------
    InputError
        One line: what was given cannot be used, such as the folder of another search.
    Interrupted
        On Ctrl-C; what `out` has of the search stays.
    """
    asked = checked(
        scenario,
        population=population,
        generations=generations,
        size=size,
        games=games,
        fresh=fresh,
        players=players,
        seed=seed,
        threads=threads,
        set=set,
        command=["exploit"],
    )
    place = folder(out)
    weights = registry.get(asked.scenario.game).weights
    have_weights = members(asked)
    fields = [(POPULATION, asked.population)]
    if len(asked.population) > 1:
        fields += [(name, (name,)) for name in asked.population]
    if on_total is not None:
        closed = TRIED * -(-asked.fresh // asked.scenario.players)
        on_total(games_of(asked) + asked.fresh * (len(fields) + len(asked.population) + 1) + closed)
    identity = asked.identity({"--generations": asked.generations})
    with tryouts(asked, identity, place, on_compile=on_compile, on_games=on_games) as of:
        began = time.perf_counter()
        begin, tastes = starts(of, have_weights)
        hunted = hunt(of, begin, partial(weights.space, tastes=tastes))
        of.diary.close()
        searched = of.games
        members_of = [asked.scenario.bots[name] for name in asked.population]
        (whole, *instead) = of.measured([hunted.bot, *members_of], asked.population)
        met = [whole, *(of.measured([hunted.bot], field)[0] for _, field in fields[1:])]
        ahead = {
            name: enough(whole.better_than(member))
            for name, member in zip(asked.population, instead, strict=True)
        }
        found = described(asked, hunted.bot, EXPLOITER.capitalize(), whole, searched)
        nearest = weights.nearest(asked.scenario, asked.population, found)
        closest, of_all = judged(enough(whole.advantage), ahead)
        seen = observed(of, found)
        used = things(seen)
        tables = {
            "strength": _strength([name for name, _ in fields], met, of_all),
            "members": _members(instead, ahead),
            "things": used,
            "habits": habits(seen),
            "sheet": _sheet(asked.scenario, nearest, found),
            "starts": _starts(begin, hunted),
        }
        file = bot_file(place, asked.scenario.bots)
        made = study(
            "exploit",
            of,
            found,
            tables,
            file=file,
            searched=searched,
            wall_s=time.perf_counter() - began,
            verdict=of_all,
            start=hunted.start.name,
            closest=closest,
            nearest=nearest,
            suspect=suspect(used, ahead[closest].value or 0) if of_all == EXPLOIT else None,
            sample=_sample(seen, (place or Path()) / file),
        )
    if place is not None and made.manifest["sample"]:
        disk.write(place / GAME_FILE, made.manifest["sample"]["text"].encode())
    return kept(made, place)


def judged(advantage: Estimate, ahead: Mapping[str, Estimate]) -> tuple[str, str]:
    """The member that a bot is the least ahead of, and the verdict on the bot.

    `advantage`: its win share against the population less the equal share. `ahead`: by member its win
    share less that of the member in its place. That it is ahead of all of them needs no wider intervals
    than that it is ahead of each.
    """
    closest = min(ahead, key=lambda name: _least(ahead[name]))
    if _least(advantage) <= EXPLOITED:
        return closest, NO_EXPLOIT
    least = _least(ahead[closest])
    if least > EXPLOITED:
        return closest, EXPLOIT
    return closest, LITTLE_BETTER if least > 0 else NO_BETTER


def in_words(verdict: str, closest: str) -> str:
    """A verdict, with what it means; `closest`: the member that the bot is the least ahead of."""
    limit = f"{100 * EXPLOITED:.0f} % points"
    member = f"{closest}, a member of the population"
    return {
        EXPLOIT: f"exploited, by more than {limit} for sure",
        NO_EXPLOIT: f"no exploit found, of more than {limit} for sure",
        NO_BETTER: f"no better than {member}",
        LITTLE_BETTER: f"better than {member}, but not by {limit} for sure",
    }[verdict]


def _least(found: Estimate) -> float:
    """The lower bound of a difference of win shares; without one it may be all."""
    return -1.0 if found.low is None else found.low


def _strength(names: Sequence[str], met: Sequence[Contest], of_all: str) -> pl.DataFrame:
    """A row for each field: that of the whole population, and of each of its bots alone.

    One bot in all places has an equal share, so there is no other to be better than.
    """
    alone = [EXPLOIT if _least(enough(of.advantage)) > EXPLOITED else NO_EXPLOIT for of in met[1:]]
    return frame_of(
        {
            "against": list(names),
            "games": [len(of.share) for of in met],
            **columns("win_share", [of.win_share for of in met]),
            "equal_share": [of.equal_share for of in met],
            **columns("exploit", [enough(of.advantage) for of in met]),
            "verdict": [of_all, *alone],
        }
    )


def _members(members: Sequence[Contest], ahead: Mapping[str, Estimate]) -> pl.DataFrame:
    """A row for each member in the place of the exploiter, on the same games."""
    return frame_of(
        {
            "member": list(ahead),
            **columns("win_share", [of.win_share for of in members]),
            **columns("behind", ahead.values()),
        }
    )


def _sheet(scenario: Any, nearest: str, bot: Any) -> pl.DataFrame:
    """A row for each weight and taste of the bot, or of the member of the population that is nearest to it."""
    near = {**scenario.bots[nearest].weights, **scenario.bots[nearest].tastes}
    own = {**bot.weights, **bot.tastes}
    meanings = registry.get(scenario.game).weights.meanings(scenario, {**near, **own})
    return pl.DataFrame(
        {
            "feature": list(meanings),
            "weight": [own.get(feature, 0) for feature in meanings],
            "nearest": [nearest for _ in meanings],
            "of_nearest": [near.get(feature, 0) for feature in meanings],
            "meaning": list(meanings.values()),
        },
        schema=OF_SHEET,
    )


def _starts(begin: Sequence[Start], hunted: Hunted) -> pl.DataFrame:
    """A row for each line; `given_up`: in which round, None of the line that was not."""
    rows = [{"start": of.name, "given_up": hunted.given_up.get(of.name)} for of in begin]
    return pl.DataFrame(rows, schema={"start": pl.String, "given_up": pl.Int64})


def _sample(seen: Observed, file: Path) -> dict[str, Any] | None:
    """The first of the fresh games that the bot won alone: which, who sat where, what happened.

    `file`: where the bot is, or could be.
    """
    seats = seen.rows["seats"]
    games = seen.rows["games"]
    alone = (games["winners"] == 1) & (games["outcome"] == 0)
    won = ((seats["bot"] == 0) & (seats["rank"] == 1)).any(axis=1) & alone
    if not won.any():
        return None
    asked = seen.of.asked
    game = FRESH + int(won.argmax())
    setup, *events = seen.of.table(seen.bot, asked.population).trace(asked.seed, game).events
    bots = [str(file) if bot == SEAT else bot for bot in setup["bots"]]
    command = ["loopsim", "trace", *asked.words, "--seed", asked.seed, "--game", game]
    command += ["--bots", ",".join(bots), "--no-rotate", "--text"]
    setup["bots"] = [EXPLOITER if bot == SEAT else bot for bot in setup["bots"]]
    return {
        "game": game,
        "command": shlex.join(map(str, command)),
        "text": f"{as_text([setup, *events])}\n",
    }
