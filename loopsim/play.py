"""Runs: many games of one set-up, summarised, and kept if asked for."""

import math
import os
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from importlib.metadata import version
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any, Literal, get_args

from loopsim import facts, simulate
from loopsim import games as registry
from loopsim.claim import claimed
from loopsim.continued import Continued, continued_games, course_of
from loopsim.course import Course
from loopsim.errors import InputError
from loopsim.population import with_bots
from loopsim.results import Result
from loopsim.scenario import extended_by, load
from loopsim.scenario.faults import whole_number
from loopsim.scenario.given import Texts
from loopsim.scenario.settings import Settings
from loopsim.seating import ALONE
from loopsim.series import Series
from loopsim.summary import Summary, merge, summarise
from loopsim.telling import tell
from loopsim.typical import typical

if TYPE_CHECKING:
    from loopsim.games.loop_inc.scenario import Scenario

PACKAGES = ("loopsim-boardgames", "numba", "numpy", "polars")
MOST_SEED = 2**63 - 1
MOST_GAMES = 10**12  # the parts of the facts are sorted by names of twelve digits

Keep = Literal["facts", "summary"]


class Interrupted(KeyboardInterrupt):
    """A signal came; `result` holds what is complete of a run or study (None if there is nothing).

    `complete`: in words what is, where `result` does not tell.
    """

    def __init__(self, result: Any, by: signal.Signals, complete: str = "") -> None:
        """Keep what there is."""
        super().__init__("interrupted")
        self.result = result
        self.by = by
        self.complete = complete


