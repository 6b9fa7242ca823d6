"""The tables of a valuation on the screen: every number with its 95 % interval."""

from typing import Any

import polars as pl

from loopsim.cli.overview import with_interval
from loopsim.cli.tables import print_table
from loopsim.numbers import NONE, counted
from loopsim.stats import Estimate
from loopsim.studies.study import Study

Key = tuple[str, str]

#: The columns for each kind of item: (number, of) with its head. `PER_USE`: see there.
PER_USE = "value_per_use"
COLUMNS: dict[str, dict[Key, str]] = {
    "trips": {
        ("uses", ""): "uses",
        ("access_value", "win_share"): "access (win share)",
        (PER_USE, "score"): "a use (points)",
        ("point_effect", "score"): "a point more (points)",
        ("mispricing", ""): "mispricing",
        ("fair_price", ""): "fair price",
    },
    "cards": {
        ("uses", ""): "uses",
        ("access_value", "score"): "access (points)",
        ("access_value", "win_share"): "access (win share)",
        ("access_value", "tears"): "access (tears)",
        (PER_USE, "score"): "a use (points)",
        (PER_USE, "win_share"): "a use (win share)",
    },
}
NOTES = {
    "trips": "uses: of the focal seat, each game with the trip; access: with the trip less without; "
    "mispricing: what a use brings beyond the mean of all trips; fair price: points less that",
    "cards": "uses: of the focal seat, each game; access: with the card less without; "
    "a use of advertise is an ad put down",
}


def print_values(study: Study) -> None:
    """What the items are worth, the best first, and what the game is like without them."""
    m, items = study.manifest, study.table("items").to_dicts()
    decks = f", over {m['decks']} drawn decks" if m["decks"] > 1 else ""
    print(
        f"{m['arms'][0]['scenario']}: {counted(m['games'], 'game')} open, then with {m['items']} "
        f"closed{decks}; bots {','.join(m['bots'])}, seed {m['seed']}\n"
        "every number with its 95 % interval, clustered by game\n"
    )
    kind = m["items"] if m["items"] in COLUMNS else "cards"
    found = _by_item(study, "values")
    told = {
        key for of_item in found.values() for key, of in of_item.items() if of.value is not None
    }
    heads = {key: head for key, head in COLUMNS[kind].items() if key in told}
    holds = _robustness(study) if m["decks"] > 1 else {}
    points = [name for name in ("points",) if any(item[name] is not None for item in items)]
    print_table(
        f"What {m['items']} are worth",
        ("item", "name", *points, *heads.values(), *(["holds on decks"] if holds else [])),
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
        ["name", "holds on decks"],
        note=NOTES[kind],
    )
    _print_forced(found)
    knocked_out = _by_item(study, "knockout")
    metrics = list(next(iter(knocked_out.values()), {}))
    print_table(
        "The game with the item closed to all seats, less the open one (each seat; margin: each game)",
        ("item", *(of.replace("_", " ") for _, of in metrics)),
        [
            (item["item"], *(_told(knocked_out[item["item"]], key) for key in metrics))
            for item in items
        ],
    )


def _print_forced(found: dict[str, dict[Key, Estimate]]) -> None:
    """`ad_forced`, where there is an ad."""
    for of_item in found.values():
        forced = {key: estimate for key, estimate in of_item.items() if key[0] == "ad_forced"}
        if forced:
            print_table(
                "A forced ad",
                ("", "change"),
                [(of.replace("_", " "), with_interval(e)) for (_, of), e in forced.items()],
            )


def _robustness(study: Study) -> dict[str, str]:
    """By item whether decks agree on the number that it is ranked by."""
    ranking = pl.col("number").is_in(study.manifest["headline"]) & pl.col("of").is_in(["", "score"])
    rows = {row["item"]: row for row in study.table("values").filter(ranking).to_dicts()}
    return {
        item: NONE
        if row["robustness"] is None
        else f"{row['robustness']} ({row['decks_above']} above, {row['decks_below']} below)"
        for item, row in rows.items()
    }


def _by_item(study: Study, table: str) -> dict[str, dict[Key, Estimate]]:
    found: dict[str, dict[Key, Estimate]] = {}
    for row in study.table(table).iter_rows(named=True):
        number = PER_USE if row["number"] == "ad_value" else row["number"]
        found.setdefault(row["item"], {})[number, row["of"]] = _estimate(row)
    return found


def _estimate(row: dict[str, Any]) -> Estimate:
    return Estimate(row["value"], row["se"], row["low"], row["high"], row["games"], row["note"])


def _told(numbers: dict[Key, Estimate], key: Key) -> str:
    estimate = numbers.get(key)
    if estimate is None:
        return NONE
    if estimate.note and estimate.value is not None:
        return f"{with_interval(estimate).split(' (')[0]} ({estimate.note})"
    return with_interval(estimate)
