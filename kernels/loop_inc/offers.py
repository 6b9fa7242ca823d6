"""What cards offer to a plan: counts of each kind of help, added up in one integer."""

import numpy as np

from loopsim.kernels import bag
from loopsim.kernels.jit import helper
from loopsim.kernels.loop_inc.closing import card_closed, step_closed
from loopsim.kernels.loop_inc.layout import CARD
from loopsim.kernels.loop_inc.names import (
    ARMORY,
    DO_ADVERTISE,
    DO_EXCHANGE,
    DO_MOVE,
    DO_TAKE,
    DO_TAKE_BOX,
    DO_TRASH,
    ROOMS,
)

# What cards offer, counted in one integer, six bits each.
BITS = 6
FIELD = 0x3F
OF_GARAGE, OF_ANY, OF_SHOP, OF_BOX, OF_ARMORY, EXCHANGES, TRASHES, SWEEPS, MOVES, ADS = (
    np.int64(1) << (BITS * place) for place in range(10)
)
ROOM_BITS = 2 * BITS  # the fields of garage, shop and armory lie two apart
ROOM_FIELDS = FIELD | FIELD << ROOM_BITS | FIELD << 2 * ROOM_BITS
LASTING = MOVES - 1  # a mask: all but what is done as soon as the card is played (moves, ads)
GARAGE_TYPES, SHOP_TYPES, ARMORY_TYPES = ROOMS["garage"], ROOMS["shop"], ROOMS["armory"]


@helper
def offers_of(s, t, p, card):
    """What the steps of a card can bring to a plan of seat p."""
    total = 0
    for i in range(t.n_steps[card]):
        what, argument, optional = t.steps[card, i, 0], t.steps[card, i, 1], t.steps[card, i, 2]
        if not (optional and step_closed(s, t, p, what, argument)):
            total += offer_of(what, argument, optional)
    return total


@helper
def offer_of(what, argument, optional):
    """What a step can bring to a plan."""
    if what == DO_TAKE:
        if argument == GARAGE_TYPES:
            return OF_GARAGE
        if argument == SHOP_TYPES:
            return OF_SHOP
        if argument == ARMORY_TYPES:
            return OF_ARMORY
        return OF_ANY
    if what == DO_TAKE_BOX:
        return OF_BOX
    if what == DO_EXCHANGE:
        return EXCHANGES
    if what == DO_TRASH:
        return SWEEPS if optional else TRASHES
    if what == DO_MOVE and not optional:
        return MOVES
    if what == DO_ADVERTISE and not optional:
        return ADS
    return 0


@helper
def cards_to_come(s, d, p):
    """What the past cards of today will still offer."""
    count_cards(s, d, p)
    return d.to_come[p]


@helper
def cards_in_play(s, d, p):
    """What the cards offer that a seat will have tomorrow, as it stands."""
    count_cards(s, d, p)
    return d.in_play[p]


@helper
def count_cards(s, d, p):
    """Count what the cards of a seat offer, unless none has come or gone since."""
    now = ((s.turns[p] << 8 | s.hand_at[p]) << 8 | s.n_tableau[p]) << 8 | s.hand_end[p]
    if d.counted[p] == now:
        return
    to_come = in_play = 0
    for i in range(s.hand_at[p], s.hand_end[p]):
        to_come += d.offers[p, s.hand[p, i] & CARD]
    for i in range(s.n_tableau[p]):
        in_play += d.offers[p, s.tableau[p, i] & CARD]
    d.counted[p], d.to_come[p], d.in_play[p] = now, to_come, to_come + in_play


@helper
def few(bag_of_few):
    """The size of a bag of fewer than 64 tokens: one multiplication adds the five counts."""
    return ((bag_of_few * 0x1041041) >> 24) & FIELD


@helper
def by_room(tokens):
    """The counts of a bag added up by garage, shop and armory, at the places of the offers."""
    return (tokens + (tokens >> BITS)) & ROOM_FIELDS


@helper
def at_most_31(garage, shop, armory):
    """Three counts at the places of the offers, as far as a bag can hold them."""
    return (
        min(garage, bag.MOST)
        | min(shop, bag.MOST) << ROOM_BITS
        | min(armory, bag.MOST) << 2 * ROOM_BITS
    )


@helper
def to_take(s, p, pile):
    """The cards of a pile, as far as it is not closed to the seat."""
    return 0 if card_closed(s, p, pile) else s.piles[pile]


@helper
def room_stock(board, card):
    """The components in stock of the room of a card: garage, shop or armory."""
    if card == ARMORY:
        return board >> 24
    return ((board >> (12 * card)) & FIELD) + ((board >> (12 * card + 6)) & FIELD)
