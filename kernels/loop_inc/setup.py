"""Parts and setup (LI-01 to LI-07)."""

from loopsim.kernels import bag, rng
from loopsim.kernels import options as opt
from loopsim.kernels.jit import helper
from loopsim.kernels.loop_inc.layout import MACHINES, MOST_TRIPS
from loopsim.kernels.loop_inc.names import (
    ANEW,
    FIRST_EFFECT,
    FOR_ANOMALIES,
    FOR_FIRST_PLAYER,
    FOR_TRIPS,
    NOBODY,
    PLAYED,
    SEAT_DRAWS,
)


@helper
def set_up(s, t, probe, seed, game):
    """Lay out game number `game` of the run `seed`; whatever the record held before is gone."""
    key = rng.game_key(seed, game)
    lay_out_board(s, t)
    deal_trips(s, t, stream(probe, key, FOR_TRIPS))
    note_enough(s, t)
    shuffle_anomalies(s, t, stream(probe, key, FOR_ANOMALIES))
    for p in range(t.players):
        s.draw_state[p] = rng.stream_state(key, SEAT_DRAWS + p)
        s.draw_gamma[p] = rng.stream_gamma(s.draw_state[p])
        equip(s, t, p)
    lot = stream(probe, key, FOR_FIRST_PLAYER)
    s.first = rng.below(lot, rng.stream_gamma(lot), 0, t.players)  # LI-07
    s.first_of_game = s.first
    start_tallies(s, t)


@helper
def stream(probe, key, purpose):
    """The stream of a purpose; keyed anew for comparisons of a set-up with itself (metrics.md 7)."""
    return rng.stream_state(key, purpose + (ANEW if opt.has(probe.anew, purpose) else 0))


@helper
def lay_out_board(s, t):
    """LI-02, LI-03: components on the board and in the box, action piles face up."""
    s.board = 0
    s.box = 0
    for kind in range(bag.TYPES):
        s.board += t.stock_per_type * bag.one(kind)
        s.box += (t.tokens_per_type - t.stock_per_type) * bag.one(kind)
    s.piles_left = 0
    for pile in range(FIRST_EFFECT):
        s.piles[pile] = t.piles[pile]
        if t.piles[pile] > 0:
            s.piles_left |= 1 << pile


@helper
def deal_trips(s, t, state):
    """LI-04, LI-60: of each era the cards with the smallest words, laid along the timeline.

    A card's word depends on the card alone, so a larger deck keeps the order of the common cards.
    Ranks are counted, not sorted: no branch to mispredict.
    """
    for card in range(t.n_trip_cards):
        s.word[card] = rng.card_word(state, t.card_key[card])
    n_dealt = 0
    for era in range(len(t.dealt)):
        for card in range(t.n_trip_cards):
            if t.card_era[card] == era:
                rank = 0
                for other in range(t.n_trip_cards):
                    rank += (t.card_era[other] == era) & (s.word[other] < s.word[card])
                if rank < t.dealt[era]:
                    s.need[n_dealt + rank] = card  # dealing order, for the moment
        n_dealt += t.dealt[era]
    for i in range(n_dealt):
        year = t.card_year[s.need[i]]
        place = 0
        for j in range(n_dealt):
            other = t.card_year[s.need[j]]
            place += (other < year) | ((other == year) & (j < i))
        s.trip[2 * place] = 2 * s.need[i]
        s.trip[2 * place + 1] = 2 * s.need[i] + 1
    s.n_trips = 2 * n_dealt
    for i in range(s.n_trips):
        s.need[i] = t.trip_need[s.trip[i]]


@helper
def note_enough(s, t):
    """For each type the trips that so many tokens are enough for, so that machines are looked up."""
    s.enough[:] = 0
    for trip in range(s.n_trips):
        for kind in range(bag.TYPES):
            s.enough[kind, bag.count_of(s.need[trip], kind)] |= 1 << trip
    for count in range(1, t.tokens_per_type + 1):
        for kind in range(bag.TYPES):
            s.enough[kind, count] |= s.enough[kind, count - 1]


@helper
def shuffle_anomalies(s, t, state):
    """LI-05: the deck in the order of the cards' words; none is open yet."""
    for card in range(t.n_anomalies):
        s.word[card] = rng.card_word(state, t.anomaly_key[card])
    for card in range(t.n_anomalies):
        rank = 0
        for other in range(t.n_anomalies):
            rank += s.word[other] < s.word[card]
        s.deck[rank] = t.anomaly[card]
    s.drawn = 0
    s.n_open = 0


@helper
def equip(s, t, p):
    """LI-06: three empty machines, the ad tokens, nothing in hand, score 0, no tears."""
    for machine in range(MACHINES):
        s.machine[p, machine] = 0
        s.fits[p, machine] = 0
    s.hand_at[p] = 0
    s.hand_end[p] = 0
    s.n_tableau[p] = 0
    s.ads_left[p] = t.ads_per_player
    s.ads_used[p] = 0
    s.ads[p] = 0
    s.today[p] = 0
    s.before[p] = 0
    s.tears_held[p] = 0
    s.waste[p] = 0
    s.failed[p] = 0
    s.score[p] = 0
    s.out_order[p] = 0


@helper
def start_tallies(s, t):
    """Set every count for the facts to zero."""
    s.over = 0
    s.outcome = PLAYED
    s.ad_turns = 0
    s.turn = 0
    s.eliminated = 0
    s.n_out = 0
    s.leaders = (1 << t.players) - 1
    s.leaders_since = 1
    s.holder = NOBODY
    s.holder_by_day = NOBODY
    s.score_moved = 0
    s.forced_turns = 0
    s.turns_on[:] = 0
    s.out_of_stock[:] = 0
    s.lead_changes = 0
    s.lead_changes_turn = 0
    s.lead_alone[:] = NOBODY
    s.decisions[:] = 0
    s.forced[:] = 0
    s.turns[:] = 0
    s.turns_behind[:] = 0
    s.eliminated_day[:] = 0
    s.led_when_out[:] = 0
    s.trip_points[:] = 0
    s.office[:] = 0
    s.effect_points[:] = 0
    s.tears[:] = 0
    s.chain_tears[:] = 0
    s.tears_discarded[:] = 0
    s.last_tear_cause[:] = 0
    s.last_tear_day[:] = 0
    s.taken[:] = 0
    s.waste_made[:] = 0
    s.waste_discarded[:] = 0
    s.launches[:] = 0
    s.second[:] = 0
    s.second_to_ad[:] = 0
    s.shut_out[:] = 0
    s.ads_placed[:] = 0
    s.met_ads[:] = 0
    s.failed_ads[:] = 0
    s.ads_lifted[:] = 0
    s.score_after[:] = 0
    s.new[:] = 0
    s.past[:] = 0
    s.past_torn[:] = 0
    for trip in range(MOST_TRIPS):
        s.trip_visits[trip] = 0
        s.trip_second[trip] = 0
        s.trip_ads[trip] = 0
