"""Restricted play: the same games with and without a mechanism for one seat (metrics.md 6 and 10)."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import polars as pl

from loopsim import games as registry
from loopsim.scenario.faults import fault, one_of, shortened, value_text
from loopsim.scenario.given import Texts, names
from loopsim.scenario.settings import Settings
from loopsim.studies import closed
from loopsim.studies.families import Kind
from loopsim.studies.plan import Member, Plan
from loopsim.studies.restricted import mechanisms
from loopsim.studies.setups import Setup, named, seated
from loopsim.studies.study import Study
from loopsim.studies.valuation import over_members, tried
from loopsim.studies.valued import OfMember

FORBID, ALLOWED = "--forbid", "texts, as in advertise,exchange+move"


def restrict(
    scenario: str | os.PathLike[str] = "loop-inc/base",
    *,
    forbid: Texts = (),
    games: int = 20_000,
    players: int | None = None,
    bots: Texts | None = None,
    seed: int = 1,
    threads: int | None = None,
    set: Settings = (),
    decks: int = 1,
    population: str | os.PathLike[str] | None = None,
    out: str | os.PathLike[str] | None = None,
    rotate: bool = True,
    on_compile: Callable[[], None] | None = None,
    on_games: Callable[[int], None] | None = None,
    on_total: Callable[[int], None] | None = None,
) -> Study:
    """Play games with a mechanism forbidden to one seat, and say what it is worth to who may use it.

    Restricted play (Jaffe et al. 2012). A mechanism worth nothing that matters is a finding: the game
    could do without it, or it asks for points.

    >>> study = loopsim.restrict("loop-inc/base", forbid="advertise,exchange+move", games=20_000)
    >>> study.table("mechanisms").select("mechanism", "worth", "low", "high", "finding")

    Parameters
    ----------
    forbid
        Names of mechanisms, in one text with commas or several texts, each by itself; joined by ``+``
        several together. The actions by their piles ("garage", "advertise" …), with the optional steps of
        effects that do the same; "anomalies", all of them as new cards; "second_visit", launches that cost
        a tear because another player is there (LI-42). Default: all that the scenario has, each by itself.
    games
        How many are played as they are; each is played again for every mechanism.
    decks
        Split the games over so many drawn decks; 1: the deck of the scenario.
    population
        In place of `bots`: the name of a population that comes along, or the path of its file. Each of its
        bots has all seats in its share of the games; mixed tables are as in `loopsim.compare`.
    scenario, players, bots, seed, threads, set, rotate, on_compile
        As in `loopsim.run`.
    out
        A new or empty folder for the table; default: nothing is written.
    on_games, on_total
        Called with the number of games that have been played with all mechanisms; with that of all.

    Returns
    -------
    Study
        Table "mechanisms", that worth most first. `worth`: win share open less forbidden, of the seat
        (`mechanism_worth` of metrics.md 6), which is each of the table equally often,, with its standard error, 95 % interval (or `bound`, where
        few games differ), `p`, `q` over the table, `verdict` and what that says of a mechanism
        (`finding`). Beside it, each with its interval, `score` in points and `tears`, also open less
        forbidden; `uses` a game; `score_per_use` and `win_share_per_use`. Over decks or bots worth is the
        mean of these, and how they differ is told as in `loopsim.compare`; of a population
        "mechanisms_by_bot" has what each bot says alone.

    Raises
    ------
    InputError
        One line: what was given cannot be used.
    Interrupted
        On Ctrl-C, with the study of what is complete as `result`: games, or of several decks or bots
        those with all their games.
    """
    (setup,), cast = seated(named([scenario], set, players), bots, population)
    plan = Plan.checked(
        games=games, seed=seed, threads=threads, decks=decks, bots=cast, rotate=rotate
    )
    chosen = _chosen(forbid, [*_game_of(setup).mechanisms.mechanisms(setup.scenario)])
    smallest = setup.scenario.report.smallest_of("win_share", "win share")
    return tried(
        "restrict",
        plan,
        setup,
        [_trials(plan, member, setup, chosen) for member in plan.everyone],
        lambda found: over_members(plan, found, partial(_tables, smallest)),
        {"forbidden": ["+".join(names) for names in chosen], "headline": ["mechanism_worth"]},
        out=out,
        on_compile=on_compile,
        on_games=on_games,
        on_total=on_total,
    )


def _game_of(setup: Setup) -> Any:
    return registry.get(setup.scenario.game)


def _tables(
    smallest: float, found: Sequence[OfMember], kind: Kind | None
) -> dict[str, pl.DataFrame]:
    return {"mechanisms": mechanisms(found, smallest, kind)}


def _trials(
    plan: Plan, member: Member, setup: Setup, chosen: Sequence[Sequence[str]]
) -> closed.Trials:
    scenario = member.scenario(setup)
    game = _game_of(setup)
    groups = [game.mechanisms.together(scenario, names) for names in chosen]
    return closed.Trials(scenario, groups, member.bots, plan.rotate, crowd=member.crowd, also=())


def _chosen(forbid: Texts, known: Sequence[str]) -> list[list[str]]:
    """What is forbidden together, in the order of the known mechanisms. Raises InputError."""
    given = names(FORBID, forbid, ALLOWED) or list(known)
    chosen = [_joined(text, known) for text in given]
    for text, together in zip(given, chosen, strict=True):
        if chosen.count(together) > 1:
            raise fault(FORBID, "", f'"{shortened(text)}" twice', "each once")
    return chosen


def _joined(text: str, known: Sequence[str]) -> list[str]:
    """The mechanisms of one text, joined by plus signs. Raises InputError."""
    together = [name.strip() for name in text.split("+")]
    for name in together:
        if name not in known:
            raise fault(FORBID, "", value_text(name), one_of(known, name))
        if together.count(name) > 1:
            raise fault(FORBID, "", f'"{shortened(text)}"', "each name once")
    return [name for name in known if name in together]
