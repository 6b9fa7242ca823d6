"""The shipped scenarios: one folder a game, found by name (`loop-inc/base`).

A game's folder holds scenarios (TOML), its cards under `cards/`, its bots under `bots/` and what other
decks may look like under `decks/`; each file says where its numbers come from. As a package it is `loopsim.shipped`: `loopsim.scenarios` lists them.
"""
