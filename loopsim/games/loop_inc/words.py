"""Words of Loop, Inc. for people: what the steps of an effect do, years, counts."""

from collections.abc import Mapping, Sequence
from typing import Any

#: What each step does, in the words of the rules; {} takes its argument.
STEPS = {
    "take": "take a component from {}",
    "take_box": "take any component from the box",
    "exchange": "exchange a component with the board",
    "move": "move a component between machines",
    "trash": "trash components",
    "advertise": "advertise a trip",
    "discard_waste": "discard a waste token",
    "discard_tear": "discard a tear",
    "regain_ad": "regain a used ad token",
    "points": "score {}",
    "launch_again": "launch once more this turn",
    "repeat_last": "repeat the last card played today",
    "forget_next": "forget the next past card",
    "swap_next": "swap the next two past cards",
}


def steps(stated: Sequence[Mapping[str, Any]]) -> str:
    """The steps of an effect, as traces and effect files state them, in their order."""
    return ", then ".join(_step(step) for step in stated)


def year(number: int) -> str:
    """A year: "1820", or "44 BC" for −44."""
    return f"{-number:,} BC" if number < 0 else str(number)


def count(number: int, one: str) -> str:
    """A number of things: "1 tear", "2 tears"."""
    return f"{number} {one if abs(number) == 1 else one + 's'}"


def _step(step: Mapping[str, Any]) -> str:
    argument = ""
    if "room" in step:
        argument = "any room" if step["room"] == "any" else f"the {step['room']}"
    elif "k" in step:
        argument = count(step["k"], "point")
    may = "you may " if step.get("optional") else ""
    return may + STEPS[step["do"]].format(argument)
