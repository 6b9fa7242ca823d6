"""Traces changed on purpose, each change in place; StopIteration if there is nothing to change."""

from collections.abc import Callable
from typing import Any


def where(events, name: str, **fields) -> int:
    """The place of the first event of a name with these fields."""
    return next(
        at
        for at, event in enumerate(events)
        if event["event"] == name and all(event[key] == value for key, value in fields.items())
    )


def without(name: str, **fields) -> Callable[[list], None]:
    def change(events):
        del events[where(events, name, **fields)]

    return change


def twice(name: str, **fields) -> Callable[[list], None]:
    def change(events):
        at = where(events, name, **fields)
        events.insert(at, events[at])

    return change


def from_nowhere(name: str) -> Callable[[list], None]:
    def change(events):
        events.insert(where(events, "play"), {"event": name, "seat": 0})

    return change


def altered(name: str, key: str, change_value: Callable[[Any], Any], **fields):
    def change(events):
        at = where(events, name, **fields)
        events[at] = events[at] | {key: change_value(events[at][key])}

    return change
