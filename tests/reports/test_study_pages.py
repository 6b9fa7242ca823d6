"""The pages of studies as a whole: every kind, safe against any name, needing nothing else."""

import base64
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import loopsim
from loopsim.errors import InputError
from loopsim.reports.factor_effects import OF_FACTORS
from loopsim.reports.item_values import BOUND, OF_ITEM, OF_WORTH, OVER_FAMILY
from loopsim.reports.kinds import KINDS
from loopsim.reports.topics import THEMES
from loopsim.studies.answers import OF_ANSWER
from loopsim.studies.answers import OF_WORTH as OF_CURVE
from loopsim.studies.effects import BETWEEN, OF_EFFECT, OF_LEVEL, OF_NUMBER
from loopsim.studies.effects import OVER_FAMILY as FAMILY_OF_EFFECT
from loopsim.studies.restricted import OF_MECHANISM
from loopsim.studies.strength.apart import OF_DISTANCE
from loopsim.studies.strength.ladder import OF_SKILL, OF_STEP
from loopsim.studies.strength.matches import OF_MATCH
from loopsim.studies.strength.standings import OF_CYCLE, OF_DOMINATED, OF_STANDING
from loopsim.studies.study import Kind, Study
from loopsim.studies.sweeps import OF_POINT
from tests.reports.bots import match, standing
from tests.reports.conftest import VARIANT
from tests.reports.names import AWKWARD_TRIP, LONG_TITLE, LONG_TRIP
from tests.reports.parsed import Page, addresses, headings, write_page
from tests.reports.studies import (
    DECKS,
    OVER_2_BOTS,
    OVER_40_DECKS,
    PLACE,
    SCORE,
    TRIP,
    effect,
    pairs,
    study,
    table,
)

#: A name that a file may have; of it the label of a set-up is made.
AWKWARD_FILE = "<script>alert(1)<\N{FULLWIDTH SOLIDUS}script> \"&' \N{ROBOT FACE}"
FACTORS = [{"key": AWKWARD_TRIP, "values": [False, True]}, {"key": "b", "values": [1, 2]}]
LEVEL = {**SCORE, "value": 10.0, "se": 0.1, "low": 9.8, "high": 10.2}


def compare_over_decks() -> Study:
    rows = [effect(setup=name, **DECKS) for name in (AWKWARD_TRIP, LONG_TITLE)]
    return study(
        "compare",
        {"metrics": pairs(*rows)},
        ["old", AWKWARD_TRIP, LONG_TITLE],
        family=OVER_40_DECKS,
    )


def compare_over_bots() -> Study:
    row = effect(setup=AWKWARD_TRIP, **{**DECKS, "above": 2, "below": 0, "unresolved": 0})
    by_bot = pl.concat(
        pairs(effect(setup=AWKWARD_TRIP)).select(pl.lit(bot).alias("bot"), pl.all())
        for bot in (AWKWARD_TRIP, "planner")
    )
    return study(
        "compare",
        {"metrics": pairs(row), "metrics_by_bot": by_bot},
        ["old", AWKWARD_TRIP],
        family={**OVER_2_BOTS, "members": [AWKWARD_TRIP, "planner"], "title": LONG_TITLE},
    )


def compare_many() -> Study:
    labels = [f"{LONG_TRIP}{n}" for n in range(9)]
    rows = [effect(setup=label, against=labels[0]) for label in labels[1:]]
    return study("compare", {"metrics": pairs(*rows), "items": pairs()}, labels, paired=False)


def factorial() -> Study:
    of = {"effect": AWKWARD_TRIP, "order": 1, "players": 4, "sentence": f"{AWKWARD_TRIP}, really."}
    both = {**of, "effect": f"{AWKWARD_TRIP} × b=2", "order": 2, "sentence": ""}
    effects = table([effect(**of), effect(**both)], OF_FACTORS, OF_NUMBER, OF_EFFECT)
    return study("factorial", {"effects": effects}, factors=FACTORS)


