"""A wheel of the checkout, installed alone and used from another folder."""

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[1]

#: What the wheel is built from.
SOURCES = ("loopsim", "kernels", "scenarios", "reports", "pyproject.toml", "README.md", "LICENSE")

#: Top-level folders and what they are called as parts of loopsim.
PARTS = {"kernels": "kernels", "reports": "reports", "scenarios": "shipped"}

FIRST_COMPILE = (
    "loopsim: compiling the kernel for the first time: half a minute or so, kept for later\n"
)


class Installed(NamedTuple):
    """The wheel, the environment in which it is installed, and a folder elsewhere to work in."""

    wheel: Path
    environment: Path
    work: Path

    def run(self, program: str, *arguments: str) -> "subprocess.CompletedProcess[str]":
        """Run a program of the environment in the other folder."""
        variables = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
        return subprocess.run(
            [self.environment / "bin" / program, *arguments],
            cwd=self.work,
            env=variables | {"LOOPSIM_CACHE_DIR": str(self.work.parent / "cache")},
            capture_output=True,
            text=True,
            check=False,
        )

    def loopsim(self, *arguments: str, said: str = "") -> str:
        """What `loopsim` prints; it must go well and say nothing but `said` on stderr."""
        done = self.run("loopsim", *arguments)
        assert (done.returncode, done.stderr) == (0, said)
        return done.stdout


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """Built without the network and installed without dependencies.

    Those come from the environment of the tests by a line in a .pth file, which shows their packages
    but not the checkout: hooks of editable installs are not followed from there.
    """
    folder = tmp_path_factory.mktemp("wheel")
    source, environment, work = folder / "source", folder / "environment", folder / "elsewhere"
    work.mkdir()
    source.mkdir()
    for name in SOURCES:
        path = ROOT / name
        if path.is_dir():
            ignore = shutil.ignore_patterns("__pycache__")
            shutil.copytree(path, source / name, symlinks=True, ignore=ignore)
        else:
            shutil.copy(path, source / name)
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]
    _must([*pip, "wheel", "--no-deps", "--no-build-isolation", "--no-index", "-w", folder, source])
    (wheel,) = folder.glob("*.whl")
    venv.create(environment, with_pip=False)
    python = environment / "bin" / "python"
    _must([*pip, "--python", python, "install", "--no-deps", "--no-index", wheel])
    paths = {"base": str(environment), "platbase": str(environment)}
    packages = Path(sysconfig.get_path("purelib", vars=paths))
    (packages / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return Installed(wheel, environment, work)


def _must(command: list[str | Path]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_wheel_holds_the_package_and_every_file_of_data(installed: Installed) -> None:
    names = {name for name in zipfile.ZipFile(installed.wheel).namelist() if not name.endswith("/")}
    assert {name.partition("/")[0] for name in names} == {
        "loopsim",
        f"{installed.wheel.name.partition('-py3')[0]}.dist-info",
    }
    ours = {
        f"loopsim/{package}/{path.relative_to(ROOT / part).as_posix()}"
        for part, package in PARTS.items()
        for path in (ROOT / part).rglob("*")
        if path.is_file() and path.suffix not in (".pyc", ".md") and "gallery" not in path.parts
    }
    ours |= {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "loopsim").rglob("*")
        if path.is_file() and path.suffix != ".pyc"
    }
    assert {name for name in names if name.startswith("loopsim/")} == ours


def test_wheel_is_what_runs(installed: Installed) -> None:
    code = (
        "import loopsim, loopsim.kernels, loopsim.shipped, loopsim.reports\n"
        "for part in (loopsim, loopsim.kernels, loopsim.shipped, loopsim.reports):\n"
        "    print(part.__file__)\n"
    )
    done = installed.run("python", "-W", "error", "-c", code)
    assert (done.returncode, done.stderr) == (0, "")
    for file in done.stdout.splitlines():
        assert Path(file).is_relative_to(installed.environment)


def test_wheel_lists_and_shows_the_shipped_scenario(installed: Installed) -> None:
    listed = installed.loopsim("scenarios", "--json")
    assert "loop-inc/base" in [each["scenario"] for each in json.loads(listed)]
    shown = json.loads(installed.loopsim("show", "loop-inc/base", "--json"))
    assert (len(shown["trips"]), len(shown["effects"])) == (32, 8)


def test_wheel_plays_a_variant_of_ones_own_from_compile_to_report(installed: Installed) -> None:
    """With an empty cache: the first run says that it compiles, the later ones do not."""
    variant = installed.work / "my variant.toml"
    variant.write_text('extends = "loop-inc/base"\nplayers = 3\nrules.ad_penalty = 2\n')
    asked = ("my variant.toml", "--bots", "planner,greedy,random", "--seed", "3")
    arguments = ("run", *asked, "--games", "60", "--json", "--out", "my run")
    run = json.loads(installed.loopsim(*arguments, said=FIRST_COMPILE))
    assert (run["scenario"], run["games"], run["players"]) == ("my variant", 60, 3)
    assert [*run["by_bot"]] == ["planner", "greedy", "random"]

    again = json.loads(installed.loopsim("run", *asked, "--games", "60", "--json"))
    assert again["per_seat"] == run["per_seat"]

    lines = installed.loopsim("trace", "my run", "--game", "59").splitlines()
    first, last = json.loads(lines[0]), json.loads(lines[-1])
    assert (first["event"], first["index"], first["rules"]["ad_penalty"]) == ("setup", 59, 2)
    assert last["event"] == "game_end"
    assert lines == installed.loopsim("trace", *asked, "--game", "59").splitlines()

    assert installed.loopsim("report", "my run", "--out", "report.html") == "report.html\n"
    assert "reconstruction" in (installed.work / "report.html").read_text(encoding="utf-8")
