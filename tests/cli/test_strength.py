"""What the screen says of arenas, from studies made by hand."""

from loopsim.cli.strength import beating, print_arena
from loopsim.studies.strength import standings
from loopsim.studies.strength.standings import OF_CYCLE
from loopsim.studies.study import Study
from tests.arena.met import contests
from tests.reports.studies import study, table


def cycles(*rows: tuple[int, bool, str, str, bool]) -> Study:
    names = ("cycle", "circle", "bot", "beats", "mutual")
    found = [dict(zip(names, row, strict=True)) for row in rows]
    return study("arena", {"cycles": table(found, OF_CYCLE)}, labels=["base"])


def test_a_circle_is_told_by_its_pairs() -> None:
    pairs = (("a", "b"), ("b", "c"), ("c", "a"))
    asked = cycles(*((1, True, *pair, False) for pair in pairs))
    assert beating(asked) == "circles: a beats b, b beats c and c beats a"


def test_two_that_each_win_alone_among_the_other_are_told_apart_from_a_circle() -> None:
    told = beating(cycles((1, False, "a", "b", True), (1, False, "b", "a", True)))
    first, second = told.splitlines()
    assert first == "circles: none"
    assert second.startswith(
        "odd one out: a and b; each of the two wins more than an equal share alone among several of the other"
    )


def test_without_either_there_are_none() -> None:
    assert beating(cycles()) == "circles: none"


def test_of_few_games_nothing_is_told_that_hangs_on_errors_of_pairs(capsys) -> None:
    found = standings.tables(["a", "b"], contests([[0.2, 0.9], [0.0, 0.2]], 29), None, seed=1)
    print_arena(study("arena", found, labels=["base"], bots=["a", "b"], games=29, mixed_games=0))
    told = capsys.readouterr().out
    assert "it takes 30 (--games 30), and these are 29." in " ".join(told.split())
    (row,) = (line for line in told.splitlines() if line.count("too few") > 1 and " a " in line)
    assert row.split("a", 1)[1].replace("too few", "").strip() == ""
    assert row.count("too few") == 4
    assert "none" not in told
