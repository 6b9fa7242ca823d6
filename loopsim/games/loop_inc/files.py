"""What the files of a scenario hold: its deck, its effects and its bots."""

import re
from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from pydantic import ValidationError

from loopsim.games.loop_inc.deck import EACH_TRIP_ONCE, bonus_text, changed, read_deck
from loopsim.games.loop_inc.drawn import draw
from loopsim.games.loop_inc.model import ScenarioFile
from loopsim.games.loop_inc.model_bots import A_PERSONA, Bot
from loopsim.games.loop_inc.model_deck import Deck, Trip
from loopsim.games.loop_inc.model_effects import Bonus, Effects
from loopsim.games.loop_inc.playable import check_keys
from loopsim.games.loop_inc.prior import SHIPPED, read_prior
from loopsim.scenario.check import ONE_LINE, explain, validate
from loopsim.scenario.document import Document, Origin, Words, read_toml
from loopsim.scenario.faults import Key, fault, one_of, value_text
from loopsim.scenario.shelf import Place, is_toml


def deck(document: Document, file: ScenarioFile) -> tuple[Deck, tuple[Trip, ...], Effects]:
    """What the deck is, its trips with the changes of the scenario, and the effects."""
    effects, own, changed = _effects(document, file)
    key = file.deck.model_dump(exclude_none=True)
    of = Deck(**key, own=own, changed=(*(f"trips.{card}" for card in file.trips), *changed))
    if of.file is not None:
        place = document.file(("deck",), of.file)
        trips = _trips(document, file, place, effects.future)
        return of.model_copy(update={"file": place.label}), trips, effects
    place = document.file(("deck", "prior"), of.prior or SHIPPED)
    return of.model_copy(update={"prior": place.label}), *drawn(document, place, of, effects)


def drawn(
    document: Document, place: Place, deck: Deck, effects: Effects
) -> tuple[tuple[Trip, ...], Effects]:
    """Trips and effects drawn from the prior of a file; of `effects` the scenario's own join.

    Raises InputError for changes to what the files have, as no drawn deck has it.
    """
    for key in deck.changed:
        raise document.fault(
            _key(key),
            Words("changes to a card of the files"),
            f"new effects only, as the deck is drawn ({place.label}) and has other cards",
        )
    prior = read_prior(place)
    own: dict[str, dict[str, Any]] = {"anomaly": {}, "future": {}}
    for key in deck.own:
        table, name = _key(key)
        if name in prior.anomaly or name in prior.future:
            allowed = f"a key that {place.label} does not have"
            raise document.fault((table, name), Words("an effect of the prior"), allowed)
        own[table][name] = effects.by_key[key]
    assert deck.seed is not None  # as the deck is no file
    return draw(prior, deck.seed, Effects(**own))


def _key(text: str) -> tuple[str, str]:
    """``anomaly.eraser`` as a key; names may have dots."""
    table, _, name = text.partition(".")
    return table, name


def _trips(
    document: Document, file: ScenarioFile, place: Place, bonuses: Mapping[str, Bonus]
) -> tuple[Trip, ...]:
    """The trips of a file with the changes of the scenario."""
    trips = list(read_deck(place, bonuses))
    cards = list(dict.fromkeys(trip.card for trip in trips))
    for card, changes in file.trips.items():
        if card not in cards:
            allowed = f"cards of {file.deck.file}: {one_of(cards, card)}"
            raise document.fault(("trips", card), Words(f'the card "{card}"'), allowed)
        for which, change in changes.items():
            at = 2 * cards.index(card) + int(which) - 1
            key: Key = ("trips", card, which)
            if change.bonus and change.bonus not in bonuses:
                raise document.fault(
                    (*key, "bonus"), change.bonus, bonus_text(change.bonus, bonuses)
                )
            try:
                trips[at] = changed(trips[at], change.model_dump(exclude_none=True))
            except ValidationError as error:
                inner, found, allowed = explain(Trip, error)
                raise document.fault((*key, *inner), found, allowed) from None
        first, second = trips[2 * cards.index(card) :][:2]
        if first.trip == second.trip:
            stated: list[Key] = [("trips", card, which, "trip") for which in changes]
            raise document.fault(document.latest(stated), Words(_again(first)), EACH_TRIP_ONCE)
    return tuple(trips)


