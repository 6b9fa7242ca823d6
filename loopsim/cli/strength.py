"""The tables of an arena and of a ladder on the screen: every number with its 95 % interval."""

from collections.abc import Mapping
from itertools import permutations
from typing import Any

from loopsim.cli.tables import print_table, print_text
from loopsim.distances import DIFFERENT
from loopsim.numbers import ALIKE, MINUS, NONE, counted, fixed, listed, of_row, rounded
from loopsim.stats import TOO_FEW
from loopsim.studies.strength.apart import unresolved
from loopsim.studies.strength.drawn_deltas import too_few
from loopsim.studies.strength.ladder import STEP
from loopsim.studies.strength.ratings import without_error
from loopsim.studies.study import Study

MATRIX = (
    "in per cent; among its like: the equal share, by definition. +: the 95 % interval is all above the equal "
    "share, −: all below; one such interval in twenty misses the truth"
)
STANDINGS = (
    "rating: from mixed tables, on the scale of chess; Nash: weight in the mixture that nothing beats, and "
    "advantage against it; alpha-rank: share of the time among those that copy what does well; in brackets "
    "of a weight or share: in so many of 1,000 draws from the errors it has weight, or is on top; between "
    "5 and 95 % that is not resolved, whatever the number before it"
)
DOMINATED = (
    "the others win at least as much in every field as measured; in brackets: in so many of {} fields the 95 % "
    "interval says more, in none less. Where these are few, more games may turn it round"
)
ODD_ONE_OUT = (
    "odd one out: {}; each of the two wins more than an equal share alone among several of the other, so who "
    "is rare has it easier, and neither is the better one by that"
)
DISTANCE = "0: they always decide alike; 1: never; different from {} on, as measured"
STEPS = (
    "each level alone among others of the level below; counts: the whole 95 % interval is at least {:.0f} % "
    "points beyond an equal share"
)
SKILL_SHARE = (
    "what the one wins of all that it can win beyond an equal share; 0: luck alone decides, 100: the better "
    "always wins. It is that between these two ends: above random play it is near 100 in any game, so let the "
    "ends be levels at which people might play"
)


def print_arena(study: Study) -> None:
    """Who wins how much from whom, how the bots stand, who is dominated, and circles."""
    mixed = counted(study.manifest["mixed_games"], "game")
    _print_head(study, f"{_of_pairs(study)}, then {mixed} of mixed tables")
    bots = study.manifest["bots"]
    matrix = {(row["bot"], row["field"]): row for row in study.table("matrix").to_dicts()}
    print_table(
        "Win shares of one bot (down) among others of another (across)",
        ("bot", *bots),
        [(bot, *(_share(matrix[bot, field]) for field in bots)) for bot in bots],
        note=MATRIX,
    )
    standings = study.table("standings")
    print_table(
        "How the bots stand",
        ("bot", "rating", "Nash weight", "Nash rating (% points)", "alpha-rank"),
        [_standing(row) for row in standings.to_dicts()],
        note=STANDINGS,
    )
    if standings["rating_low"].null_count():
        print_text(f"ratings, {TOO_FEW}: {without_error(study.manifest['mixed_games'])}\n")
    what = "who is in the Nash mixture, on top of alpha-rank or dominated, or whether bots beat each other in a circle"
    if few := too_few(what, study.manifest["games"]):
        print_text(f"{few}\n")
        return
    _print_dominated(study)
    print_text(f"{beating(study)}\n")


def print_skill(study: Study) -> None:
    """The steps of the ladder, its depth, and how much skill decides between its ends."""
    _print_head(study, _of_pairs(study))
    steps = study.table("steps").to_dicts()
    print_table(
        "Steps of skill",
        ("step", "win share (%)", "beyond an equal share (% points)", "Elo-like", "counts"),
        [
            (
                f"{row['bot']} among {row['field']}",
                _told(row, "win_share", 100),
                _told(row, "advantage", 100, sign=True),
                _told(row, "elo", sign=True),
                "yes" if row["counts"] else "no",
            )
            for row in steps
        ],
        note=STEPS.format(100 * STEP),
    )
    (skill,) = study.table("skill").to_dicts()
    print_text(
        f"depth: {skill['depth']} of {counted(skill['steps'], 'step')}\n"
        f"skill share (%), {skill['top']} among {skill['bottom']}: {_told(skill, 'skill_share', 100)}\n"
        f"{SKILL_SHARE}\n"
    )


