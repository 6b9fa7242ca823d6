"""What came of a gate, for people and for scripts: what stands first, what is folded, where it is told."""

import functools
import html
import json
import operator
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import loopsim as api
from loopsim import Result
from loopsim.gates.gating import ROWS
from loopsim.gates.undecided import Undecided, told
from loopsim.gates.words import HEAD, shown
from loopsim.numbers import about_all
from tests.cli.program import BASE, Loopsim
from tests.gate.conftest import FAILS, GAMES, PASSES, Change

Write = Callable[[str], Path]
Rewrite = Callable[[Change], Path]


def test_json_is_that_of_the_function(loopsim: Loopsim, folder: Path, bounds: Write) -> None:
    path = bounds(f"[bounds]\n{PASSES}\n{FAILS}\n")
    done = loopsim("gate", folder, "--thresholds", path, "--json")
    gate = api.gate(folder, thresholds=path)
    assert json.loads(done.out) == gate.json()
    assert gate.rows.schema == ROWS
    assert (gate.passed, gate.counts) == (False, {"fail": 1, "undecided": 0, "pass": 1})
    (fails, passes) = gate.json()["rows"]
    assert (fails["name"], fails["of"], fails["outcome"]) == ("order_spread", "bounds", "fail")
    assert (fails["min"], fails["max"], fails["games"]) == (0.9, None, None)
    assert (passes["baseline"], passes["difference"]) == (None, None)
    assert repr(gate) == (
        f"<Gate of {BASE}, {GAMES} games: not passed; 1 of 2 bounds fails, 1 passes>"
    )


def test_markdown_begins_with_the_verdict_and_has_all_bounds_of_the_file_the_worst_first(
    loopsim: Loopsim, folder: Path, bounds: Write, undecided: str
) -> None:
    path = bounds(f"[bounds]\n{PASSES}\n{undecided}\n{FAILS}")
    done = loopsim("gate", folder, "--thresholds", path, "--format", "md")
    said = "1 of 3 bounds fails, 1 is undecided, 1 passes"
    assert (done.code, done.err) == (1, f"gate: not passed: {said}\n")
    *lines, fails, open_, passes, _, level = done.out.splitlines()
    assert lines == [
        *("### Gate: loop-inc/base, 400 games", ""),
        *(f"**Not passed**: {said}.", ""),
        *("**Your bounds**", ""),
        "| number | name | outcome | found | allowed | interval | games needed |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    assert re.fullmatch(
        r"\| Spread of win shares over the turn order \| order_spread \| fail \| 0\.\d+ \| ≥ 0\.9 "
        r"\| 0\.\d+ to 0\.\d+ \|  \|",
        fails,
    )
    assert re.fullmatch(
        r"\| Eliminated \| per_seat\.eliminated \| undecided \| .* \| about [\d,]+ games \|", open_
    )
    assert passes.startswith("| Tears taken | per_seat.tears_taken | pass | ")
    assert level == "All bounds together at a level of 1%."


