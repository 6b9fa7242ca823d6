"""What the manifest of a run must have, so that whatever reads it may rely on it."""

import json
from collections.abc import Collection
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, InstanceOf, ValidationError, model_validator

from loopsim.claim import MANIFEST
from loopsim.errors import InputError
from loopsim.scenario import from_resolved
from loopsim.scenario.faults import fault, key_text
from loopsim.search.diary import COMMAND

RUN, SEARCH = "run", "search"
#: What a folder is of, by the kind that its manifest names; a run names none.
CALLED = {
    RUN: "a run",
    "compare": "a comparison",
    "factorial": "a factorial",
    "sweep": "a sweep",
    "value": "a valuation",
    "restrict": "restricted play",
    "decks": "a run over decks",
    "bots": "a run over bots",
    "arena": "an arena",
    "skill": "a skill ladder",
    "distance": "distances between bots",
    "tune": "a tuning",
    "exploit": "an exploit hunt",
    "trace": "traced games",
    "bench": "a measurement of speed",
    SEARCH: "a search that is not finished",
}

#: A text that may come from a file name, which need not be Unicode; pydantic's own must be.
Text = InstanceOf[str]
Count = Annotated[int, Field(ge=0)]
Some = Annotated[int, Field(ge=1)]
Seconds = Annotated[float, Field(ge=0, allow_inf_nan=False)]


class _Table(BaseModel):
    model_config = ConfigDict(strict=True, extra="allow")


class Setting(_Table):
    """`loopsim.measures.Setting` as plain data."""

    players: Some
    days: Some
    bots: list[Text]
    orders: Annotated[list[list[Count]], Field(min_length=1)]
    items: Annotated[list[dict[str, Any]], Field(min_length=1)]
    rules: dict[str, Any]
    by_seat: bool

    @model_validator(mode="after")
    def _orders_seat_the_bots(self) -> Self:
        for order in self.orders:
            if len(order) != self.players or max(order) >= len(self.bots):
                raise ValueError(f"orders are not of {self.players} of {len(self.bots)} bots")
        return self


class Change(_Table):
    """One thing that a scenario has otherwise than the one it extends."""

    key: Text
    before: Any
    after: Any


class Extends(_Table):
    """The scenario that was changed; no changes: it cannot be played by itself."""

    file: Text
    changes: list[Change] | None


class WinProbability(_Table):
    """How many games were continued, and how often after each turn."""

    games: Some
    playouts: Annotated[int, Field(ge=2, multiple_of=2)]


class Manifest(_Table):
    """The keys of ``manifest.json``."""

    game: Text
    scenario: Text
    title: Text
    scenario_hash: Text
    bots_hash: Text
    seed: Count
    games: Some
    games_asked: Some
    players: Some
    bots: list[Text]
    rotate: bool
    threads: Some
    wall_s: Seconds
    kernel_s: Seconds
    games_per_s: Seconds
    timings: dict[str, Seconds]
    faults: dict[str, Some]
    keep: Literal["facts", "summary"]
    win_probability: WinProbability | None
    command: list[Text]
    versions: dict[str, Text]
    extends: Extends | None
    resolved: dict[str, Any]
    setting: Setting

    @model_validator(mode="after")
    def _setting_is_of_this_run(self) -> Self:
        if self.setting.players != self.players:
            raise ValueError("setting.players are others than players")
        if self.setting.bots != [*dict.fromkeys(self.bots)]:
            raise ValueError("setting.bots are others than bots")
        return self


def kind_of(folder: Path) -> str | None:
    """The kind of what lies in a folder (`CALLED`, or one unknown); None if its manifest does not tell."""
    try:
        manifest = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return SEARCH if (folder / COMMAND).is_file() else None
    except (OSError, ValueError, RecursionError):
        return None
    if not isinstance(manifest, dict):
        return None
    if "kind" in manifest:
        return str(manifest["kind"])
    return RUN if "resolved" in manifest else None


def check_kind(folder: Path, kinds: Collection[str], allowed: str) -> None:
    """Raise InputError for a folder of something else than some kinds; what is damaged passes."""
    kind = kind_of(folder)
    if kind in CALLED and kind not in kinds:
        raise fault(str(folder), "", CALLED[kind], allowed)


def check_run(folder: Path) -> None:
    """Raise InputError for a folder of something else than a run."""
    check_kind(folder, (RUN,), "the folder of a run")


def read_manifest(folder: Path) -> dict[str, Any]:
    """The manifest of a run. Raises InputError if there is none, or if it lacks anything."""
    check_run(folder)
    try:
        manifest: dict[str, Any] = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        Manifest.model_validate(manifest)
        scenario = from_resolved(manifest["resolved"])
        scenario.bots_hash(manifest["bots"])
    except FileNotFoundError:
        raise InputError(f"{folder}: not a finished run, {MANIFEST} is missing") from None
    except ValidationError as wrong:
        raise unusable(folder, f"{MANIFEST}: {first_of(wrong)}") from None
    except OSError as wrong:
        raise InputError(f"{folder / MANIFEST}: cannot be read: {wrong.strerror}") from None
    except (InputError, ValueError) as wrong:
        raise unusable(folder, f"{MANIFEST}: {wrong}") from None
    except RecursionError:
        raise unusable(folder, f"{MANIFEST}: nested too deep") from None
    return manifest


def first_of(wrong: ValidationError) -> str:
    """The first thing that pydantic found in a file: its key and what is wrong with it."""
    first = wrong.errors(include_url=False)[0]
    return ": ".join(part for part in (key_text(first["loc"]), first["msg"]) if part)


def unusable(folder: Path, why: str) -> InputError:
    """The error for the folder of a run that was damaged, or that another version has written."""
    return InputError(f"{folder}: not a finished run of this version: {why}")
