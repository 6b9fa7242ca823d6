"""What a score is made of, from the events of a traced game (LI-55)."""

from collections.abc import Sequence
from typing import Any


def parts(events: Sequence[dict[str, Any]]) -> list[dict[str, int]]:
    """Of each seat the points by where they come from, costs negative; they add up to its score."""
    rules, players = events[0]["rules"], events[0]["players"]
    points = [dict.fromkeys(("trips", "met ads", "office", "effects"), 0) for _ in range(players)]
    tears, waste, failed = ([0] * players for _ in range(3))
    for event in events:
        seat = event.get("seat", -1)
        match event["event"]:
            case "launch":
                points[seat]["trips"] += event["points"]
                points[seat]["met ads"] += rules["ad_bonus"] * event["met_ad"]
                waste[seat] += sum(event["waste"].values())
            case "points":
                points[seat]["effects"] += event["k"]
            case "tear":
                tears[seat] = event["total"]
            case "tear_discarded":
                tears[seat] -= 1
            case "waste_discarded":
                waste[seat] -= 1
            case "day_end":
                for owner, _ in event["failed_ads"]:
                    failed[owner] += 1
                for of, paid in enumerate(event["office"]):
                    points[of]["office"] += paid
    costs = (0, *rules["tear_costs"], rules["tear_costs"][-1])  # LI-51d: of one too many no more
    return [
        {
            **points[seat],
            "tears": -costs[tears[seat]],
            "waste": -rules["waste_cost"] * waste[seat],
            "failed ads": -rules["ad_penalty"] * failed[seat],
        }
        for seat in range(players)
    ]
