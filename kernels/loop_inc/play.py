"""Whole games, one after another: the entry points of the kernel."""

from loopsim.kernels import options as opt
from loopsim.kernels import rng
from loopsim.kernels.jit import entry, helper
from loopsim.kernels.loop_inc.closing import close
from loopsim.kernels.loop_inc.columns import WIN_SHARE_UNIT
from loopsim.kernels.loop_inc.day import play_day
from loopsim.kernels.loop_inc.features import RANDOM
from loopsim.kernels.loop_inc.focal import single_out, write_focal
from loopsim.kernels.loop_inc.forced_ad import draw_turn
from loopsim.kernels.loop_inc.layout import MOST_CHOICES, MOST_EVENTS
from loopsim.kernels.loop_inc.names import DRAWN, FOR_CROWD, LOG_FULL, NOBODY, NOTHING, OPEN
from loopsim.kernels.loop_inc.plan import prepare
from loopsim.kernels.loop_inc.score import end_game
from loopsim.kernels.loop_inc.setup import set_up


@entry
def play_games(
    state,
    tables,
    desk,
    bots,
    orders,
    by_seat,
    crowd,
    probe,
    seed,
    which,
    games,
    seats,
    trips,
    focal,
):
    """Play some games of a seed and write their facts. Modifies `state` and `desk`.

    Parameters
    ----------
    state, tables, desk : records (1,) of STATE, TABLES, DESK
    bots : records (B,) of BOT
    orders : int64 (P, n); game g seats the bots `orders[g mod P]`; DRAWN: one of the crowd, by lot
    by_seat : if true, an order lists seats; else the places of the turn order of day 1
    crowd : the first bot of the crowd, which goes on to the last
    probe : record (1,) of PROBE; what is closed, forced or keyed anew
    seed : int64; of the run
    which : int64 (G,); the indexes of the games
    games, seats, trips : records (G,), (G, n), (G, T) of the facts, written here
    focal : records (G,) of FOCAL, written here, or (0,)
    """
    s, t, d = state[0], tables[0], desk[0]
    looked_at = focal.shape[0] > 0 or probe[0].closed_to != OPEN or probe[0].force_ad
    for i in range(games.shape[0]):
        game = which[i]
        order = orders[game % orders.shape[0]]
        focal_place = game // orders.shape[0] % t.players if looked_at else NOBODY
        play_game(s, t, d, bots, order, by_seat, crowd, probe[0], focal_place, seed, game)
        write_game(s, t, d, game, games[i])
        if focal.shape[0] > 0:
            write_focal(s, t, focal_place, focal[i])
        for place in range(t.players):
            p = (s.first_of_game + place) % t.players
            write_seat(s, t, game, place, p, d.bot[p], seats[i, place])
        for trip in range(s.n_trips):
            write_trip(s, t, game, trip, trips[i, trip])


@helper
def play_game(s, t, d, bots, order, by_seat, crowd, probe, focal_place, seed, game):
    """One game; with a forced ad twice (forced_ad.py)."""
    s.force_ad = probe.force_ad
    s.forced_ad = NOTHING
    while True:  # not two calls: the whole game would be compiled twice
        set_up(s, t, probe, seed, game)
        single_out(s, t, focal_place)
        close(s, t, probe)
        seat_bots(s, t, d, bots, order, by_seat, crowd, rng.game_key(seed, game))
        play_days(s, t, d)
        if not s.force_ad or s.ad_turns == 0 or s.forced_ad != NOTHING:
            return
        s.forced_ad = draw_turn(seed, game, s.ad_turns)


@helper
def play_days(s, t, d):
    """From the table laid out to the final scores."""
    d.digest = 0
    d.n_events = 0
    d.n_choices = 0
    d.n_script = 0
    prepare(s, t, d)
    for day in range(1, t.days + 1):
        s.day = day
        play_day(s, t, d)
        if s.over:
            break
    end_game(s, t, d)
    if d.n_events > MOST_EVENTS or d.n_choices > MOST_CHOICES:
        s.outcome = LOG_FULL


@helper
def seat_bots(s, t, d, bots, order, by_seat, crowd, key):
    """Give each seat its bot of this game.

    A lot is keyed by the place in the order, so that games with other bots meet the same opponents.
    """
    lot = rng.stream_state(key, FOR_CROWD)
    for place in range(t.players):
        p = (s.first_of_game + place) % t.players
        at = p if by_seat else place
        d.bot[p] = order[at]
        if order[at] == DRAWN:
            d.bot[p] = crowd + rng.below(lot, rng.stream_gamma(lot), at, len(bots) - crowd)
        bot = bots[d.bot[p]]
        d.family[p] = bot.family
        if bot.family != RANDOM:
            for feature in range(len(bot.weight)):
                d.weight[p, feature] = bot.weight[feature]


# --- facts (columns.py says what each is)


@helper
def write_game(s, t, d, game, row):
    """The row of a game."""
    row.game = game
    row.outcome = s.outcome
    row.first = s.first_of_game
    row.turns = s.turn
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
    row.turns = s.turns[p]
    row.turns_behind = s.turns_behind[p]
    row.decisions = s.decisions[p]
    row.forced = s.forced[p]
    for cause in range(row.tears.shape[0]):
        for day in range(row.tears.shape[1]):
            row.tears[cause, day] = s.tears[p, cause, day]
    row.chain_tears = s.chain_tears[p]
    row.tears_discarded = s.tears_discarded[p]
    row.waste_made = s.waste_made[p]
    row.waste_discarded = s.waste_discarded[p]
    row.second = s.second[p]
    row.ads_lifted = s.ads_lifted[p]
    for day in range(len(row.launches)):
        row.launches[day] = s.launches[p, day]
        row.ads_placed[day] = s.ads_placed[p, day]
        row.met_ads[day] = s.met_ads[p, day]
        row.failed_ads[day] = s.failed_ads[p, day]
        row.score_after[day] = s.score_after[p, day]
    for kind in range(len(row.new)):
        row.new[kind] = s.new[p, kind]


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
