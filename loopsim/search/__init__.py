"""Searches over the weights of bots: tuned ones, and those that exploit a population (metrics.md 10).

A search asks candidates to play and is told what they win. Its diary keeps both, so that it can go on
where it was stopped. What a search has picked is measured on games that it never saw, and only that is
shown.
"""
