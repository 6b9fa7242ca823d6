"""run: the JSON object, the tables, progress, and what stays the same."""

import json
import os
import pty
import re
import subprocess

import pytest

from loopsim import Result
from loopsim.cli import tables
from loopsim.cli.overview import ADS, GAME, SEAT, of_metric, print_result, with_interval
from loopsim.cli.progress import Progress
from loopsim.cli.shown import IN_PER_CENT
from loopsim.stats import Estimate
from tests.cli.conftest import BOTS, GAMES
from tests.cli.program import BASE, PROGRAM, Loopsim, environment, table

#: What changes from run to run.
CLOCKS = ("wall_s", "kernel_s", "games_per_s")

ASKED = ("run", BASE, "--games", str(GAMES), "--bots", BOTS, "--seed", "7", "--threads", "1")

HEAD = "game scenario scenario_hash bots_hash seed games players bots threads wall_s kernel_s games_per_s"
PER_GAME = "turns decisions forced lead_changes margin no_winner shared_win"
PER_SEAT = (
    "score survivor_score trip_points met_ads office_points effect_points penalty tears_taken "
    "tears_held waste failed_ads ads_placed launches launches_day1 launches_day2 launches_day3 "
    "eliminated"
)
CAUSES = (
    "room_empty no_open_machine exchange_nothing move_impossible ad_none_left ad_no_trip "
    "trash_nothing second_visitor voluntary effect"
)
TRIP_FACES = "card trip era points components"
TRIP_NUMBERS = "dealt visits first second ads tears win_lift visit_lift"


def test_json_has_every_key_with_the_values_of_the_result(loopsim: Loopsim, result: Result) -> None:
    data = loopsim(*ASKED, "--json").json()
    of = result.estimates.of

    def mean(name: str, group: str = "", index: int = 0) -> dict[str, float | None]:
        estimate = of(name, group, index)
        return {"mean": estimate.value, "se": estimate.se}

    assert [*data][:12] == HEAD.split()
    assert (data["game"], data["scenario"], data["seed"]) == ("loop-inc", BASE, 7)
    assert (data["games"], data["players"], data["threads"]) == (GAMES, 4, 1)
    assert data["bots"] == BOTS.split(",")
    for key in ("scenario_hash", "bots_hash"):
        assert re.fullmatch("[0-9a-f]{16}", data[key])
        assert data[key] == result.manifest[key]
    assert data["games_per_s"] == pytest.approx(GAMES / data["kernel_s"])
    assert 0 < data["kernel_s"] <= data["wall_s"]

    for name in PER_GAME.split():
        assert data["per_game"][name] == mean(name)
    for name in PER_SEAT.split():
        assert data["per_seat"][name] == mean(name)
    assert [*data["tears_by_cause"]] == CAUSES.split()
    tears = sum(cause["mean"] for cause in data["tears_by_cause"].values())
    assert tears == pytest.approx(data["per_seat"]["tears_taken"]["mean"])
    assert data["win_share_by_order"] == [mean("win_share", "place", place) for place in range(4)]
    assert [*data["by_bot"]] == ["random", "greedy", "planner"]
    for index, block in enumerate(data["by_bot"].values()):
        for name in ("win_share", "score", "launches", "tears_taken"):
            assert block[name] == mean(name, "bot", index)
    assert len(data["trips"]) == 32
    for index, trip in enumerate(data["trips"]):
        shown = result.setting.items[index]
        assert [trip[key] for key in TRIP_FACES.split()] == [
            shown[key] for key in TRIP_FACES.split()
        ]
        assert {*TRIP_NUMBERS.split()} <= {*trip}
        assert trip["visits"] == mean("visits", "item", index)
        assert trip["win_lift"] == mean("win_lift", "item", index)
        assert trip["visit_lift"] == mean("visit_lift")
    assert all({*number} == {"mean", "se"} for number in data["per_game"].values())
    assert all({*number} == {"mean", "se"} for number in data["per_seat"].values())
    assert all({*trip[key]} == {"mean", "se"} for trip in data["trips"] for key in ("first", "ads"))


def test_json_is_that_of_the_function_but_for_the_clocks(loopsim: Loopsim, result: Result) -> None:
    data, ours = loopsim(*ASKED, "--json").json(), result.json()
    for clock in CLOCKS:
        del data[clock], ours[clock]
    assert data == ours


