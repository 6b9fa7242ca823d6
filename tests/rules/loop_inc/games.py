"""Whole games of shipped scenarios, played by random bots in plain Python."""

import numpy as np

from loopsim.games.loop_inc.game import Table
from loopsim.scenario import load


class Game(Table):
    """A set-up ready to be played and traced; its rows can be written without the JIT too."""

    def blank_rows(self, games):
        return {level: rows.view(np.recarray) for level, rows in super().blank_rows(games).items()}


def game(players, *expansions, **rules):
    """The base game with some expansions and rules changed."""
    overrides = [f"expansions=[{','.join(expansions)}]"] if expansions else []
    overrides += [f"rules.{key}={str(value).lower()}" for key, value in rules.items()]
    return Game(load("loop-inc/base", overrides, players), ["random"])
