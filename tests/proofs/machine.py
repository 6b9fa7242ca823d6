"""What runs where: plain Python, checked indexes, cached code, memory and disk."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.contract import lanes
from tests.contract.setups import every
from tests.proofs import Line, attempt

ROOT = Path(__file__).parents[2]
SOURCES = ("kernels", "loopsim", "reports", "scenarios", "tests", "pyproject.toml")

PLAIN_GAMES = 20
BOUNDS_GAMES = 300
MEMORY_GAMES = (100_000, 1_000_000, 10_000_000)
MEMORY_GROWS = 1.25
DISK_GAMES = 1_000_000
DISK_MB = 150
MUTANTS = 30

ONE_BEYOND = """
import numpy as np
from loopsim.kernels.jit import helper
from loopsim.kernels.loop_inc.layout import MACHINES, STATE
read = helper(lambda state, at: state[0].machine[0, at])
state = np.zeros(1, STATE).view(np.recarray)
read(state, MACHINES - 1)
try:
    print(read(state, MACHINES))
except IndexError:
    print("IndexError")
"""


def lanes_agree() -> list[Line]:
    """JIT on = JIT off, and no index out of bounds."""

    def plain() -> str:
        expected = lanes.prints_of(every(), PLAIN_GAMES)
        assert lanes.prints_elsewhere(every(), PLAIN_GAMES, lanes.PLAIN) == expected
        return "the same facts"

    def bounds() -> str:
        expected = lanes.prints_of(every(), BOUNDS_GAMES)
        assert lanes.prints_elsewhere(every(), BOUNDS_GAMES, lanes.BOUNDS) == expected
        return "the same facts, no index out of bounds"

    def one_beyond() -> str:
        said = _python(ROOT, "-c", ONE_BEYOND, **lanes.BOUNDS)
        assert said == "IndexError", said
        return said

    setups = len(every())
    return [
        attempt("the first machine beyond the last, indexes checked", "IndexError", 0, one_beyond),
        attempt(
            f"JIT off, {setups} set-ups", "the facts of compiled code", setups * PLAIN_GAMES, plain
        ),
        attempt(
            f"every index checked (NUMBA_BOUNDSCHECK), {setups} set-ups",
            "the same facts",
            setups * BOUNDS_GAMES,
            bounds,
        ),
    ]


def memory() -> list[Line]:
    """Peak memory of a run that keeps its summary only."""
    script = (
        "import json, re, sys; import loopsim;"
        "r = loopsim.run(games=int(sys.argv[1]), bots='random', keep='summary', threads=2);"
        # the peak of this program alone: getrusage counts what its parent held when it was started
        "peak = re.search(r'VmHWM:\\s+(\\d+)', open('/proc/self/status').read())[1];"
        "print(json.dumps([int(peak) / 1024, r.summary.games()]))"
    )
    peaks = []
    for games in MEMORY_GAMES:
        peak, played = json.loads(_python(ROOT, "-c", script, str(games)))
        assert played == games
        peaks.append(peak)
    shown = ", ".join(
        f"{games:,} games: {peak:.0f} MB" for games, peak in zip(MEMORY_GAMES, peaks, strict=True)
    )
    grows = peaks[-1] / peaks[0]
    return [
        Line(
            "peak memory, random bots, `keep = summary`",
            f"flat: at most {MEMORY_GROWS} × from {MEMORY_GAMES[0]:,} to {MEMORY_GAMES[-1]:,} games",
            f"{shown}: {grows:.2f} ×",
            sum(MEMORY_GAMES),
            grows <= MEMORY_GROWS,
        )
    ]


def disk() -> list[Line]:
    """Facts of 10⁶ games on disk."""
    lines = []
    for bot in ("random", "planner"):
        with tempfile.TemporaryDirectory() as folder:
            out = Path(folder) / "run"
            script = (
                "import sys, loopsim;"
                "loopsim.run(games=int(sys.argv[1]), bots=sys.argv[2], out=sys.argv[3], threads=2)"
            )
            _python(ROOT, "-c", script, str(DISK_GAMES), bot, str(out))
            size = sum(path.stat().st_size for path in out.rglob("*") if path.is_file()) / 1e6
        lines.append(
            Line(
                f"facts of {DISK_GAMES:,} {bot} games",
                f"below {DISK_MB} MB",
                f"{size:.0f} MB",
                DISK_GAMES,
                size < DISK_MB,
            )
        )
    return lines


def cache() -> list[Line]:
    """An edit in a helper's file is played at once, though only entries are cached."""
    script = (
        "from loopsim.scenario import load; from loopsim.games.loop_inc.game import Table;"
        "from tests.contract.checks import play;"
        "rows = play(Table(load('loop-inc/base'), ['random']), 1, 1000);"
        "print(int(rows['seats']['trip_points'].sum()), loopsim.kernels.jit.__file__)"
    ).replace("from loopsim.scenario", "import loopsim.kernels.jit; from loopsim.scenario", 1)
    helper = Path("kernels", "loop_inc", "launch.py")
    line = "    s.trip_points[p] += points\n"

    def edited() -> str:
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder)
            for name in SOURCES:
                source = ROOT / name
                if source.is_dir():
                    shutil.copytree(source, copy / name, symlinks=True)
                else:
                    shutil.copy(source, copy / name)
            before = _points(copy, script)
            text = (copy / helper).read_text(encoding="utf-8")
            assert text.count(line) == 1, f"{helper} has changed: this proof edits {line.strip()!r}"
            changed = text.replace(line, line.replace("\n", " * 2\n"))
            (copy / helper).write_text(changed, encoding="utf-8")
            doubled = _points(copy, script)
            (copy / helper).write_text(text, encoding="utf-8")
            again = _points(copy, script)
        assert (doubled, again) == (2 * before, before), f"{before}, {doubled}, {again} points"
        return f"{before} trip points, doubled {doubled}, put back {again}"

    return [
        attempt(
            "helper of a cached entry edited, and put back", "the edit is played", 3_000, edited
        )
    ]


