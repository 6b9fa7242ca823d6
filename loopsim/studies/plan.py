"""What a study is asked to play: how many games of which seed, by whom, over which family."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from loopsim import games as registry
from loopsim.errors import InputError
from loopsim.play import check_games, check_seed, check_threads
from loopsim.population import Population
from loopsim.scenario.faults import whole_number
from loopsim.seating import DRAWN
from loopsim.studies.families import BOTS, DECKS, Kind
from loopsim.studies.setups import Setup, blamed

MOST_DECKS = 1000

#: What tables call the member whose seats are all drawn from a population.
MIXED = "mixed tables"

#: Who plays: the names of one bot or of one for each seat, or a population whose bots play in turn.
Cast = Sequence[str] | Population


@dataclass(frozen=True)
class Member:
    """One of a family, with a share of the games: a drawn deck, or a bot at all seats.

    Without a family there is one, which has all games. `bots`: the names of the seats, or one for all.
    `deck`: the seed of a drawn deck; None: the deck of the scenario. `crowd`: whom a seat is drawn from,
    anew for each game, that is called `DRAWN`.
    """

    name: str
    bots: tuple[str, ...]
    deck: int | None = None
    crowd: tuple[str, ...] = ()

    def scenario(self, setup: Setup) -> Any:
        """The scenario of a set-up as the member plays it. Raises InputError for a deck that is not drawn."""
        if self.deck is None:
            return setup.scenario
        try:
            return setup.scenario.drawn(self.deck)
        except InputError as wrong:
            raise blamed(wrong, setup.values, "--vary") from None

    def table(self, setup: Setup, rotate: bool) -> Any:
        """The table of a set-up for comparisons. Raises InputError for bots that do not fit."""
        scenario = self.scenario(setup)
        return registry.get(scenario.game).Table(
            scenario, self.bots, rotate, crowd=self.crowd, rekey=setup.rekey, digests=True
        )


@dataclass(frozen=True)
class Plan:
    """What is asked for: how many games of each set-up, by whom, and over which members of a family.

    `kind`: of the family; None: there is none, and one member. `mixed`: played apart from the family, the
    tables at which its bots meet.
    """

    games: int
    seed: int
    threads: int
    cast: Cast
    rotate: bool
    members: tuple[Member, ...]
    kind: Kind | None
    mixed: Member | None

    @classmethod
    def checked(
        cls,
        *,
        games: int,
        seed: int,
        threads: int | None,
        decks: int = 1,
        bots: Cast,
        rotate: bool,
    ) -> Plan:
        """A plan of sound numbers. Raises InputError."""
        cores = os.cpu_count() or 1
        games, decks = check_games(games), whole_number("--decks", decks)
        members, kind = _family(decks, bots)
        if games < 2 * len(members):
            each = "" if kind is None else f" for each of {len(members)} {kind.name}s"
            raise InputError(f"--games {games}: at least two{each}")
        return cls(
            games,
            check_seed(seed),
            cores if threads is None else min(check_threads(threads), cores),
            bots,
            bool(rotate),
            members,
            kind,
            Member(MIXED, (DRAWN,), crowd=bots.bots) if isinstance(bots, Population) else None,
        )

    @property
    def bots(self) -> Sequence[str]:
        """The names of all bots, of the seats or of the population."""
        return self.cast.bots if isinstance(self.cast, Population) else self.cast

    @property
    def trips_have_identity(self) -> bool:
        """Whether the trips are the same in all games: other decks have others."""
        return self.kind is not DECKS

    @property
    def everyone(self) -> tuple[Member, ...]:
        """The members, and last the mixed tables if there are any."""
        return self.members if self.mixed is None else (*self.members, self.mixed)

    @property
    def games_in_all(self) -> int:
        """The games of each set-up, those of the mixed tables too."""
        return sum(len(self.games_of(place)) for place in range(len(self.everyone)))

    def games_of(self, place: int) -> range:
        """The games of one of `everyone`, each game of the seed for one.

        The members have evenly many; mixed tables those after them, as many as the first member has.
        """
        k = len(self.members)
        if place == k:
            return range(self.games, self.games + len(self.games_of(0)))
        return range(self.games * place // k, self.games * (place + 1) // k)

    def alone(self, place: int) -> Plan:
        """The plan of one of `everyone` by itself."""
        member, games = self.everyone[place], len(self.games_of(place))
        return replace(self, games=games, members=(member,), kind=None, mixed=None)


def _family(decks: int, bots: Cast) -> tuple[tuple[Member, ...], Kind | None]:
    """Who shares the games."""
    if isinstance(bots, Population):
        if decks != 1:
            raise InputError("--decks: not together with --population, one family at a time")
        return tuple(Member(name, (name,)) for name in bots.bots), BOTS
    if decks == 1:
        return (Member("", tuple(bots)),), None
    if not DECKS.fewest <= decks <= MOST_DECKS:
        raise InputError(
            f"--decks {decks}: allowed are 1 (the deck of the scenario) or {DECKS.fewest} to "
            f"{MOST_DECKS} drawn ones; fewer say nothing of the spread between decks"
        )
    return tuple(Member(str(deck), tuple(bots), deck) for deck in range(decks)), DECKS