def test_the_verdict_is_told_once(
    loopsim: Loopsim, folder: Path, bounds: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a screen by the table or the page; of what may go into a file on stderr as well."""
    path = bounds(f"[bounds]\n{FAILS}")
    said = "1 of 1 bound fails, 0 pass"
    for form, on_stderr in (((), ""), (("--json",), said), (("--format", "md"), said)):
        done = loopsim("gate", folder, "--thresholds", path, *form)
        assert (done.code, done.err) == (1, f"gate: not passed: {on_stderr}\n" if on_stderr else "")
        assert done.out.count(said) == 1
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    assert loopsim("gate", folder, "--thresholds", path, "--format", "md").err == ""


def _much_otherwise(data: dict[str, Any]) -> None:
    """Two main numbers, one of a place and of a bot, a number of all seats, trips, and the deal."""
    data["per_seat"]["score"]["mean"] += 5
    data["per_seat"]["tears_taken"]["mean"] += 2
    data["by_order"][0]["score"]["mean"] += 50
    data["by_bot"]["greedy"]["score"]["mean"] += 60
    data["by_order"][0]["waste"]["mean"] += 3
    data["per_seat"]["past_cards"]["mean"] += 4
    for place, trip in enumerate(data["trips"]):
        trip["dealt"]["mean"] = 1 - 0.999 * trip["dealt"]["mean"]
        trip["visits"]["mean"] += 3 + 0.1 * place


def test_what_fails_has_the_main_numbers_first_and_the_deal_last(
    run: Result, baseline: Rewrite
) -> None:
    gate = api.gate(run, against=baseline(_much_otherwise))
    names = [row[HEAD.index("name")] for row in shown(gate).failing]
    keys = [item["key"] for item in run.setting.items]
    assert names[:2] == ["per_seat.tears_taken", "per_seat.score"]  # by tolerances
    tolerances = dict(gate.rows.filter(outcome="fail").select("name", "tolerances").iter_rows())
    others = ["per_seat.past_cards", "by_order.0.waste", *(f"trips.{key}.visits" for key in keys)]
    said_of_all = ["by_bot.greedy.score", "by_order.0.score"]
    dealt = [name for name in tolerances if name.endswith(".dealt")]
    parts = [others, said_of_all, dealt]
    expected = [sorted(part, key=lambda name: -tolerances[name]) for part in parts]
    assert dealt
    assert names[2:] == functools.reduce(operator.iadd, expected, [])


def test_of_what_fails_twenty_are_shown_and_the_others_counted_or_folded(
    loopsim: Loopsim, folder: Path, run: Result, baseline: Rewrite
) -> None:
    path = baseline(_much_otherwise)
    gate = api.gate(run, against=path)
    failing = gate.counts["fail"]
    text = loopsim("gate", folder, "--against", path).out
    assert len(re.findall(r"→", text)) == 20
    assert f"\nand {failing - 20} more\n" in text
    assert (
        f"{failing} numbers differ from the baseline by more than is allowed; the main numbers of "
        "the game first" in text
    )
    page = loopsim("gate", folder, "--against", path, "--format", "md").out
    before, after = page.split(f"<summary>{failing - 20} more</summary>")
    assert before.count("→") == 20
    assert "| Score | per_seat.score | " in before
    assert ".dealt |" in after
    assert len(gate.json()["rows"]) == gate.rows.height


def test_the_bounds_of_the_file_stand_before_what_fails_against_the_baseline(
    loopsim: Loopsim, folder: Path, baseline: Rewrite, bounds: Write
) -> None:
    both = "--against", baseline(_much_otherwise), "--thresholds", bounds(f"[bounds]\n{PASSES}")
    for form in ((), ("--format", "md")):
        out = loopsim("gate", folder, *both, *form).out
        order = [
            out.index(text)
            for text in ("Not passed", "Your bounds", "per_seat.tears_taken", "numbers differ")
        ]
        assert order == sorted(order)
        assert "≥ 0.1" in out[: order[3]]


def test_what_cannot_be_compared_is_counted_in_every_form(
    loopsim: Loopsim, folder: Path, run: Result, baseline: Rewrite
) -> None:
    """Five quantiles each of margin, turns, decisions and of the score at two places, and the spread."""
    said = "Not compared: 26 spreads and quantiles, of which no standard error is known."
    path = baseline(lambda data: None)
    gates = [loopsim("gate", folder, "--against", path, *form) for form in ((), ("--format", "md"))]
    for done in gates:
        assert said in html.unescape(" ".join(done.out.split()))
    assert said in api.gate(folder, against=path).json()["notes"]
    without = baseline(lambda data: (data.pop("quantiles"), data.pop("order_spread")))
    assert said in api.gate(folder, against=without).notes
    bounds = {"bounds": {"order_spread": {"max": 1}}, "tolerance": {"points": 1}}
    assert api.gate(folder, thresholds=bounds).notes == [
        "The [tolerance] of the file is not used, as there is no --against."
    ]


def test_what_is_undecided_is_counted_with_the_games_that_would_decide_most_of_it(
    loopsim: Loopsim, folder: Path, baseline: Rewrite
) -> None:
    path = baseline(lambda data: None)
    gate = api.gate(folder, against=path)
    of = gate.json()["undecided"]
    assert of["numbers"] == gate.counts["undecided"]
    rows = gate.rows.filter(outcome="undecided")
    games = rows["games"].drop_nulls()
    assert of["numbers"] == of["too_near"] + of["unknown"] + len(games)
    assert (of["too_near"] > 0, of["unknown"] > 0) == (True, True)
    assert 0.8 <= (games <= of["games"]).mean() < 0.81  # type: ignore[operator]
    assert max(games) <= 100 * GAMES
    text = loopsim("gate", folder, "--against", path).text()
    said = (
        f"{of['numbers']} numbers are undecided against the baseline: {of['too_near']} cannot be "
        f"decided at this tolerance; {of['unknown']} are not known well enough; {about_all(of['games'])}, "
        "in run and baseline, would decide 80% of the others."
    )
    assert said in text
    assert "→" not in text  # none by name
    page = loopsim("gate", folder, "--against", path, "--format", "md").text()
    assert said in page
    assert f"<summary>{of['numbers']} undecided</summary>" in page
    assert page.count("\n| ") == gate.rows.height + 4  # two heads
    assert page.count("<details>") == page.count("</details>") == 2


def test_what_is_undecided_alone_or_in_one_way_is_told_so() -> None:
    assert told(Undecided(1, 0, 0, 5_000)) == (
        "1 number is undecided against the baseline: about 5,000 games, in run and baseline, would "
        "decide 80% of them."
    )
    assert told(Undecided(2, 0, 2, None)) == (
        "2 numbers are undecided against the baseline: 2 are not known well enough."
    )


def test_markdown_has_no_reference_in_place_of_a_plain_colon_but_no_link_and_picture_either(
    run: Result, earlier: dict[str, Any]
) -> None:
    page = api.gate(run, against=earlier).markdown()
    assert "\nNot compared: 26 spreads and quantiles, " in page
    assert "&#58;" not in page
    name = "a :smile: http://x.y mailto:me"
    data = api.Gate(
        api.gate(run, against=earlier).rows, scenario=name, games=1, strict=False, notes=[]
    )
    shown_name = data.markdown().splitlines()[0]
    assert html.unescape(shown_name) == f"### Gate: {name}, 1 game"
    assert not re.search(r":(smile|//|me)", shown_name)


@pytest.mark.parametrize(
    "name", ["<script>alert(1)</script>", "a|b`c`", "@me_*x*#1", "__b__[x](y)", "www.x.y"]
)
def test_markdown_shows_any_name_as_it_is(name: str, tmp_path: Path) -> None:
    file = tmp_path / f"{name.replace('/', '')}.toml"
    file.write_text('family = "random"\n')
    bot = file.stem
    run = api.run(BASE, games=40, players=2, bots=[str(file), "random"], set={"name": name})
    page = api.gate(run, thresholds={"bounds": {f"by_bot.{bot}.score": {"max": 1}}}).markdown()
    title, row = page.splitlines()[0], next(line for line in page.splitlines() if "by_bot" in line)
    assert row.startswith("| Score, ")
    for line, as_it_is in ((title, name), (row, bot)):
        assert not re.search(r"[<>`@*\[\]]|www\.|\b_\b|_\*|__", line)
        assert as_it_is in re.sub(r"&#(\d+);", lambda found: chr(int(found[1])), line)
    assert row.count("|") == 7  # of six columns
