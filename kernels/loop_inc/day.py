"""The three days (LI-10 to LI-15), day end (LI-52 to LI-54)."""

from loopsim.kernels import bag
from loopsim.kernels import options as opt
from loopsim.kernels.jit import helper, inlined
from loopsim.kernels.loop_inc.layout import CARD, IS_NEW, TORE_BEFORE, TORE_TODAY
from loopsim.kernels.loop_inc.lead import look_after_day
from loopsim.kernels.loop_inc.log import record, record_number
from loopsim.kernels.loop_inc.names import (
    DO_OFFICE,
    EV_ANOMALY,
    EV_DAY_END,
    EV_DAY_START,
    EV_FAILED_AD,
    EV_OFFICE,
    EV_REFILL,
    NOBODY,
    TRASH,
)
from loopsim.kernels.loop_inc.penalties import is_out
from loopsim.kernels.loop_inc.possible import office_points, past_cards


@inlined
def next_to_move(s, t, d):
    """LI-10: clockwise, one card a turn, day after day."""
    while not s.over:
        if next_today(s, t):
            return
        end_day(s, t, d)
        if s.day == t.days:
            s.over = 1
        else:
            s.day += 1
            start_day(s, t, d)


@inlined
def next_today(s, t):
    """LI-10a: the next player clockwise who has a card to play; if nobody has, the day is at its end."""
    p = s.mover
    for _ in range(t.players):
        p = p + 1 if p + 1 < t.players else 0
        if s.new_due[p] + past_cards(s, p) > 0:
            s.mover = p
            return True
    return False


@helper
def start_day(s, t, d):
    """LI-12, LI-15: yesterday's tableau becomes the hand; more machines are in use."""
    s.in_use = (1 << t.machines_by_day[s.day - 1]) - 1
    for p in range(t.players):
        s.launched[p] = 0
        s.turns_today[p] = 0
        s.new_due[p] = 0 if is_out(s, p) else t.new_per_day
        for i in range(s.n_tableau[p]):
            card = s.tableau[p, i]
            tore = TORE_BEFORE if card & (TORE_BEFORE | TORE_TODAY) else 0
            s.hand[p, i] = (card & CARD) | tore
        s.hand_at[p] = 0
        s.hand_end[p] = s.n_tableau[p]
        s.n_tableau[p] = 0
    s.mover = s.first - 1  # the first player is next
    record(d, EV_DAY_START, NOBODY, s.day, s.first)


# --- day end (LI-52, LI-53)


@helper
def end_day(s, t, d):
    """LI-52 to LI-54, in the order of the rules page."""
    fail_ads(s, t, d)
    pay_office(s, t, d)
    for p in range(t.players):
        s.before[p] |= s.today[p]
        s.today[p] = 0
    if s.day < t.days:
        refill(s, t, d)
        open_anomalies(s, t, d)
    for p in range(t.players):
        s.score_after[p, s.day - 1] = s.score[p]
        record_number(d, s.score[p])
    record(d, EV_DAY_END, NOBODY, s.day)
    if s.day < t.days:
        look_after_day(s, t, s.score)
        s.first = next_first_player(s, t)


@helper
def fail_ads(s, t, d):
    """LI-52: every ad not met costs its owner; the token is used."""
    failed = 0
    for p in range(t.players):
        failed |= s.ads[p]
    while failed != 0:
        trip = opt.first(failed)
        failed = opt.rest(failed)
        p = 0
        while not opt.has(s.ads[p], trip):
            p += 1
        s.ads[p] &= ~(1 << trip)
        s.ads_used[p] += 1
        s.failed[p] += 1
        s.failed_ads[p, s.day - 1] += 1
        s.score[p] -= t.ad_penalty
        s.score_moved = 1
        record(d, EV_FAILED_AD, p, trip)


@helper
def pay_office(s, t, d):
    """LI-26, LI-26b, LI-26c: each Office card of today's tableau by its place among all cards."""
    if t.steps[TRASH, 0, 0] != DO_OFFICE:
        return
    for p in range(t.players):
        points = 0
        for i in range(s.n_tableau[p]):
            card = s.tableau[p, i]
            paid = t.office_rescores or card & IS_NEW
            if card & CARD == TRASH and paid:
                points += office_points(t, i)
        s.office[p] += points
        s.score[p] += points
        s.score_moved = 1
        record(d, EV_OFFICE, p, points)


@helper
def refill(s, t, d):
    """LI-53, LI-53a: every room up to its stock from the box, as far as that has tokens."""
    added = 0
    for kind in range(bag.TYPES):
        missing = t.stock_per_type - bag.count_of(s.board, kind)
        added += max(0, min(missing, bag.count_of(s.box, kind))) * bag.one(kind)
    s.board += added
    s.box -= added
    record(d, EV_REFILL, NOBODY, added)


@helper
def open_anomalies(s, t, d):
    """LI-53: so many anomalies are drawn and laid open, as far as the deck has them."""
    for _ in range(min(t.anomalies_per_day, t.anomaly_cards - s.drawn)):
        s.open[s.n_open] = s.deck[s.drawn]
        record(d, EV_ANOMALY, NOBODY, s.deck[s.drawn])
        s.n_open += 1
        s.drawn += 1


@helper
def next_first_player(s, t):
    """LI-54, LI-54a: the lowest score among survivors, the first clockwise after the last first."""
    first = NOBODY
    for step in range(1, t.players + 1):
        p = (s.first + step) % t.players
        if not is_out(s, p) and (first == NOBODY or s.score[p] < s.score[first]):
            first = p
    return first