def sweep() -> Study:
    at = {"setup": "s", "x": None, "y": None, "y_text": ""}
    curves = [{**LEVEL, **at, "x_text": value} for value in (AWKWARD_TRIP, LONG_TRIP)]
    return study(
        "sweep",
        {
            "curves": table(curves, OF_POINT, OF_NUMBER, OF_LEVEL),
            "effects": pairs(effect(setup=AWKWARD_TRIP)),
        },
        varied=[{"key": "trips", "values": [AWKWARD_TRIP, LONG_TRIP]}],
    )


def sweep_of_two() -> Study:
    curves = [
        {**LEVEL, "setup": "s", "x": float(x), "y": None, "x_text": str(x), "y_text": y}
        for x in range(7)
        for y in (AWKWARD_TRIP, LONG_TRIP)
    ]
    of = {"of": "mispricing", "unit": "points", "item": AWKWARD_TRIP}
    worth = {**of, "x_text": "1", "x": 1.0, "value": 0.5, "low": 0.1, "high": 0.9}
    zero = {"estimate": 2.0, "low": 1.5, "high": 2.5, "stated": 3.0, "note": ""}
    return study(
        "sweep",
        {
            "curves": table(curves, OF_POINT, OF_NUMBER, OF_LEVEL),
            "effects": pairs(effect()),
            "answers": table([{**of, **zero, "key": AWKWARD_TRIP}], OF_ANSWER),
            "worth": table([worth, {**worth, "x": 2.0, "value": -0.5}], OF_CURVE),
        },
        varied=[{"key": "rules.ad_penalty", "values": []}, {"key": "b", "values": []}],
    )


def value() -> Study:
    names = {"item": "AD1.1", "name": AWKWARD_TRIP, "points": 3}
    worth = {"item": "AD1.1", "of": "score", "value": 1.0, "low": 0.5, "high": 1.5, "note": ""}
    numbers = ("value_per_use", "access_value", "point_effect", "fair_price")
    schema = [OF_WORTH, OF_LEVEL, BOUND, {"note": pl.String}]
    return study(
        "value",
        {
            "items": table([names], OF_ITEM, {"points": pl.Int64}),
            "values": table([{**worth, "number": number} for number in numbers], *schema),
            "knockout": table([{**worth, "number": "knockout"}], *schema),
        },
        labels=["base"],
        items="trips",
    )


def restrict() -> Study:
    row = {"mechanism": "exchange+second_visit", "worth": 0.01, "low": -0.01, "high": 0.03}
    said = {"verdict": "not resolved", "finding": "not resolved", "more_games": 900}
    rows = [{**row, **said, "smallest": 0.005, "score": 0.1, **DECKS}]
    mechanisms = table(rows, OF_MECHANISM, FAMILY_OF_EFFECT)
    of = {"mechanisms": mechanisms}
    return study("restrict", of, labels=[LONG_TITLE], family=OVER_40_DECKS)


def decks() -> Study:
    level = {**LEVEL, "between": 0.5, "least": 9.0, "most": 11.0}
    levels = table([level, {**level, **PLACE, "value": 0.2}], OF_NUMBER, OF_LEVEL, BETWEEN)
    return study("decks", {"metrics": levels}, labels=[LONG_TITLE], family=OVER_40_DECKS)


def arena() -> Study:
    bots = (AWKWARD_TRIP, LONG_TRIP, "planner")
    matrix = [match(bot, field, win_share=0.25) for bot in bots for field in bots]
    cycle = {"cycle": 1, "bot": AWKWARD_TRIP, "beats": LONG_TRIP, "delta": 0.1}
    return study(
        "arena",
        {
            "matrix": table(matrix, OF_MATCH),
            "standings": table([standing(bot, alpha_place=1) for bot in bots], OF_STANDING),
            "dominated": table([{"bot": AWKWARD_TRIP, "by": LONG_TRIP}], OF_DOMINATED),
            "cycles": table([{**cycle, "delta_low": 0.05, "delta_high": 0.15}], OF_CYCLE),
        },
        labels=["base"],
        mixed_games=1000,
    )


