"""Several names given in Python: one text with commas, as on the command line, or a list of them."""

import inspect
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import loopsim

BOTS = {"bots": ["random", "greedy"]}
FEW: dict[str, Any] = {"games": 40, "players": 2}
SEARCH: dict[str, Any] = {
    "games": 5,
    "generations": 1,
    "size": 4,
    "fresh": 10,
    "players": 2,
    "population": "random,greedy",
    "against": "random",
}
HUNT = {name: value for name, value in SEARCH.items() if name != "against"}
VARY = {"rules.ad_penalty": [3, 2]}
FILES = ["loop-inc/base", "loop-inc/office"]

#: Each function with each of its parameters that takes several names.
CASES: list[tuple[Callable[..., Any], dict[str, list[str]]]] = [
    (partial(loopsim.run, **FEW), BOTS),
    (partial(loopsim.run_over, decks=20, **FEW), BOTS),
    (partial(loopsim.trace, players=2), BOTS),
    (partial(loopsim.bench, seconds=0.01, rounds=1, players=[2], threads=[1]), BOTS),
    (loopsim.bots, BOTS),
    (loopsim.validate, {"files": FILES}),
    (partial(loopsim.compare, bots="random", **FEW), {"scenarios": FILES}),
    (partial(loopsim.compare, "loop-inc/base", vary=VARY, **FEW), BOTS),
    (
        partial(loopsim.compare, "loop-inc/base", bots="random", **FEW),
        {"rekey": ["anomalies", "trips"]},
    ),
    (partial(loopsim.factorial, bots="random", **FEW), {"factors": ["more", "office"]}),
    (partial(loopsim.factorial, factors=["more"], **FEW), BOTS),
    (partial(loopsim.sweep, vary=VARY, **FEW), BOTS),
    (partial(loopsim.value, items="actions", **FEW), BOTS),
    (partial(loopsim.restrict, bots="random", **FEW), {"forbid": ["advertise", "move"]}),
    (partial(loopsim.restrict, forbid=["move"], **FEW), BOTS),
    (partial(loopsim.arena, **FEW), BOTS),
    (partial(loopsim.tune, **SEARCH), {"population": ["planner", "greedy"]}),
    (partial(loopsim.tune, **SEARCH), {"against": ["planner", "greedy"]}),
    (partial(loopsim.tune, **SEARCH), {"only": ["ad", "tear"]}),
    (partial(loopsim.tune, **SEARCH), {"fix": ["ad", "tear"]}),
    (partial(loopsim.exploit, **HUNT), {"population": ["planner", "greedy"]}),
]


def plain(made: Any) -> Any:
    """What a call gives, but for how long it took."""
    if isinstance(made, loopsim.Study):
        tables = {name: frame.to_dicts() for name, frame in made.tables.items()}
        return tables, made.manifest["bots"], [arm["label"] for arm in made.manifest["arms"]]
    if isinstance(made, loopsim.Result):
        return made.summary.games(), made.setting, made.json()["by_bot"]
    if isinstance(made, loopsim.Listing):  # of a bench: its speeds are others each time
        return [row.get("bot", row) for row in made.json()]
    return made.json()


def name_of(case: Any) -> str:
    function = getattr(case, "func", case)
    return function.__name__ if callable(function) else "".join(case)


@pytest.mark.parametrize(("ask", "names"), CASES, ids=name_of)
def test_a_text_with_commas_is_the_list_of_its_names(
    ask: Callable[..., Any], names: dict[str, list[str]]
) -> None:
    ((parameter, several),) = names.items()
    if parameter == "population":
        ask = partial(ask.func, **{k: v for k, v in ask.keywords.items() if k != parameter})  # type: ignore[attr-defined]
    wanted = repr(plain(ask(**{parameter: several})))
    assert repr(plain(ask(**{parameter: ", ".join(several)}))) == wanted


def test_no_parameter_for_several_names_is_left_out_above() -> None:
    covered = {(name_of(ask), parameter) for ask, names in CASES for parameter in names}
    covered.add(("report", "format"))  # tests/reports/test_markdown.py
    public = [getattr(loopsim, name) for name in loopsim.__all__]
    assert covered == {
        (function.__name__, parameter.name)
        for function in public
        if inspect.isfunction(function)
        for parameter in inspect.signature(function).parameters.values()
        if any(word in str(parameter.annotation) for word in ("Texts", "Factors", "Iterable[str"))
    }


def test_in_a_list_and_of_a_path_commas_stay(tmp_path: Path) -> None:
    file = tmp_path / "ads, many" / "lover.toml"
    file.parent.mkdir()
    file.write_text('family = "weighted"\nweights = { ad = 300, points = 50 }\n')
    for given in ([str(file)], file):
        assert loopsim.run(games=2, bots=given).setting.bots == ("lover",)
        assert loopsim.tune(**SEARCH | {"population": given}).manifest["bots"] == ["lover"]
    with pytest.raises(loopsim.InputError, match=r'--bots: found "many/lover.toml", no such file'):
        loopsim.run(games=2, players=2, bots=str(file))
