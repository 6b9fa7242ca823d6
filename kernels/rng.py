"""Keyed randomness: a draw is a function of (run seed, game, purpose, counter) and of nothing else.

So game k can be replayed alone, results do not depend on threads or chunks, and two scenarios played
with one seed share every draw that means the same in both. The generator is SplitMix64 (Steele, Lea
and Flood 2014) read at a counter instead of in sequence, with a state and an odd gamma hashed from
(seed, game, purpose), so that streams of different games cannot overlap. Bounded integers are
Lemire's (2019): unbiased.

All unsigned 64-bit arithmetic of the kernels is in this file: Numba turns a mix of signed and
unsigned operands into floats, and plain NumPy warns when a product wraps.
"""

import numpy as np

from loopsim.kernels.cache import COMPILED
from loopsim.kernels.jit import helper

_GOLD = 0x9E3779B97F4A7C15
_MIX_1 = 0xBF58476D1CE4E5B9
_MIX_2 = 0x94D049BB133111EB

if COMPILED:
    GOLD = np.uint64(_GOLD)
    MIX_1 = np.uint64(_MIX_1)
    MIX_2 = np.uint64(_MIX_2)
    MASK_32 = np.uint64(0xFFFFFFFF)
    TWO_32 = np.uint64(1 << 32)
    ONE = np.uint64(1)
    S27, S30, S31, S32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)

    @helper
    def mix(z):
        """Scramble a 64-bit word (the SplitMix64 finaliser, a bijection)."""
        z = (z ^ (z >> S30)) * MIX_1
        z = (z ^ (z >> S27)) * MIX_2
        return z ^ (z >> S31)

    @helper
    def game_key(seed, game):
        """The word from which every draw of one game derives."""
        return mix(mix(np.uint64(seed) + GOLD) + np.uint64(game) * GOLD)

    @helper
    def stream_state(key, purpose):
        """Where the stream of one purpose starts."""
        return mix(key + np.uint64(purpose) * GOLD)

    @helper
    def stream_gamma(state):
        """The step of a stream: odd, so that 2^64 counters give 2^64 different words."""
        return mix(state + GOLD) | ONE

    @helper
    def word(state, gamma, counter):
        """The draw of a stream at a counter."""
        return mix(state + gamma * np.uint64(counter))

    @helper
    def card_word(state, card_key):
        """The sort key of a card in a deck (depends on the card, not on its position)."""
        return mix(state ^ card_key)

    @helper
    def fold(digest, word):
        """A digest with one more word: a bijection for each word, so that one that differs shows."""
        z = (digest ^ np.uint64(word)) * MIX_1
        return z ^ (z >> S32)

    @helper
    def signed(digest):
        """A digest as a signed number, which every table takes."""
        return np.int64(digest)

    @helper
    def below(state, gamma, counter, n):
        """A uniform integer in [0, n), 1 <= n < 2^31, for counters below 2^32."""
        bound = np.uint64(n)
        at = np.uint64(counter)
        product = (mix(state + gamma * at) >> S32) * bound
        low = product & MASK_32
        if low < bound:
            reject = (TWO_32 - bound) % bound
            while low < reject:
                at += TWO_32
                product = (mix(state + gamma * at) >> S32) * bound
                low = product & MASK_32
        return np.int64(product >> S32)

else:
    # The same functions on Python's integers: exact, and silent where NumPy scalars would warn.
    _MASK_64 = (1 << 64) - 1

    def mix(z):
        """Scramble a 64-bit word (the SplitMix64 finaliser, a bijection)."""
        z = int(z) & _MASK_64
        z = ((z ^ (z >> 30)) * _MIX_1) & _MASK_64
        z = ((z ^ (z >> 27)) * _MIX_2) & _MASK_64
        return z ^ (z >> 31)

    def game_key(seed, game):
        """The word from which every draw of one game derives."""
        return mix(mix(int(seed) + _GOLD) + int(game) * _GOLD)

    def stream_state(key, purpose):
        """Where the stream of one purpose starts."""
        return mix(int(key) + int(purpose) * _GOLD)

    def stream_gamma(state):
        """The step of a stream: odd, so that 2^64 counters give 2^64 different words."""
        return mix(int(state) + _GOLD) | 1

    def word(state, gamma, counter):
        """The draw of a stream at a counter."""
        return mix(int(state) + int(gamma) * int(counter))

    def card_word(state, card_key):
        """The sort key of a card in a deck (depends on the card, not on its position)."""
        return mix(int(state) ^ int(card_key))

    def fold(digest, word):
        """A digest with one more word: a bijection for each word, so that one that differs shows."""
        z = ((int(digest) ^ (int(word) & _MASK_64)) * _MIX_1) & _MASK_64
        return z ^ (z >> 32)

    def signed(digest):
        """A digest as a signed number, which every table takes."""
        return (int(digest) ^ (1 << 63)) - (1 << 63)

    def below(state, gamma, counter, n):
        """A uniform integer in [0, n), 1 <= n < 2^31, for counters below 2^32."""
        n, at = int(n), int(counter)
        reject = (2**32 - n) % n
        while True:
            product = (word(state, gamma, at) >> 32) * n
            if product & 0xFFFFFFFF >= reject:
                return product >> 32
            at += 2**32
