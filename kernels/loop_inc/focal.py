"""The seat of a game that is looked at (metrics.md 6): which it is, and what it made use of."""

from loopsim.kernels.jit import helper
from loopsim.kernels.loop_inc.closing import pile_doing
from loopsim.kernels.loop_inc.names import NOBODY, NOTHING


@helper
def single_out(s, t, place):
    """The focal seat is the one at this place of the turn order of day 1; it has used nothing yet.

    No place: nobody is looked at.
    """
    if place == NOBODY:
        s.focal = NOBODY
        return
    s.focal = (s.first_of_game + place) % t.players
    s.launched_to[:] = 0
    s.carried_out[:] = 0


@helper
def count_use(s, p, card):
    """A card is carried out: new, past or repeated."""
    if p == s.focal:
        s.carried_out[card] += 1


@helper
def count_launch(s, p, trip):
    """A machine is launched to a trip on the board."""
    if p == s.focal:
        s.launched_to[trip] += 1


@helper
def count_step(s, t, p, what, argument):
    """An optional step is done: a use of the pile whose cards do the same."""
    if p == s.focal:
        pile = pile_doing(t, what, argument)
        if pile != NOTHING:
            s.carried_out[pile] += 1


@helper
def write_focal(s, t, place, row):
    """The row of the focal seat (layout.FOCAL)."""
    row.place = place
    row.ad_turns = s.ad_turns
    row.anomalies = 0
    for drawn in range(min(t.anomaly_cards, t.anomalies_per_day * (t.days - 1))):  # LI-53
        row.anomalies |= 1 << s.deck[drawn]
    for at in range(t.players):
        p = (s.first_of_game + at) % t.players
        row.visited[at] = s.before[p] | s.today[p]
    for trip in range(len(row.launches)):
        row.launches[trip] = s.launched_to[trip]
    for card in range(len(row.uses)):
        row.uses[card] = s.carried_out[card]