def _effects(
    document: Document, file: ScenarioFile
) -> tuple[Effects, tuple[str, ...], tuple[str, ...]]:
    """The effects of the files, in their order, with the changes of the scenario.

    Also the keys of those that the scenario adds, and of those that it changes: ``anomaly.eraser``.
    """
    effects = Document(document.origin(("effects",)))
    for text in file.effects:
        place = document.file(("effects",), text)
        layer = Document(Origin(place.label))
        layer.lay_over(read_toml(place), layer.main)
        if not layer.data:
            raise fault(place.label, "", "no effects", "tables [anomaly.…] and [future.…]")
        validate(Effects, layer)
        for table in ("anomaly", "future"):
            for key in layer.data.get(table, {}):
                if key in effects.data.get(table, {}):
                    other = effects.origin((table, key)).label
                    found = f"a second effect of this key (the first in {other})"
                    raise fault(place.label, f"{table}.{key}", found, "each effect once")
        effects.lay_over(layer.data, layer.main)
    own: list[str] = []
    changed: list[str] = []
    for table in ("anomaly", "future"):
        known = effects.data.get(table, {})
        for key, change in document.data.get(table, {}).items():
            (changed if key in known else own).append(f"{table}.{key}")
            if key not in known and "steps" not in change:
                allowed = f"{one_of(known, key)}; or the steps of a new effect"
                raise document.fault((table, key), Words("changes to an unknown effect"), allowed)
        effects.lay_over_part(document, table)
    checked = validate(Effects, effects)
    check_keys(effects, checked)
    return checked, tuple(own), tuple(changed)


class BotFile(NamedTuple):
    """A bot, its name, and how messages name its file."""

    label: str
    name: str
    bot: Bot


def bots(document: Document, file: ScenarioFile) -> list[BotFile]:
    """The bots of files and folders, each named by the stem of its file; then personas of other files."""
    found: dict[str, BotFile] = {}
    personas: list[BotFile] = []
    for text in file.bots:
        place = document.place(("bots",), text)
        files = [place]
        if place.path.is_dir():
            inside = sorted(path.name for path in place.path.glob("*"))
            files = [place.beside(name) for name in inside if is_toml(name)]
            if not files:
                raise document.fault(("bots",), Words(f'no .toml file in "{text}"'), "bot files")
        for each in files:
            made, *persona = bot(each)
            if made.name in found:
                raise document.fault(
                    ("bots",), Words(f'a second bot "{made.name}" ({each.label})'), "each bot once"
                )
            found[made.name] = made
            personas += persona
    return [*found.values(), *personas]


def bot(place: Place) -> list[BotFile]:
    """The bot of a file, called by its stem; and its persona, if that is named by a file of its own.

    The bot then names it as all others do, by the stem. Raises InputError.
    """
    document, made = _bot(place)
    text = made.bot.persona
    if not is_toml(text):
        return [made]
    _, persona = _bot(document.file(("persona",), text))
    if persona.bot.family != "weighted":
        found = Words(f"{value_text(text)}, a {persona.bot.family} bot")
        raise document.fault(("persona",), found, A_PERSONA)
    return [made._replace(bot=made.bot.model_copy(update={"persona": persona.name})), persona]


def _bot(place: Place) -> tuple[Document, BotFile]:
    """The bot of a file as it stands there."""
    name = place.path.stem
    if "," in name or " " in name or not re.fullmatch(ONE_LINE, name):
        allowed = "no comma, no blank, no line break, no control character in the name"
        raise fault(place.label, "", f"the bot name {value_text(name)}", allowed)
    document = Document(Origin(place.label, 0, place.parent()))
    document.lay_over(read_toml(place), document.main)
    return document, BotFile(place.label, name, validate(Bot, document))


def joined(bots: Mapping[str, Bot], more: Collection[BotFile]) -> dict[str, Bot]:
    """Bots, and those of some files beside them.

    Raises InputError, naming the file, for a second bot of a name, and if a persona is no weighted bot.
    """
    together = dict(bots)
    for label, name, bot in more:
        if together.setdefault(name, bot) != bot:
            allowed = "a file called otherwise than the bots there are"
            raise fault(label, "", f'a second bot "{name}"', allowed)
    weighted = [name for name, bot in together.items() if bot.family == "weighted"]
    for label, _, bot in more:
        if bot.persona and bot.persona not in weighted:
            allowed = f"{one_of(weighted, bot.persona)}; or the path of its .toml file"
            raise fault(label, "persona", value_text(bot.persona), allowed)
    return together


def checked(
    document: Document, trips: tuple[Trip, ...], bonuses: Mapping[str, Bonus]
) -> tuple[Trip, ...]:
    """Trips that came without a deck file: two different ones on each card, bonuses known."""
    cards: dict[str, list[Trip]] = {}
    for trip in trips:
        cards.setdefault(trip.card, []).append(trip)
    for card, of_card in cards.items():
        if len(of_card) != 2:
            found = Words(f"{len(of_card)} trips of {card}")
            raise document.fault(("trips",), found, "exactly two trips on each card")
        if of_card[0].era != of_card[1].era:
            found = Words(f"{of_card[0].era} and {of_card[1].era} on {card}")
            raise document.fault(("trips",), found, "one era on each card")
        if of_card[0].trip == of_card[1].trip:
            found = Words(_again(of_card[0]))
            raise document.fault(("trips",), found, EACH_TRIP_ONCE)
    for trip in trips:
        if trip.bonus and trip.bonus not in bonuses:
            raise document.fault(("trips",), trip.bonus, bonus_text(trip.bonus, bonuses))
    return trips


def _again(trip: Trip) -> str:
    return f"{value_text(trip.trip)} of {trip.card} twice"
