"""Tastes of a bot: what single things are worth to it besides its weights."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from loopsim import contests
from loopsim.errors import InputError
from loopsim.games.loop_inc import weights
from loopsim.games.loop_inc.game import Table
from loopsim.games.loop_inc.scenario import Scenario
from loopsim.games.loop_inc.tastes import DECK
from loopsim.kernels.loop_inc.ahead import take_on
from loopsim.kernels.loop_inc.layout import DESK
from loopsim.kernels.loop_inc.names import ADVERTISE
from loopsim.population import with_bots
from loopsim.scenario import from_resolved, load, shelf
from loopsim.scenario.faults import key_text
from loopsim.studies.setups import Setup, seated

SCENARIO = load("loop-inc/base")
FOND = 5_000


def with_tastes(bot: str = "planner", **more: object) -> Table:
    """A table at which all seats have a bot with some tastes."""
    tastes = more["tastes"]
    assert isinstance(tastes, dict)
    liking = weights.changed(SCENARIO.bot(bot), tastes)
    return Table(weights.seated(SCENARIO, "fond", liking), ["fond"])


def facts(table: Table, games: int = 100) -> dict[str, object]:
    rows = table.blank_rows(games, focal=True)
    table.play(1, 0, rows)
    return rows


def visits(rows: dict[str, object], trip: int) -> float:
    """Visitors of a trip in the games in which it is dealt."""
    of = rows["trips"]
    return of["visitors"][of["trip"] == trip].mean()


@pytest.mark.parametrize("bot", ["planner", "greedy"])
def test_a_card_that_is_liked_is_taken_and_one_that_is_shunned_is_not(bot: str) -> None:
    usual, fond, averse = (
        facts(with_tastes(bot, tastes={"advertise": taste}))["seats"]["new"][:, :, ADVERTISE]
        .sum(axis=2)
        .mean()
        for taste in (0, FOND, -FOND)
    )
    assert averse < 0.1 < usual < fond
    assert fond == pytest.approx(5 / 4)  # the whole pile


def test_an_anomaly_that_is_liked_is_taken_whenever_it_lies_open() -> None:
    for taste, least, most in ((FOND, 0.99, 1), (-FOND, 0, 0.2)):
        table = with_tastes(tastes={"anomaly:remodel": taste})
        opened = taken = 0
        for game in range(40):
            events = table.trace(1, game).events
            opened += any("remodel" in e["anomalies"] for e in events if e["event"] == "day_end")
            taken += any(
                e["event"] == "play" and e["source"] == "new" and e["card"] == "anomaly:remodel"
                for e in events
            )
        assert opened > 20
        assert least <= taken / opened <= most


def test_a_trip_that_is_liked_is_aimed_at() -> None:
    keys = [trip["key"] for trip in with_tastes(tastes={}).setting().items]
    for key in ("AD1.1", "BC4.2"):
        averse, usual, fond = (
            visits(facts(with_tastes(tastes={key: taste})), keys.index(key))
            for taste in (-FOND, 0, FOND)
        )
        assert averse == 0
        assert fond > 1.3 * usual > 0


def test_a_taste_of_nothing_and_for_what_is_not_in_play_changes_nothing() -> None:
    usual = facts(Table(SCENARIO, ["planner"]), 20)["games"].tobytes()
    for tastes in ({"advertise": 0}, {"anomaly:eraser": FOND, "no such": 1}):
        assert facts(with_tastes(tastes=tastes), 20)["games"].tobytes() == usual


def test_tastes_stay_in_a_resolved_scenario_and_count_in_its_hash() -> None:
    liking = weights.seated(
        SCENARIO, "fond", weights.changed(SCENARIO.bot("planner"), {"advertise": 7})
    )
    again = from_resolved(liking.resolved())
    assert again.bot("fond").tastes == {"advertise": 7}
    assert again.bots_hash(["fond"]) == liking.bots_hash(["fond"])
    assert liking.bots_hash(["fond"]) != liking.bots_hash(["planner"])


def test_only_weighted_bots_have_tastes(tmp_path) -> None:
    (tmp_path / "odd.toml").write_text('family = "random"\ntastes = { advertise = 3 }\n')
    with pytest.raises(InputError, match="no tastes: only weighted bots have it"):
        load("loop-inc/base", {"bots": str(tmp_path / "odd.toml")})


def test_the_file_of_a_bot_with_tastes_is_that_bot(tmp_path) -> None:
    liking = weights.changed(SCENARIO.bot("planner"), {"anomaly:remodel": -30, "AD4.1": 20})
    liking = liking.model_copy(update={"title": 'A "fond" one', "skill": 90})
    (tmp_path / "fond.toml").write_text(weights.file_text(SCENARIO, liking))
    assert load("loop-inc/base", {"bots": str(tmp_path / "fond.toml")}).bot("fond") == liking


def test_a_bot_with_a_taste_meets_the_same_opponents() -> None:
    liking = weights.changed(SCENARIO.bot("planner"), {"advertise": FOND})
    scenario = weights.seated(SCENARIO, "fond", liking)
    tables = [contests.against(scenario, bot, ["greedy", "random"]) for bot in ("fond", "planner")]
    found = []
    for table in tables:
        rows = table.blank_rows(200)
        table.play(3, 0, rows)
        found.append(rows["seats"]["bot"].tolist())
    assert found[0] == found[1]


def thinker(tastes: dict[str, int], **numbers: int) -> Scenario:
    """The game with a look-ahead bot of such numbers, whose persona is "fond" of some things."""
    scenario = weights.seated(SCENARIO, "fond", weights.changed(SCENARIO.bot("planner"), tastes))
    bot = SCENARIO.bot("look-ahead").model_copy(update={"persona": "fond", **numbers})
    return weights.seated(scenario, "thinker", bot)


@pytest.mark.parametrize("numbers", [{"breadth": 1}, {"playouts": 2}], ids=["at sight", "in games"])
def test_a_look_ahead_bot_has_the_tastes_of_its_persona(numbers: dict[str, int]) -> None:
    """What is liked, or shunned, that much is decided before a playout."""
    games = 12
    for taste, taken in ((FOND, 5 / 4), (-FOND, 0)):  # the whole pile, or none
        rows = facts(Table(thinker({"advertise": taste}, **numbers), ["thinker"]), games)
        assert rows["seats"]["new"][:, :, ADVERTISE].sum(axis=2).mean() == pytest.approx(
            taken, abs=0.1
        )
    key = with_tastes(tastes={}).setting().items[0]["key"]
    averse, fond = (
        facts(Table(thinker({key: taste}, **numbers), ["thinker"]), 2 * games)
        for taste in (-FOND, FOND)
    )
    assert visits(averse, 0) == 0
    assert visits(fond, 0) > 1


def test_in_thought_every_seat_has_the_tastes_of_the_persona_and_makes_no_slips() -> None:
    table = with_tastes(tastes={})
    d, m = (np.zeros(1, DESK).view(np.recarray) for _ in range(2))
    d[0].taste[:] = np.arange(d[0].taste.size).reshape(d[0].taste.shape)
    d[0].trip_taste[:] = 7 * np.arange(d[0].trip_taste.size).reshape(d[0].trip_taste.shape)
    d[0].temperature[:], d[0].skill[:] = 500, 10
    take_on(table._tables[0], d[0], m[0], 2)
    assert (m[0].temperature[:4].tolist(), m[0].skill[:4].tolist()) == ([0] * 4, [100] * 4)
    for seat in range(4):
        assert (m[0].taste[seat] == d[0].taste[2]).all()
        assert (m[0].trip_taste[seat] == d[0].trip_taste[2]).all()


def test_a_look_ahead_bot_is_asked_with_the_tastes_of_its_persona() -> None:
    names = ["thinker", "fond", "planner"]
    polled = contests.mixed(thinker({"advertise": FOND}), names).polled(1, range(200))
    assert (polled[:, 0] == polled[:, 1]).all()
    assert (polled[:, 0] != polled[:, 2]).any()


# --- for what there is


def fond_of(folder: Path, *things: str) -> str:
    """The path of a bot that likes some things."""
    file = folder / "fond.toml"
    liked = "".join(f'"{thing}" = {FOND}\n' for thing in things)
    file.write_text(f'family = "weighted"\n[tastes]\n{liked}')
    return str(file)


@pytest.mark.parametrize(
    ("wrong", "meant"),
    [
        ("AD1", '"AD1.1"'),
        ("trips.AD1.1", '"AD1.1"'),
        ("Sign the Declaration of Independence", '"AD1.1"'),
        ("visit the lunar hotel", '"F1.1"'),
        ("Advertise", "advertise"),
        ("anomly:remodel", '"anomaly:remodel"'),
        ("anomaly.remodel", '"anomaly:remodel"'),
        ("remodel", '"anomaly:remodel"'),
        ("Breadbox delivery", '"anomaly:box_of_bread"'),
        ("xyzzy", None),
    ],
)
def test_a_taste_for_what_there_is_not_is_told_with_what_was_meant(
    tmp_path: Path, wrong: str, meant: str | None
) -> None:
    file = fond_of(tmp_path, "advertise", wrong)
    near = f"{meant} (did you mean this?), or " if meant else ""
    for use in (lambda: with_bots(SCENARIO, file), lambda: load("loop-inc/base", {"bots": file})):
        with pytest.raises(InputError) as fault:
            use()
        assert str(fault.value) == (
            f"{file}: {key_text(('tastes', wrong))}: found a name that no card and no trip has; "
            f'allowed: {near}a card that is taken new, as advertise or "anomaly:remodel", '
            'or a trip, as "AD4.1"'
        )


def test_a_bonus_is_no_card_that_is_taken_new(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="found a name that no card and no trip has"):
        with_bots(load("loop-inc/futures"), fond_of(tmp_path, "bonus:lunar_hotel"))


def test_a_taste_for_what_is_not_in_play_is_no_fault(tmp_path: Path) -> None:
    everything = load("loop-inc/all")
    things = {**weights.things(everything), **weights.things(SCENARIO)}
    assert {"trash", "office", "anomaly:eraser", "F5.2", "BC8.1"} <= things.keys()
    file = fond_of(tmp_path, *things)
    drawn = {"deck": {"prior": "loop-inc/decks/prior.toml", "seed": 1}}
    for scenario in (SCENARIO, everything, load("loop-inc/base", drawn)):
        assert len(with_bots(scenario, file)[0].bot("fond").tastes) == len(things)


def test_a_taste_may_be_for_what_any_deck_of_the_prior_has(tmp_path: Path) -> None:
    things = {t for seed in range(6) for t in weights.things(SCENARIO.drawn(seed))}
    liking, _ = with_bots(SCENARIO, fond_of(tmp_path, *things))
    for seed in (0, 1):
        again = from_resolved(liking.drawn(seed).resolved())
        assert again.bot("fond").tastes.keys() == things


def test_cards_that_a_scenario_adds_count_there_and_in_what_it_is_compared_with(
    tmp_path: Path,
) -> None:
    deck = shelf.read_text(shelf.Place(shelf.root() / DECK, ""))
    (tmp_path / "own.csv").write_text(deck.replace("AD1,", "OWN,"))
    own = {"deck": str(tmp_path / "own.csv"), "anomaly.mine.set": "base"}
    own |= {"anomaly.mine.steps": [{"do": "points", "k": 1}]}
    changed = load("loop-inc/base", own)
    file = fond_of(tmp_path, "OWN.2", "anomaly:mine", "AD1.1")
    assert with_bots(changed, file)[1] == ["fond"]
    with pytest.raises(InputError, match=re.escape("OWN.2")):
        with_bots(SCENARIO, file)
    setups = [Setup("base", SCENARIO), Setup("own", changed)]
    made, names = seated(setups, [file, "planner", "planner", "planner"])
    assert names == ["fond", "planner", "planner", "planner"]
    assert [setup.scenario.bot("fond").tastes["OWN.2"] for setup in made] == [FOND, FOND]
    (tmp_path / "pop.toml").write_text('bots = ["fond.toml", "planner"]')
    _, cast = seated(setups, None, tmp_path / "pop.toml")
    assert cast.bots == ("fond", "planner")  # type: ignore[union-attr]
