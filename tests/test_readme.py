"""The README: every command in it is run, in order, in a copy of the checkout; every link leads somewhere."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from loopsim.errors import InputError
from loopsim.games.loop_inc.model_bots import OF_BOTS, Bot
from loopsim.reports.output.pdf import find_chromium

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")

#: Lines that are run as something else, and why. Nothing else is changed, nothing is left out.
STAND_INS = {
    # its set-up needs the network (.venv is there already), and a million games take a minute
    "make report": "make -o .venv/user GAMES=2000 CONTINUED=4 report",
    # would run this test again
    "make test": "make -n -o .venv/developer test",
}

#: The same commands on fewer games and decks, to be done sooner.
FEWER = {
    "--decks 40": "--decks 20",
    "--games 200000": "--games 80",
    "--games 20000": "--games 500",
    "--games 6000": "--games 30",
    "--mode skill --games 300": "--mode skill --games 4",
    "--win-probability 1000": "--win-probability 4",
    "--generations 40 --games 300": "--generations 1 --games 20 --fresh 200",
    "--games 200": "--games 10",
    "games=20_000": "games=500",
}

try:
    find_chromium()
except InputError:  # the tests in tests/browser say so
    FEWER["--format html,md,pdf"] = "--format html,md"

#: Languages of code blocks: run, or shown only.
RUN, SHOWN = ("sh", "python"), ("toml", "text", "json", "csv")


#: Keys that bots of some family have, in the order in which the README tells them.
KEYS_OF_FAMILIES = [
    key for key in Bot.model_fields if any(key in keys for keys in OF_BOTS.values())
]


class Block(NamedTuple):
    """A fenced block: the line of the README at which its code begins, its language, its code."""

    line: int
    language: str
    code: str


def blocks() -> list[Block]:
    """The code blocks of the README, in order."""
    fenced = re.finditer(r"^```(\w*)[^\n]*\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    return [Block(README[: found.start(2)].count("\n") + 1, found[1], found[2]) for found in fenced]


def command_of(line: str) -> str:
    """A line of a shell block without its comment."""
    return re.sub(r"(^|\s)#.*$", "", line).strip()


def stood_in(code: str) -> str:
    """The code of a shell block as it is run here."""
    lines = [STAND_INS.get(command_of(line), line) for line in code.splitlines()]
    return fewer("\n".join(lines) + "\n")


def fewer(code: str) -> str:
    """Code that plays fewer games."""
    for many, few in FEWER.items():
        code = code.replace(many, few)
    return code


def script() -> str:
    """All blocks as one shell script, so that what one sets up the next can use.

    `set -e` ends it at the first command that fails; `set -v` shows each line before it is run.
    """
    parts = ["set -ev\n"]
    for block in blocks():
        if block.language == "sh":
            parts.append(stood_in(block.code))
        elif block.language == "python":
            parts.append(f"python -W error - <<'END_OF_BLOCK'\n{fewer(block.code)}END_OF_BLOCK\n")
    return "".join(parts)


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A copy of the checkout whose .venv is the environment of the tests."""
    folder = tmp_path / "clone"
    unwanted = (".git", ".venv", "out", "build", "*.egg-info", "__pycache__", ".*_cache", "my-*")
    shutil.copytree(ROOT, folder, symlinks=True, ignore=shutil.ignore_patterns(*unwanted))
    (folder / ".venv").symlink_to(sys.prefix)
    return folder


def test_every_block_has_a_language_that_says_whether_it_is_run() -> None:
    assert blocks()
    assert README.count("\n```") == 2 * len(blocks())
    assert {block.language for block in blocks()} <= {*RUN, *SHOWN}


def test_stand_ins_are_lines_of_the_readme() -> None:
    lines = [
        command_of(line)
        for block in blocks()
        if block.language == "sh"
        for line in block.code.splitlines()
    ]
    assert {*STAND_INS} <= {*lines}


def test_fewer_games_stand_in_for_games_of_the_readme() -> None:
    code = "".join(block.code for block in blocks())
    assert all(many in code for many in FEWER)


def test_stand_ins_make_the_same_target() -> None:
    for line, stand_in in STAND_INS.items():
        assert (line.split()[0], line.split()[-1]) == (stand_in.split()[0], stand_in.split()[-1])


def test_comments_continuations_and_quotes_are_kept() -> None:
    assert command_of("make report   # plays") == "make report"
    assert command_of("# only words") == ""
    assert command_of("loopsim run a#b --set x=1") == "loopsim run a#b --set x=1"
    code = "make test # passes\nloopsim run \\\n  --games 5\ncat <<X\n# kept\nX\n"
    assert stood_in(code) == (
        "make -n -o .venv/developer test\nloopsim run \\\n  --games 5\ncat <<X\n# kept\nX\n"
    )


