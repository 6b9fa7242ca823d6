"""Set-ups: the scenarios that a study sets against each other, with what was varied in each."""

from __future__ import annotations

import itertools
import json
import math
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING, Any

from loopsim.errors import InputError
from loopsim.population import Population, population, with_bots
from loopsim.scenario import load
from loopsim.scenario.faults import fault, shortened, value_text
from loopsim.scenario.given import Texts, texts
from loopsim.scenario.settings import OPTION, Settings, parse_value, plain
from loopsim.seating import ALONE
from loopsim.seating import named as named_bots

if TYPE_CHECKING:
    from loopsim.games.loop_inc.scenario import Scenario

#: What is varied: texts ``key=v1,v2``, ``key=a..b``, ``key=a..b:step``, or {key: values}.
Variations = Texts | Mapping[str, Sequence[Any]]

MOST_VALUES = 1000
LARGEST = 2**63 - 1  # as in TOML
MOST_SETUPS = 64  # products of all pairs are summed, over decks once for each
_RANGE = re.compile(r"(?P<first>-?[\d.]*\d)\.\.(?P<last>-?[\d.]*\d)(?::(?P<step>-?[\d.]*\d))?")


@dataclass(frozen=True)
class Setup:
    """A scenario under the name that tables give it.

    `values`: by key what was varied. `rekey`: purposes whose draws are keyed anew, so that its games
    are others of the same law.
    """

    label: str
    scenario: Scenario
    values: Mapping[str, Any] = field(default_factory=dict)
    rekey: tuple[str, ...] = ()


@dataclass(frozen=True)
class Variation:
    """A key and its values, each with its text in a label."""

    key: str
    values: tuple[Any, ...]

    def text(self, value: Any) -> str:
        """``key=value``, short."""
        return f"{self.key}={shown(value)}"


def shown(value: Any) -> str:
    """A value as one types it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | tuple):
        return f"[{','.join(shown(part) for part in value)}]"
    return str(value)


def is_number(value: Any) -> bool:
    """Whether a value can stand on an axis."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def named(
    scenarios: Sequence[str | os.PathLike[str]], set: Settings, players: int | None
) -> list[Setup]:
    """Scenarios by name or path. Raises InputError."""
    loaded = [load(name, set, players) for name in scenarios]
    labels = [scenario.name for scenario in loaded]
    if len(dict.fromkeys(labels)) < len(labels):
        labels = [os.fspath(name) for name in scenarios]
    return [Setup(label, scenario) for label, scenario in zip(labels, loaded, strict=True)]


def seated(
    setups: Sequence[Setup],
    bots: Texts | None,
    asked: str | os.PathLike[str] | None = None,
) -> tuple[list[Setup], Sequence[str] | Population]:
    """Set-ups with the bots of files beside their own; and who plays, the names of bots or a population.

    `bots`: None if none are given. `asked`: the population, if one is asked for. Raises InputError.
    """
    all_of_them = [setup.scenario for setup in setups]
    if asked is None:
        given = named_bots(ALONE if bots is None else bots)
        made = [with_bots(each, given, all_of_them) for each in all_of_them]
        scenarios = [scenario for scenario, _ in made]
        cast: Sequence[str] | Population = made[0][1]
    else:
        if bots is not None:
            raise InputError("--population: not together with --bots; a population has all seats")
        populations = [population(each, asked, all_of_them) for each in all_of_them]
        scenarios = [of.scenario for of in populations]
        cast = populations[0]
    return [replace(s, scenario=of) for s, of in zip(setups, scenarios, strict=True)], cast


def varied(
    scenario: str | os.PathLike[str],
    variations: Sequence[Variation],
    set: Settings,
    players: int | None,
    option: str,
) -> list[Setup]:
    """One scenario with all combinations of the values, those of the last key changing fastest.

    Raises InputError, which blames the option for what is varied.
    """
    check_count(variations, option)
    if players is not None and any(variation.key == "players" for variation in variations):
        raise fault(option, "players", f"--players {players} beside it", "one of the two")
    made = []
    for values in itertools.product(*(variation.values for variation in variations)):
        chosen = dict(zip((variation.key for variation in variations), values, strict=True))
        label = ", ".join(v.text(value) for v, value in zip(variations, values, strict=True))
        try:
            made.append(Setup(label, load(scenario, combined(set, chosen), players), chosen))
        except InputError as wrong:
            raise blamed(wrong, chosen, option) from None
    return made


def check_count(variations: Sequence[Variation], option: str) -> None:
    """InputError for more combinations of values than a study takes."""
    count = math.prod(len(variation.values) for variation in variations)
    if count > MOST_SETUPS:
        raise fault(option, "", f"{count} set-ups", f"up to {MOST_SETUPS}")


def blamed(wrong: InputError, chosen: Mapping[str, Any], option: str) -> InputError:
    """A fault of a setting as one of the option that made it."""
    text = str(wrong)
    before, _, told = text.partition(":")[0].partition(f"{OPTION} ")
    of_chosen = any(key.startswith(told) or told.startswith(key) for key in chosen)
    return (
        InputError(text.replace(OPTION, option, 1)) if told and not before and of_chosen else wrong
    )