def distance() -> Study:
    pair = {"bot": AWKWARD_TRIP, "other": LONG_TRIP, "different": False}
    numbers = {"distance": 0.05, "distance_low": 0.04, "distance_high": 0.06}
    return study("distance", {"distance": table([pair | numbers], OF_DISTANCE)}, labels=["base"])


def skill() -> Study:
    step = {**match(AWKWARD_TRIP, LONG_TRIP, win_share=0.4), "step": 1, "counts": True}
    of = {"depth": 1, "steps": 1, "bottom": LONG_TRIP, "top": AWKWARD_TRIP, "skill_share": 0.2}
    return study(
        "skill",
        {"steps": table([step], OF_STEP), "skill": table([of], OF_SKILL)},
        labels=["base"],
    )


MADE = {
    made.__name__: made
    for made in (
        compare_over_decks,
        compare_over_bots,
        compare_many,
        factorial,
        sweep,
        sweep_of_two,
        value,
        restrict,
        decks,
        arena,
        distance,
        skill,
    )
}


@pytest.fixture(scope="module")
def awkward_comparison(tmp_path_factory: pytest.TempPathFactory) -> Study:
    """A real one, of scenarios whose names could break a page."""
    folder = tmp_path_factory.mktemp("awkward")
    file = folder / f"{AWKWARD_FILE}.toml"
    file.write_text(VARIANT.replace('bots = ["bots"]\n', ""), encoding="utf-8")
    return loopsim.compare([file, "loop-inc/base"], players=3, games=100, bots="random", seed=1)


@pytest.fixture(scope="module", params=["awkward_comparison", *MADE])
def made(request: pytest.FixtureRequest) -> Study:
    if request.param in MADE:
        return MADE[request.param]()
    found: Study = request.getfixturevalue(request.param)
    return found


