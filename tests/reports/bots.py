"""Rows of bots that play against each other, made by hand."""

from typing import Any

#: Half the interval of a win share, an advantage; of a rating.
HALF, OF_RATING = 0.01, 10.0
EQUAL = 0.25


def match(bot: str, field: str, *, win_share: float, half: float = HALF) -> dict[str, Any]:
    """A row of the matrix: what one bot wins among others of a field."""
    if bot == field:
        names = ("win_share_low", "win_share_high", "advantage_low", "advantage_high")
        return {
            **dict.fromkeys(names),
            "bot": bot,
            "field": field,
            "win_share": EQUAL,
            "equal_share": EQUAL,
            "advantage": 0.0,
            "beats": False,
            "games": 1000,
        }
    advantage = win_share - EQUAL
    return {
        "bot": bot,
        "field": field,
        "win_share": win_share,
        "win_share_low": win_share - half,
        "win_share_high": win_share + half,
        "equal_share": EQUAL,
        "advantage": advantage,
        "advantage_low": advantage - half,
        "advantage_high": advantage + half,
        "beats": advantage > half,
        "games": 1000,
    }


def standing(bot: str, rating: float | None = 100.0, **more: Any) -> dict[str, Any]:
    """A row of the standings."""
    ends = (None, None) if rating is None else (rating - OF_RATING, rating + OF_RATING)
    return {
        "bot": bot,
        "rating": rating,
        "rating_low": ends[0],
        "rating_high": ends[1],
        "nash_weight": 0.5,
        "nash_support": 0.9,
        "nash_rating": -0.1,
        "nash_rating_low": -0.2,
        "nash_rating_high": 0.0,
        "alpha_share": 0.25,
        "alpha_top": 0.5,
        "alpha_place": 2,
        "alpha": 10,
        **more,
    }
