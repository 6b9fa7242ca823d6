"""What one scenario of Loop, Inc. has otherwise than another: players, rules, trips and effects."""

from typing import Any

from loopsim.games.loop_inc.scenario import Scenario


def changes(before: Scenario, after: Scenario) -> list[dict[str, Any]]:
    """The differences, each as ``key``, ``before`` and ``after``, in plain data.

    Keys are those by which a scenario states the value, as ``trips.AD4.1.points``. None: not stated.
    A trip or an effect that only one of the two has is one change, with the whole of it as a table.
    Another deck drawn from a prior is one change: none of its cards is of the other deck.
    """
    old, new = _stated(before), _stated(after)
    if before.deck.stated == after.deck.stated or not (before.deck.drawn or after.deck.drawn):
        old, new = old | _cards(before), new | _cards(after)
    else:
        old, new = old | _deck(before), new | _deck(after)
    found = []
    for key in {**old, **new}:
        was, now = old.get(key), new.get(key)
        if isinstance(was, dict) and isinstance(now, dict):
            found += [
                {"key": f"{key}.{part}", "before": was.get(part), "after": now.get(part)}
                for part in {**was, **now}
                if was.get(part) != now.get(part)
            ]
        elif was != now:
            found.append({"key": key, "before": was, "after": now})
    return found


def stated(scenario: Scenario, key: str) -> Any:
    """The value that a scenario states for a key, as ``trips.AD4.1.points``; None: it states none."""
    values = _all(scenario)
    table, _, part = key.rpartition(".")
    of_table = values.get(table)
    return of_table.get(part) if isinstance(of_table, dict) else values.get(key)


def all_stated(scenario: Scenario) -> dict[str, Any]:
    """Every single value that a scenario states, in plain data, by the key of `stated`."""
    return {
        f"{key}.{part}" if part else key: value
        for key, table in _all(scenario).items()
        for part, value in (table.items() if isinstance(table, dict) else [("", table)])
    }


def _all(scenario: Scenario) -> dict[str, Any]:
    """All that is stated by key; a trip and an effect is one value, a table."""
    return _stated(scenario) | _cards(scenario)


def _stated(scenario: Scenario) -> dict[str, Any]:
    """What is stated beside the cards, by key; a rule is one value."""
    rules = scenario.rules.model_dump(mode="json", exclude_none=True)
    return {
        "players": scenario.players,
        "expansions": list(scenario.expansions),
        **{f"rules.{rule}": value for rule, value in rules.items()},
    }


def _cards(scenario: Scenario) -> dict[str, Any]:
    """The trips and effects by key, each one value, a table."""
    trips = {
        f"trips.{trip.card}.{1 + place % 2}": trip.model_dump(mode="json", exclude={"card"})
        for place, trip in enumerate(scenario.trips)
    }
    return trips | _effects(scenario)


def _deck(scenario: Scenario) -> dict[str, Any]:
    """What deck it is, and of the effects the scenario's own."""
    effects = _effects(scenario)
    return {"deck": scenario.deck.stated} | {key: effects[key] for key in scenario.deck.own}


def _effects(scenario: Scenario) -> dict[str, Any]:
    return {
        key: effect.model_dump(mode="json", exclude_none=True, exclude_defaults=True)
        for key, effect in scenario.effects.by_key.items()
    }
