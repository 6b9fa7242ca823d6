"""What each bot of a population says alone, beside what all say together."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import polars as pl

#: What the name of a table ends in that has the rows of each bot.
BY_BOT = "_by_bot"


def by_bot(
    bots: Mapping[int, str], tables: Callable[[int], Mapping[str, pl.DataFrame]]
) -> dict[str, pl.DataFrame]:
    """The tables of each bot under those of the one before, with the column "bot" first.

    `bots`: places and names. `tables`: those of the bot at a place, as a study with this bot alone has
    them. "metrics" is called "metrics_by_bot" here, and so on.
    """
    parts: dict[str, list[pl.DataFrame]] = {}
    for place, bot in bots.items():
        for name, frame in tables(place).items():
            rows = frame.select(pl.lit(bot).alias("bot"), pl.all())
            parts.setdefault(f"{name}{BY_BOT}", []).append(rows)
    return {name: pl.concat(frames) for name, frames in parts.items()}
