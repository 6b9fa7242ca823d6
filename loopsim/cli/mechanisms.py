"""The table of restricted play on the screen: every number with its 95 % interval."""

from loopsim.cli.differences import (
    LEGEND,
    OVER,
    difference,
    over_family,
    said,
    where_resolved,
)
from loopsim.cli.shown import MIXED_TABLES, played
from loopsim.cli.tables import print_table, print_text
from loopsim.numbers import NONE, probability, read_in, rounded
from loopsim.stats import TOO_FEW, Estimate
from loopsim.studies.differences import NO_MATTER
from loopsim.studies.effects import Row
from loopsim.studies.restricted import FINDINGS
from loopsim.studies.study import Study

#: The numbers beside the worth, each with its head.
BESIDE = {
    "score": "score (points)",
    "tears": "tears",
    "uses": "uses",
    "score_per_use": "a use (points)",
    "win_share_per_use": "a use (% points)",
}
WIN_SHARE = "win share"
NOTE = (
    "worth: the win share of a seat that may use it less that of the same seat in the same game if it "
    "may not, over all seats of the table: of different bots the mean over their seats; uses: of the seat, "
    "each game; a use: what changes, by the uses"
)


def print_mechanisms(study: Study) -> None:
    """What mechanisms are worth, the best first; then those that are worth nothing that matters."""
    family = study.family
    rows = study.table("mechanisms").to_dicts()
    over = () if family is None else (f"holds on {family.all}", f"over {family.all}")
    print_text(played(study, "number"))
    print_table(
        "What mechanisms are worth",
        ("mechanism", "worth (% points)", "finding", *over, "q", *BESIDE.values()),
        [
            (
                row["mechanism"],
                difference(compared := _compared(row)),
                said(compared, family, row["finding"]),
                *(() if family is None else over_family(compared, family.kind)),
                NONE if row["q"] is None else probability(row["q"]),
                *(_told(row, name) for name in BESIDE),
            )
            for row in rows
        ],
        ("finding", *over),
        note=NOTE if family is None else f"{NOTE}; {OVER.format(family.all)}",
    )
    _print_by_bot(study)
    nothing = [row["mechanism"] for row in rows if row["finding"] == FINDINGS[NO_MATTER]]
    if nothing:
        print_text(f"{FINDINGS[NO_MATTER]}: {', '.join(nothing)}\n")


def _compared(row: Row) -> Row:
    """The worth of a mechanism as a difference."""
    return {**row, "difference": row["worth"], "unit": WIN_SHARE}


def _print_by_bot(study: Study) -> None:
    """What the mechanisms are worth to each bot of a population."""
    if "mechanisms_by_bot" not in study.tables:
        return
    found: dict[str, dict[str, Row]] = {}
    for row in study.table("mechanisms_by_bot").iter_rows(named=True):
        found.setdefault(row["bot"], {})[row["mechanism"]] = _compared(row)
    print_table(
        "Each bot by itself: worth (% points)",
        ("mechanism", *found),
        [
            (mechanism, *(where_resolved(of_bot[mechanism]) for of_bot in found.values()))
            for mechanism in study.table("mechanisms")["mechanism"]
        ],
        note=f"{LEGEND}; {MIXED_TABLES}",
    )


def _told(row: Row, name: str) -> str:
    """A number beside the worth."""
    if row[name] is None:
        return NONE
    of = Estimate(row[name], None, row[f"{name}_low"], row[f"{name}_high"], row["games"])
    scale, _ = read_in(WIN_SHARE if name.startswith("win_share") else "")
    value, low, high = rounded(of, scale, sign=name != "uses")
    return f"{value} [{low}, {high}]" if low else f"{value} ({TOO_FEW})"
