"""One ad that the focal seat must put down (metrics.md 6, `ad_forced`).

Such a game is played twice: as it would be, to count the turns at which the seat could be made to; then
with one of them, drawn uniformly, at which it must. Up to that turn both are the same.
"""

from loopsim.kernels import rng
from loopsim.kernels.jit import helper
from loopsim.kernels.loop_inc.layout import CARD, PAST_CARD
from loopsim.kernels.loop_inc.names import ADVERTISE, DO_ADVERTISE, FOR_FORCED_AD, NOTHING
from loopsim.kernels.loop_inc.possible import can_be_done, past_cards


@helper
def draw_turn(seed, game, turns):
    """Which of so many turns."""
    lot = rng.stream_state(rng.game_key(seed, game), FOR_FORCED_AD)
    return rng.below(lot, rng.stream_gamma(lot), 0, turns)


@helper
def sources_allowed(s, t, p, options):
    """The options of a source: at the turn that is forced only those that advertise."""
    ads = options & (1 << (1 + ADVERTISE))
    if past_cards(s, p) > 0 and s.hand[p, s.hand_at[p]] & CARD == ADVERTISE:
        ads |= 1 << PAST_CARD
    if ads == 0 or not can_be_done(s, t, p, DO_ADVERTISE, NOTHING):
        return options
    turn = s.ad_turns
    s.ad_turns += 1
    return ads if turn == s.forced_ad else options
