"""A turn (LI-11 to LI-14): a card from the board or from the hand, its action, perhaps a launch."""

from loopsim.kernels import bag
from loopsim.kernels.jit import helper, inlined
from loopsim.kernels.loop_inc.choose import choose
from loopsim.kernels.loop_inc.closing import closed_sources
from loopsim.kernels.loop_inc.effects import AS_PRINTED, carry_out
from loopsim.kernels.loop_inc.forced_ad import sources_allowed
from loopsim.kernels.loop_inc.launch import launches
from loopsim.kernels.loop_inc.layout import CARD, IS_NEW, IS_PAST, PAST_CARD
from loopsim.kernels.loop_inc.lead import look_after_turn
from loopsim.kernels.loop_inc.log import record
from loopsim.kernels.loop_inc.names import (
    AT_SOURCE,
    EV_PLAY,
    FIRST_EFFECT,
    NO_CARD_TO_TAKE,
)
from loopsim.kernels.loop_inc.penalties import is_out
from loopsim.kernels.loop_inc.possible import kind_of, past_cards


@inlined
def play_turn(s, t, d, p):
    """A card from the board or from the hand, its action, and perhaps a launch."""
    s.turn += 1
    s.turns[p] += 1
    s.turns_today[p] += 1
    s.turns_on[s.day - 1] += 1
    s.out_of_stock[s.day - 1] += bag.absent(s.board)
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
        s.card = s.hand[p, s.hand_at[p]] | IS_PAST
        s.hand_at[p] += 1
        s.past[p, kind_of(s.card)] += 1
    else:
        s.new_due[p] -= 1
        if option <= FIRST_EFFECT:
            pile = option - 1
            s.card = pile | IS_NEW
            s.piles[pile] -= 1
            if s.piles[pile] == 0:
                s.piles_left &= ~(1 << pile)
        else:
            s.card = take_anomaly(s, option - 1 - FIRST_EFFECT) | IS_NEW
        s.new[p, kind_of(s.card), s.day - 1] += 1
    record(d, EV_PLAY, p, s.card & CARD, 0 if option == PAST_CARD else 1)


@helper
def take_anomaly(s, place):
    """Take an open anomaly; the others close the gap."""
    card = s.open[place]
    s.n_open -= 1
    for i in range(place, s.n_open):
        s.open[i] = s.open[i + 1]
    return card
