"""The tables of a valuation on the screen: every number with its 95 % interval."""

from typing import Any

import polars as pl

from loopsim.cli.shown import IN_PER_CENT, MIXED_TABLES, bots, clustered, over
from loopsim.cli.tables import print_table, print_text
from loopsim.numbers import ALIKE, NONE, counted, plain, read_in, rounded
from loopsim.stats import Estimate
from loopsim.studies.agreement import agreement
from loopsim.studies.families import Kind
from loopsim.studies.study import Study
from loopsim.studies.valued import UNITS, too_few_each

Key = tuple[str, str]
Row = dict[str, Any]

#: The columns for each kind of item: (number, of) with its head. `PER_USE`: see there.
PER_USE = "value_per_use"
COLUMNS: dict[str, dict[Key, str]] = {
    "trips": {
        ("uses", ""): "uses",
        ("access_value", "win_share"): "worth (% points)",
        (PER_USE, "score"): "a use (points)",
        ("point_effect", "score"): "a point more (points)",
        ("mispricing", ""): "mispricing",
        ("fair_price", ""): "fair price",
    },
    "cards": {
        ("uses", ""): "uses",
        ("access_value", "score"): "worth (points)",
        ("access_value", "win_share"): "worth (% points)",
        ("access_value", "tears"): "worth (tears)",
        (PER_USE, "score"): "a use (points)",
        (PER_USE, "win_share"): "a use (% points)",
    },
}
NOTES = {
    "trips": "uses: of the focal seat, each game with the trip; worth: of that seat, with the trip open "
    "to it less closed; "
    "a point more: what visitors gain when the whole table sees the trip at one point more, less than "
    "nothing where more go there and spoil it for each other; "
    "mispricing: what a use brings beyond the mean of all trips; fair price: points less that; "
    "% points: of the win share",
    "cards": "uses: of the focal seat, each game; worth: of that seat, with the card open "
    "to it less closed; "
    "a use of advertise is an ad put down; % points: of the win share",
}
FORCED = (
    "at one turn of the seat at which it could advertise, drawn at random, it must, against its "
    "judgement: what that changes for the seat"
)
KNOCKOUT = (
    "closed less open, so the opposite sign of worth: what the item brings to the table is missing"
)
#: Numbers that are no differences, and so have no plus.
NO_DIFFERENCES = ("uses", "fair_price")


def print_values(study: Study) -> None:
    """What the items are worth, the best first, and what the game is like without them."""
    m, items = study.manifest, study.table("items").to_dicts()
    family = study.family
    print(
        f"{m['arms'][0]['scenario']}: {counted(m['games'], 'game')} open, then with {m['items']} "
        f"closed{',' if family else ''}{over(study)}; {bots(study)}, seed {m['seed']}\n"
        f"every number with its 95 % interval, {clustered(study)}{IN_PER_CENT}\n"
    )
    kind = m["items"] if m["items"] in COLUMNS else "cards"
    found = _by_item(study, "values")
    told = {
        key
        for of_item in found.values()
        for key, row in of_item.items()
        if row["value"] is not None
    }
    heads = {key: head for key, head in COLUMNS[kind].items() if key in told}
    holds = {} if family is None else _agreement(study, family.kind)
    on = [] if family is None else [f"holds on {family.all}"]
    points = [name for name in ("points",) if any(item[name] is not None for item in items)]
    print_table(
        f"What {m['items']} are worth",
        ("item", "name", *points, *heads.values(), *on),
        [
            (
                item["item"],
                item["name"],
                *(str(item[name]) for name in points),
                *(_told(found[item["item"]], key) for key in heads),
                *([holds[item["item"]]] if holds else []),
            )
            for item in items
        ],
        ["name", *on],
        note=NOTES[kind],
    )
    _print_forced(found)
    knocked_out = _by_item(study, "knockout")
    metrics = list(next(iter(knocked_out.values()), {}))
    print_table(
        "The game with the item closed to all seats, less the open one (each seat; margin: each game)",
        ("item", *(_changed(of) for _, of in metrics)),
        [
            (item["item"], *(_told(knocked_out[item["item"]], key) for key in metrics))
            for item in items
        ],
        note=KNOCKOUT,
    )
    _print_by_bot(study)
    if family is not None and (more := _more_games(study, family.kind)):
        print_text(f"{more}\n")


