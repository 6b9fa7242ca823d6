"""--bots and --no-rotate: who sits where, as the facts of the games tell."""

from collections import Counter
from itertools import permutations

import polars as pl
import pytest

import loopsim as api
from tests.cli.program import BASE, Loopsim

NAMES = ("random", "greedy", "planner")


def seated(result: api.Result, key: str) -> list[tuple[str, ...]]:
    """The names of the bots of each game, by place of the turn order or by seat."""
    seats = result.seats.sort("game", key).group_by("game", maintain_order=True)
    codes = seats.agg(pl.col("bot")).collect()["bot"].to_list()
    return [tuple(result.setting.bots[code] for code in game) for game in codes]


def test_one_name_fills_all_seats(loopsim: Loopsim) -> None:
    data = loopsim("run", "--games", "20", "--bots", "random", "--json").json()
    assert (data["bots"], [*data["by_bot"]]) == (["random"], ["random"])


def test_one_name_for_each_seat_is_the_same_as_one_name(loopsim: Loopsim) -> None:
    arguments = ("run", "--games", "20", "--players", "3", "--json", "--bots")
    one = loopsim(*arguments, "random").json()
    three = loopsim(*arguments, "random,random, random").json()
    for clock in ("wall_s", "kernel_s", "games_per_s"):
        del one[clock], three[clock]
    assert one == three


def test_names_take_the_places_in_all_their_orders_by_turns() -> None:
    result = api.run(BASE, players=3, games=13, bots=NAMES)
    orders = sorted(permutations(NAMES))
    assert seated(result, "place") == [orders[game % 6] for game in range(13)]


def test_equal_names_have_fewer_orders() -> None:
    result = api.run(BASE, games=24, bots=["random", "random", "greedy", "random"])
    games = seated(result, "place")
    orders = sorted({*permutations(["random"] * 3 + ["greedy"])})
    assert len(orders) == 4
    assert games == [orders[game % 4] for game in range(24)]


def test_without_rotation_names_sit_as_typed() -> None:
    result = api.run(BASE, players=3, games=40, bots=NAMES, rotate=False)
    assert set(seated(result, "seat")) == {NAMES}
    # the first player is drawn, so that by place of the turn order each name is each
    starts = Counter(names[0] for names in seated(result, "place"))
    assert {*starts} == {*NAMES}


def test_no_rotate_is_the_option_of_rotate(loopsim: Loopsim) -> None:
    arguments = ("--players", "3", "--bots", ",".join(NAMES), "--json")
    data = loopsim("run", "--games", "40", *arguments, "--no-rotate").json()
    ours = api.run(BASE, players=3, games=40, bots=NAMES, rotate=False).json()
    assert data["by_bot"] == ours["by_bot"]
    assert data["by_bot"] != loopsim("run", "--games", "40", *arguments).json()["by_bot"]


@pytest.mark.parametrize(
    "names", ["random,random", "random,random,random", "random,greedy,planner,random,random"]
)
@pytest.mark.parametrize("command", ["run", "trace"])
def test_any_other_number_of_names_is_an_error(loopsim: Loopsim, command: str, names: str) -> None:
    count = names.count(",") + 1
    assert loopsim(command, "--bots", names).fault() == (
        f"--bots {names}: {count} names for 4 players; "
        "allowed are one name for all seats or 4 names"
    )


@pytest.mark.parametrize("command", ["run", "trace", "bench"])
@pytest.mark.parametrize("name", ["plannr", ""])
def test_unknown_bot_is_one_line_with_those_there_are(
    loopsim: Loopsim, command: str, name: str
) -> None:
    fault = loopsim(command, "--bots", name).fault()
    assert fault.startswith(f'--bots: found "{name}"; allowed: ')
    assert all(known in fault for known in NAMES)
    assert ("planner (did you mean this?)" in fault) == (name == "plannr")


def test_unknown_bot_among_good_ones_leaves_no_folder(loopsim: Loopsim, tmp_path: object) -> None:
    out = f"{tmp_path}/run"
    loopsim("run", "--bots", "random,random,random,nobody", "--out", out).fault()
    assert loopsim("report", out).fault() == f"{out}: not a finished run, manifest.json is missing"