def test_table_shows_the_estimates_with_their_intervals(loopsim: Loopsim, result: Result) -> None:
    lines = loopsim(*ASKED).lines()
    m, of = result.manifest, result.estimates.of
    assert lines[:2] == [
        f"{BASE}: {GAMES} games of 4, bots {BOTS}, seed 7",
        f"scenario_hash {m['scenario_hash']}, bots_hash {m['bots_hash']}",
    ]
    assert re.fullmatch(r"[\d,]+ games/s on 1 thread", lines[2])
    assert lines[3] == f"every number with its 95 % interval, clustered by game{IN_PER_CENT}"
    title = {x.name: of_metric(x) for x in result.measures.metrics}

    def cell(name: str, group: str = "", index: int = 0) -> str:
        estimate = of(name, group, index) if group else of(name)
        return with_interval(estimate, result.measures.metric(name))

    assert (title["score"], title["launches"]) == ("Score (points)", "Launches")
    unseen = ("office_points", "effect_points")  # without these expansions they cannot occur
    for name, metrics in {
        "Each game": GAME,
        "Each seat": SEAT,
        "Advertising, each seat": ADS,
    }.items():
        head, printed = table(lines, name)
        assert head == ["mean"]
        assert printed == [[title[x], cell(x)] for x in metrics if x not in unseen]
    assert "never: Office points, Effect points" in lines
    head, printed = table(lines, "Tears by cause, each seat")
    seen = [cause for cause in CAUSES.split() if of(f"tears_{cause}").value]
    assert printed == [[x.replace("_", " "), cell(f"tears_{x}")] for x in seen]
    assert len(seen) > 5
    head, printed = table(lines, "Turn order of day 1")
    assert head == ["place", "Win share (%)", "Score (points)"]
    assert printed == [
        [str(o + 1), *(cell(x, "place", o) for x in ("win_share", "score"))] for o in range(4)
    ]
    head, printed = table(lines, "Bots")
    bots = ("win_share", "score", "launches", "tears_taken", "eliminated")
    assert head == ["bot", *(title[x] for x in bots)]
    assert printed == [
        [bot, *(cell(x, "bot", i) for x in bots)]
        for i, bot in enumerate(("random", "greedy", "planner"))
    ]
    head, printed = table(lines, "Trips (win lift: who visits, not what a trip is worth)")
    assert head[:6] == ["key", "trip", "points", "components", "Visits", "Second visits"]
    assert head[6:] == ["Win lift (% points)"]
    assert printed == [
        [
            f"{item['card']}.{1 + i % 2}",
            item["trip"],
            str(item["points"]),
            str(item["components"]),
            *(cell(x, "item", i) for x in ("visits", "second", "win_lift")),
        ]
        for i, item in enumerate(result.setting.items)
    ]
    assert len(printed) == 32


def test_shares_are_printed_in_per_cent_and_lifts_in_percentage_points(result: Result) -> None:
    of, metric = Estimate(0.1234, 0.01, 0.1038, 0.143, 900), result.measures.metric
    for name, title in (("win_share", "Win share (%)"), ("win_lift", "Win lift (% points)")):
        assert of_metric(metric(name)) == title
        assert with_interval(of, metric(name)) == "12.3 [10.4, 14.3]"
    assert with_interval(of, metric("score")) == "0.123 [0.104, 0.143]"


def test_what_happened_with_an_expansion_is_shown(loopsim: Loopsim) -> None:
    asked = ("run", "--games", "200", "--bots", "random", "--set", "expansions=futures,more,office")
    lines = loopsim(*asked).lines()
    shown = [row[0] for row in table(lines, "Each seat")[1]]
    assert {"Office points", "Effect points"} <= {*shown}


def test_one_bot_needs_no_table_of_bots(loopsim: Loopsim) -> None:
    assert "Bots" not in [line.rstrip() for line in loopsim("run", "--games", "5").lines()]


def test_intervals_of_the_table_agree_with_the_errors_of_the_json(
    loopsim: Loopsim, result: Result
) -> None:
    """Written anew: mean ± 1.96 standard errors (Student's t for this many games), two digits of it."""
    _, printed = table(loopsim(*ASKED).lines(), "Each seat")
    score = result.json()["per_seat"]["score"]
    shown, low, high = (float(x) for x in re.findall(r"-?\d+\.\d+", printed[0][1]))
    assert shown == pytest.approx(score["mean"], abs=0.005)
    assert high - low == pytest.approx(2 * 1.97 * score["se"], rel=0.05)


