"""What Python gives to a run: NumPy's numbers are as good as its own, all else is one line at once."""

import json
from typing import Any

import numpy as np
import pytest

import loopsim
from loopsim import InputError


def test_numbers_of_numpy_play_the_same_games() -> None:
    changes = {"rules.ad_penalty": 2, "rules.components_stay": False, "rules.tear_costs": [1, 2, 3]}
    own = loopsim.run(
        games=20, seed=3, threads=1, players=3, bots="random", set=changes, rotate=True
    )
    theirs = loopsim.run(
        games=np.int64(20),
        seed=np.int32(3),
        threads=np.int8(1),
        players=np.int64(3),
        bots=np.array(["random"]),
        set={
            "rules.ad_penalty": np.int64(2),
            "rules.components_stay": np.bool_(False),
            "rules.tear_costs": [np.int64(1), *np.array([2, 3])],
        },
        rotate=np.bool_(True),
    )
    assert theirs.summary.equals(own.summary)
    measured = ("wall_s", "kernel_s", "games_per_s", "timings")
    manifests = [
        {key: value for key, value in result.manifest.items() if key not in measured}
        for result in (own, theirs)
    ]
    assert json.loads(json.dumps(manifests[1])) == json.loads(json.dumps(manifests[0]))


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"seed": 1.5}, "--seed: found 1.5; allowed: a whole number"),
        ({"seed": None}, "--seed: found nothing; allowed: a whole number"),
        ({"games": True}, "--games: found true; allowed: a whole number"),
        ({"games": "20"}, '--games: found "20"; allowed: a whole number'),
        ({"games": np.array([1, 2])}, '--games: found "[1 2]"; allowed: a whole number'),
        ({"threads": 1.5}, "--threads: found 1.5; allowed: a whole number"),
        ({"players": 2.0}, "--players: found 2.0; allowed: a whole number, 2 to 4"),
        ({"players": True}, "--players: found true; allowed: a whole number, 2 to 4"),
        ({"bots": None}, "--bots: found nothing; allowed: names of bots"),
        ({"bots": [1, 2]}, "--bots: found 1; allowed: names of bots"),
        ({"set": None}, "--set: found nothing; allowed: texts key=value, or a mapping"),
        ({"set": [3]}, "--set: found 3; allowed: key=value"),
    ],
)
def test_what_is_no_number_no_name_and_no_change_is_one_line(
    given: dict[str, Any], said: str
) -> None:
    with pytest.raises(InputError) as fault:
        loopsim.run(**{"games": 5, "bots": "random"} | given)
    assert str(fault.value) == said
