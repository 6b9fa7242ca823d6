"""Pydantic models as checkers: the first fault becomes one line in the words of the models.

What is allowed is said by the `description` of a field or of its type, so that the models are the one
place where bounds and their wording stand.
"""

from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, Strict, ValidationError
from pydantic_core import ErrorDetails, PydanticCustomError

from loopsim.scenario.document import Document, Words
from loopsim.scenario.faults import Key, one_of

_Model = TypeVar("_Model", bound=BaseModel)


#: Characters of a name; a scenario named after its file takes as many from the file's.
LONGEST_NAME = 80

#: What a terminal or a table shows as it is: no control characters, no line breaks of any kind.
ONE_LINE = r"^[^\x00-\x1f\x7f-\x9f\u2028\u2029]*$"
WITHOUT_CONTROL = "without line breaks and control characters"

Text = Annotated[str, Field(description="text")]
Line = Annotated[str, Field(pattern=ONE_LINE, description=f"text {WITHOUT_CONTROL}")]
_OF_A_NAME = f"text of 1 to {LONGEST_NAME} characters"
Name = Annotated[str, Field(min_length=1, max_length=LONGEST_NAME, description=_OF_A_NAME)]
NameLine = Annotated[Name, Field(pattern=ONE_LINE, description=f"{_OF_A_NAME}, {WITHOUT_CONTROL}")]


class Strictly(BaseModel):
    """A table of a scenario: no other keys, no conversions, not changed afterwards."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


def whole(low: int, high: int) -> Any:
    """Marks an `int` as a whole number within bounds, both included."""
    return Field(ge=low, le=high, description=f"a whole number, {low} to {high}")


def listed(most: int, words: str, least: int = 0) -> tuple[Any, ...]:
    """Marks a tuple as a list in the file; one item may stand alone, an empty text is no item."""
    return (
        Strict(False),
        BeforeValidator(_as_list),
        Field(min_length=least, max_length=most, description=words),
    )


def _as_list(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return value
    return [] if value == "" else [value]


def refuse(key: Key, found: Any, allowed: str) -> PydanticCustomError:
    """For validators of models: the fault of a key seen from the model."""
    return PydanticCustomError(
        "refused", "{allowed}", {"key": key, "found": found, "allowed": allowed}
    )


def validate(model: type[_Model], document: Document, at: Key = ()) -> _Model:
    """The model of a document (or of its table at a key). Raises InputError for the first fault."""
    data: Any = document.data
    for part in at:
        data = data[part]
    try:
        return model.model_validate(data)
    except ValidationError as error:
        key, found, allowed = explain(model, error)
        raise document.fault((*at, *key), found, allowed) from None


def explain(model: type[BaseModel], error: ValidationError) -> tuple[Key, Any, str]:
    """The first fault: its key seen from the model, what was found, what is allowed."""
    errors = error.errors(include_url=False)
    # a mistyped key is the cause of the missing one, so it is the first to name
    first: ErrorDetails = min(errors, key=lambda each: each["type"] != "extra_forbidden")
    key: Key = first["loc"]
    if first["type"] == "refused":
        return (*key, *first["ctx"]["key"]), first["ctx"]["found"], first["ctx"]["allowed"]
    schema = model.model_json_schema()
    if key and key[-1] == "[key]":
        wrong = str(key[-2])
        _, parent = _follow(schema, key[:-2])
        return key[:-1], Words(f'the key "{wrong}"'), _allowed_keys(parent, wrong)
    if first["type"] == "extra_forbidden":
        wrong = str(key[-1])
        _, parent = _follow(schema, key[:-1])
        known, inside = [*parent["properties"]], _in_tables(schema, parent, wrong)
        meant = inside[0] if inside else wrong
        return key, Words("an unknown key"), one_of([*inside, *known], meant)
    words, last = _follow(schema, key)
    found = Words("nothing") if first["type"] == "missing" else first["input"]
    if "enum" in last or "const" in last:
        names = [str(name) for name in last.get("enum", [last.get("const")])]
        return key, found, one_of(names, found if isinstance(found, str) else None)
    return key, found, words or first["msg"]


def _allowed_keys(schema: dict[str, Any], wrong: str) -> str:
    names = schema.get("propertyNames", {})
    if "enum" in names:
        return one_of(names["enum"], wrong)
    return "letters, digits, - and _ only"


def _in_tables(root: dict[str, Any], parent: dict[str, Any], wrong: str) -> list[str]:
    """Where a key stands that was given without its table: ``rules.ad_penalty``."""
    tables = {name: _resolve(root, at) for name, at in parent["properties"].items()}
    return [f"{name}.{wrong}" for name, at in tables.items() if wrong in at.get("properties", {})]


def _follow(schema: dict[str, Any], key: Key) -> tuple[str, dict[str, Any]]:
    """Along a key through a JSON schema: the last description passed, and where it ends."""
    words, at = "", schema
    for part in (*key, None):
        of_field = str(at.get("description", "")) if "$ref" in at else ""
        at = _resolve(schema, at)
        if "properties" in at:  # its own description is the docstring of the model
            words = of_field or f"a table of {one_of(at['properties'])}"
        else:
            words = str(at.get("description") or _PLAIN.get(str(at.get("type"))) or words)
        if part is None:
            break
        if isinstance(part, int):
            at = at.get("items", {})
        else:
            others: dict[str, Any] = at.get("additionalProperties") or next(
                iter(at.get("patternProperties", {}).values()), {}
            )
            at = at.get("properties", {}).get(part, others)
    return words, at


_PLAIN = {
    "boolean": "true or false",
    "string": "text",
    "number": "a finite number",
    "object": "a table",
}


def _resolve(root: dict[str, Any], at: dict[str, Any]) -> dict[str, Any]:
    """The schema behind a reference, or the one beside null; a description on the way stays."""
    while True:
        inner: dict[str, Any] | None = None
        if "$ref" in at:
            inner = root["$defs"][at["$ref"].rsplit("/", 1)[-1]]
        elif "anyOf" in at:
            inner = next(each for each in at["anyOf"] if each.get("type") != "null")
        if inner is None:
            return at
        at = {**inner, **({"description": at["description"]} if "description" in at else {})}