@pytest.fixture(scope="module")
def written(made: Study, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_page(made, tmp_path_factory.mktemp("page") / "page.html")


@pytest.fixture(scope="module")
def page(written: Path) -> Page:
    return Page(written.read_text(encoding="utf-8"))


def test_every_kind_of_study_has_a_page() -> None:
    assert {*KINDS} == {*Kind.__args__}  # type: ignore[attr-defined]


def test_a_page_needs_nothing_from_outside_and_no_name_is_taken_for_markup(
    written: Path, page: Page
) -> None:
    html = written.read_text(encoding="utf-8")
    assert page.open == []
    assert page.of("script") == page.of("link") == page.of("iframe") == page.of("b") == []
    assert "<script" not in html
    assert html.count("<style") == 1
    assert "&amp;lt;" not in html
    assert all(address.startswith(("data:", "#")) for address in addresses(page))
    assert not any(name.startswith("on") for _, attributes in page.tags for name in attributes)
    assert not {"nan", "none", "null", "inf"} & {*re.findall(r"\w+", page.text().lower())} - {
        "none"
    }


def test_headings_are_in_order_links_lead_somewhere_and_ids_are_unique(page: Page) -> None:
    found = headings(page)
    assert (found[0], found.count(1)) == (1, 1)
    assert all(after <= before + 1 for before, after in pairwise(found))
    ids = [attributes["id"] for _, attributes in page.tags if "id" in attributes]
    assert len(ids) == len(set(ids))
    inside = [str(link["href"])[1:] for link in page.of("a") if str(link["href"])[0] == "#"]
    assert inside
    assert {*inside} <= {*ids}


def test_images_have_alternatives_and_tables_scroll_in_a_box(page: Page) -> None:
    for image in page.of("img"):
        kind, _, content = str(image["src"]).partition(",")
        assert kind == "data:image/png;base64"
        assert base64.b64decode(content).startswith(b"\x89PNG")
        assert len(str(image["alt"])) > 40
    assert page.in_scroll_boxes == [True] * len(page.of("table"))


def test_figures_and_tables_lie_beside_the_page(written: Path, page: Page) -> None:
    folder = written.with_name("page-files")
    links = {
        str(link["download"]): str(link["href"]) for link in page.of("a") if "download" in link
    }
    assert {path.name for path in folder.glob("*.csv")} == {*links}
    for name, address in links.items():
        assert base64.b64decode(address.partition(",")[2]) == (folder / name).read_bytes()
    assert len([*folder.glob("*.png")]) == len(page.of("img"))


def test_what_was_played_is_said_before_the_numbers_and_how_to_read_them_after(
    made: Study, page: Page
) -> None:
    titles = [data.strip() for tag, data in page.texts if tag == "h2"]
    judged = bool(page.of("ol"))
    assert titles[:2] == ["Findings" if judged else "What stands out", "What was played"]
    assert titles[-2:] == ["How to read the numbers", "Made with"]
    text = page.text()
    for arm in made.manifest["arms"]:
        assert arm["label"] in text
        assert arm["title"] in text
        assert arm["scenario_hash"] in text
    for caption in (data for tag, data in page.texts if tag == "figcaption"):
        assert f"n = {made.manifest['games']:,} games of" in caption
        assert "seed 1; bots: " in caption


def test_a_comparison_shows_what_each_set_up_has_otherwise_and_all_topics(
    awkward_comparison: Study, tmp_path: Path
) -> None:
    path = write_page(awkward_comparison, tmp_path / "c.html")
    text = Page(path.read_text(encoding="utf-8")).text()
    assert f"What loop-inc/base has otherwise than {AWKWARD_FILE[:20]}" in text
    assert "rules.ad_penalty" in text
    assert "the same games: draws of one meaning are shared by all set-ups" in text
    for theme in THEMES:
        assert (theme.title in text) is (theme.name != "other")
    for words in ("Benjamini and Hochberg", "variance ratio", "effect size"):
        assert words in text
    assert AWKWARD_TRIP in text


def test_over_decks_a_comparison_says_on_how_many_its_findings_hold(tmp_path: Path) -> None:
    path = write_page(compare_over_decks(), tmp_path / "c.html")
    text = Page(path.read_text(encoding="utf-8")).text()
    assert "38 of 40" in text
    assert "robust" in text
    assert "over the decks that were drawn" in text
    for verdict in ("Robust", "Mostly", "Deck-dependent", "Not resolved"):
        assert f" {verdict}: " in text
    assert "Trips have no identity across decks and are left out." in text


def test_over_decks_a_valuation_leaves_no_trips_out(tmp_path: Path) -> None:
    over = [OF_WORTH, OF_LEVEL, BOUND, OVER_FAMILY]
    items = table([{"item": "AD, 4", "name": "AD, 4 components"}], OF_ITEM, {"points": pl.Int64})
    worth = {"item": "AD, 4", "number": "mispricing", "of": "", "value": 1.0, "decks": 4}
    tables = {"items": items, "values": table([worth], *over, {"note": pl.String})}
    path = write_page(
        study("value", tables, ["base"], items="trips", family=OVER_40_DECKS), tmp_path / "v"
    )
    text = Page(path.read_text(encoding="utf-8")).text()
    assert "Robust: on at least 95 % of such decks" in text
    assert "left out" not in text


def test_set_ups_that_share_no_games_or_are_too_many_to_draw_are_said(tmp_path: Path) -> None:
    path = write_page(compare_many(), tmp_path / "c.html")
    page = Page(path.read_text(encoding="utf-8"))
    assert "These set-ups share no games" in page.text()
    assert "marks could not be told apart" in page.text()
    assert page.of("img") == []
    assert "8 set-ups against" in page.text()


def test_findings_of_a_comparison_come_by_effect_size_then_what_is_open(tmp_path: Path) -> None:
    rows = [
        effect(effect_size=0.2),
        effect(metric="turns", title="Turns", effect_size=-0.6),
        effect(PLACE, verdict="not resolved", more_games=500),
    ]
    path = write_page(study("compare", {"metrics": pairs(*rows)}), tmp_path / "c.html")
    html = path.read_text(encoding="utf-8")
    where = re.findall(r'<a class="where" href="#([^"]*)"', html)
    assert where == ["course", "scores", "verdicts", "turn-order", "verdicts"]


def test_the_answers_of_a_sweep_come_first(tmp_path: Path) -> None:
    html = write_page(sweep_of_two(), tmp_path / "s.html").read_text(encoding="utf-8")
    where = re.findall(r'<a class="where" href="#([^"]*)"', html)
    assert where[:1] == ["answers"]
    assert " is 2.00 (1.50 to 2.50): there a visit brings the mean of all trips" in html


def test_a_valuation_says_that_it_is_causal_and_win_lift_is_not(tmp_path: Path) -> None:
    html = write_page(value(), tmp_path / "v.html").read_text(encoding="utf-8")
    assert "These numbers are causal" in html
    assert "(win_lift) is not" in html


@pytest.mark.parametrize("kind", KINDS)
def test_a_study_without_any_rows_has_a_page(kind: str, tmp_path: Path) -> None:
    more: dict[str, Any] = {"factors": FACTORS, "varied": [{"key": "a", "values": []}]}
    families = {"decks": OVER_40_DECKS, "bots": OVER_2_BOTS}
    more["family"] = families.get(kind)
    empty = study(kind, {}, labels=["old", "new"], items="trips", **more)
    page = Page(write_page(empty, tmp_path / "e.html").read_text(encoding="utf-8"))
    assert page.of("img") == []
    assert page.open == []


@pytest.mark.parametrize("name", MADE)
def test_a_study_is_read_from_its_folder_as_a_run_is(name: str, tmp_path: Path) -> None:
    kept = MADE[name]()
    kept.write(tmp_path / "study")
    (path,) = loopsim.report(tmp_path / "study")
    assert path == tmp_path / "study" / "report.html"
    other = write_page(kept, tmp_path / "other.html")
    assert path.read_bytes() == other.read_bytes()


def test_a_study_that_lacks_a_column_is_one_clear_line_that_names_its_folder(
    tmp_path: Path,
) -> None:
    broken = study("compare", {"metrics": pairs(effect(TRIP)).drop("smallest")})
    broken.write(tmp_path / "study")
    with pytest.raises(InputError) as told:
        loopsim.report(tmp_path / "study")
    assert str(told.value) == (
        f"{tmp_path / 'study'}: not a finished study of this version: table metrics: column smallest "
        "is missing"
    )


@pytest.mark.parametrize(
    ("kind", "damage", "said"),
    [
        ("factorial", {"factors": None}, "manifest: factors is missing"),
        ("sweep", {"varied": None}, "manifest: varied is missing"),
        ("value", {"items": None}, "manifest: items is missing"),
        ("decks", {"family": OVER_40_DECKS, "headline": None}, "manifest: headline is missing"),
        ("bots", {}, "manifest: family is missing"),
        ("compare", {"bots": ["nobody"]}, "manifest: --bots"),
    ],
)
def test_a_damaged_manifest_is_one_clear_line(
    kind: str, damage: dict[str, Any], said: str, tmp_path: Path
) -> None:
    broken = study(kind, {})
    broken.manifest |= damage
    broken.manifest = {key: value for key, value in broken.manifest.items() if value is not None}
    with pytest.raises(InputError, match=f"^study {kind}: not a finished study of .*: {said}"):
        write_page(broken, tmp_path / "page.html")


def test_a_damaged_scenario_of_a_set_up_is_one_clear_line(tmp_path: Path) -> None:
    broken = study("compare", {})
    broken.manifest["arms"][1]["resolved"] = {"game": "loop-inc"}
    with pytest.raises(InputError, match=r"^study compare: not a finished study of .*: manifest: "):
        write_page(broken, tmp_path / "page.html")
