"""sweep: the table of values, JSON, what is refused."""

from pathlib import Path

import pytest

import loopsim as api
from loopsim import Study
from loopsim.cli.shown import named, with_interval
from loopsim.studies.agreement import agreement
from loopsim.studies.families import DECKS
from tests.cli.program import BASE, Loopsim, table
from tests.cli.studies import fits, json_is_that_of, on_a_terminal

ASKED = ("sweep", BASE, "--vary", "rules.ad_penalty=0..6:2", "--games", "300", "--bots", "random")


@pytest.fixture(scope="module")
def study() -> Study:
    return api.sweep(BASE, vary={"rules.ad_penalty": [0, 2, 4, 6]}, games=300, bots="random")


def test_json_is_that_of_the_function(loopsim: Loopsim, study: Study) -> None:
    json_is_that_of(loopsim, ASKED, study)


def test_curves_have_every_number_at_every_value(study: Study) -> None:
    """Each point is a run of its own, on the same games."""
    curves, effects = study.table("curves"), study.table("effects")
    assert curves["x"].unique(maintain_order=True).to_list() == [0, 2, 4, 6]
    assert {*curves["y"]} == {None}
    for x in (0, 6):
        run = api.run(BASE, set={"rules.ad_penalty": x}, games=300, bots="random").estimates
        for metric in ("score", "ads_placed", "margin"):
            (row,) = curves.filter(metric=metric, x=x).iter_rows(named=True)
            of = run.of(metric)
            ends = row["value"], row["se"], row["low"], row["high"]
            assert ends == pytest.approx((of.value, of.se, of.low, of.high))
    assert {*effects["against"]} == {"rules.ad_penalty=0"}
    (score,) = effects.filter(metric="score", setup="rules.ad_penalty=6").iter_rows(named=True)
    at = {row["x"]: row["value"] for row in curves.filter(metric="score").iter_rows(named=True)}
    assert score["difference"] == pytest.approx(at[6] - at[0])
    assert score["variance_ratio"] > 1


def test_two_keys_are_a_grid(loopsim: Loopsim) -> None:
    data = loopsim(
        "sweep", "--vary", "rules.ad_penalty=1,2", "--vary", "expansions=[],[office]",
        "--games", "40", "--bots", "random", "--json",
    ).json()  # fmt: skip
    scores = [row for row in data["curves"] if row["metric"] == "score"]
    assert [(row["x"], row["y"], row["x_text"], row["y_text"]) for row in scores] == [
        (p, None, str(p), e) for p in (1, 2) for e in ("[]", "[office]")
    ]


def test_the_table_has_the_numbers_that_count_most_at_each_value(
    loopsim: Loopsim, study: Study
) -> None:
    head, printed = table(loopsim(*ASKED).lines(), "rules.ad_penalty")
    assert head == ["0", "2", "4", "6"]
    rows = study.table("curves").to_dicts()
    for name, *cells in printed:
        of = [row for row in rows if named(row) == name]
        assert cells == [with_interval(row) for row in of], name
    assert len(printed) == len(study.manifest["headline"]) + 3  # win shares by place: one for four


def test_the_break_even_of_an_ad_is_told_below_its_worth_at_each_value(
    loopsim: Loopsim, study: Study
) -> None:
    lines = loopsim(*ASKED).lines()
    for answer in study.table("answers").iter_rows(named=True):
        worth = study.table("worth").filter(of=answer["of"], unit=answer["unit"])
        unit = {"points": "points", "win share": "% points"}[answer["unit"]]
        start = next(
            i
            for i, line in enumerate(lines)
            if line.strip().startswith("What an ad is worth")
            and line.strip().endswith(f", in {unit}")
        )
        head, printed = table(lines[start:], lines[start].rstrip())
        assert head == ["rules.ad_penalty", "worth"]
        rows = worth.iter_rows(named=True)
        assert printed == [[row["x_text"], with_interval(row)] for row in rows]
        told = next(line for line in lines[start:] if line.startswith("break-even: "))
        if answer["estimate"] is None:
            assert told == f"break-even: {answer['note']}"
        else:
            assert "; the scenario says 3" in told
    assert study.table("answers")["unit"].to_list() == ["points", "win share"]


def test_the_price_of_a_trip_is_called_fair_where_it_brings_as_much_as_the_mean_of_all(
    loopsim: Loopsim,
) -> None:
    given = ("--vary", "trips.BC7.1.points=7,9", "--games", "40", "--bots", "random")
    lines = loopsim("sweep", BASE, *given).lines()
    assert "What a visit to BC7.1 brings" in [line.rstrip() for line in lines]
    assert "fair price (as much as the mean of all trips): too few games" in lines


def test_over_decks_it_is_said_on_how_many_an_ad_is_worth_something(loopsim: Loopsim) -> None:
    vary = "rules.ad_penalty=0,6"
    given = ("--vary", vary, "--decks", "20", "--games", "2000", "--bots", "random")
    lines = loopsim("sweep", BASE, *given).lines()
    worth = api.sweep(BASE, vary=vary, decks=20, games=2000, bots="random").table("worth")
    title = next(line for line in lines if line.strip().endswith(", in points"))
    head, printed = table(lines, title.rstrip())
    assert head == ["rules.ad_penalty", "worth", "above 0 on decks", "over decks"]
    assert worth["robustness"].null_count() == 0
    for row, cells in zip(worth.filter(unit="points").to_dicts(), printed, strict=True):
        below = f", opposite on {row['below']}" if row["below"] else ""
        unclear = f", open on {row['unresolved']}" if row["unresolved"] else ""
        told = f"{row['above']} of 20{below}{unclear}", agreement(row, DECKS, "value").words
        assert cells == [row["x_text"], with_interval(row), *told]


def test_it_fits_a_terminal(loopsim: Loopsim, monkeypatch: pytest.MonkeyPatch) -> None:
    wide = loopsim(*ASKED).lines()
    fits(on_a_terminal(loopsim, monkeypatch, 80, *ASKED), wide, 80)


def test_quiet_is_silent_and_keeps_the_study(loopsim: Loopsim, tmp_path: Path) -> None:
    assert loopsim(*ASKED, "--quiet", "--out", tmp_path / "study").text() == ""
    manifest = Study.read(tmp_path / "study").manifest
    assert manifest["varied"] == [{"key": "rules.ad_penalty", "values": [0, 2, 4, 6]}]


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (("--vary", "a=1,2", "--vary", "b=1,2", "--vary", "c=1,2"),
         "--vary: 3 keys; allowed are one or two"),
        (("--vary", "rules.ad_penalty=6..0"),
         '--vary rules.ad_penalty: found "6..0"; allowed: a range that rises, as in 0..6 or 0..10:2'),
        (("--vary", "rules.ad_penalty=50,51"),
         "--vary rules.ad_penalty: found 51; allowed: a whole number, 0 to 50"),
        (("--vary", "rules.ad_penalty=0..999"), "--vary: found 1000 set-ups; allowed: up to 64"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_one_line(
    loopsim: Loopsim, arguments: tuple[str, ...], fault: str
) -> None:
    assert loopsim("sweep", *arguments, "--games", "20").fault() == fault


def test_what_is_varied_is_asked_for(loopsim: Loopsim) -> None:
    done = loopsim("sweep", BASE)
    assert (done.code, done.out) == (2, "")
    assert "--vary" in done.err