def _points(copy: Path, script: str) -> int:
    """Trip points of some games of a copied tree, its compiled code cached inside."""
    points, used = _python(copy, "-c", script, LOOPSIM_CACHE_DIR=str(copy / "cache")).split()
    assert Path(used).resolve().is_relative_to(copy.resolve()), f"another loopsim was used: {used}"
    return int(points)


def signatures() -> list[Line]:
    """Every helper is compiled once: a second signature would cost the time to compile.

    Leaves of a few lines (bags, option sets, draws, the log, the copying of arrays) may have several.
    """
    script = (
        "import importlib, pkgutil; from pathlib import Path; import loopsim.kernels as kernels;"
        "from loopsim.kernels import meanwhile; meanwhile._processors = lambda: 1;"  # all of it here
        "from tests.contract.checks import play; from tests.contract.setups import every;"
        "[play(setup.table(), 1, 2) for setup in every()];"
        "found = [(info.name, name, len(f.signatures)) for info in"
        " pkgutil.walk_packages(kernels.__path__, 'loopsim.kernels.')"
        " for module in [importlib.import_module(info.name)] for name, f in vars(module).items()"
        " if hasattr(f, 'signatures') and f.__module__ == info.name"
        " and info.name.rpartition('.')[2] not in ('bag', 'options', 'rng', 'log', 'jit')];"
        "print(len(found), ', '.join(f'{m[16:]}.{n} {k}' for m, n, k in found if k > 1))"
    )

    def once() -> str:
        with tempfile.TemporaryDirectory() as folder:
            said = _python(ROOT, "-c", script, LOOPSIM_CACHE_DIR=folder)
        count, _, several = said.partition(" ")
        assert not several, f"of {count} functions {several}"
        return f"{count} functions, none twice"

    return [attempt("signatures of each kernel function", "one", 2 * len(every()), once)]


def mutants() -> list[Line]:
    """Rule bugs made on purpose, each caught by a test: what `python -m tests.mutants` prints."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.mutants"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    lines = mutants_of(done.stdout)
    caught = sum(line.holds for line in lines)
    said = (done.stdout + done.stderr).strip().splitlines() or ["nothing said"]
    whole = Line(
        "rule bugs made on purpose",
        f"at least {MUTANTS}, each caught",
        said[-1].strip(),
        0,
        done.returncode == 0 and caught == len(lines) >= MUTANTS,
    )
    return [whole, *lines]


def mutants_of(table: str) -> list[Line]:
    """The rows of the table of mutants: rule, file, bug, outcome, by which test."""
    rows = [line.strip("|").split(" | ", 4) for line in table.splitlines() if line[:2] == "| "]
    return [
        Line(f"{rule}, {file}: {bug}", "caught", f"{outcome} by {by}", 0, outcome == "caught")
        for rule, file, bug, outcome, by in ([cell.strip() for cell in row] for row in rows[1:])
    ]


def _python(where: Path, *arguments: str, **environment: str) -> str:
    """What Python prints in a folder; AssertionError with its words if it fails."""
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=where,
        env=os.environ | {"PYTHONPATH": str(where)} | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-1000:]
    return done.stdout.strip()
