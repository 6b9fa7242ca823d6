"""Differences on the screen: what is higher or lower, then what is not resolved, then the rest by name."""

from collections.abc import Sequence
from functools import partial

import polars as pl

from loopsim.cli.shown import (
    MIXED_TABLES,
    Row,
    counts_most,
    named,
    played,
    side_by_side,
    with_interval,
)
from loopsim.cli.tables import print_table, print_text
from loopsim.numbers import (
    NONE,
    PERCENT,
    about,
    counted,
    fixed,
    of_difference,
    probability,
    read_in,
    rounded,
)
from loopsim.stats import Estimate
from loopsim.studies.agreement import agreement
from loopsim.studies.differences import (
    HIGHER,
    IDENTICAL,
    LOWER,
    NO_MATTER,
    NOT_RESOLVED,
    REAL_BUT_SMALL,
)
from loopsim.studies.families import Kind
from loopsim.studies.sentences import holds
from loopsim.studies.study import Members, Study

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


def print_comparison(study: Study) -> None:
    """Each set-up against the first."""
    print_text(played(study))
    for same in study.table("identical").iter_rows(named=True):
        setup, against = same["setup"], same["against"]
        print_text(f"{setup} against {against}")
        if same["identical"] is None:
            print("not paired: other numbers of players share no games\n")
        else:
            print(f"paired; {same['identical']:.2%} of the games take the same course\n")
        for table, title in (("metrics", "The game"), ("details", "Details"), ("items", "Trips")):
            if table in study.tables:
                rows = study.table(table).filter(setup=setup).to_dicts()
                print_differences(title, rows, study.family, whole=table == "metrics")
        _print_by_bot(study, "metrics", "Each bot by itself", pl.col("setup") == setup)


def _print_by_bot(study: Study, table: str, title: str, chosen: pl.Expr) -> None:
    """What each bot of a population says of the numbers that count most, in some rows of a table."""
    if f"{table}_by_bot" in study.tables:
        rows = study.table(f"{table}_by_bot").filter(chosen, counts_most(study)).to_dicts()
        note = f"{LEGEND}; {MIXED_TABLES}"
        side_by_side(
            title, rows, lambda row: str(row["bot"]), where_resolved, note, differences=True
        )


def print_factorial(study: Study) -> None:
    """For each number of players a table: what each effect does to the numbers that count most."""
    effects, kind = study.table("effects"), study.family and study.family.kind
    print_text(played(study))
    for players in effects["players"].unique(maintain_order=True):
        rows = effects.filter(pl.col("players") == players, counts_most(study)).to_dicts()
        side_by_side(
            f"{players} players: what each change does, and what two do beyond both",
            rows,
            lambda row: str(row["effect"]),
            partial(where_resolved, kind=kind),
            LEGEND if kind is None else LEGEND_OVER.format(kind.name, HANGS) + LEGEND,
            differences=True,
        )
        for effect in effects.filter(order=1)["effect"].unique(maintain_order=True):
            chosen = (pl.col("players") == players) & (pl.col("effect") == effect)
            title = f"{players} players, {effect}: each bot by itself"
            _print_by_bot(study, "effects", title, chosen)
        told = [row["sentence"] for row in rows if row["sentence"]]
        for sentence in told:
            print_text(sentence)
        if told:
            print()


def print_sweep(study: Study) -> None:
    """The numbers that count most at each value."""
    m = study.manifest
    print_text(played(study, "number"))
    rows = study.table("curves").filter(counts_most(study)).to_dicts()
    side_by_side(" and ".join(of["key"] for of in m["varied"]), rows, _point, with_interval)
    if "answers" in study.tables:
        _print_answers(study)


def _print_answers(study: Study) -> None:
    """At which value of the key what is asked is worth nothing."""
    worth = study.table("worth")
    for answer in study.table("answers").iter_rows(named=True):
        curve = worth.filter(of=answer["of"], unit=answer["unit"])
        _, unit = read_in(of_difference(answer["unit"]))
        family = study.family
        over = () if family is None else (f"above 0 on {family.all}", f"over {family.all}")
        print_table(
            f"{ASKED[answer['of']].format(**answer)}, in {unit}",
            (answer["key"], "worth", *over),
            [
                (
                    row["x_text"],
                    with_interval(row),
                    *(() if family is None else _above(row, family.kind)),
                )
                for row in curve.iter_rows(named=True)
            ],
            over,
            note=f"{ANSWERS[answer['of']]}: {_answer(answer)}",
        )
        _print_answers_by_bot(study, answer)


def _print_answers_by_bot(study: Study, answer: Row) -> None:
    """The answer that each bot of a population gives by itself."""
    if "answers_by_bot" in study.tables:
        rows = study.table("answers_by_bot").filter(of=answer["of"], unit=answer["unit"])
        print_table(
            f"{ANSWERS[answer['of']].capitalize()}, each bot by itself",
            ("bot", answer["key"]),
            [(row["bot"], _answer(row)) for row in rows.iter_rows(named=True)],
            (answer["key"],),
            note=MIXED_TABLES,
        )


def _above(row: Row, kind: Kind) -> tuple[str, str]:
    """With how many members something is worth more than nothing."""
    of = agreement(row, kind, "value")
    return (NONE, NONE) if of is None else (holds(of.above, of.below, of.unresolved), of.words)


def _answer(row: Row) -> str:
    if row["estimate"] is None:
        return str(row["note"])
    number, low, high = rounded(Estimate(row["estimate"], None, row["low"], row["high"], 0))
    told = f"{number} [{low}, {high}]; the scenario says {row['stated']:g}"
    return f"{told} ({row['note']})" if row["note"] else told


