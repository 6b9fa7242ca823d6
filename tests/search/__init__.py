"""Searches over the weights of bots."""
