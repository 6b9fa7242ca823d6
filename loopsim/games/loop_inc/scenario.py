"""A scenario of Loop, Inc. as played: resolved, checked, hashed."""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from pydantic import ValidationError

from loopsim.games.loop_inc import files
from loopsim.games.loop_inc.deck import in_order
from loopsim.games.loop_inc.model import EXPANSIONS, ResolvedFile, ScenarioFile
from loopsim.games.loop_inc.model_bots import Bot
from loopsim.games.loop_inc.model_deck import Deck, Trip
from loopsim.games.loop_inc.model_effects import Anomaly, Bonus, Effects, Step
from loopsim.games.loop_inc.model_report import Report
from loopsim.games.loop_inc.model_rules import Rules
from loopsim.games.loop_inc.playable import check_keys, check_playable
from loopsim.games.loop_inc.prior import SHIPPED
from loopsim.games.loop_inc.tastes import check_tastes
from loopsim.kernels.loop_inc.names import ERAS, KINDS
from loopsim.scenario.check import explain, validate
from loopsim.scenario.document import Document, Origin
from loopsim.scenario.faults import fault, one_of, whole_number
from loopsim.scenario.shelf import Place

HASH_DIGITS = 16
GAME = "loop-inc"

#: LI-04 and, with the expansion futures, LI-60: cards dealt of each era, by players.
DEALT = {2: (3, 2, 0), 3: (3, 3, 0), 4: (4, 3, 0)}
DEALT_WITH_FUTURES = {2: (3, 1, 1), 3: (3, 2, 2), 4: (4, 2, 2)}


class Card(NamedTuple):
    """A trip card in play: its name and its two trips."""

    name: str
    trips: tuple[Trip, Trip]

    @property
    def era(self) -> str:
        """The back of the card."""
        return self.trips[0].era

    @property
    def year(self) -> int:
        """Its place on the timeline: the earlier year of its trips."""
        return min(trip.year for trip in self.trips)


