"""Differences on the screen: what is higher or lower, then what is not resolved, then the rest by name."""

from collections.abc import Sequence
from typing import Any

import polars as pl

from loopsim.cli.tables import print_table, print_text
from loopsim.numbers import NONE, counted, decimals_for, fixed, listed, probability, rounded
from loopsim.stats import Estimate
from loopsim.studies.differences import (
    HIGHER,
    IDENTICAL,
    LOWER,
    NO_MATTER,
    NOT_RESOLVED,
    REAL_BUT_SMALL,
)
from loopsim.studies.sentences import holds
from loopsim.studies.study import Study

Row = dict[str, Any]

#: What is asked of a sweep.
ASKED = {
    "ad_value": "What an ad is worth",
    "ad_forced": "What an ad is worth that must be placed, since hardly any is",
    "mispricing": "What a visit to {item} brings beyond the mean of all trips",
}
#: What the value of the key is called at which that is nothing.
ANSWERS = {
    "ad_value": "break-even",
    "ad_forced": "break-even",
    "mispricing": "fair price (as much as the mean of all trips)",
}
#: Numbers told by name under a table; all are in the tables of the study.
MOST_TOLD = 12
#: Fewer games than this are told as a few: the formula counts without the other numbers of the table.
FEW_MORE = 100


def print_comparison(study: Study) -> None:
    """Each set-up against the first."""
    m = study.manifest
    print_text(played(study))
    for same in study.table("identical").iter_rows(named=True):
        setup, against = same["setup"], same["against"]
        print_text(f"{setup} against {against}")
        if same["identical"] is None:
            print("not paired: other numbers of players share no games\n")
        else:
            print(f"paired; {same['identical']:.2%} of the games take the same course\n")
        for table, title in (("metrics", "The game"), ("details", "Tears"), ("items", "Trips")):
            if table in study.tables:
                rows = study.table(table).filter(setup=setup).to_dicts()
                print_differences(title, rows, m["decks"], whole=table == "metrics")


def print_factorial(study: Study) -> None:
    """For each number of players a table: what each effect does to the numbers that count most."""
    m, effects = study.manifest, study.table("effects")
    print_text(played(study))
    for players in effects["players"].unique(maintain_order=True):
        rows = effects.filter(pl.col("players") == players, counts_most(m)).to_dicts()
        by_effect: dict[str, list[Row]] = {}
        for row in rows:
            by_effect.setdefault(row["effect"], []).append(row)
        first = next(iter(by_effect.values()))
        print_table(
            f"{players} players: what each change does, and what two do beyond both",
            ("", *by_effect),
            [
                (named(row), *(_found(of[i], m["decks"]) for of in by_effect.values()))
                for i, row in enumerate(first)
            ],
            note=LEGEND,
        )
        told = [row["sentence"] for row in rows if row["sentence"]]
        for sentence in told:
            print_text(sentence)
        if told:
            print()


def print_sweep(study: Study) -> None:
    """The numbers that count most at each value."""
    m = study.manifest
    print_text(played(study, "number"))
    rows = study.table("curves").filter(counts_most(m)).to_dicts()
    by_setup: dict[str, list[Row]] = {}
    for row in rows:
        by_setup.setdefault(row["setup"], []).append(row)
    first = next(iter(by_setup.values()))
    print_table(
        " and ".join(of["key"] for of in m["varied"]),
        ("", *(_point(of[0]) for of in by_setup.values())),
        [
            (named(row), *(with_interval(of[i]) for of in by_setup.values()))
            for i, row in enumerate(first)
        ],
    )
    if "answers" in study.tables:
        _print_answers(study)


def _print_answers(study: Study) -> None:
    """At which value of the key what is asked is worth nothing."""
    worth = study.table("worth")
    for answer in study.table("answers").iter_rows(named=True):
        curve = worth.filter(of=answer["of"], unit=answer["unit"])
        over = ("above 0 on decks", "over decks") if study.manifest["decks"] > 1 else ()
        print_table(
            f"{ASKED[answer['of']].format(**answer)}, in {answer['unit']}",
            (answer["key"], "worth", *over),
            [
                (row["x_text"], with_interval(row), *(_above(row, study) if over else ()))
                for row in curve.iter_rows(named=True)
            ],
            over,
            note=f"{ANSWERS[answer['of']]}: {_answer(answer)}",
        )


