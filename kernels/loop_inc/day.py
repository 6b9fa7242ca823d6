"""The three days (LI-10 to LI-15), day end (LI-52 to LI-54)."""

from loopsim.kernels import bag
from loopsim.kernels import options as opt
from loopsim.kernels.jit import helper, inlined
from loopsim.kernels.loop_inc.choose import choose
from loopsim.kernels.loop_inc.closing import closed_sources
from loopsim.kernels.loop_inc.effects import AS_PRINTED, carry_out
from loopsim.kernels.loop_inc.forced_ad import sources_allowed
from loopsim.kernels.loop_inc.launch import launches
from loopsim.kernels.loop_inc.layout import (
    CARD,
    IS_NEW,
    PAST_CARD,
    TORE_BEFORE,
    TORE_TODAY,
)
from loopsim.kernels.loop_inc.lead import look_after_day, look_after_turn
from loopsim.kernels.loop_inc.log import record, record_number
from loopsim.kernels.loop_inc.names import (
    ANOMALY,
    AT_SOURCE,
    DO_OFFICE,
    EV_ANOMALY,
    EV_DAY_END,
    EV_DAY_START,
    EV_FAILED_AD,
    EV_OFFICE,
    EV_PLAY,
    EV_REFILL,
    FIRST_EFFECT,
    NO_CARD_TO_TAKE,
    NOBODY,
    TRASH,
)
from loopsim.kernels.loop_inc.penalties import is_out
from loopsim.kernels.loop_inc.possible import office_points, past_cards


@helper
def play_day(s, t, d):
    """LI-10, LI-10a: clockwise, one card a turn, until nobody has a card to play."""
    start_day(s, t, d)
    p = s.first
    passed = 0
    while passed < t.players:
        if s.new_due[p] + past_cards(s, p) > 0:
            passed = 0
            play_turn(s, t, d, p)
            if s.over:
                return
        else:
            passed += 1
        p = p + 1 if p + 1 < t.players else 0
    end_day(s, t, d)


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
    record(d, EV_DAY_START, NOBODY, s.day, s.first)


# --- a turn (LI-11 to LI-14)


@inlined
def play_turn(s, t, d, p):
    """A card from the board or from the hand, its action, and perhaps a launch."""
    s.turn += 1
    s.turns[p] += 1
    s.turns_today[p] += 1
    s.node = 0
    s.launches_left = 1
    decisions = s.decisions[p]
    take_card(s, t, d, p)
    if s.over:
        return
    carry_out(s, t, d, p, s.card & CARD, AS_PRINTED)
    if not is_out(s, p):
        s.tableau[p, s.n_tableau[p]] = s.card
        s.n_tableau[p] += 1
        s.card = 0
        launches(s, t, d, p)
    s.forced_turns += s.decisions[p] == decisions
    if s.score_moved:
        look_after_turn(s, t)


@helper
def sources(s, p):
    """LI-11: the front card of the hand; while new cards are due, each pile and open anomaly."""
    past = 1 if past_cards(s, p) > 0 else 0
    new = (s.piles_left << 1) | (((1 << s.n_open) - 1) << (1 + FIRST_EFFECT))
    options = past | (new if s.new_due[p] > 0 else 0)
    if s.closed_cards[p] == 0:
        return options
    left = options & ~closed_sources(s, p)
    return left if left != 0 else options


@inlined
def take_card(s, t, d, p):
    """LI-11: the player chooses which, as long as both remain."""
    options = sources(s, p)
    if p == s.focal and s.force_ad:
        options = sources_allowed(s, t, p, options)
    if options == 0:  # the loader refuses such scenarios
        s.outcome = NO_CARD_TO_TAKE
        s.over = 1
        return
    option = choose(s, t, d, p, AT_SOURCE, options)
    if option == PAST_CARD:
        s.card = s.hand[p, s.hand_at[p]]
        s.hand_at[p] += 1
    else:
        s.new_due[p] -= 1
        if option <= FIRST_EFFECT:
            pile = option - 1
            s.card = pile | IS_NEW
            s.new[p, pile] += 1
            s.piles[pile] -= 1
            if s.piles[pile] == 0:
                s.piles_left &= ~(1 << pile)
        else:
            s.card = take_anomaly(s, option - 1 - FIRST_EFFECT) | IS_NEW
            s.new[p, ANOMALY] += 1
    record(d, EV_PLAY, p, s.card & CARD, 0 if option == PAST_CARD else 1)


@helper
def take_anomaly(s, place):
    """Take an open anomaly; the others close the gap."""
    card = s.open[place]
    s.n_open -= 1
    for i in range(place, s.n_open):
        s.open[i] = s.open[i + 1]
    return card


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