def combined(set: Settings, chosen: Mapping[str, Any]) -> Settings:
    """Settings with those of a set-up as the last layers."""
    if isinstance(set, Mapping):
        return {**set, **chosen}
    if not isinstance(set, Sequence):
        raise fault(OPTION, "", value_text(set), "texts key=value, or a mapping")
    texts = [set] if isinstance(set, str) else list(set)
    return [*texts, *(f"{key}={_typed(value)}" for key, value in chosen.items())]


def _typed(value: Any) -> str:
    """A value in TOML."""
    if isinstance(value, Mapping):
        pairs = (f"{json.dumps(str(key))} = {_typed(part)}" for key, part in value.items())
        return f"{{{', '.join(pairs)}}}"
    if isinstance(value, list | tuple):
        return f"[{','.join(_typed(part) for part in value)}]"
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else shown(value)


# --- what is varied


def variations(given: Variations, option: str) -> list[Variation]:
    """What is varied, each key once and with two values or more. Raises InputError."""
    if isinstance(given, Mapping):
        read = [(str(key), _listed(str(key), values, option)) for key, values in given.items()]
    else:
        read = [
            _read(text, option) for text in texts(option, given, "texts key=values, or a mapping")
        ]
    for key, values in read:
        if len(values) < 2:
            allowed = "two or more, as in rules.ad_penalty=2,3 or rules.ad_penalty=0..6"
            raise fault(option, key, "one value" if values else "no value", allowed)
        if len(values) > MOST_VALUES:
            raise fault(option, key, f"{len(values)} values", f"up to {MOST_VALUES}")
        for value in values:
            if values.count(value) > 1:
                raise fault(option, key, f"{shown(value)} twice", "each value once")
    keys = [key for key, _ in read]
    for key in keys:
        if keys.count(key) > 1:
            raise fault(option, key, "the key twice", "each key once")
    return [Variation(key, tuple(values)) for key, values in read]


def _listed(key: str, values: Any, option: str) -> list[Any]:
    """The values of a mapping, as TOML has them."""
    if isinstance(values, str | Mapping) or not isinstance(values, Iterable):
        raise fault(option, key, value_text(values), "a list of values")
    try:
        listed = [_plain(value) for value in values]
    except (TypeError, RecursionError):  # an array of no dimension; a list in itself
        raise fault(option, key, value_text(values), "a list of values") from None
    for value in listed:
        if not _is_plain(value):
            raise fault(
                option, key, value_text(value), "numbers, texts, true or false, lists of such"
            )
    return listed


def _plain(value: Any) -> Any:
    """A value as TOML has it; a path is its text."""
    return os.fspath(value) if isinstance(value, os.PathLike) else plain(value)


def _is_plain(value: Any) -> bool:
    """Whether a value is one that a scenario can state."""
    if isinstance(value, list):
        return all(map(_is_plain, value))
    if isinstance(value, dict):
        return all(map(_is_plain, value.values()))
    if isinstance(value, int) and abs(value) > LARGEST:
        return False
    return isinstance(value, bool | int | float | str)


def _read(text: str, option: str) -> tuple[str, list[Any]]:
    """``key=v1,v2`` and so on as a key and its values."""
    key, equals, listed = text.partition("=")
    key = key.strip()
    if not equals or not key:
        raise fault(option, "", f'"{shortened(text)}"', "key=v1,v2 or key=a..b or key=a..b:step")
    values: list[Any] = []
    for part in _split(listed):
        values += _range(part, option, key) or [parse_value(key, part, option)]
    return key, values


def _split(listed: str) -> Iterator[str]:
    """The parts between commas that stand in no bracket and no quotes."""
    depth, quote, part = 0, "", ""
    for c in listed:
        if quote:
            quote = "" if c == quote else quote
        elif c in "\"'":
            quote = c
        elif c in "[{":
            depth += 1
        elif c in "]}":
            depth -= 1
        elif c == "," and depth == 0:
            yield part.strip()
            part = ""
            continue
        part += c
    yield part.strip()


def _range(text: str, option: str, key: str) -> list[Any]:
    """The numbers of ``a..b`` or ``a..b:step``, both ends included; empty for anything else."""
    found = _RANGE.fullmatch(text)
    if found is None:
        return []
    try:
        first, last = Decimal(found["first"]), Decimal(found["last"])
        step = Decimal(found["step"] or 1)
    except InvalidOperation:
        return []
    if step <= 0 or last < first:
        raise fault(option, key, f'"{text}"', "a range that rises, as in 0..6 or 0..10:2")
    count = int((last - first) / step) + 1
    if count > MOST_VALUES:
        raise fault(option, key, f'"{shortened(text)}"', f"up to {MOST_VALUES} values")
    numbers = [first + i * step for i in range(count)]
    return [int(n) if n == n.to_integral_value() else float(n) for n in numbers]


def checked(setups: Sequence[Setup], option: str) -> list[Setup]:
    """Set-ups of one game under different names, at least two. Raises InputError."""
    if len(setups) < 2:
        raise InputError(f"{option}: a study needs two set-ups or more")
    of = {setup.scenario.game for setup in setups}
    if len(of) > 1:
        raise InputError(f"{option}: {' and '.join(sorted(of))} are different games")
    labels = [setup.label for setup in setups]
    for label in labels:
        if labels.count(label) > 1:
            raise InputError(f'{option}: "{label}" stands twice; each set-up once')
    return list(setups)
