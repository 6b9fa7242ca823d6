"""Kernel = reference at full size, both sides of every switch, random play and the yardsticks."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from loopsim.games.loop_inc.game import Table
from loopsim.kernels.loop_inc.names import CAUSES, NODES
from loopsim.scenario import load
from tests.equality.compare import compare
from tests.equality.deal import check_deal
from tests.equality.fuzz import BASE, EXPANSIONS, SWITCHES, draw_cards, draw_rules
from tests.equality.switches import base_feels, games_apart
from tests.proofs import Line, attempt
from tests.stats.yardsticks import NEVER, ROWS, check, judge, measure

GAMES_A_SETUP, SLOW_GAMES = 100, 3  # of each bot, players and expansions; of bots that look ahead
RULES_DRAWN = 700
GAMES_APART = 50
YARDSTICK_GAMES = 1_000_000


def equality() -> list[Line]:
    """The same choices give the same trace in the kernel and in the reference."""
    subsets = [list(some) for size in range(4) for some in combinations(EXPANSIONS, size)]
    families = {name: bot.family for name, bot in load(BASE).bots.items()}
    bots = list(families)

    def games_of(bot: str) -> int:
        return SLOW_GAMES if families[bot] == "look-ahead" else GAMES_A_SETUP

    def of_bot(bot: str) -> str:
        causes: Counter[str] = Counter()
        for players in (2, 3, 4):
            for expansions in subsets:
                scenario = load(BASE, [f"expansions={','.join(expansions)}"], players)
                games = [(11, game) for game in range(games_of(bot))]
                for trace in compare(scenario, bot, games):
                    check_deal(trace.events[0], players, expansions, {})
                    causes.update(e["cause"] for e in trace.events if e["event"] == "tear")
        return f"equal; {causes.total():,} tears of {len(causes)} causes"

    quick = [bot for bot in bots if games_of(bot) == GAMES_A_SETUP]

    def drawn(cards: bool) -> str:
        seen: Counter[str] = Counter()
        for seed in range(1_000, 1_000 + RULES_DRAWN):
            draw = (draw_cards if cards else draw_rules)(seed)
            bot = quick[seed % len(quick)]
            for trace in compare(draw.load(), bot, [(seed, game) for game in range(3)]):
                if not cards:
                    check_deal(trace.events[0], draw.players, draw.expansions, draw.rules)
                seen.update(choice.node for choice in trace.choices)
                seen.update(e["cause"] for e in trace.events if e["event"] == "tear")
        missing = {*NODES, *CAUSES} - seen.keys()
        assert not missing, f"never seen: {missing}"
        return "equal; every node and every cause of tears seen"

    asked = "same events and nodes"
    lines = [
        attempt(
            f"{bot}, n = 2, 3, 4, all {len(subsets)} sets of expansions",
            asked,
            3 * len(subsets) * games_of(bot),
            lambda bot=bot: of_bot(bot),
        )
        for bot in bots
    ]
    for cards, what in (
        (False, "switches and numbers, bots by turns"),
        (True, "these, effects and trips, bots by turns"),
    ):
        lines.append(
            attempt(
                f"{RULES_DRAWN} draws of {what}",
                asked,
                3 * RULES_DRAWN,
                lambda cards=cards: drawn(cards),
            )
        )
    return lines


def switches() -> list[Line]:
    """Each switch changes games, and both sides are as in the reference."""
    lines = []
    for switch in SWITCHES:
        expansions = [] if base_feels(switch) else list(EXPANSIONS)

        def both_sides(switch: str = switch, expansions: list[str] = expansions) -> str:
            apart = games_apart(switch, expansions, wanted=GAMES_APART, seed=21)
            assert len(apart) == GAMES_APART, f"only {len(apart)} games differ"
            share = len(apart) / (apart[-1] + 1)
            return f"{len(apart)} games differ ({share:.1%} of games), all equal on both sides"

        name = f"`{switch}`, {'base' if not expansions else 'all expansions'}"
        lines.append(
            attempt(
                name, f"{GAMES_APART} games apart, each side equal", 2 * GAMES_APART, both_sides
            )
        )
    return lines


def yardsticks() -> list[Line]:
    """Random play at full size against the table of the rules page."""
    setups = {
        (row.players, row.expansions): measure(
            Table(load(BASE, row.settings, row.players), ["random"]), 31, YARDSTICK_GAMES
        )
        for row in ROWS[:4]
    }
    verdicts = [judge(row, setups[row.players, row.expansions]) for row in ROWS]
    lines = []
    for row, verdict in zip(ROWS, verdicts, strict=True):
        worst = max(verdict.far, key=lambda name: abs(verdict.far[name]))
        lines.append(
            Line(
                f"{row} of the page, {len(row.numbers)} numbers",
                "none beyond 4 s.e.; p of all together > 0.001",
                f"largest {verdict.far[worst]:+.1f} s.e. ({worst}); χ² = {verdict.chi2:.1f} of "
                f"{verdict.df}, p = {verdict.p:.2f}",
                YARDSTICK_GAMES,
                abs(verdict.far[worst]) < 4 and verdict.p > 0.001,
            )
        )

    def together() -> str:
        check(verdicts)
        never = [m.means[m.names.index(NEVER)] for m in setups.values()]
        assert not any(never), f"{NEVER}: {never}"
        far = [abs(z) for verdict in verdicts for z in verdict.far.values()]
        return f"{sum(z > 2 for z in far)} of {len(far)} beyond 2 s.e.; {NEVER} never"

    asked = f"at most 1 in 10 beyond 2 s.e.; {NEVER} never"
    return [*lines, attempt("all rows", asked, 4 * YARDSTICK_GAMES, together)]
