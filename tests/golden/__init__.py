"""Golden playthroughs: a few whole games as they are played now, kept to see what a change changes.

`python -m tests.golden` (or `make golden`) writes them anew; look at the difference before you commit.
A file is JSON Lines: what was played, the events of the trace, and every choice (how many options,
which one).
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from loopsim import games
from loopsim.scenario import load

FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class Golden:
    """One game to keep: what, who, and which one."""

    name: str
    scenario: str
    players: int
    bots: tuple[str, ...]
    settings: tuple[str, ...] = ()
    seed: int = 1
    game: int = 0

    @property
    def path(self) -> Path:
        """Where it is kept."""
        return FOLDER / f"{self.name}.jsonl"

    def lines(self) -> list[str]:
        """The game as it is played now."""
        scenario = load(self.scenario, self.settings, self.players)
        trace = games.get(scenario.game).Table(scenario, self.bots).trace(self.seed, self.game)
        choices = {
            "options": [choice.options for choice in trace.choices],
            "chosen": [choice.index for choice in trace.choices],
        }
        return [_line(part) for part in (asdict(self), *trace.events, choices)]


MIXED = ("planner", "greedy", "random", "planner")
CHARACTERS = ("early-launcher", "far-past-hoarder", "advertiser", "tear-averse")
MORE_CHARACTERS = ("risk-taker", "denier", "office-worker", "anomaly-collector")
GOLDEN = (
    Golden("base-2-random", "loop-inc/base", 2, ("random",)),
    Golden("base-4-random", "loop-inc/base", 4, ("random",)),
    Golden("all-3-random", "loop-inc/all", 3, ("random",)),
    Golden("base-4-greedy", "loop-inc/base", 4, ("greedy",)),
    Golden("all-2-greedy", "loop-inc/all", 2, ("greedy",)),
    Golden("base-4-planner", "loop-inc/base", 4, ("planner",)),
    Golden("all-3-planner", "loop-inc/all", 3, ("planner",)),
    Golden("all-4-mixed", "loop-inc/all", 4, MIXED),
    Golden("base-4-characters", "loop-inc/base", 4, CHARACTERS),
    Golden("all-4-characters", "loop-inc/all", 4, MORE_CHARACTERS),
    Golden("all-2-flexible", "loop-inc/all", 2, ("flexible-planner",)),
    Golden("futures-4-mixed", "loop-inc/futures", 4, MIXED),
    Golden("more-anomalies-4-mixed", "loop-inc/more-anomalies", 4, MIXED),
    Golden("office-4-mixed", "loop-inc/office", 4, MIXED),
    Golden("base-4-look-ahead", "loop-inc/base", 4, ("look-ahead", "champion", "greedy", "random")),
    Golden("drawn-4-mixed", "loop-inc/all", 4, MIXED, ("deck.seed=1",)),
)


def write() -> list[Path]:
    """Write all of them anew, and remove files that stand for none."""
    for path in FOLDER.glob("*.jsonl"):
        path.unlink()
    for golden in GOLDEN:
        golden.path.write_text("\n".join(golden.lines()) + "\n", encoding="utf-8")
    return [golden.path for golden in GOLDEN]


def _line(part: Any) -> str:
    return json.dumps(part, ensure_ascii=False, separators=(",", ":"))