def run(
    scenario: str | os.PathLike[str] = "loop-inc/base",
    *,
    games: int = 100_000,
    players: int | None = None,
    bots: Texts | None = None,
    seed: int = 1,
    threads: int | None = None,
    set: Settings = (),
    out: str | os.PathLike[str] | None = None,
    keep: Keep = "facts",
    rotate: bool = True,
    win_probability: int = 0,
    on_compile: Callable[[], None] | None = None,
    on_games: Callable[[int], None] | None = None,
    on_course: Callable[[int], None] | None = None,
) -> Result:
    """Play many games of a scenario and return their summary and facts.

    >>> result = loopsim.run("loop-inc/base", games=20_000, bots=["planner", *3 * ["greedy"]])
    >>> result = loopsim.run(games=20_000, set={"rules.ad_penalty": 2, "expansions": ["office"]})

    Parameters
    ----------
    scenario
        Name of a shipped scenario (`loopsim.scenarios` lists them) or path of a TOML file.
    games
        How many: games 0 to games - 1 of the seed are played; 1 to 10^12.
    players
        2 to 4; default: what the scenario says.
    bots
        Names of bots (`loopsim.show(scenario).table("bots")` lists them), or paths of bot files ending
        in ``.toml``: a list, or one text with commas. One fills all seats; otherwise one for each seat. Default: "planner".
    seed
        0 to 2^63 - 1. The same seed gives the same games.
    threads
        At least 1; default: all cores, which are also the most used. Changes the speed, never the
        results.
    set
        Changes to the scenario by the keys of its file: {key: value}, or texts ``key=value`` as on
        the command line.
    out
        A new or empty folder for manifest, summary and facts; default: nothing is written.
    keep
        "facts": of every game, in Parquet in `out`, or without it in memory, some 0.5 kB a game.
        "summary": that alone, of the same size for any number of games.
    rotate
        Whether different names take each place of the turn order equally often
        (`loopsim.seating`); without it they sit as given.
    win_probability
        So many games, the first ones, are played once more and continued 64 times after each turn by the
        same bots, to see how likely each place is to win (metrics.md 13). None: 0; at most `games`. Not
        with bots that look ahead.
    on_compile
        Called before the kernel is compiled for the first time.
    on_games
        Called with the number of games of each chunk when it is finished.
    on_course
        Called with `win_probability` when all games are played; `on_games` then hears of those continued.

    Returns
    -------
    Result
        `estimates` and `json()` give every number with its error; `games`, `seats` and `trips` are
        the facts as polars LazyFrames, `to_pandas()` gives them as pandas frames; `telling_texts` has
        the closest game, the biggest comeback and other telling ones, and the typical one, as texts;
        `course` is what came of `win_probability`.

    Raises
    ------
    InputError
        One line: what was given cannot be used. Of a disk that fills up: what is complete is kept
        in `out`, and the line says how much.
    Interrupted
        On Ctrl-C, with the complete games as `result`, which are also in `out`; a course that is not
        complete is dropped.
    """
    games, seed = check_games(games), check_seed(seed)
    cores = os.cpu_count() or 1
    threads = cores if threads is None else min(check_threads(threads), cores)
    _check_keep(keep)
    rotate = bool(rotate)  # the manifest takes no other truth
    chosen, names = with_bots(load(scenario, set, players), ALONE if bots is None else bots)
    extends = _changes(chosen, extended_by(scenario, set, players))
    table = registry.get(chosen.game).Table(chosen, names, rotate)
    names = names if len(table.bots) > 1 else list(table.bots)  # one name four times is one name
    continue_games = continued_games(table, win_probability, games)
    with nullcontext() if out is None else claimed(Path(out), f"--out {Path(out)}") as folder:
        tally = _Tally(table, folder, keep)
        compile_s = warm_up(table, on_compile)
        if continue_games:
            compile_s += warm_up(Continued(table), on_compile)
        start = time.perf_counter()
        fault: InputError | None = None
        with simulate.stopping() as stop:
            try:
                for (rows,) in simulate.simulate(
                    [table],
                    seed=seed,
                    games=games,
                    threads=threads,
                    clock=tally.clock,
                    stop=stop,
                    on_games=on_games,
                ):
                    tally.add(rows)
            except InputError as wrong:  # a full disk: the parts before this one are complete
                fault = wrong
            if tally.summary is None:
                raise _nothing_kept(fault) if fault else Interrupted(None, stop.by)
            played = time.perf_counter()
            course = None
            if continue_games and tally.games == games:
                if on_course is not None:
                    on_course(continue_games)
                course = course_of(
                    table,
                    seed=seed,
                    games=continue_games,
                    threads=threads,
                    stop=stop,
                    on_games=on_games,
                )
            end = time.perf_counter()
            at_work = min(threads, math.ceil(tally.games / table.games_per_chunk))
            kernel_s = tally.clock.kernel_s / at_work
            manifest = {
                "game": chosen.game,
                "scenario": chosen.name,
                "title": chosen.title,
                "scenario_hash": chosen.scenario_hash,
                "bots_hash": chosen.bots_hash(names),
                "seed": seed,
                "games": tally.games,
                "games_asked": games,
                "players": chosen.players,
                "bots": names,
                "rotate": rotate,
                "threads": threads,
                "wall_s": end - start,
                "kernel_s": kernel_s,
                "games_per_s": tally.games / kernel_s,
                "timings": {"compile_s": compile_s, **tally.spent, "course_s": end - played},
                "faults": dict(tally.faults),
                "keep": keep,
                "win_probability": None if course is None else course.told(),
                "command": typed(sys.argv),
                "versions": versions(),
                "extends": extends,
                "resolved": chosen.resolved(),
            }
            result = tally.result(manifest, course)
            if folder is not None:
                try:
                    result.finish(folder)
                except InputError as wrong:
                    raise _nothing_kept(wrong) from None
        if fault is not None:
            raise InputError(f"{fault}; {tally.games:,} of {games:,} games complete and kept")
        if tally.games < games or (continue_games and course is None):
            raise Interrupted(result, stop.by)
        return result


