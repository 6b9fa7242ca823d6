"""What bots may have tastes for: the cards and trips that the game has, in play or not."""

from collections.abc import Collection, Iterable
from functools import cache
from typing import TYPE_CHECKING

from loopsim.games.loop_inc.deck import read_deck
from loopsim.games.loop_inc.files import BotFile
from loopsim.games.loop_inc.model_deck import Trip
from loopsim.games.loop_inc.model_effects import Effects
from loopsim.games.loop_inc.prior import SHIPPED, read_prior
from loopsim.kernels.loop_inc.names import KINDS
from loopsim.scenario.check import validate
from loopsim.scenario.document import Document, Origin, read_toml
from loopsim.scenario.faults import closest, fault, key_text

if TYPE_CHECKING:
    from loopsim.games.loop_inc.scenario import Scenario

#: The trips and effects that come along, of the game with all expansions.
DECK, EFFECTS = "loop-inc/cards/trips.csv", "loop-inc/cards/effects.toml"

#: A key of a taste, and what it is called.
Things = dict[str, str]

A_THING = 'a card that is taken new, as advertise or "anomaly:remodel", or a trip, as "AD4.1"'


def check_tastes(bots: Collection[BotFile], scenarios: Iterable["Scenario"]) -> None:
    """Raise InputError for a taste for what neither the game has nor any of the scenarios.

    A taste for what is there but not in play (of an expansion, of another deck) is none of these: the bot
    may play elsewhere.
    """
    if not any(each.bot.tastes for each in bots):
        return
    known = {
        **_of_the_game(),
        **{k: v for each in scenarios for k, v in _of_scenario(each).items()},
    }
    for label, _, bot in bots:
        for key in bot.tastes:
            if key not in known:
                found = "a name that no card and no trip has"
                raise fault(label, key_text(("tastes", key)), found, _meant(key, known) + A_THING)


def _meant(wrong: str, known: Things) -> str:
    """The key that was meant, whatever a wrong one was taken from; "" if none is near."""
    spellings = {key: key for key in known}
    for key, title in known.items():
        if key.startswith("anomaly:"):
            name = key.removeprefix("anomaly:")
            others = [title, name, f"anomaly.{name}"]
        else:
            others = [title, key.rpartition(".")[0], f"trips.{key}"]
        for spelling in others:
            spellings.setdefault(spelling, key)
    near = closest(wrong, list(spellings))
    return f"{key_text((spellings[near],))} (did you mean this?), or " if near else ""


@cache
def _of_the_game() -> Things:
    """What the files have that come along."""
    shipped = Document(Origin("the game"))
    document = Document(Origin(EFFECTS))
    document.lay_over(read_toml(shipped.file((), EFFECTS)), document.main)
    effects = validate(Effects, document)
    trips = read_deck(shipped.file((), DECK), effects.future)
    actions = {name: name for name in (*KINDS, "office")}
    return actions | _of_prior(SHIPPED) | _anomalies(effects) | _trips(trips)


def _of_scenario(scenario: "Scenario") -> Things:
    """What a scenario has, or may draw."""
    drawn = {} if scenario.deck.prior is None else _of_prior(scenario.deck.prior)
    return drawn | _anomalies(scenario.effects) | _trips(scenario.trips)


def _of_prior(path: str) -> Things:
    prior = read_prior(Document(Origin("a drawn deck")).file(("deck", "prior"), path))
    return {f"anomaly:{key}": effect.name for key, effect in prior.anomaly.items()}


def _anomalies(effects: Effects) -> Things:
    return {f"anomaly:{key}": effect.name for key, effect in effects.anomaly.items()}


def _trips(trips: Iterable[Trip]) -> Things:
    """Two of a card stand side by side."""
    return {f"{trip.card}.{1 + place % 2}": trip.trip for place, trip in enumerate(trips)}
