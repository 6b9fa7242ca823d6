"""A bag: the counts of five token types packed into one integer, six bits a type.

Counts go up to 31; the top bit of each field stays free, so that "at least as many of every type" is
one subtraction. (Four bits a type would not do: random games of four players put 12 tokens of a type
into one machine.)
"""

import numpy as np

from loopsim.kernels.jit import helper

TYPES = 5
EMPTY = np.int64(0)
BITS = 6
MOST = 31
ALL_TYPES = (1 << TYPES) - 1
ALL = (1 << TYPES * BITS) - 1

_FIELD = 0x3F
_TOP = 0x20820820  # the free top bit of each field
_FULL = 0x1F7DF7DF  # 31 of each type
_GATHER = 0x108421  # moves bits 0, 6, 12, 18, 24 to 20, 21, 22, 23, 24: all partial products differ
_EVERY_OTHER = 0x3F03F03F  # the counts of types 0, 2 and 4
_GATHER_PAIRS = 0x1001001
_TWO_FIELDS = 0xFFF

# A tally: five counts of up to 4,095, those of types 0, 2 and 4, then those of 1 and 3.
_TALLY_BITS = 2 * BITS
_EVEN_TYPES, _ODD_TYPES = 0x1001001, 0x1001
_ODD_AT = 3 * _TALLY_BITS


def pack(counts) -> int:
    """A bag from five counts (for Python; the kernels add and subtract `one`)."""
    assert len(counts) == TYPES
    assert all(0 <= count <= MOST for count in counts)
    return sum(int(count) << (BITS * kind) for kind, count in enumerate(counts))


def unpack(bag) -> list[int]:
    """The five counts of a bag (for Python)."""
    return [(int(bag) >> (BITS * kind)) & _FIELD for kind in range(TYPES)]


@helper
def one(kind):
    """A bag with a single token."""
    return np.int64(1) << (BITS * kind)


@helper
def count_of(bag, kind):
    """How many tokens of one type."""
    return (bag >> (BITS * kind)) & _FIELD


@helper
def holds(bag, need):
    """Whether the bag has at least the tokens of another."""
    return ((bag | _TOP) - need) & _TOP == _TOP


@helper
def beyond(bag, other):
    """The tokens of a bag that another one does not match."""
    apart = (bag | _TOP) - other
    more = apart & _TOP
    return apart & (more - (more >> (BITS - 1)))


@helper
def kinds(bag):
    """The types in the bag, as a set of five bits."""
    present = ((bag + _FULL) & _TOP) >> (BITS - 1)
    return ((present * _GATHER) >> 20) & ALL_TYPES


@helper
def absent(bag):
    """The types that are not in the bag, each once, as a tally: to be added up."""
    none = (~(bag + _FULL) & _TOP) >> (BITS - 1)
    return (none & _EVEN_TYPES) | ((none >> BITS) & _ODD_TYPES) << _ODD_AT


@helper
def tallied(tally, kind):
    """The count of one type in a tally."""
    place = kind // 2 + 3 * (kind % 2)
    return (tally >> (_TALLY_BITS * place)) & _TWO_FIELDS


@helper
def size(bag):
    """How many tokens in all: pairs of counts have room in twice the bits, and one product adds these."""
    pairs = (bag & _EVERY_OTHER) + ((bag >> BITS) & _EVERY_OTHER)
    return ((pairs * _GATHER_PAIRS) >> 4 * BITS) & _TWO_FIELDS