def _above(row: Row, study: Study) -> tuple[str, str]:
    """On how many decks something is worth more than nothing."""
    if row["robustness"] is None:
        return NONE, NONE
    above, below = row["decks_above"], row["decks_below"]
    return holds(above, below, study.manifest["decks"]).replace(" decks", ""), row["robustness"]


def _answer(row: Row) -> str:
    if row["estimate"] is None:
        return str(row["note"])
    number, low, high = rounded(Estimate(row["estimate"], None, row["low"], row["high"], 0))
    told = f"{number} [{low}, {high}]; the scenario says {row['stated']:g}"
    return f"{told} ({row['note']})" if row["note"] else told


def print_over_decks(study: Study) -> None:
    """Every number as the mean over decks, and how decks differ."""
    print_text(played(study, "number"))
    rows = study.table("metrics").filter(pl.col("se") > 0).to_dicts()
    print_table(
        "Mean over decks; the interval holds what chance and what the deck does",
        ("", "mean", "between decks", "least", "most"),
        [
            (
                named(row),
                with_interval(row),
                *(_plain(row, n) for n in ("between_decks", "least", "most")),
            )
            for row in rows
        ],
    )


def _plain(row: Row, name: str) -> str:
    return fixed(row[name], decimals_for(row["low"], row["high"]))


def counts_most(manifest: Row) -> pl.Expr:
    """Rows of the metrics that stand for the game; win shares by place, since their mean is fixed."""
    of_places = pl.col("metric") != "win_share", pl.col("group") == "place"
    return pl.col("metric").is_in(manifest["headline"]) & pl.any_horizontal(of_places)


def _point(row: Row) -> str:
    return f"{row['x_text']}, {row['y_text']}" if row["y_text"] else str(row["x_text"])


def with_interval(row: Row) -> str:
    """The number of a row with its interval."""
    if row["value"] is None:
        return NONE
    number, low, high = rounded(Estimate(row["value"], row["se"], row["low"], row["high"], 0))
    return f"{number} [{low}, {high}]" if low else number


DECKS = (
    "holds on decks: on how many the sign is resolved; over decks: robust if the sign holds on 95 % of "
    "such decks, mostly on 80 % (estimated, chance of single games taken off)"
)
LEGEND = (
    "~ no difference that matters; = identical in every game; "
    "? not resolved; else the difference with its 95 % interval"
)


def _found(row: Row, decks: int) -> str:
    """A difference where it is resolved, else a sign of what is known."""
    if row["verdict"] in (HIGHER, LOWER):
        holds = f" ({over_decks(row, decks)[0]})" if decks > 1 else ""
        return difference(row) + holds
    if row["verdict"] == IDENTICAL:
        return "="
    return "?" if row["verdict"] == NOT_RESOLVED else "~"


def played(study: Study, what: str = "difference") -> str:
    """What was played, for the head of a study on the screen; `what`: of which there are intervals."""
    m = study.manifest
    scenarios = listed(dict.fromkeys(arm["scenario"] for arm in m["arms"]))
    each = " of each set-up" if len(m["arms"]) > 1 else ""
    decks = f" over {m['decks']} drawn decks" if m["decks"] > 1 else ""
    return (
        f"{scenarios}: {counted(m['games'], 'game')}{each}{decks}, bots {','.join(m['bots'])}, "
        f"seed {m['seed']}\nevery {what} with its 95 % interval, clustered by game\n"
    )


