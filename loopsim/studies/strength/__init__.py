"""How strong bots are: the arena, its ladder of skill, and the mathematics of both (metrics.md 10 and 11)."""
