"""The weights and tastes of bots as numbers that a search may change, and bots that come of it as files."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from loopsim.games.loop_inc.model_bots import MOST_WEIGHT, Bot
from loopsim.games.loop_inc.scenario import Scenario
from loopsim.games.loop_inc.tables import card_names, trips
from loopsim.kernels.loop_inc.features import FEATURES
from loopsim.scenario.faults import fault, key_text, one_of, value_text
from loopsim.scenario.toml import toml_text
from loopsim.search.space import Sheet, Space

#: The weight that all others are measured by: only ratios matter, so no search changes it.
MEASURE, POINT = "points", 100

#: A step of a search is at least so much where the feature counts, in hundredths of a point, or this
#: part of the weight if that is more.
LEAST_STEP, PART = 60, 0.5
#: How far apart two weights count at most, in steps.
MOST_STEPS = 10.0

#: A step of a taste, in hundredths of a point: so much is more than most other things are worth.
OF_TASTE = 300

#: How large a feature typically is where it counts; the others are 1, or seldom more.
SIZES = {
    "tear": 2,
    "waste": 2,
    "ad": 3,
    "plan": 15,
    "wait": 2,
    "missing": 4,
    "excess": 2,
    "ad_missing": 8,
    "free": 3,
    "keep": 6,
    "follow": 6,
    "later_office": 3,
    "later_advertise": 3,
    "stock": 3,
    "rush": 2,
    "crowded": 3,
}


def weighted(scenario: Scenario, name: str, option: str) -> Bot:
    """The weighted bot of a name. Raises InputError if it is none; `option`: where it was named."""
    have = [known for known, bot in scenario.bots.items() if bot.family == "weighted"]
    if name not in have:
        allowed = f"bots with weights: {one_of(have, name)}; or the path of a .toml file"
        raise fault(option, "", value_text(name), allowed)
    return scenario.bots[name]


def quick(scenario: Scenario) -> list[str]:
    """The bots that do not look ahead, which takes a thousand times as long."""
    return [name for name, bot in scenario.bots.items() if bot.family != "look-ahead"]


def space(
    bot: Bot, only: Sequence[str] = (), fix: Sequence[str] = (), tastes: Sequence[str] = ()
) -> Space:
    """What of a bot is searched: weights, all but `points`, or `only` these, without those to `fix`.

    And its tastes for some things (`things`).

    Raises InputError for names of no feature, and if nothing is left.
    """
    known = [feature.name for feature in FEATURES if feature.name != MEASURE]
    for option, given in (("--only", only), ("--fix", fix)):
        for name in given:
            if name not in known and not (option == "--fix" and name == MEASURE):
                raise fault(option, "", value_text(name), f"features: {one_of(known, name)}")
    for name in fix:
        if name in only:
            raise fault(
                "--fix", "", f"{value_text(name)}, which --only has too", "it in one of them"
            )
    names = [name for name in known if (not only or name in only) and name not in fix]
    if not names:
        raise fault("--fix", "", "all features", "to leave a weight to be searched")
    start = {name: bot.weights.get(name, 0) for name in names}
    step = {name: _step(name, weight) for name, weight in start.items()}
    start |= {name: bot.tastes.get(name, 0) for name in tastes}
    return Space(start, step | dict.fromkeys(tastes, float(OF_TASTE)), MOST_WEIGHT)


def _step(name: str, weight: int) -> float:
    return max(LEAST_STEP / SIZES.get(name, 1), PART * abs(weight))


def changed(bot: Bot, sheet: Sheet) -> Bot:
    """The bot with other weights and tastes; of its own those stay that the sheet does not name."""
    numbers = {MEASURE: POINT, **bot.weights, **bot.tastes, **sheet}
    weights = {f.name: numbers.pop(f.name, 0) for f in FEATURES}
    update = {"weights": _some(weights), "tastes": _some(numbers)}
    return bot.model_copy(update=update)


def _some(numbers: Sheet) -> Sheet:
    """Those that are not 0."""
    return {name: number for name, number in numbers.items() if number}


def things(scenario: Scenario) -> dict[str, str]:
    """What a bot can have a taste for: cards that are taken new, trips that are launched to."""
    cards = [name for name in card_names(scenario) if not name.startswith("bonus:")]
    taken = {card: f"a new {card}, besides" for card in cards}
    return taken | {trip["key"]: f"a launch to {trip['trip']}, besides" for trip in trips(scenario)}


def seated(scenario: Scenario, name: str, bot: Bot) -> Scenario:
    """The scenario with one bot more."""
    return replace(scenario, bots={**scenario.bots, name: bot})


def nearest(scenario: Scenario, names: Sequence[str], bot: Bot) -> str:
    """Of the names of bots that of the one whose weights are nearest, in steps of a search."""

    def distance(name: str) -> float:
        """The sum of squares, in which no weight counts for more than `MOST_STEPS`."""
        own = scenario.bots[name].weights
        apart = {f: abs(own.get(f, 0) - bot.weights.get(f, 0)) for f in {**own, **bot.weights}}
        return sum(min(MOST_STEPS, gap / _step(f, own.get(f, 0))) ** 2 for f, gap in apart.items())

    return min(names, key=distance)


def meanings(scenario: Scenario, names: Collection[str]) -> dict[str, str]:
    """What the features and things of some names are."""
    known = {feature.name: feature.meaning for feature in FEATURES} | things(scenario)
    return {name: meaning for name, meaning in known.items() if name in names}


def file_text(scenario: Scenario, bot: Bot) -> str:
    """The file of a weighted bot, with what each of its features and tastes means."""
    return "\n".join(_lines(scenario, bot)) + "\n"


def _lines(scenario: Scenario, bot: Bot) -> Iterator[str]:
    plain = bot.model_dump(mode="json", exclude={"weights", "tastes"}, exclude_defaults=True)
    yield from (f"{key} = {toml_text(value)}" for key, value in plain.items())
    if bot.weights:
        yield "\n# A weight of 100 makes a feature worth a point of the game."
        yield "[weights]"
        yield from _table(scenario, bot.weights)
    if bot.tastes:
        yield "\n# What single things are worth besides, in hundredths of a point."
        yield "[tastes]"
        yield from _table(scenario, bot.tastes)


def _table(scenario: Scenario, numbers: Sheet) -> Iterator[str]:
    lines = {name: f"{key_text((name,))} = {number}" for name, number in numbers.items()}
    width = max(map(len, lines.values()))
    meaning = meanings(scenario, lines)
    for name, line in lines.items():
        yield f"{line:<{width}}  # {meaning.get(name, 'not in play')}"