def print_differences(title: str, rows: Sequence[Row], decks: int, *, whole: bool = False) -> None:
    """The rows of one table by verdict: those that differ, with `whole` all but what does not matter.

    The others are named below.
    """
    by_verdict: dict[str, list[Row]] = {}
    for row in rows:
        by_verdict.setdefault(row["verdict"], []).append(row)
    found = by_verdict.pop(HIGHER, []) + by_verdict.pop(LOWER, [])
    found.sort(key=lambda row: -abs(row["effect_size"] or 0))
    if whole:
        found += _nearest_first(by_verdict.pop(NOT_RESOLVED, []))
        found += by_verdict.pop(REAL_BUT_SMALL, [])
    if found:
        over = ("holds on decks", "over decks") if decks > 1 else ()
        print_table(
            title,
            (
                *("", "before", "after", "difference", "verdict", *over),
                *("effect size", "p", "q", "variance ratio"),
            ),
            [_row(row, decks) for row in found],
            ("verdict", *over),
            note=DECKS if decks > 1 else "",
        )
    else:
        print_text(f"{title}: no difference that matters is resolved\n")
    for verdict, words in (
        (NOT_RESOLVED, NOT_RESOLVED),
        (REAL_BUT_SMALL, REAL_BUT_SMALL),
        (NO_MATTER, NO_MATTER),
        (IDENTICAL, "identical in every game"),
    ):
        if verdict in by_verdict:
            print_text(f"{words}: {_names(by_verdict[verdict])}")
    if by_verdict:
        print()


def _row(row: Row, decks: int) -> tuple[str, ...]:
    return (
        named(row),
        value(row, "a"),
        value(row, "b"),
        difference(row),
        _verdict(row),
        *(over_decks(row, decks) if decks > 1 else ()),
        _number(row["effect_size"], sign=True),
        *(NONE if row[name] is None else probability(row[name]) for name in ("p", "q")),
        _number(row["variance_ratio"]),
    )


def _number(number: float | None, *, sign: bool = False) -> str:
    return NONE if number is None else fixed(number, 2, sign=sign)


def _verdict(row: Row) -> str:
    """The verdict, and what is known of a number that is not resolved."""
    if row["verdict"] != NOT_RESOLVED:
        return str(row["verdict"])
    more = what_it_takes(row)
    return f"{NOT_RESOLVED}, {more}" if more else NOT_RESOLVED


def named(row: Row) -> str:
    """The name of a number with its unit; of an item the item first."""
    title = f"{row['item']}: {row['title'].lower()}" if row["item"] else row["title"]
    return title if row["unit"] in title.lower() else f"{title} ({row['unit']})"


def difference(row: Row) -> str:
    """A difference with its interval, or what it can be at most."""
    if row["difference"] is None:
        return NONE
    of = Estimate(row["difference"], row["se"], row["low"], row["high"], row["games"])
    number, low, high = rounded(of, sign=True)
    return f"{number} [{low}, {high}]" if low else number


def value(row: Row, name: str) -> str:
    """The number of one set-up, to the digits that its interval carries."""
    if row[name] is None:
        return NONE
    of = Estimate(row[name], None, row[f"{name}_low"], row[f"{name}_high"], row["games"])
    return rounded(of)[0]


def over_decks(row: Row, decks: int) -> tuple[str, str]:
    """On how many decks the sign holds, and what that makes of it."""
    if row["robustness"] is None:
        return NONE, NONE
    above, below = row["decks_above"], row["decks_below"]
    with_it, against = (above, below) if row["difference"] > 0 else (below, above)
    return holds(with_it, against, decks).replace(" decks", ""), row["robustness"]


def _nearest_first(rows: Sequence[Row]) -> list[Row]:
    """What is not resolved, what would take fewest games first."""
    return sorted(rows, key=lambda row: _games_more(row) or float("inf"))


def _games_more(row: Row) -> int | None:
    more = row.get("more_decks") if row["more_games"] is None else row["more_games"]
    return None if more is None else int(more)


def what_it_takes(row: Row) -> str:
    """What is known of a number that is not resolved."""
    more = _games_more(row)
    if row["bound"] is not None:
        return f"{row['differing']} games differ: at most {row['bound']:.2g} either way"
    if more is None:
        return ""
    if row.get("more_decks") is not None:
        return f"about {counted(more, 'more deck')}"
    return f"about {more:,} more games" if more >= FEW_MORE else "a few more games"


def _names(rows: Sequence[Row]) -> str:
    """The first of some, what is not resolved with what it takes; the rest is in the tables."""
    told = [
        f"{named(row)} ({what_it_takes(row)})"
        if row["verdict"] == NOT_RESOLVED and what_it_takes(row)
        else named(row)
        for row in _nearest_first(rows)
    ]
    rest = len(told) - MOST_TOLD
    return "; ".join(told[:MOST_TOLD]) + (f"; and {rest} more" if rest > 0 else "")