def print_distance(study: Study) -> None:
    """How differently each two bots decide."""
    games = counted(study.manifest["games"], "game")
    _print_head(study, f"a decision of each of {games} of mixed tables, put to every bot")
    bots = study.manifest["bots"]
    rows = study.table("distance").to_dicts()
    apart = {pair: row for row in rows for pair in permutations((row["bot"], row["other"]))}
    print_table(
        "Policy distances",
        ("bot", *bots),
        [
            (bot, *("0" if bot == of else _told(apart[bot, of], "distance") for of in bots))
            for bot in bots
        ],
        note=DISTANCE.format(DIFFERENT),
    )
    unclear = study.table("distance").filter(unresolved(study.table("distance")))
    if len(unclear):
        pairs = "; ".join(f"{row['bot']} and {row['other']}" for row in unclear.to_dicts())
        print_text(f"not resolved on which side of {DIFFERENT}: {pairs}\n")


def _print_head(study: Study, played: str) -> None:
    m = study.manifest
    print_text(
        f"{m['arms'][0]['scenario']}: {played}; "
        f"bots {','.join(m['bots'])}, seed {m['seed']}\n"
        "every number with its 95 % interval, clustered by game\n"
    )


def _of_pairs(study: Study) -> str:
    return f"{counted(study.manifest['games'], 'game')} of each pair"


def _share(row: Mapping[str, Any]) -> str:
    """A win share; with a sign where its interval says on which side of an equal share it lies."""
    if row["bot"] == row["field"]:
        return fixed(100 * row["win_share"], 1)
    low, high = row["advantage_low"], row["advantage_high"]
    mark = "" if low is None else " +" if low > 0 else f" {MINUS}" if high < 0 else ""
    return f"{_told(row, 'win_share', 100)}{mark}"


def _standing(row: Mapping[str, Any]) -> tuple[str, ...]:
    return (
        row["bot"],
        TOO_FEW if row["rating_low"] is None else _told(row, "rating", sign=True),
        _weight(row["nash_weight"], row["nash_support"]),
        (
            TOO_FEW
            if row["nash_rating_low"] is None
            else _told(row, "nash_rating", 100, sign=True, alike="in every draw")
        ),
        _weight(row["alpha_share"], row["alpha_top"]),
    )


def _weight(value: float, drawn: float | None) -> str:
    """A weight or share, and how often it is one in the draws; of few games there are none."""
    return TOO_FEW if drawn is None else f"{fixed(value, 3)} ({drawn:.1%})"


def _told(
    row: Mapping[str, Any], name: str, scale: float = 1, *, sign: bool = False, alike: str = ALIKE
) -> str:
    """A number with its interval, or why there is none."""
    of = of_row(row, name)
    if of.value is None:
        return NONE
    value, low, high = rounded(of, scale, sign)
    if low:
        return f"{value} [{low}, {high}]"
    return f"{value} ({alike if of.alike else TOO_FEW})"


def _print_dominated(study: Study) -> None:
    """Each dominated bot with all that dominate it."""
    by: dict[str, list[str]] = {}
    for row in study.table("dominated").to_dicts():
        by.setdefault(row["bot"], []).append(f"{row['by']} ({row['resolved']})")
    if not by:
        print_text("dominated: none\n")
        return
    print_table(
        "Dominated bots",
        ("bot", "by"),
        [(bot, ", ".join(of)) for bot, of in by.items()],
        ["by"],
        note=DOMINATED.format(len(study.manifest["bots"])),
    )


def beating(study: Study) -> str:
    """Who beats each other in a circle, and who each beat the other."""
    circles: dict[int, list[str]] = {}
    odd_ones: list[str] = []
    for row in study.table("cycles").to_dicts():
        back = f"{row['beats']} and {row['bot']}"
        if row["mutual"] and back not in odd_ones:
            odd_ones.append(f"{row['bot']} and {row['beats']}")
        if row["circle"] and not row["mutual"]:
            circles.setdefault(row["cycle"], []).append(f"{row['bot']} beats {row['beats']}")
    told = f"circles: {'; '.join(listed(of) for of in circles.values()) or 'none'}"
    return f"{told}\n{ODD_ONE_OUT.format('; '.join(odd_ones))}" if odd_ones else told