@pytest.mark.parametrize("columns", [40, 60, 80])
def test_nothing_is_cut_on_a_narrow_terminal(
    result: Result,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    columns: int,
) -> None:
    """Heads and texts are folded at blanks only; a number and its interval are never parted."""
    print_result(result)
    wide = capsys.readouterr().out
    monkeypatch.setenv("FORCE_COLOR", "1")  # rich takes stdout for a terminal
    monkeypatch.setenv("COLUMNS", str(columns))
    console = tables.console()
    assert (console.is_terminal, console.width) == (True, columns)
    print_result(result)
    narrow = re.sub(r"\x1b\[[\d;]*m", "", capsys.readouterr().out)
    words, those_of_wide = (
        {word for word in shown.split() if "─" not in word} for shown in (narrow, wide)
    )
    assert words == those_of_wide
    number = r"[−\d.]+ \[[^]]+\]"
    assert {*re.findall(number, narrow)} == {*re.findall(number, wide)}
    assert len(re.findall(number, narrow)) == len(re.findall(number, wide))
    if columns >= 60:
        body = narrow.splitlines()[4:]
        assert max(map(len, body)) <= columns


def test_columns_that_do_not_fit_go_below_beside_the_first_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "24")
    tables.print_table("Title", ("key", "one", "two"), [("a", "1 [0, 2]", "20 [10, 30]")])
    shown = re.sub(r"\x1b\[[\d;]*m", "", capsys.readouterr().out)
    assert [line.split() for line in shown.splitlines() if line.strip(" ─")] == [
        ["Title"],
        ["key", "one"],
        ["a", "1", "[0,", "2]"],
        ["key", "two"],
        ["a", "20", "[10,", "30]"],
    ]


def test_quiet_prints_nothing(loopsim: Loopsim) -> None:
    assert loopsim("run", "--games", "20", "--bots", "random", "--quiet").text() == ""
    assert loopsim("run", "--games", "20", "--bots", "random", "-q").text() == ""


def test_quiet_json_prints_the_object_alone(loopsim: Loopsim) -> None:
    arguments = ("run", "--games", "20", "--bots", "random", "--quiet", "--json")
    assert loopsim(*arguments).json()["games"] == 20


def test_a_tear_that_costs_more_lowers_the_score(loopsim: Loopsim) -> None:
    """--set reaches the rules."""
    arguments = ("run", "--games", "200", "--bots", "random", "--json")
    cheap = loopsim(*arguments).json()
    dear = loopsim(*arguments, "--set", "rules.tear_costs=[2,6,12]").json()
    assert dear["scenario_hash"] != cheap["scenario_hash"]
    assert dear["per_seat"]["score"]["mean"] < cheap["per_seat"]["score"]["mean"]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_players_are_those_asked_for(loopsim: Loopsim, players: int) -> None:
    data = loopsim(
        "run", "--games", "20", "--bots", "random", "--players", str(players), "--json"
    ).json()
    assert (data["players"], len(data["win_share_by_order"])) == (players, players)


def test_first_compile_is_announced_on_stderr_alone(
    loopsim: Loopsim, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("loopsim.kernels.cache.compiled_before", lambda part: False)
    done = loopsim("run", "--games", "5", "--bots", "random", "--json")
    assert (done.code, json.loads(done.out)["games"]) == (0, 5)
    assert done.err == (
        "loopsim: compiling the kernel for the first time: half a minute or so, kept for later\n"
    )
    assert loopsim("run", "--games", "5", "--bots", "random", "--quiet").text() == ""


def test_progress_of_a_terminal_is_on_stderr_alone() -> None:
    """stderr a terminal, stdout a pipe: the bar with games/s is not in the data."""
    ours, theirs = pty.openpty()
    done = subprocess.run(
        [*PROGRAM, "run", "--games", "3000", "--bots", "random", "--json"],
        stdout=subprocess.PIPE,
        stderr=theirs,
        env=environment(TERM="xterm", COLUMNS="100"),
        check=True,
    )
    os.close(theirs)
    shown = os.read(ours, 1 << 20).decode()
    os.close(ours)
    assert json.loads(done.stdout)["games"] == 3000
    assert "of 3,000 games" in shown


def test_rate_is_of_all_games_over_the_time_since_the_first_of_them() -> None:
    """Bursts, as when a part has been summarised, are no speed; nor is compiling a slow one."""
    now = 1000.0
    progress = Progress(10_000, shown=False, clock=lambda: now)
    told = []
    for seconds, games in [(30, 1000), (0, 1000), (0.5, 1000), (1.5, 2000), (0, 2000), (6, 3000)]:
        now += seconds
        progress.advance(games)
        told.append(progress.rate())
    assert told == [
        "",
        "",
        "",
        "2,000 games/s, 0:00:02 left",
        "3,000 games/s, 0:00:01 left",
        "1,125 games/s, 0:00:00 left",
    ]
