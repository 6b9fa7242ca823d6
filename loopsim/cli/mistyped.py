"""What was typed for an option and cannot be one, in the words of all other faults."""

from pydantic import ValidationError
from typer import BadParameter

from loopsim.scenario.faults import fault, value_text

#: What is allowed, by the type of pydantic's fault (its own words speak of parsing).
ALLOWED = {
    "int_parsing": "a whole number",
    "int_parsing_size": "a whole number of fewer digits",
    "float_parsing": "a number",
}


def told(wrong: BadParameter) -> str | None:
    """The option, what was found, what is allowed; None if typer has better words."""
    cause = wrong.__cause__
    if wrong.param is None or not isinstance(cause, ValidationError):
        return None
    first, option = cause.errors(include_url=False)[0], wrong.param.opts[0]
    if first["type"] in ALLOWED:
        return str(fault(option, "", value_text(first["input"]), ALLOWED[first["type"]]))
    return f"{option}: {first['msg'].removeprefix('Value error, ').rstrip('.')}"
