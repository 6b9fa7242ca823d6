"""Whole games, one after another: the entry points of the kernel."""

from loopsim.kernels import rng
from loopsim.kernels.cache import THINKING
from loopsim.kernels.jit import copy, entry, helper
from loopsim.kernels.loop_inc.ahead import think
from loopsim.kernels.loop_inc.closing import close
from loopsim.kernels.loop_inc.day import next_to_move, start_day
from loopsim.kernels.loop_inc.facts import write_game, write_seat, write_trip
from loopsim.kernels.loop_inc.features import RANDOM, WEIGHTED
from loopsim.kernels.loop_inc.focal import single_out, write_focal
from loopsim.kernels.loop_inc.forced_ad import draw_turn
from loopsim.kernels.loop_inc.layout import MOST_CHOICES, MOST_EVENTS
from loopsim.kernels.loop_inc.names import DRAWN, FOR_CROWD, LOG_FULL, NOBODY, NOTHING, OPEN
from loopsim.kernels.loop_inc.plan import prepare
from loopsim.kernels.loop_inc.score import end_game
from loopsim.kernels.loop_inc.setup import set_up
from loopsim.kernels.loop_inc.turn import play_turn


def _play(
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
    thoughts=None,
    mind=None,
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
    thoughts, mind : records (1,) of STATE and DESK for the thoughts of look-ahead bots, or None: then
        there are none, and the kernel is compiled without them
    """
    s, t, d = state[0], tables[0], desk[0]
    looked_at = focal.shape[0] > 0 or probe[0].closed_to != OPEN or probe[0].force_ad
    for i in range(games.shape[0]):
        game = which[i]
        order = orders[game % orders.shape[0]]
        focal_place = game // orders.shape[0] % t.players if looked_at else NOBODY
        play_game(
            s, t, d, bots, order, by_seat, crowd, probe[0], focal_place, seed, game, thoughts, mind
        )
        write_game(s, t, d, game, games[i])
        if focal.shape[0] > 0:
            write_focal(s, t, focal_place, focal[i])
        for place in range(t.players):
            p = (s.first_of_game + place) % t.players
            write_seat(s, t, game, place, p, d.bot[p], seats[i, place])
        for trip in range(s.n_trips):
            write_trip(s, t, game, trip, trips[i, trip])


play_games = entry(_play)
play_thoughtfully = entry(_play, THINKING)


@helper
def play_game(s, t, d, bots, order, by_seat, crowd, probe, focal_place, seed, game, thoughts, mind):
    """One game; with a forced ad twice (forced_ad.py)."""
    s.force_ad = probe.force_ad
    s.forced_ad = NOTHING
    while True:  # not two calls: the whole game would be compiled twice
        lay_out(s, t, d, bots, order, by_seat, crowd, probe, focal_place, seed, game)
        play_days(s, t, d, rng.game_key(seed, game), thoughts, mind)
        if not s.force_ad or s.ad_turns == 0 or s.forced_ad != NOTHING:
            return
        s.forced_ad = draw_turn(seed, game, s.ad_turns)


@helper
def lay_out(s, t, d, bots, order, by_seat, crowd, probe, focal_place, seed, game):
    """Everything before the first day: the table laid out, the bots seated, nothing written down."""
    set_up(s, t, probe, seed, game)
    single_out(s, t, focal_place)
    close(s, t, probe)
    seat_bots(s, t, d, bots, order, by_seat, crowd, rng.game_key(seed, game))
    d.digest = 0
    d.n_events = 0
    d.n_choices = 0
    d.n_script = d.script_ends = 0
    prepare(s, t, d)


@helper
def play_days(s, t, d, key, thoughts, mind):
    """From the table laid out to the final scores."""
    if mind is not None:
        mind[0].family[:] = WEIGHTED
        prepare(s, t, mind[0])
    s.day = 1
    start_day(s, t, d)
    while True:
        next_to_move(s, t, d)
        if s.over:
            break
        if mind is not None:
            think(s, t, d, key, thoughts, mind[0])
        play_turn(s, t, d, s.mover)
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
        play_as(d, p, bot)


@helper
def play_as(d, p, bot):
    """Seat p plays as a bot does."""
    d.family[p] = bot.family
    if bot.family != RANDOM:
        copy(bot.weight, d.weight[p])
        copy(bot.taste, d.taste[p])
        copy(bot.trip_taste, d.trip_taste[p])
    d.temperature[p], d.skill[p] = bot.temperature, bot.skill
    d.playouts[p], d.breadth[p], d.margin[p] = bot.playouts, bot.breadth, bot.margin
