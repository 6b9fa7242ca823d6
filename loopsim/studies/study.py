"""Studies: what a comparison, a factorial, a sweep, a valuation … gives back, in memory or on disk."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple, get_args

import polars as pl
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from loopsim import disk
from loopsim.claim import MANIFEST, claimed, release
from loopsim.errors import InputError
from loopsim.facts import first_line
from loopsim.manifest import Count, Seconds, Some, Text, check_kind, first_of, unusable
from loopsim.studies.families import DECKS, KINDS
from loopsim.studies.families import Kind as FamilyKind

Kind = Literal[
    "compare",
    "factorial",
    "sweep",
    "value",
    "restrict",
    "decks",
    "bots",
    "arena",
    "skill",
    "distance",
    "tune",
    "exploit",
]

TABLES = "tables"


class Arm(BaseModel):
    """One set-up of a study; `values`: what was varied in it."""

    model_config = ConfigDict(strict=True, extra="allow")

    label: Text
    scenario: Text
    title: Text
    scenario_hash: Text
    players: Some
    values: dict[str, Any]
    resolved: dict[str, Any]


class OfFamily(BaseModel):
    """The family that a study is over: what it is `of`, its complete members of so many asked for.

    Of a population also what it is, and how many games its bots played at mixed tables, apart from the
    family.
    """

    model_config = ConfigDict(strict=True, extra="forbid")

    of: Literal["deck", "bot"]
    members: Annotated[list[Text], Field(min_length=1)]
    asked: Some
    mixed: Count = 0
    name: Text = ""
    title: Text = ""
    notes: Text = ""


class StudyManifest(BaseModel):
    """The keys of ``manifest.json`` of a study; each kind adds its own."""

    model_config = ConfigDict(strict=True, extra="allow")

    kind: Kind
    game: Text
    tables: list[Annotated[str, Field(pattern=r"^[a-z_]+$")]]
    arms: Annotated[list[Arm], Field(min_length=1)]
    seed: Count
    #: In each arm, all members of the family together; if the study was interrupted more were asked for.
    games: Some
    games_asked: Some
    #: What the numbers are over, the same in all arms; None: no family.
    family: OfFamily | None = None
    #: By seat, or one for all; of a population all that it has.
    bots: list[Text]
    rotate: bool
    #: Metrics that stand for the game where there is room for few.
    headline: list[Text]
    threads: Some
    wall_s: Seconds
    kernel_s: Seconds
    faults: dict[str, Some]
    command: list[Text]
    versions: dict[str, Text]


#: What `json` takes from the manifest, in this order, where it is there.
HEAD = (
    "kind",
    "game",
    "seed",
    "games",
    "searched",
    "played",
    "family",
    "bots",
    "bot_before",
    "unseen",
    "bot",
    "verdict",
    "closest",
    "suspect",
    "paired",
    "wall_s",
    "kernel_s",
)


class Members(NamedTuple):
    """The complete members of a family of so many asked for, by name: bots, or the seeds of drawn decks.

    Of a population also `mixed`, the games of its bots at mixed tables, `title` and `notes`.
    """

    kind: FamilyKind
    names: tuple[str, ...]
    asked: int
    mixed: int
    title: str
    notes: str

    @property
    def counted(self) -> str:
        """How many of what: "40 drawn decks", "9 bots"."""
        drawn = "drawn " if self.kind is DECKS else ""
        return f"{len(self.names)} {drawn}{self.kind.name}s"

    @property
    def all(self) -> str:
        """What the members are called together: "decks", "bots"."""
        return f"{self.kind.name}s"


def counted_by(manifest: Mapping[str, Any]) -> str:
    """What the games of a study are counted by: each "set-up", "pair" of bots, or "measurement"."""
    if manifest["kind"] in ("tune", "exploit"):
        return "measurement"
    return "pair" if manifest["kind"] in ("arena", "skill") else "set-up"


class DiskError(InputError):
    """The disk did not take a study, which is complete: `study`."""

    def __init__(self, why: str, study: Study) -> None:
        """Keep it."""
        super().__init__(f"{why}; the study is complete but not kept")
        self.study = study


def keep(study: Study, folder: Path) -> None:
    """Write a study to a folder that is claimed. Raises DiskError if the disk does not take it."""
    try:
        study.finish(folder)
    except InputError as wrong:
        raise DiskError(str(wrong), study) from None


class Study:
    """Tables with the manifest of how they came about.

    `manifest` has the keys of `StudyManifest`; `tables` are polars frames by name. What the columns
    mean is said by the function that makes the study (`loopsim.compare`, …).
    """

    def __init__(
        self,
        manifest: Mapping[str, Any],
        tables: Mapping[str, pl.DataFrame],
        folder: Path | None = None,
    ) -> None:
        """Put a study together."""
        self.manifest = dict(manifest)
        self.tables = dict(tables)
        #: Where it was read from or written to; None: in memory only.
        self.folder = folder

    def __repr__(self) -> str:
        """What was played, and which tables there are."""
        of = self.manifest
        arms = ", ".join(arm["label"] for arm in of["arms"])
        tables = ", ".join(f"{name} ({frame.height})" for name, frame in self.tables.items())
        return f"<Study {of['kind']} of {arms}: {of['games']:,} games each; tables: {tables}>"

    @property
    def kind(self) -> str:
        """Which command made it."""
        return str(self.manifest["kind"])

    @property
    def family(self) -> Members | None:
        """The family that its numbers are over; None: there is none."""
        of = self.manifest.get("family")
        if of is None:
            return None
        told = of.get("mixed", 0), of.get("title", ""), of.get("notes", "")
        return Members(KINDS[of["of"]], tuple(of["members"]), of["asked"], *told)

    def table(self, name: str) -> pl.DataFrame:
        """One of the tables. Raises InputError for another."""
        if name not in self.tables:
            raise InputError(f"no table {name!r}; there are {', '.join(self.tables)}")
        return self.tables[name]

    def json(self) -> dict[str, Any]:
        """The object of ``--json``: plain data, every table as a list of rows, never NaN."""
        arms = [
            {key: value for key, value in arm.items() if key != "resolved"}
            for arm in self.manifest["arms"]
        ]
        return {
            **{key: self.manifest[key] for key in HEAD if key in self.manifest},
            "arms": arms,
            **{name: frame.to_dicts() for name, frame in self.tables.items()},
        }

    def write(self, folder: str | os.PathLike[str]) -> None:
        """Write it to a new or empty folder for `read`. Raises InputError if that cannot be."""
        with claimed(Path(folder), os.fspath(folder)) as place:
            self.finish(place)

    def finish(self, folder: Path) -> None:
        """Write it to a folder that is claimed: tables as Parquet and JSON, the manifest last.

        Raises InputError if the disk does not take them.
        """
        release(folder)
        self.manifest["tables"] = [*self.tables]
        for name, frame in self.tables.items():
            disk.write_parquet(folder / TABLES / f"{name}.parquet", frame)
            disk.write_json(folder / TABLES / f"{name}.json", frame.to_dicts())
        disk.write_json(folder / MANIFEST, self.manifest)
        self.folder = self.folder or folder

    @classmethod
    def read(cls, folder: str | os.PathLike[str]) -> Study:
        """The study that was written to a folder. Raises InputError if there is none."""
        folder = Path(folder)
        check_kind(folder, get_args(Kind), "the folder of a study")
        try:
            manifest = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
            StudyManifest.model_validate(manifest)
        except FileNotFoundError:
            raise InputError(f"{folder}: not a finished study, {MANIFEST} is missing") from None
        except ValidationError as wrong:
            raise unusable(folder, f"{MANIFEST}: {first_of(wrong)}") from None
        except (OSError, ValueError) as wrong:
            raise unusable(folder, f"{MANIFEST}: {wrong}") from None
        tables = {}
        for name in manifest["tables"]:
            file = folder / TABLES / f"{name}.parquet"
            try:
                tables[name] = pl.read_parquet(file, glob=False)
            except (OSError, pl.exceptions.PolarsError) as wrong:
                raise InputError(f"{file}: cannot be read: {first_line(wrong)}") from None
        return cls(manifest, tables, folder)
