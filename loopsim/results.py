"""The result of a run: its manifest, summary and facts, in memory or on disk, for notebooks and JSON."""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl

from loopsim import disk, games, telling
from loopsim.claim import MANIFEST, SCHEMA, claimed, release
from loopsim.course import Course
from loopsim.errors import InputError
from loopsim.estimates import Estimates
from loopsim.facts import Facts, check_games, copy_parts, first_line, scan, schema, write_part
from loopsim.manifest import read_manifest, unusable
from loopsim.measures import Measures, Metric, Setting
from loopsim.stats import Estimate
from loopsim.summary import Summary

if TYPE_CHECKING:
    import pandas as pd

SUMMARY = "summary"
COURSE = Path("course", "turns.parquet")

#: What `json` takes from the manifest, in this order.
HEAD = (
    "game",
    "scenario",
    "scenario_hash",
    "bots_hash",
    "seed",
    "games",
    "players",
    "bots",
    "threads",
    "wall_s",
    "kernel_s",
    "games_per_s",
)


class Result:
    """What a run gives back.

    `manifest` has the keys of `loopsim.manifest.Manifest`; its `setting` is added here. Facts are
    in memory (`facts`), on disk (`folder`), or were not kept. `telling_texts`: the telling games as a
    person would tell them, by name, and the "typical" one (`loopsim.telling.Told`); none in folders of
    older versions.
    """

    def __init__(
        self,
        manifest: Mapping[str, Any],
        summary: Summary,
        setting: Setting,
        measures: Measures,
        facts: Facts | None = None,
        folder: Path | None = None,
        telling_texts: Mapping[str, telling.Told] | None = None,
        course: Course | None = None,
    ) -> None:
        """Put the parts of a result together."""
        self.manifest: dict[str, Any] = {**manifest, "setting": setting.as_dict()}
        self.summary = summary
        self.setting = setting
        self.measures = measures
        self.telling_texts = dict(telling_texts or {})
        #: How likely each place was to win, turn by turn; None: no games were continued.
        self.course = course
        self._facts = facts
        self._folder = folder

    def __repr__(self) -> str:
        """What was played, and where it is kept."""
        of = self.manifest
        games = (
            f"{of['games']:,} {'game' if of['games'] == 1 else 'games'} of {of['players']} players"
        )
        where = self._folder or "memory"
        bots = ", ".join(of["bots"])
        return f"<Result {of['scenario']}: {games}, bots {bots}, seed {of['seed']}, in {where}>"

    @classmethod
    def read(cls, folder: str | os.PathLike[str]) -> Result:
        """The result that a run wrote to a folder.

        Raises InputError if there is none, or if its parts are damaged or not of the same games.
        """
        folder = Path(folder)
        manifest = read_manifest(folder)
        setting, played = Setting.from_dict(manifest["setting"]), manifest["games"]
        try:
            measures = games.get(manifest["game"]).measures(
                setting.players, setting.days, setting.rules
            )
        except (KeyError, TypeError) as wrong:
            raise unusable(folder, f"{MANIFEST}: {wrong!r}") from None
        try:
            summary = Summary.read(folder / SUMMARY)
            summarised = summary.games()
        except FileNotFoundError:
            raise InputError(
                f"{folder}: not a finished run, a table of its {SUMMARY} is missing"
            ) from None
        except (OSError, pl.exceptions.PolarsError) as wrong:
            raise InputError(f"{folder / SUMMARY}: cannot be read: {first_line(wrong)}") from None
        except ValueError as wrong:
            raise unusable(folder, f"{SUMMARY}: {wrong}") from None
        if summarised != played:
            raise InputError(
                f"{folder}: its {SUMMARY} is of {summarised:,} games, its manifest of {played:,}"
            )
        check_games(folder, measures, played, setting.players)
        return cls(
            manifest,
            summary,
            setting,
            measures,
            folder=folder,
            telling_texts=telling.read(folder, played),
            course=_read_course(folder, manifest["win_probability"], setting.players),
        )

    def write(self, folder: str | os.PathLike[str]) -> None:
        """Write all of it, with the facts if they were kept, to a new or empty folder for `read`.

        Raises InputError if the folder holds anything, or the disk does not take what is written.
        """
        with claimed(Path(folder), os.fspath(folder)) as place:
            if self._facts is not None:
                write_part(place, self._facts)
            elif self._folder is not None:
                copy_parts(self._folder, place, self.measures)
            self.finish(place)

    def finish(self, folder: Path) -> None:
        """Write manifest, summary, texts, course and schema beside the facts, to a folder that is claimed.

        Raises InputError if the disk does not take them.
        """
        release(folder)
        self.summary.write(folder / SUMMARY)
        telling.write(folder, self.telling_texts)
        if self.course is not None:
            disk.write_parquet(folder / COURSE, self.course.frame)
        disk.write_json(folder / SCHEMA, self.schema().to_dicts())
        disk.write_json(folder / MANIFEST, self.manifest)
        self._folder = self._folder or folder

    @property
    def folder(self) -> Path | None:
        """The folder that the run was read from or first written to, as it was given; None: in memory."""
        return self._folder

    @property
    def games(self) -> pl.LazyFrame:
        """One row a game. Raises InputError if facts were not kept."""
        return self.table("games")

    @property
    def seats(self) -> pl.LazyFrame:
        """One row a seat, in turn order of day 1. Raises InputError if facts were not kept."""
        return self.table("seats")

    @property
    def trips(self) -> pl.LazyFrame:
        """One row a trip on the board. Raises InputError if facts were not kept."""
        return self.table("trips")

    def table(self, level: str) -> pl.LazyFrame:
        """The facts of one level with the derived columns; `schema` says what they mean."""
        if level not in self.measures.levels():
            raise InputError(f"no table {level!r}; there are {', '.join(self.measures.levels())}")
        if self._facts is not None:
            stored = self._facts[level].lazy()
        elif self._folder is not None:
            stored = scan(self._folder, self.measures)[level]
        else:
            raise InputError("this run kept no facts; run again with keep facts")
        return self.measures.derive(level, stored)

    def schema(self) -> pl.DataFrame:
        """What every column of the facts means."""
        return schema(self.measures, self.setting.days)

    def to_pandas(self) -> dict[str, pd.DataFrame]:
        """The tables of facts as pandas frames, by level."""
        return {level: to_pandas(self.table(level).collect()) for level in self.measures.levels()}

    @cached_property
    def estimates(self) -> Estimates:
        """Every number of the run with its uncertainty."""
        return Estimates(self.summary, self.measures, self.setting)

    def json(self) -> dict[str, Any]:
        """The object of ``run --json``: plain data, numbers as {"mean": …, "se": …}, never NaN."""
        per_game = self._block(self.measures.of_level("games"), "game", 0, "per_game")
        per_seat = self._block(self.measures.of_level("seats"), "seat", 0, "per_seat")
        return {
            **{key: self.manifest[key] for key in HEAD},
            **per_game,
            **per_seat,
            **self._order(),
            "by_bot": {
                name: self._index_block("bot", bot) for bot, name in enumerate(self.setting.bots)
            },
            self.measures.items: [
                self._item(item, shown) for item, shown in enumerate(self.setting.items)
            ],
            **self._spread_of_values(),
            **({} if self.course is None else {"course": self.course.json()}),
            "telling_games": {**self.estimates.telling(), **self._typical()},
        }

    def _typical(self) -> dict[str, dict[str, int]]:
        """The typical game, which has no value of its own; nothing if it was not kept."""
        told = self.telling_texts.get(telling.TYPICAL)
        return {} if told is None else {telling.TYPICAL: {"game": told.game}}

    def _block(self, metrics: list[Metric], group: str, index: int, main: str) -> dict[str, Any]:
        """Metrics by family and label; those without a family under `main`."""
        blocks: dict[str, Any] = {main: {}}
        for metric in metrics:
            block = blocks.setdefault(metric.family or main, {})
            block[metric.label or metric.name] = self.estimates.of(metric.name, group, index).json()
        return blocks

    def _index_block(self, group: str, index: int) -> dict[str, Any]:
        """The metrics of a seat for one place or bot, families inside."""
        metrics = [metric for metric in self.measures.of_level("seats") if not metric.summed_only]
        blocks = self._block(metrics, group, index, "")
        return {**blocks.pop(""), **blocks}

    def _order(self) -> dict[str, Any]:
        places = range(self.setting.players)
        win_share, test = self.measures.win_share, self.estimates.order_test()
        return {
            "win_share_by_order": [
                self.estimates.of(win_share, "place", place).json() for place in places
            ],
            "order_effect": [self.estimates.order_effect(place).json() for place in places],
            "order_spread": _with_interval(self.estimates.order_spread()),
            "order_test": test._asdict(),
            "by_order": [self._index_block("place", place) for place in places],
        }

    def _item(self, item: int, shown: Mapping[str, Any]) -> dict[str, Any]:
        data = dict(shown)
        for metric in self.measures.of_level("items"):
            data[metric.name] = self.estimates.of(metric.name, "item", item).json()
            if metric.pooled:
                data[metric.pooled] = self.estimates.of(metric.pooled).json()
                data["relative_lift"] = self.estimates.relative_lift(item).json()
        return data

    def _spread_of_values(self) -> dict[str, Any]:
        """Histograms, and quantiles of those with one value a game."""
        histograms: dict[str, Any] = {}
        quantiles: dict[str, Any] = {}
        for declared in self.measures.histograms:
            places = range(self.setting.players) if declared.by_place else range(1)
            name, counts = (
                declared.name,
                [self.estimates.histogram(declared.name, place) for place in places],
            )
            pairs = [[[value, count] for value, count in sorted(c.items())] for c in counts]
            histograms[name] = pairs if declared.by_place else pairs[0]
            if declared.by_place or declared.level == "games":
                spreads = [
                    {
                        f"q{round(100 * q):02d}": _with_interval(
                            self.estimates.quantile(name, q, place)
                        )
                        for q in (0.05, 0.25, 0.5, 0.75, 0.95)
                    }
                    for place in places
                ]
                quantiles[name] = spreads if declared.by_place else spreads[0]
        return {"quantiles": quantiles, "histograms": histograms}


def _read_course(folder: Path, told: Mapping[str, int] | None, players: int) -> Course | None:
    """The course that a manifest tells of. Raises InputError if it is not there, or damaged."""
    if told is None:
        return None
    try:
        course = Course(pl.read_parquet(folder / COURSE), told["playouts"], players)
    except FileNotFoundError:
        raise unusable(folder, f"{COURSE} is missing") from None
    except (OSError, pl.exceptions.PolarsError) as wrong:
        raise InputError(f"{folder / COURSE}: cannot be read: {first_line(wrong)}") from None
    except ValueError as wrong:
        raise unusable(folder, f"{COURSE}: {wrong}") from None
    if course.games != told["games"]:
        raise InputError(
            f"{folder}: its {COURSE} is of {course.games:,} games, its manifest tells of "
            f"{told['games']:,}"
        )
    return course


def to_pandas(frame: pl.DataFrame) -> pd.DataFrame:
    """A polars frame as a pandas frame, column by column through NumPy."""
    import pandas as pd

    return pd.DataFrame({series.name: series.to_numpy() for series in frame})


def _with_interval(estimate: Estimate) -> dict[str, float | None]:
    """A number that has an interval but no standard error."""
    return {"value": estimate.value, "low": estimate.low, "high": estimate.high}
