"""Compiled game kernels: pure functions from (tables, bots, seed, games) to facts.

Kernels know nothing of the rest of loopsim, do no input or output, allocate nothing while a game
is played and raise nothing. What a scenario may change reaches them as arrays, never as a constant.
"""
