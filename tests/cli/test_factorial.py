"""factorial: the table of effects, JSON, what is refused."""

from pathlib import Path

import polars as pl
import pytest

import loopsim as api
from loopsim import Study
from loopsim.cli.shown import named
from tests.cli.program import BASE, Loopsim, table
from tests.cli.studies import fits, json_is_that_of, on_a_terminal

ASKED = (
    "factorial", BASE, "--factors", "futures,office", "--players", "2,3", "--games", "300",
    "--bots", "random",
)  # fmt: skip


@pytest.fixture(scope="module")
def study() -> Study:
    return api.factorial(BASE, factors="futures,office", players=[2, 3], games=300, bots="random")


def test_json_is_that_of_the_function(loopsim: Loopsim, study: Study) -> None:
    json_is_that_of(loopsim, ASKED, study)


def test_factors_can_be_given_one_by_one_and_with_values(loopsim: Loopsim, tmp_path: Path) -> None:
    loopsim(
        "factorial", "--factors", "office", "--factors", "rules.ad_penalty=3,2", "--games", "40",
        "--bots", "random", "--quiet", "--out", tmp_path / "study",
    ).text()  # fmt: skip
    manifest = Study.read(tmp_path / "study").manifest
    assert manifest["factors"] == [
        {"key": "office", "values": [False, True]},
        {"key": "rules.ad_penalty", "values": [3, 2]},
    ]
    assert [arm["label"] for arm in manifest["arms"]] == [
        "no office, rules.ad_penalty=3",
        "no office, rules.ad_penalty=2",
        "office, rules.ad_penalty=3",
        "office, rules.ad_penalty=2",
    ]


@pytest.mark.parametrize("players", [2, 3])
def test_a_table_has_the_numbers_that_count_most_by_effect(
    loopsim: Loopsim, study: Study, players: int
) -> None:
    title = f"{players} players: what each change does, and what two do beyond both"
    head, printed = table(loopsim(*ASKED).lines(), title)
    assert head == ["futures", "office", "futures × office"]
    effects = study.table("effects").filter(pl.col("players") == players)
    signs = {"identical": "=", "not resolved": "?", "real but small": "~",
             "no difference that matters": "~"}  # fmt: skip
    clear = 0
    for name, *cells in printed:
        rows = [row for row in effects.iter_rows(named=True) if named(row, difference=True) == name]
        rows = [row for row in rows if row["group"] != "seat" or row["metric"] != "win_share"]
        assert [row["effect"] for row in rows] == head, name
        for row, cell in zip(rows, cells, strict=True):
            if row["verdict"] in signs:
                assert cell == signs[row["verdict"]], (name, row["effect"])
            else:
                assert cell[0] == ("+" if row["verdict"] == "higher" else "−")
                clear += 1
    assert clear > 5
    metrics = {row["metric"] for row in effects.iter_rows(named=True)
               if named(row, difference=True) in {cells[0] for cells in printed}}  # fmt: skip
    assert metrics == {*study.manifest["headline"]}


@pytest.mark.parametrize("players", [2, 3])
def test_what_is_resolved_is_said_in_sentences_below_the_table(
    loopsim: Loopsim, study: Study, players: int
) -> None:
    lines = loopsim(*ASKED).lines()
    effects = study.table("effects").filter(pl.col("players") == players)
    counts = pl.col("metric").is_in(study.manifest["headline"])
    by_place = (pl.col("metric") != "win_share") | (pl.col("group") == "place")
    rows = effects.filter(counts & by_place).to_dicts()
    expected = [row["sentence"] for row in rows if row["verdict"] in ("higher", "lower")]
    start = f"{players} players, with "
    assert len(expected) > 5
    assert [line for line in lines if line.startswith(start)] == expected
    (score,) = (row for row in rows if row["effect"] == "office" and row["metric"] == "score")
    assert score["sentence"].startswith(f"{start}office: score {score['verdict']} by ")


def test_it_fits_a_terminal(loopsim: Loopsim, monkeypatch: pytest.MonkeyPatch) -> None:
    wide = loopsim(*ASKED).lines()
    fits(on_a_terminal(loopsim, monkeypatch, 80, *ASKED), wide, 80)


def test_quiet_is_silent(loopsim: Loopsim) -> None:
    assert loopsim(*ASKED, "--quiet").text() == ""


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (("--factors", "office,office"),
         "--factors office: found the factor twice; allowed: each factor once"),
        (("--factors", "office", "--players", "2,x"),
         "--players 2,x: allowed are whole numbers, e.g. 2,4"),
        (("--factors", "office", "--players", "5"), "--players: found 5; allowed: a whole number, 2 to 4"),
        (("--factors", "office", "--players", "2,2"),
         "--players: found a number twice; allowed: numbers of players, each once, or nothing"),
        (("--factors", "rules.ad_penalty=3,3"),
         "--factors rules.ad_penalty: found 3 twice; allowed: each value once"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_one_line(
    loopsim: Loopsim, arguments: tuple[str, ...], fault: str
) -> None:
    assert loopsim("factorial", *arguments, "--games", "20").fault() == fault


def test_factors_are_asked_for(loopsim: Loopsim) -> None:
    done = loopsim("factorial", BASE)
    assert (done.code, done.out) == (2, "")
    assert "--factors" in done.err
