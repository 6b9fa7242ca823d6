"""What the manifest of a run must have, so that whatever reads it may rely on it."""

import json
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, InstanceOf, ValidationError, model_validator

from loopsim.claim import MANIFEST
from loopsim.errors import InputError
from loopsim.scenario import from_resolved
from loopsim.scenario.faults import key_text

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


def read_manifest(folder: Path) -> dict[str, Any]:
    """The manifest of a run. Raises InputError if there is none, or if it lacks anything."""
    try:
        manifest: dict[str, Any] = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        Manifest.model_validate(manifest)
        scenario = from_resolved(manifest["resolved"])
        scenario.bots_hash(manifest["bots"])
    except FileNotFoundError:
        raise InputError(f"{folder}: not a finished run, {MANIFEST} is missing") from None
    except ValidationError as wrong:
        first = wrong.errors(include_url=False)[0]
        where = ": ".join(part for part in (key_text(first["loc"]), first["msg"]) if part)
        raise unusable(folder, f"{MANIFEST}: {where}") from None
    except OSError as wrong:
        raise InputError(f"{folder / MANIFEST}: cannot be read: {wrong.strerror}") from None
    except (InputError, ValueError) as wrong:
        raise unusable(folder, f"{MANIFEST}: {wrong}") from None
    except RecursionError:
        raise unusable(folder, f"{MANIFEST}: nested too deep") from None
    return manifest


def unusable(folder: Path, why: str) -> InputError:
    """The error for the folder of a run that was damaged, or that another version has written."""
    return InputError(f"{folder}: not a finished run of this version: {why}")
