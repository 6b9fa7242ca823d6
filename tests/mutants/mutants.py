"""Deliberate bugs in the rules, and whether a test of the rules finds them."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
PARTS = ("kernels", "loopsim", "reports", "scenarios", "tests", "pyproject.toml")
RULES = Path("kernels") / "loop_inc"
TESTS = "tests/rules"

#: The chapter of the tests that a mutant meets first, by the number of its rule; without one: by the
#: section of metrics.md, else facts.
CHAPTERS = (
    (range(1, 8), "setup"),
    (range(10, 17), "days"),
    (range(20, 25), "actions"),
    (range(25, 27), "effects"),
    (range(40, 48), "launch"),
    (range(50, 52), "penalties"),
    (range(52, 57), "ends"),
)
SECTIONS = {"metrics 6": "closing", "metrics 10": "look_ahead", "metrics 13": "course"}
PATIENCE_S = 300  # a bug that makes games endless

CAUGHT, SURVIVED, NOT_ONCE, BROKEN = "caught", "survived", "not found exactly once", "broken"


@dataclass(frozen=True)
class Mutant:
    """One edit of a file of the rules: the rule it breaks, and in one line how."""

    rule: str
    file: str
    why: str
    old: str
    new: str

    @property
    def chapter(self):
        """The tests that are the most likely to catch it."""
        found = re.match(r"LI-(\d\d)", self.rule)
        chapters = [name for rules, name in CHAPTERS if found and int(found[1]) in rules]
        other = SECTIONS.get(self.rule.partition(":")[0], "facts")
        return f"{TESTS}/loop_inc/test_{(chapters or [other])[0]}.py"


@dataclass(frozen=True)
class Verdict:
    """What became of a mutant, and the test that caught it or the last line that was said."""

    outcome: str
    said: str = ""


def read_mutants():
    """All mutants of the list beside this file."""
    text = Path(__file__).with_name("mutants.toml").read_text("utf-8")
    return [Mutant(**mutant) for mutant in tomllib.loads(text)["mutant"]]


class Workplace:
    """A copy of the tree in which one mutant after the other lives."""

    def __init__(self, folder):
        self.folder = Path(folder)
        ignored = shutil.ignore_patterns("__pycache__")
        for part in PARTS:
            source, target = ROOT / part, self.folder / part
            if source.is_dir():
                shutil.copytree(source, target, symlinks=True, ignore=ignored)
            else:
                shutil.copy(source, target)

    def run(self, tests=TESTS):
        """The tests of the rules, or a chapter of them, with the tree as it is.

        Compiled files of the rules are thrown away: one edit in a second of the same length would
        go unseen.
        """
        command = [sys.executable, "-m", "pytest", "-q", "-x", "-rf", "--tb=no"]
        environment = os.environ | {
            "NUMBA_DISABLE_JIT": "1",
            "PYTHONPATH": str(self.folder),
        }
        shutil.rmtree(self.folder / RULES / "__pycache__", ignore_errors=True)
        try:
            done = subprocess.run(
                [*command, tests],
                cwd=self.folder,
                env=environment,
                capture_output=True,
                text=True,
                timeout=PATIENCE_S,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return Verdict(BROKEN, f"no end within {PATIENCE_S} s")
        if done.returncode == 0:
            return Verdict(SURVIVED)
        failed = re.search(r"^FAILED \S+::(\w+)", done.stdout, re.MULTILINE)
        if done.returncode == 1 and failed:
            return Verdict(CAUGHT, failed[1])
        return Verdict(BROKEN, (done.stdout + done.stderr).strip()[-300:])

    def judge(self, mutant, only_chapter=False):
        """Let a mutant in, run the tests (its own chapter first), put the file back."""
        path = self.folder / RULES / mutant.file
        before = path.read_text("utf-8")
        if before.count(mutant.old) != 1:
            return Verdict(NOT_ONCE)
        path.write_text(before.replace(mutant.old, mutant.new), "utf-8")
        try:
            verdict = self.run(mutant.chapter)
            if verdict.outcome == SURVIVED and not only_chapter:
                verdict = self.run()
            return verdict
        finally:
            path.write_text(before, "utf-8")
