"""loopsim as a library: what it exports, what a result gives, what importing costs."""

import json
import pkgutil
import subprocess
import sys
from collections.abc import Sequence

import numpy as np
import pandas as pd
import polars as pl
import pytest

import loopsim
from tests.cli.program import BASE

HEAVY = ("numba", "numpy", "polars", "pandas", "matplotlib", "scipy", "pydantic", "typer", "rich")


def python(code: str, *options: str) -> str:
    """What a fresh interpreter prints."""
    done = subprocess.run(
        [sys.executable, *options, "-c", code], capture_output=True, text=True, check=True
    )
    assert done.stderr == ""
    return done.stdout


def loaded_after(code: str, names: Sequence[str]) -> list[str]:
    """Which of some packages a piece of code imports."""
    return json.loads(
        python(
            f"import sys, json\n{code}\nprint(json.dumps([n for n in {[*names]!r} if n in sys.modules]))"
        )
    )


def test_importing_loopsim_imports_nothing_heavy() -> None:
    assert loaded_after("import loopsim", HEAVY) == []


def test_help_needs_neither_numba_nor_polars_nor_matplotlib() -> None:
    code = """
import contextlib, io, sys
sys.argv = ["loopsim", "run", "--help"]
from loopsim.cli import main
with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):
    main()
"""
    assert loaded_after(code, ["numba", "numpy", "polars", "pandas", "matplotlib", "scipy"]) == []


def test_importing_gives_no_warning() -> None:
    everything = "import loopsim; [getattr(loopsim, name) for name in loopsim.__all__]"
    assert python(everything, "-W", "error") == ""


def test_every_public_name_is_there_and_listed() -> None:
    assert {*loopsim.__all__} <= {*dir(loopsim)}
    assert all(getattr(loopsim, name).__doc__ for name in loopsim.__all__)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        loopsim.nothing  # noqa: B018


def test_result_gives_lazy_frames_pandas_and_json() -> None:
    result = loopsim.run(BASE, games=50, bots="random", seed=2)
    frames = {"games": result.games, "seats": result.seats, "trips": result.trips}
    assert all(isinstance(frame, pl.LazyFrame) for frame in frames.values())
    sizes = {name: frame.collect().height for name, frame in frames.items()}
    assert sizes == {"games": 50, "seats": 200, "trips": 700}
    pandas = result.to_pandas()
    for name, frame in frames.items():
        assert isinstance(pandas[name], pd.DataFrame)
        ours = frame.collect()
        assert [*pandas[name].columns] == ours.columns
        assert np.array_equal(pandas[name].to_numpy(), ours.to_numpy())
    assert json.loads(json.dumps(result.json(), allow_nan=False)) == result.json()
    score = result.seats.select(pl.col("score").mean()).collect().item()
    assert result.json()["per_seat"]["score"]["mean"] == pytest.approx(score)
    assert result.summary.games() == 50


def test_result_without_facts_says_so() -> None:
    result = loopsim.run(BASE, games=50, bots="random", keep="summary")
    with pytest.raises(loopsim.InputError, match="run again with keep facts"):
        result.games  # noqa: B018
    assert result.json()["games"] == 50


def test_shown_scenario_gives_tables() -> None:
    shown = loopsim.show(BASE, players=2)
    trips = shown.table("trips")
    assert trips.frame.to_dicts() == trips.json() == shown.json()["trips"]
    assert trips.to_pandas().to_dict("records") == trips.json()
    with pytest.raises(KeyError):
        shown.table("nothing")


def test_what_a_function_gives_is_shown_in_one_short_line() -> None:
    games = loopsim.run(BASE, games=1200, bots=["greedy", "random"], players=2, seed=2)
    assert repr(games) == (
        "<Result loop-inc/base: 1,200 games of 2 players, bots greedy, random, seed 2, in memory>"
    )
    replays = [loopsim.trace(BASE, game=7), loopsim.trace(BASE, game=7, games=3, players=2)]
    assert [repr(replay) for replay in replays] == [
        "<Replay loop-inc/base: game 7 of seed 1, 4 players, bots planner>",
        "<Replay loop-inc/base: games 7 to 9 of seed 1, 2 players, bots planner>",
    ]
    shown = loopsim.show(BASE, players=2)
    hashed = shown.json()["scenario_hash"]
    assert repr(shown) == f"<Shown loop-inc/base: 2 players, scenario_hash {hashed}>"
    assert repr(shown.table("effects")).startswith("<Listing of 8 rows: ")
    checked = loopsim.validate([BASE])
    assert repr(checked) == "<Listing of 1 row: file, players, scenario_hash>"
    counts = [len(games.measures.of_level(level)) for level in ("games", "seats", "items")]
    assert repr(games.estimates) == (
        "<Estimates of 1,200 games; metrics: {} of games, {} of seats, {} of items; of(metric) gives "
        "one, frame(group) a table; groups: game, seat, place, bot, item>".format(*counts)
    )


def test_tables_are_printed_whole_with_every_row_and_word() -> None:
    listing = loopsim.Listing([{"name": "a" * 60, "n": n} for n in range(70)])
    lines = str(listing).splitlines()
    assert lines[0].split() == ["name", "n"]
    assert [line.split() for line in lines[1:]] == [["a" * 60, str(n)] for n in range(70)]
    html = listing._repr_html_()
    assert html.count("<tr") == 71
    assert html.count("a" * 60) == 70
    assert "&lt;b&gt;" in loopsim.Listing([{"name": "<b>"}])._repr_html_()
    assert "Joust at Camelot" in str(loopsim.show(BASE).table("trips"))


def test_metric_called_as_in_the_json_names_the_one_that_is_meant() -> None:
    estimates = loopsim.run(BASE, games=20, bots="random", keep="summary").estimates
    with pytest.raises(loopsim.InputError) as told:
        estimates.of("win_share_by_order")
    assert str(told.value) == (
        'metric: found "win_share_by_order"; allowed: win_share (did you mean this?)'
    )


def test_wrong_input_is_an_input_error() -> None:
    for call in (loopsim.run, loopsim.show, loopsim.trace, loopsim.bench):
        with pytest.raises(loopsim.InputError, match="nosuch"):
            call("nosuch")
    with pytest.raises(loopsim.InputError, match="nosuch"):
        loopsim.validate(["nosuch.toml"])


def test_on_games_hears_of_every_game() -> None:
    heard: list[int] = []
    loopsim.run(BASE, games=2500, bots="random", keep="summary", on_games=heard.append)
    assert sum(heard) == 2500


def test_no_module_has_the_name_of_a_public_function() -> None:
    """Python puts an imported module in place of a function of its name: it could be called once."""
    modules = {module.name for module in pkgutil.iter_modules(loopsim.__path__)}
    assert modules & {*loopsim.__all__} == {"reports"}  # which is a module