def _print_forced(found: dict[str, dict[Key, Row]]) -> None:
    """`ad_forced`, where there is an ad."""
    for of_item in found.values():
        forced = {key: row for key, row in of_item.items() if key[0] == "ad_forced"}
        if forced:
            print_table(
                "A forced ad",
                ("", "change"),
                [(_changed(of), with_interval(row)) for (_, of), row in forced.items()],
                note=FORCED,
            )


def _print_by_bot(study: Study) -> None:
    """What the items are ranked by, for each bot of a population."""
    if "values_by_bot" not in study.tables:
        return
    found: dict[str, dict[str, Row]] = {}
    for row in study.table("values_by_bot").filter(_ranking(study)).iter_rows(named=True):
        found.setdefault(row["item"], {})[row["bot"]] = row
    bots = next(iter(found.values()))
    print_table(
        "Each bot by itself: what items are ranked by",
        ("item", *bots),
        [
            (item, *(with_interval(found[item][bot]) for bot in bots))
            for item in study.table("items")["item"]
        ],
        note=MIXED_TABLES,
    )


def _more_games(study: Study, kind: Kind) -> str:
    """How many games a member it takes for the numbers that some member sees too seldom."""
    rows = pl.concat([study.table("values"), study.table("knockout")])
    needed = rows.filter(note=too_few_each(kind))["games_a_member"]
    if not len(needed):
        return ""
    known = sorted({*needed.drop_nulls()})
    if not known:
        return f"{too_few_each(kind)}: it takes more games a {kind.name}"
    ends = " to ".join(f"{games:,}" for games in sorted({known[0], known[-1]}))
    never = f", and more where it is never seen in some {kind.name}" if needed.null_count() else ""
    return f"{too_few_each(kind)}: it takes about {ends} games a {kind.name}{never}"


def _agreement(study: Study, kind: Kind) -> dict[str, str]:
    """By item whether members agree on the number that it is ranked by."""
    rows = study.table("values").filter(_ranking(study)).iter_rows(named=True)
    found = {row["item"]: agreement(row, kind, "value") for row in rows}
    return {
        item: NONE if of is None else f"{of.words} ({of.above} above, {of.below} below)"
        for item, of in found.items()
    }


def _ranking(study: Study) -> pl.Expr:
    """Rows of the number that an item is ranked by."""
    return pl.col("number").is_in(study.manifest["headline"]) & pl.col("of").is_in(["", "score"])


def _by_item(study: Study, table: str) -> dict[str, dict[Key, Row]]:
    found: dict[str, dict[Key, Row]] = {}
    for row in study.table(table).iter_rows(named=True):
        number = PER_USE if row["number"] == "ad_value" else row["number"]
        found.setdefault(row["item"], {})[number, row["of"]] = row
    return found


def with_interval(row: Row) -> str:
    """The number of a row with its interval, or why there is none and the most that it can be."""
    if row["value"] is None:
        return NONE
    of = Estimate(row["value"], row["se"], row["low"], row["high"], row["games"])
    scale, unit = read_in(UNITS.get(row["of"], ""))
    value, low, high = rounded(of, scale, sign=row["number"] not in NO_DIFFERENCES)
    if low:
        return f"{value} [{low}, {high}]"
    after = f" {unit}" if scale > 1 else ""
    bound = None if row["bound"] is None else f"{plain(scale * row['bound'])}{after}"
    most = "" if bound is None else f", at most {bound} either way"
    return f"{value} ({row['note'] or ALIKE}{most})"


def _changed(of: str) -> str:
    """What an item changes; of shares with the unit."""
    scale, unit = read_in(UNITS.get(of, ""))
    return of.replace("_", " ") + (f" ({unit})" if scale > 1 else "")


def _told(numbers: dict[Key, Row], key: Key) -> str:
    return with_interval(numbers[key]) if key in numbers else NONE