@dataclass(frozen=True, slots=True)
class Scenario:
    """What is played, with everything that it takes; see `resolved` for it as plain data.

    `rules` is as stated: None where the rules follow from the number of players. `trips` and
    `effects` are all of the files, or of the deck drawn from a prior; those that can come into play are `cards`, `trips_in_play`,
    `anomalies` and `bonuses`. A scenario without a title has its name for one.
    """

    game: str
    name: str
    title: str
    notes: str
    source: str
    players: int
    expansions: tuple[str, ...]
    rules: Rules
    deck: Deck
    trips: tuple[Trip, ...]
    effects: Effects
    bots: Mapping[str, Bot]
    report: Report
    document: Document = field(compare=False, repr=False)

    # --- as it follows from the players and expansions

    @property
    def stock_per_type(self) -> int:
        """LI-02: components of each type on the board."""
        stated = self.rules.stock_per_type
        return self.players if stated is None else stated

    @property
    def anomalies_per_day(self) -> int:
        """LI-53: anomalies opened at the end of each day but the last."""
        stated = self.rules.anomalies_per_day
        return self.players if stated is None else stated

    @property
    def piles(self) -> dict[str, int]:
        """LI-03, LI-26: cards of each action pile, in the order of the source node."""
        big, small = 2 * self.players + 1, self.players + 1
        piles = dict.fromkeys(KINDS, small) | {"garage": big, "shop": big}
        if self.rules.piles is not None:
            stated = self.rules.piles.model_dump(exclude_none=True)
            office = stated.pop("office", None)
            piles |= stated
            if office is not None and "office" in self.expansions:
                piles["trash"] = office
        return {self.card_of_kind(kind): piles[kind] for kind in KINDS}

    @property
    def dealt(self) -> dict[str, int]:
        """LI-04, LI-60: trip cards dealt of each era."""
        futures = "futures" in self.expansions
        by_players = DEALT_WITH_FUTURES if futures else DEALT
        dealt = dict(zip(ERAS, by_players[self.players], strict=True))
        if self.rules.trip_cards is not None:
            dealt |= self.rules.trip_cards.model_dump(exclude_none=True)
        return dealt

    @property
    def cards(self) -> tuple[Card, ...]:
        """The trip cards that can be dealt."""
        dealt = self.dealt
        in_play = [trip for trip in self.trips if dealt[trip.era]]
        pairs = zip(in_play[::2], in_play[1::2], strict=True)
        return tuple(Card(pair[0].card, pair) for pair in pairs)

    @property
    def trips_in_play(self) -> tuple[Trip, ...]:
        """Their trips; a trip's place here is its number in the kernel and in the facts."""
        return tuple(trip for card in self.cards for trip in card.trips)

    @property
    def anomalies(self) -> dict[str, Anomaly]:
        """LI-05, LI-61: the anomalies that are shuffled."""
        sets = {"base", "more"} if "more" in self.expansions else {"base"}
        if self.rules.anomaly_cards == 0:
            return {}
        return {key: card for key, card in self.effects.anomaly.items() if card.set in sets}

    @property
    def anomaly_cards(self) -> int:
        """LI-05: how many of the shuffled anomalies make the deck."""
        stated = self.rules.anomaly_cards
        return len(self.anomalies) if stated is None else stated

    @property
    def bonuses(self) -> dict[str, Bonus]:
        """LI-47: the effects that trips in play grant."""
        granted = {trip.bonus for trip in self.trips_in_play}
        return {key: bonus for key, bonus in self.effects.future.items() if key in granted}

    @property
    def steps(self) -> dict[str, tuple[Step, ...]]:
        """The steps of every effect in play, by its key; its place here is its number."""
        effects: dict[str, Anomaly | Bonus] = {**self.anomalies, **self.bonuses}
        return {key: effect.steps for key, effect in effects.items()}

    def card_of_kind(self, kind: str) -> str:
        """The name of an action card: with the expansion office it takes the place of trash."""
        return "office" if kind == "trash" and "office" in self.expansions else kind

    # --- as plain data

    def rules_in_force(self) -> dict[str, Any]:
        """`setup.rules` of the trace: every switch and number, for these players."""
        stated = self.rules.model_dump(exclude_none=True, mode="json")
        rules: dict[str, Any] = {}
        for key in Rules.model_fields:
            if key == "days":
                rules["expansions"] = list(self.expansions)
            if key == "stock_per_type":
                rules[key] = self.stock_per_type
            elif key == "anomalies_per_day":
                rules[key] = self.anomalies_per_day
            elif key == "piles":
                rules |= {key: self.piles} if key in stated else {}
            elif key == "trip_cards":
                in_play = {era: count for era, count in self.dealt.items() if count}
                rules |= {key: in_play} if key in stated else {}
            elif key in stated:
                rules[key] = stated[key]
        return rules

    def steps_of(self, keys: Iterable[str]) -> dict[str, list[dict[str, Any]]]:
        """The steps of some effects in play as traces and effect files state them, by key."""
        steps = self.steps
        return {key: [_stated(step) for step in steps[key]] for key in keys}

    def resolved(self) -> dict[str, Any]:
        """All of it as plain data for JSON or TOML: enough to play again without any file."""
        return {
            "game": self.game,
            "name": self.name,
            "title": self.title,
            "notes": self.notes,
            "source": self.source,
            "players": self.players,
            "expansions": list(self.expansions),
            "rules": self.rules.model_dump(mode="json", exclude_none=True),
            "deck": self.deck.model_dump(mode="json", exclude_defaults=True),
            "trips": [trip.model_dump(mode="json") for trip in self.trips],
            "effects": self.effects.model_dump(mode="json", exclude_none=True),
            "bots": {name: bot.stated for name, bot in self.bots.items()},
            "report": self.report.model_dump(mode="json", exclude_none=True),
        }

    @staticmethod
    def from_resolved(resolved: Mapping[str, Any]) -> "Scenario":
        """The scenario that `resolved` describes. Raises InputError."""
        document = Document(Origin("resolved scenario"))
        document.lay_over(resolved, document.main)
        return from_document_resolved(document)

    def with_players(self, players: int) -> "Scenario":
        """The same scenario for another number of players. Raises InputError if it does not fit."""
        document = self.document.copy()
        document.lay_over({"players": players}, Origin("--players", document.latest_rank() + 1))
        model = ResolvedFile if "source" in document.data else ScenarioFile
        validate(model, document)
        scenario = replace(self, players=players, document=document)
        check_playable(scenario)
        return scenario

    def drawn(self, seed: int) -> "Scenario":
        """The same scenario with the deck of a seed, drawn from its prior (LI-70).

        A scenario whose deck is a file takes the shipped prior; the effects that it states itself
        stay. Raises InputError for a seed or a prior that cannot be used, and if the scenario
        changes cards of its files, which other decks do not have.
        """
        asked = Document(Origin("a drawn deck"))
        prior, seed = self.deck.prior or SHIPPED, whole_number("deck.seed", seed)
        try:
            deck = Deck(prior=prior, seed=seed, own=self.deck.own, changed=self.deck.changed)
        except ValidationError as error:
            key, found, allowed = explain(Deck, error)
            raise asked.fault(("deck", *key), found, allowed) from None
        place = asked.file(("deck", "prior"), prior)
        trips, effects = files.drawn(self.document, place, deck, self.effects)
        scenario = replace(self, deck=deck, trips=trips, effects=effects)
        check_playable(scenario)
        return scenario

    def with_bots(self, places: Iterable[Place], beside: Iterable["Scenario"] = ()) -> "Scenario":
        """The same scenario with the bots of some files beside its own, named by the stems of these.

        And with personas that these name by files of their own. `beside`: other scenarios in which they
        play too, so that they may have tastes for what is there. Raises InputError for a file that holds no
        bot, for a second bot of a name, and for a taste for what there is not.
        """
        added = [each for place in places for each in files.bot(place)]
        check_tastes(added, (self, *beside))
        return replace(self, bots=files.joined(self.bots, added))

    # --- hashes

    def played(self) -> dict[str, Any]:
        """What the rules see of the scenario: no names, titles, bots, and nothing out of play."""
        rules = self.rules_in_force()
        rules["piles"] = self.piles
        rules["trip_cards"] = self.dealt
        rules["anomaly_cards"] = self.anomaly_cards
        rules["expansions"] = sorted(self.expansions)
        thirds = -(-self.rules.days * self.rules.new_per_day // 3)
        points = [*self.rules.office_points, *[0] * thirds][:thirds]
        rules["office_points"] = points
        if "office" not in self.expansions:
            del rules["office_points"], rules["office_rescores"]
        if not self.bonuses:
            del rules["future_bonus_optional"]
        return {
            "game": self.game,
            "players": self.players,
            "rules": rules,
            "trips": [
                trip.model_dump(mode="json", exclude={"trip"}) for trip in self.trips_in_play
            ],
            "anomalies": sorted(self.anomalies),
            "steps": {
                key: [step.model_dump(mode="json") for step in steps]
                for key, steps in self.steps.items()
            },
        }

    @property
    def scenario_hash(self) -> str:
        """16 hex digits over `played`: equal for different spellings of one game."""
        return _hash(self.played())

    def bots_hash(self, names: Sequence[str]) -> str:
        """16 hex digits over the bots of the seats, in their order: how they play, no names.

        A weight or taste of 0 is as good as none. Raises InputError for an unknown name.
        """
        return _hash([self._way_to_play(self.bot(name)) for name in names])

    def _way_to_play(self, bot: Bot) -> list[Any]:
        sees = self.eyes(bot)
        weights, tastes = (
            {name: worth for name, worth in worths.items() if worth}
            for worths in (sees.weights, sees.tastes)
        )
        numbers = bot.model_dump(
            exclude={"family", "weights", "tastes", "persona", "title", "notes"}
        )
        stated = {name: numbers[name] for name in sorted(bot.keys & set(numbers))}
        return [bot.family, weights, tastes, stated]

    def eyes(self, bot: Bot) -> Bot:
        """The bot whose weights and tastes a bot has: of a look-ahead bot its persona."""
        return self.bot(bot.persona) if bot.persona else bot

    def bot(self, name: str) -> Bot:
        """The bot of a name. Raises InputError for an unknown name."""
        if name not in self.bots:
            allowed = f"{one_of(self.bots, name)}; or the path of a .toml file"
            raise fault("--bots", "", f'"{name}"', allowed)
        return self.bots[name]


def _stated(step: Step) -> dict[str, Any]:
    return step.model_dump(mode="json", exclude_none=True, exclude_defaults=True)


def _hash(value: Any) -> str:
    canonical = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(canonical.encode()).hexdigest()[:HASH_DIGITS]


# --- from documents


def from_document(document: Document) -> Scenario:
    """The scenario of a document laid together from files and settings. Raises InputError."""
    file = validate(ScenarioFile, document)
    deck, trips, effects = files.deck(document, file)
    bots = files.bots(document, file)
    scenario = Scenario(
        game=file.game,
        name=file.name,
        title=file.title or file.name,
        notes=file.notes,
        source=document.main.label,
        players=file.players,
        expansions=_ordered(file.expansions),
        rules=file.rules,
        deck=deck,
        trips=trips,
        effects=effects,
        bots=files.joined({}, bots),
        report=file.report,
        document=document,
    )
    check_tastes(bots, [scenario])
    check_playable(scenario)
    return scenario


def from_document_resolved(document: Document) -> Scenario:
    """The scenario of a document with everything in it. Raises InputError."""
    file = validate(ResolvedFile, document)
    values = {name: getattr(file, name) for name in ResolvedFile.model_fields}
    values["expansions"] = _ordered(file.expansions)
    check_keys(document, file.effects)
    values["trips"] = files.checked(document, in_order(file.trips), file.effects.future)
    for key in file.deck.own:
        if key not in file.effects.by_key:
            raise document.fault(("deck", "own"), key, "keys of its effects, as anomaly.eraser")
    scenario = Scenario(**values, document=document)
    check_playable(scenario)
    return scenario


def _ordered(expansions: Sequence[str]) -> tuple[str, ...]:
    return tuple(name for name in EXPANSIONS if name in expansions)
