"""A set of options is one 64-bit word: bit b set means that option b is legal.

The bits of a node are numbered in the order in which its options are listed, so the k-th option is
the k-th set bit, and counting, choosing and testing need no list. Bit 63 stays free: words are signed.
"""

import numpy as np

from loopsim.kernels.cache import COMPILED
from loopsim.kernels.jit import helper

MOST_OPTIONS = 63

if COMPILED:

    @helper
    def count(options):
        """How many bits are set (LLVM makes one instruction of this)."""
        x = options
        x = x - ((x >> 1) & np.int64(0x5555555555555555))
        x = (x & np.int64(0x3333333333333333)) + ((x >> 2) & np.int64(0x3333333333333333))
        x = (x + (x >> 4)) & np.int64(0x0F0F0F0F0F0F0F0F)
        return (x * np.int64(0x0101010101010101)) >> 56

else:

    def count(options):
        """How many bits are set."""
        return int(options).bit_count()


@helper
def has(options, bit):
    """Whether an option is in the set."""
    return (options >> bit) & 1 == 1


@helper
def first(options):
    """The lowest set bit; the set must not be empty."""
    return count((options & -options) - 1)


@helper
def rest(options):
    """The set without its lowest bit."""
    return options & (options - 1)


@helper
def nth(options, k):
    """The k-th set bit from below, k = 0 for the lowest."""
    for _ in range(k):
        options = options & (options - 1)
    return first(options)


@helper
def index_of(options, bit):
    """The place of a set bit among the options: the inverse of `nth`."""
    return count(options & ((np.int64(1) << bit) - 1))
