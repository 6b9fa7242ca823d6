"""Game end (LI-55, LI-51): final scores, ranks, win shares."""

from loopsim.kernels.jit import helper
from loopsim.kernels.loop_inc.columns import WIN_SHARE_UNIT
from loopsim.kernels.loop_inc.lead import count_turns_behind, look_after_day
from loopsim.kernels.loop_inc.log import record, record_number
from loopsim.kernels.loop_inc.names import EV_GAME_END, NOBODY
from loopsim.kernels.loop_inc.penalties import is_out


@helper
def end_game(s, t, d):
    """LI-55: met ads count now; the highest score wins, then the smaller penalty, then shared."""
    for p in range(t.players):
        met = 0
        for day in range(t.days):
            met += s.met_ads[p, day]
        s.final[p] = s.score[p] + t.ad_bonus * met
        s.penalty[p] = (
            t.tear_cost[s.tears_held[p]] + t.waste_cost * s.waste[p] + t.ad_penalty * s.failed[p]
        )
    rank(s, t)
    share_win(s, t)
    for p in range(t.players):
        s.tear_decided[p] = tear_decided(s, t, p)
    s.margin = margin(s, t)
    if s.n_out < t.players:
        look_after_day(s, t, s.final)
    count_turns_behind(s, t, s.turn + 1 - s.leaders_since)
    for p in range(t.players):
        record_number(d, s.final[p])
        record_number(d, s.penalty[p])
        record_number(d, s.forced[p])
    record(d, EV_GAME_END, NOBODY)


@helper
def ranks_before(s, q, p):
    """Whether seat q ranks before seat p (LI-51, LI-55)."""
    if is_out(s, q) or is_out(s, p):
        if is_out(s, q) and is_out(s, p):
            return s.out_order[q] > s.out_order[p]  # eliminated later ranks higher
        return is_out(s, p)
    if s.final[q] != s.final[p]:
        return s.final[q] > s.final[p]
    return s.penalty[q] < s.penalty[p]


@helper
def rank(s, t):
    """Ranks from 1; equal ranks are shared and leave a gap."""
    for p in range(t.players):
        s.rank[p] = 1
        for q in range(t.players):
            s.rank[p] += q != p and ranks_before(s, q, p)


@helper
def share_win(s, t):
    """LI-55: the surviving first; k of them get 1/k each, in 60ths. LI-51f: perhaps nobody."""
    s.winners = 0
    for p in range(t.players):
        s.winners += s.rank[p] == 1 and not is_out(s, p)
    for p in range(t.players):
        won = s.rank[p] == 1 and not is_out(s, p)
        s.win_share[p] = WIN_SHARE_UNIT // s.winners if won else 0


@helper
def tear_decided(s, t, p):
    """Whether a survivor that does not win would win or share without the cost of its last tear.

    (metrics.md 13)
    """
    held = s.tears_held[p]
    if held == 0 or s.win_share[p] > 0 or is_out(s, p):
        return False
    cost = t.tear_cost[held] - t.tear_cost[held - 1]
    s.final[p] += cost
    s.penalty[p] -= cost
    first = True
    for q in range(t.players):
        if ranks_before(s, q, p):
            first = False
    s.final[p] -= cost
    s.penalty[p] += cost
    return first


@helper
def margin(s, t):
    """Best less second-best final score among survivors; 0 if there are fewer than two."""
    best = second = n = 0
    for p in range(t.players):
        if not is_out(s, p):
            if n == 0 or s.final[p] > best:
                second, best = best, s.final[p]
            elif n == 1 or s.final[p] > second:
                second = s.final[p]
            n += 1
    return best - second if n >= 2 else 0
