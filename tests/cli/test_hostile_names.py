"""Names that a shell, a terminal or a table might take for something else."""

import json
import os
import shutil
from pathlib import Path

import pytest

from loopsim import Result
from loopsim.scenario import shelf
from tests.cli.program import BASE, Loopsim, program, table

NAMES = [
    "my variant",
    'say "hi"',
    "it's",
    "🎲 dice",
    "[red]loud",
    "[link=x]",
    "*",
    ":skull:",
    "$(touch pwned)",
    "semi;colon & <b>",
    "--games",
    "back\\slash\\",
    "x" * 80,
]
#: What a terminal would act on.
CONTROLS = ["new\nline", "bell\a\x1b[31m"]


@pytest.fixture(params=[*NAMES, *CONTROLS], ids=range(len(NAMES) + len(CONTROLS)))
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def variant(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> str:
    """A scenario of a hostile name in a folder of that name, as a path from the current folder."""
    monkeypatch.chdir(tmp_path)
    file = Path(name) / f"{name}.toml"
    file.parent.mkdir()
    file.write_text(
        f'extends = "{BASE}"\ntitle = {json.dumps(name, ensure_ascii=False)}\n', encoding="utf-8"
    )
    return f"./{file}"


@pytest.mark.parametrize("name", NAMES, indirect=True)
def test_scenario_of_any_name_is_run_shown_and_traced(
    loopsim: Loopsim, variant: str, name: str
) -> None:
    out = f"out of {name}"
    arguments = ("run", variant, "--games", "5", "--bots", "random", "--out", out)
    assert name in loopsim(*arguments).text()
    assert Result.read(out).manifest["scenario"] == name
    assert loopsim("show", variant, "--json").json()["scenario"] == name
    assert loopsim("show", variant).text().startswith(f"{name}\nscenario_hash ")
    assert loopsim("validate", variant).text().startswith(f"{variant}: ok, ")
    (setup, *_) = loopsim("trace", out).lines()
    assert json.loads(setup)["scenario"] == name
    assert sorted(path.name for path in Path().iterdir()) == sorted([name, out])


@pytest.mark.parametrize("name", CONTROLS, indirect=True)
@pytest.mark.parametrize("key", ["name", "title"])
def test_name_and_title_with_control_characters_are_refused(
    loopsim: Loopsim, variant: str, name: str, key: str
) -> None:
    text = json.dumps(name)
    Path("mine.toml").write_text(f'extends = "{BASE}"\n{key} = {text}\n', encoding="utf-8")
    allowed = "without line breaks and control characters"
    for fault in (
        loopsim("show", "mine.toml").fault(),
        loopsim("run", "--set", f"{key}={text}").fault(),
    ):
        assert f" {key}: found " in fault
        assert fault.endswith(allowed)
    assert loopsim("validate", variant).fault().endswith(allowed)  # its name is that of the file


def test_fault_of_any_name_is_one_line(loopsim: Loopsim, variant: str, name: str) -> None:
    Path(variant).write_text("players = 5", encoding="utf-8")
    fault = loopsim("show", variant).fault()
    assert fault.isprintable()
    assert loopsim("show", f"./{name}.toml").fault().isprintable()
    assert loopsim("trace", name).fault().isprintable()
    assert loopsim("run", "--bots", name).fault().isprintable()
    assert loopsim("run", "--set", f"rules.{name}=1").fault().isprintable()


def test_bot_with_control_characters_is_refused(
    loopsim: Loopsim, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bell\x1b[31m.toml").write_text('family = "random"')
    fault = loopsim("show", "--set", "bots=.").fault()
    assert fault == (
        r'bell\x1b[31m.toml: found the bot name "bell\u001b[31m"; '
        "allowed: no comma, no blank, no line break, no control character in the name"
    )


@pytest.mark.parametrize("bot", ["[red]loud", "[link=x]", ":skull:", "🎲", "<b>", "x" * 80])
def test_bot_and_trip_of_any_name_are_printed_as_they_are(
    loopsim: Loopsim, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bot: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bots").mkdir()
    shipped = shelf.root() / "loop-inc"
    for known in ("random", bot):
        shutil.copy(shipped / "bots" / "random.toml", f"bots/{known}.toml")
    deck = (shipped / "cards" / "trips.csv").read_text(encoding="utf-8")
    Path("deck.csv").write_text(deck.replace("Joust at Camelot", bot), encoding="utf-8")
    Path("mine.toml").write_text(f'extends = "{BASE}"\nbots = "bots"\ndeck = "deck.csv"\n')
    names = f"{bot},random,random,random"
    lines = loopsim("run", "mine.toml", "--games", "20", "--bots", names).lines()
    assert [row[0] for row in table(lines, "Bots")[1]] == [bot, "random"]
    trips = next(line for line in lines if line.startswith("Trips"))
    assert ["AD4.1", bot] in [row[:2] for row in table(lines, trips.rstrip())[1]]
    shown = table(loopsim("show", "mine.toml").lines(), "Bots")[1]
    assert bot in [row[0] for row in shown]


def test_file_with_a_long_name_gives_the_scenario_the_first_80_characters(
    loopsim: Loopsim, tmp_path: Path
) -> None:
    file = tmp_path / f"{'x' * 200}.toml"
    file.write_text(f'extends = "{BASE}"\n')
    assert loopsim("show", file, "--json").json()["scenario"] == "x" * 80
    file.write_text(f'extends = "{BASE}"\nname = "short"\n')
    assert loopsim("show", file, "--json").json()["scenario"] == "short"


def test_file_name_that_is_no_text_is_shown_with_escapes(tmp_path: Path) -> None:
    """Bytes that are not UTF-8, as other systems leave them behind in names."""
    file = os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9.toml")
    Path(file).write_text(f'extends = "{BASE}"\nname = "coffee"\n')
    assert program("validate", file).text().startswith(f"{tmp_path}/caf\\udce9.toml: ok, ")
    arguments = ("run", file, "--games", "5", "--bots", "random", "--quiet")
    assert program(*arguments, "--out", tmp_path / "run").text() == ""
    manifest = Result.read(tmp_path / "run").manifest
    assert manifest["command"][1:] == [*arguments, "--out", str(tmp_path / "run")]
    assert manifest["scenario"] == "coffee"
