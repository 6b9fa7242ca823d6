"""The facts of a game derived from its table, by the meaning of each column."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import numpy as np

from loopsim.kernels.loop_inc.columns import COLUMNS, MOST_DAYS, WIN_SHARE_UNIT
from loopsim.kernels.loop_inc.names import CAUSES, NEW_KINDS, TYPES
from tests.contract.loop_inc.table import Referee

Rows = dict[str, np.ndarray]


def facts(referee: Referee, table: Any) -> Rows:
    """The rows that the kernel should have written of this game."""
    rows: Rows = table.blank_rows(1)
    derived = {
        "games": [_facts_of_game(referee)],
        "seats": [_facts_of_seat(referee, place, table) for place in range(referee.players)],
        "trips": _facts_of_trips(referee, table),
    }
    for level, listed in derived.items():
        for row, values in zip(rows[level].reshape(-1), listed, strict=True):
            declared = {column.name for column in COLUMNS if column.level == level}
            assert values.keys() == declared, "columns that no trace is asked for"
            for name, value in values.items():
                row[name] = value
    return rows


def _place(referee: Referee, seat: int | None) -> int:
    return -1 if seat is None else (seat - referee.setup["first"]) % referee.players


def _facts_of_game(referee: Referee) -> dict[str, Any]:
    alive = [
        score
        for score, mine in zip(referee.end["scores"], referee.seats, strict=True)
        if not mine.out_on_day
    ]
    best = sorted(alive, reverse=True)
    return {
        "game": referee.setup["index"],
        "outcome": 0,
        "first": referee.setup["first"],
        "turns": _days(referee.turns),
        "out_of_stock": [
            _days({day: k for (of, day), k in referee.out_of_stock.items() if of == kind})
            for kind in TYPES
        ],
        "decisions": sum(mine.decisions for mine in referee.seats),
        "forced": sum(mine.forced for mine in referee.seats),
        "forced_turns": referee.forced_turns,
        "survivors": len(alive),
        "winners": referee.end["winners"],
        "margin": best[0] - best[1] if len(best) > 1 else 0,
        "lead_changes": referee.lead_changes,
        "lead_changes_turn": referee.lead_changes_turn,
        "lead_alone": _days({d: _place(referee, s) for d, s in referee.lead_alone.items()}, -1),
    }


def _facts_of_seat(referee: Referee, place: int, table: Any) -> dict[str, Any]:
    seat = (referee.setup["first"] + place) % referee.players
    mine = referee.seats[seat]
    by_day = {
        name: _days(mine.by_day.get(name, {}))
        for name in ("launches", "ads_placed", "met_ads", "failed_ads", "waste_made")
    }
    return {
        "game": referee.setup["index"],
        "place": place,
        "seat": seat,
        "bot": table.bots.index(referee.setup["bots"][seat]),
        "rank": referee.end["ranks"][seat],
        "win_share": round(WIN_SHARE_UNIT * referee.end["win_share"][seat]),
        "score": referee.end["scores"][seat],
        "trip_points": mine.trip_points,
        "office_points": mine.office_points,
        "effect_points": mine.effect_points,
        "penalty": referee.end["penalties"][seat],
        "eliminated": mine.out_on_day > 0,
        "eliminated_day": mine.out_on_day,
        "led_when_out": mine.led_when_out,
        "turns": mine.turns,
        "turns_behind": mine.turns_behind,
        "decisions": mine.decisions,
        "forced": mine.forced,
        "tears": [
            _days({day: k for (cause, day), k in mine.tears_by.items() if cause == which})
            for which in CAUSES
        ],
        "chain_tears": mine.chain_tears,
        "tears_discarded": mine.tears_discarded,
        "last_tear_cause": 1 + CAUSES.index(mine.last_tear[0]) if mine.last_tear else 0,
        "last_tear_day": mine.last_tear[1] if mine.last_tear else 0,
        "tear_decided": referee.tear_decided(seat),
        "taken": [mine.taken[kind] for kind in TYPES],
        "waste_discarded": mine.waste_discarded,
        "second": mine.second,
        "second_to_ad": mine.second_to_ad,
        "shut_out": mine.shut_out,
        "ads_lifted": mine.ads_lifted,
        "score_after": _days(mine.score_after),
        "new": [
            _days({day: k for (of, day), k in mine.new.items() if of == kind}) for kind in NEW_KINDS
        ],
        "past": [mine.past[kind] for kind in NEW_KINDS],
        "past_torn": [mine.past_torn[kind] for kind in NEW_KINDS],
        **by_day,
    }


def _facts_of_trips(referee: Referee, table: Any) -> list[dict[str, Any]]:
    items = [(item["card"], item["trip"]) for item in table.setting().items]
    facts = []
    for trip, card in enumerate(referee.setup["trips"]):
        visits = [visit for visit in referee.visits if visit[0] == trip]
        visitors = {seat for _, seat, _, _ in visits}
        shares = [round(WIN_SHARE_UNIT * referee.end["win_share"][seat]) for seat in visitors]
        facts.append(
            {
                "game": referee.setup["index"],
                "trip": items.index((card["card"], card["trip"])),
                "visits": _days(Counter(day for _, _, day, _ in visits)),
                "second": sum(second for _, _, _, second in visits),
                "ads": referee.ads_on[trip],
                "visitors": len(visitors),
                "lift": sum(share - WIN_SHARE_UNIT // referee.players for share in shares),
            }
        )
    return facts


def _days(counts: Mapping[int, int], missing: int = 0) -> list[int]:
    """Counts by day as the cells of a column."""
    return [counts.get(day, missing) for day in range(1, MOST_DAYS + 1)]
