"""How likely a bot takes which option, from the scores that it gives them."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from loopsim.kernels.loop_inc.features import RANDOM

PERCENT = 100


def chances(
    scores: NDArray[np.int64], options: NDArray[np.int64], bots: Any
) -> NDArray[np.float64]:
    """The chances of each option as float64 (G, B, 63); of what is not an option 0.

    `scores`: (G, B, 63); `options`: (G,), sets; `bots`: records (B,) of `layout.BOT`. A bot takes the
    best option, of equals one by lot; with a temperature T option i with chances e^(score_i/T). A bot of
    less skill than 100 % takes any option in the rest of the cases; random bots do so always.
    """
    legal = (options[:, None] >> np.arange(scores.shape[2])) & 1 == 1
    even = legal / legal.sum(axis=1, keepdims=True)
    found = np.empty(scores.shape)
    for bot, row in enumerate(bots):
        behind = np.where(legal, scores[:, bot], np.iinfo(np.int64).min // 2).astype(np.float64)
        behind -= behind.max(axis=1, keepdims=True)
        if row["temperature"] > 0:
            liked = np.exp(behind / row["temperature"]) * legal
        else:
            liked = (behind == 0) * legal.astype(float)
        liked /= liked.sum(axis=1, keepdims=True)
        skill = 0.0 if row["family"] == RANDOM else row["skill"] / PERCENT
        found[:, bot] = skill * liked + (1 - skill) * even
    return found
