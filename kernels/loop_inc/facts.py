"""The facts of a game, written row by row (columns.py says what each is)."""

from loopsim.kernels import bag, rng
from loopsim.kernels import options as opt
from loopsim.kernels.jit import helper
from loopsim.kernels.loop_inc.columns import WIN_SHARE_UNIT


@helper
def write_game(s, t, d, game, row):
    """The row of a game."""
    row.game = game
    row.outcome = s.outcome
    row.first = s.first_of_game
    row.decisions = row.forced = 0
    for p in range(t.players):
        row.decisions += s.decisions[p]
        row.forced += s.forced[p]
    row.forced_turns = s.forced_turns
    row.survivors = t.players - s.n_out
    row.winners = s.winners
    row.margin = s.margin
    row.lead_changes = s.lead_changes
    row.lead_changes_turn = s.lead_changes_turn
    for day in range(len(row.lead_alone)):
        seat = s.lead_alone[day]
        row.lead_alone[day] = seat if seat < 0 else (seat - s.first_of_game) % t.players
        row.turns[day] = s.turns_on[day]
        for kind in range(bag.TYPES):
            row.out_of_stock[kind, day] = bag.tallied(s.out_of_stock[day], kind)
    row.events = rng.signed(d.digest)


@helper
def write_seat(s, t, game, place, p, bot, row):
    """The row of a seat."""
    row.game = game
    row.place = place
    row.seat = p
    row.bot = bot
    row.rank = s.rank[p]
    row.win_share = s.win_share[p]
    row.score = s.final[p]
    row.trip_points = s.trip_points[p]
    row.office_points = s.office[p]
    row.effect_points = s.effect_points[p]
    row.penalty = s.penalty[p]
    row.eliminated = (s.eliminated >> p) & 1
    row.eliminated_day = s.eliminated_day[p]
    row.led_when_out = s.led_when_out[p]
    row.turns = s.turns[p]
    row.turns_behind = s.turns_behind[p]
    row.decisions = s.decisions[p]
    row.forced = s.forced[p]
    for cause in range(row.tears.shape[0]):
        for day in range(row.tears.shape[1]):
            row.tears[cause, day] = s.tears[p, cause, day]
    row.chain_tears = s.chain_tears[p]
    row.tears_discarded = s.tears_discarded[p]
    row.last_tear_cause = s.last_tear_cause[p]
    row.last_tear_day = s.last_tear_day[p]
    row.tear_decided = s.tear_decided[p]
    for kind in range(bag.TYPES):
        row.taken[kind] = s.taken[p, kind]
    row.waste_discarded = s.waste_discarded[p]
    row.second = s.second[p]
    row.second_to_ad = s.second_to_ad[p]
    row.shut_out = s.shut_out[p]
    row.ads_lifted = s.ads_lifted[p]
    for day in range(len(row.launches)):
        row.waste_made[day] = s.waste_made[p, day]
        row.launches[day] = s.launches[p, day]
        row.ads_placed[day] = s.ads_placed[p, day]
        row.met_ads[day] = s.met_ads[p, day]
        row.failed_ads[day] = s.failed_ads[p, day]
        row.score_after[day] = s.score_after[p, day]
    for kind in range(len(row.past)):
        for day in range(row.new.shape[1]):
            row.new[kind, day] = s.new[p, kind, day]
        row.past[kind] = s.past[p, kind]
        row.past_torn[kind] = s.past_torn[p, kind]


@helper
def write_trip(s, t, game, trip, row):
    """The row of a trip on the board."""
    row.game = game
    row.trip = s.trip[trip]
    for day in range(len(row.visits)):
        row.visits[day] = s.trip_visits[trip, day]
    row.second = s.trip_second[trip]
    row.ads = s.trip_ads[trip]
    row.visitors = 0
    row.lift = 0
    for p in range(t.players):
        if opt.has(s.before[p] | s.today[p], trip):
            row.visitors += 1
            row.lift += s.win_share[p] - WIN_SHARE_UNIT // t.players