def _point(row: Row) -> str:
    return f"{row['x_text']}, {row['y_text']}" if row["y_text"] else str(row["x_text"])


OVER = (
    "holds on {0}: on how many the sign is resolved; over {0}: robust if the sign holds on 95 % of "
    "such {0}, mostly on 80 % (estimated, chance of single games taken off)"
)
#: In place of a difference that hangs on the member of a family.
HANGS = "±"
LEGEND = (
    "~ no difference that matters; = identical in every game; "
    "? not resolved; else the difference with its 95 % interval"
)
LEGEND_OVER = "{1} hangs on the {0}: some tell one sign, some the other, or they differ too much; "


def where_resolved(row: Row, kind: Kind | None = None) -> str:
    """A difference where it is resolved, else a sign of what is known; `kind`: of its family, if any."""
    of = agreement(row, kind)
    if row["verdict"] in (HIGHER, LOWER):
        return difference(row) + ("" if kind is None else f" ({over_family(row, kind)[0]})")
    if of is not None and of.hangs:
        return HANGS
    if row["verdict"] == IDENTICAL:
        return "="
    return "?" if row["verdict"] == NOT_RESOLVED else "~"


def print_differences(
    title: str, rows: Sequence[Row], family: Members | None, *, whole: bool = False
) -> None:
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
        over = () if family is None else (f"holds on {family.all}", f"over {family.all}")
        print_table(
            title,
            (
                *("", "before", "after", "difference", "verdict", *over),
                *("effect size", "p", "q", "variance ratio"),
            ),
            [_row(row, family) for row in found],
            ("verdict", *over),
            note="" if family is None else OVER.format(family.all),
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
            print_text(f"{words}: {_names(by_verdict[verdict], family)}")
    if by_verdict:
        print()


def _row(row: Row, family: Members | None) -> tuple[str, ...]:
    return (
        named(row),
        value(row, "a"),
        value(row, "b"),
        difference(row),
        said(row, family, row["verdict"]),
        *(() if family is None else over_family(row, family.kind)),
        _number(row["effect_size"], sign=True),
        *(NONE if row[name] is None else probability(row[name]) for name in ("p", "q")),
        _number(row["variance_ratio"]),
    )


def _number(number: float | None, *, sign: bool = False) -> str:
    return NONE if number is None else fixed(number, 2, sign=sign)


def said(row: Row, family: Members | None, verdict: str) -> str:
    """The verdict in its words, and what is known of a number that is not resolved."""
    if row["verdict"] != NOT_RESOLVED:
        return verdict
    if hangs := _hangs(row, family):
        return hangs.partition(":")[0]  # how, stands beside it
    more = what_it_takes(row, family)
    return f"{verdict}, {more}" if more else verdict


def difference(row: Row) -> str:
    """A difference with its interval, or what it can be at most."""
    if row["difference"] is None:
        return NONE
    of = Estimate(row["difference"], row["se"], row["low"], row["high"], row["games"])
    number, low, high = rounded(of, _scale(row), sign=True)
    return f"{number} [{low}, {high}]" if low else number


def _scale(row: Row) -> int:
    """What a number is multiplied by to be read: shares in per cent."""
    return read_in(row["unit"])[0]


def value(row: Row, name: str) -> str:
    """The number of one set-up, to the digits that its interval carries."""
    if row[name] is None:
        return NONE
    of = Estimate(row[name], None, row[f"{name}_low"], row[f"{name}_high"], row["games"])
    return rounded(of, _scale(row))[0]


def over_family(row: Row, kind: Kind) -> tuple[str, str]:
    """On how many members the sign holds, and what that makes of it."""
    of = agreement(row, kind)
    return (NONE, NONE) if of is None else (holds(*of.with_sign), of.words)


def _nearest_first(rows: Sequence[Row]) -> list[Row]:
    """What is not resolved, what would take fewest games first."""
    return sorted(rows, key=lambda row: _games_more(row) or float("inf"))


def _games_more(row: Row) -> int | None:
    more = row.get("more_members") if row["more_games"] is None else row["more_games"]
    return None if more is None else int(more)


def what_it_takes(row: Row, family: Members | None) -> str:
    """What is known of a number that is not resolved; where members differ, no games would do."""
    if hangs := _hangs(row, family):
        return hangs
    more = _games_more(row)
    if row["bound"] is not None:
        most = f"{_scale(row) * row['bound']:.2g}{' % points' if row['unit'] in PERCENT else ''}"
        return f"{row['differing']} games differ: at most {most} either way"
    if more is None:
        return ""
    if family is not None:
        return f"about {counted(more, f'more {family.kind.name}')}"
    return about(more)


def _hangs(row: Row, family: Members | None) -> str:
    """That a number hangs on the member of the family, and how; "" if it does not."""
    of = agreement(row, family and family.kind)
    return "" if of is None else of.hanging


def _names(rows: Sequence[Row], family: Members | None) -> str:
    """The first of some, what is not resolved with what it takes; the rest is in the tables."""
    told = [
        f"{named(row)} ({what_it_takes(row, family)})"
        if row["verdict"] == NOT_RESOLVED and what_it_takes(row, family)
        else named(row)
        for row in _nearest_first(rows)
    ]
    rest = len(told) - MOST_TOLD
    return "; ".join(told[:MOST_TOLD]) + (f"; and {rest} more" if rest > 0 else "")