class _Tally:
    """What has been played so far: summarised, and kept if asked for."""

    def __init__(self, table: Any, folder: Path | None, keep: Keep) -> None:
        self.table, self.folder, self.keep = table, folder, keep
        self.setting, self.measures = table.setting(), table.measures()
        self.clock = simulate.Clock()
        self.summary: Summary | None = None
        #: Index of the typical game, once the first part is there.
        self.typical: int | None = None
        self.games = 0
        self.spent = {"summary_s": 0.0, "write_s": 0.0}
        #: Games that did not end as they should, by what went wrong.
        self.faults: Counter[str] = Counter()
        self._facts: list[facts.Facts] = []

    def add(self, rows: simulate.Rows) -> None:
        """Keep and summarise the next part; InputError if the disk does not take it."""
        start = time.perf_counter()
        part = facts.flatten(rows, self.measures, self.setting.days)
        flattened = time.perf_counter()
        if self.keep == "facts" and self.folder is not None:
            facts.write_part(self.folder, part)  # first: what is summarised is on the disk
        elif self.keep == "facts":
            self._facts.append(part)
        written = time.perf_counter()
        if self.summary is None:
            self.typical = typical(Series(part, self.measures, self.setting))
        summary = summarise(part, self.measures, self.setting)
        self.summary = summary if self.summary is None else merge([self.summary, summary])
        self.faults += simulate.faults(self.table.outcomes, rows)
        self.games += part["games"].height
        self.spent["write_s"] += written - flattened
        self.spent["summary_s"] += time.perf_counter() - written + flattened - start

    def result(self, manifest: dict[str, Any], course: Course | None) -> Result:
        """All of it with its manifest, and the course if games were continued."""
        assert self.summary is not None
        return Result(
            manifest,
            self.summary,
            self.setting,
            self.measures,
            facts.join(self._facts) if self._facts else None,
            self.folder,
            tell(self.table, manifest["seed"], self.summary, self.typical),
            course,
        )


def warm_up(table: Any, on_compile: Callable[[], None] | None = None) -> float:
    """Play one game, so that everything is compiled; returns the seconds that it took."""
    from loopsim.kernels.cache import compiled_before

    if on_compile is not None and not compiled_before(table.compiled_as):
        on_compile()
    start = time.perf_counter()
    table.play(0, 0, table.blank_rows(1))
    return time.perf_counter() - start


def check_seed(seed: int) -> int:
    """A seed as a plain number. Raises InputError for one that is none."""
    seed = whole_number("--seed", seed)
    if not 0 <= seed <= MOST_SEED:
        raise InputError(f"--seed {seed}: allowed are 0 to 2^63 - 1")
    return seed


def check_games(games: int) -> int:
    """A number of games. Raises InputError."""
    games = whole_number("--games", games)
    if not 1 <= games <= MOST_GAMES:
        raise InputError(f"--games {games}: allowed are 1 to 10^12")
    return games


def check_threads(threads: int) -> int:
    """A number of threads. Raises InputError."""
    threads = whole_number("--threads", threads)
    if threads < 1:
        raise InputError(f"--threads {threads}: at least 1")
    return threads


def _check_keep(keep: str) -> None:
    if keep not in get_args(Keep):
        raise InputError(f"--keep {keep}: allowed are {', '.join(get_args(Keep))}")


def _nothing_kept(fault: InputError) -> InputError:
    return InputError(f"{fault}; nothing is kept")


def _changes(chosen: "Scenario", extended: tuple[str, "Scenario | None"] | None) -> Any:
    """For the manifest: what a scenario has otherwise than the one it extends; None: extends none."""
    if extended is None:
        return None
    file, before = extended
    changes = None if before is None else registry.get(chosen.game).changes(before, chosen)
    return {"file": file, "changes": changes}


def typed(argv: Sequence[str]) -> list[str]:
    """A command as one types it, for manifests; nothing if it was a program that called loopsim."""
    program = PurePath(argv[0] if argv else "")
    as_module = program.parts[-2:] == ("loopsim", "__main__.py")
    return ["loopsim", *argv[1:]] if as_module or program.stem == "loopsim" else []


def versions() -> dict[str, str]:
    """Python and the packages that results depend on, for manifests."""
    return {"python": sys.version.split()[0]} | {name: version(name) for name in PACKAGES}