def test_every_command_runs_in_order(clone: Path) -> None:
    # Python code, too, imports what is installed, not the copy: that would be compiled anew
    variables = {**os.environ, "PYTHONSAFEPATH": "1"}
    variables.pop("GAMES", None)
    done = subprocess.run(
        ["sh"],
        input=script(),
        cwd=clone,
        env=variables,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-4000:]
    assert "Traceback" not in done.stdout
    assert (clone / "out" / "base" / "report.html").is_file()
    told = [
        re.findall("^(?:title|notes) = .*", bot.read_text(encoding="utf-8"), re.MULTILINE)
        for bot in (
            clone / "scenarios" / "loop-inc" / "bots" / "planner.toml",
            clone / "my-bots" / "ad-lover.toml",
        )
    ]
    assert [len(lines) for lines in told] == [2, 2]
    assert not {*told[0]} & {*told[1]}  # reports tell the new bot from the one it was copied from


def test_a_failing_command_would_be_noticed(clone: Path) -> None:
    done = subprocess.run(
        ["sh"], input="set -ev\nloopsim show nosuch\ntrue\n", cwd=clone, capture_output=True, text=True,
        env={**os.environ, "PATH": f"{clone / '.venv' / 'bin'}:{os.environ['PATH']}"}, check=False,
    )  # fmt: skip
    assert done.returncode == 2


def _links() -> list[str]:
    """The targets of links and images outside of code, but for those on the web."""
    prose = re.sub(r"^```.*?^```$", "", README, flags=re.MULTILINE | re.DOTALL)
    prose = re.sub(r"`[^`\n]*`", "", prose)
    targets = re.findall(r"\]\(\s*<?([^)\s>]+)", prose)
    targets += re.findall(r"""(?:src|href)\s*=\s*["']([^"']+)""", prose)
    targets += re.findall(r"^\[[^\]]+\]:\s*(\S+)", prose, re.MULTILINE)
    return [target for target in targets if not re.match(r"[a-z]+:", target)]


@pytest.mark.parametrize("target", _links())
def test_link_leads_to_a_file_or_heading(target: str) -> None:
    path, _, anchor = target.partition("#")
    if path:
        assert (ROOT / path).exists()
    if anchor:
        text = (ROOT / path).read_text(encoding="utf-8") if path else README
        headings = re.findall(r"^#+\s+(.*)$", text, re.MULTILINE)
        assert anchor in [
            re.sub(r"[^\w\- ]", "", heading).strip().lower().replace(" ", "-")
            for heading in headings
        ]


def test_paths_in_the_prose_exist() -> None:
    prose = re.sub(r"^```.*?^```$", "", README, flags=re.MULTILINE | re.DOTALL)
    folders = "loopsim|kernels|scenarios|reports|tests"
    named = re.findall(rf"`((?:{folders})/[\w./-]*)`", prose)
    assert [path for path in named if not (ROOT / path).exists()] == []


def test_the_keys_of_a_bot_file_are_told_with_their_defaults_and_bounds() -> None:
    rows = re.findall(r"^\| `\[?([a-z]+)\]?` \| (.*?) \| (.*?) \| (.*?) \|$", README, re.MULTILINE)
    schema = Bot.model_json_schema()["properties"]
    assert [key for key, *_ in rows] == ["family", "title", "notes", *KEYS_OF_FAMILIES]
    for key, default, allowed, meaning in rows:
        field, of = schema[key], schema[key].get("additionalProperties", schema[key])
        if "minimum" in of:
            assert allowed == f"{of['minimum']} to {of['maximum']}"
            assert default == str(field.get("default", 0))
        if key in KEYS_OF_FAMILIES:
            family = next(family for family, keys in OF_BOTS.items() if key in keys)
            assert meaning.startswith(f"**{family}.** ")
    families = {key: allowed for key, _, allowed, _ in rows}["family"]
    assert {*re.findall("`([a-z-]+)`", families)} == {*schema["family"]["enum"]} == {*OF_BOTS}


def test_make_alone_prints_every_target_of_the_readme() -> None:
    shown = subprocess.run(["make"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    targets = {*re.findall(r"^  make (\S+)", shown, re.MULTILINE)}
    named = {*re.findall(r"\bmake ([a-z][a-z-]*)(?=[`\s]*(?:#|`|$))", README, re.MULTILINE)}
    assert {"report", "test"} <= named
    assert named <= targets
