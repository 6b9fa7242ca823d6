"""What is asked of a run and of the win probabilities of its games: one file a question.

Each has ``compute(asked)`` for its table, ``draw(table, ax)`` for its figure and ``finding(table)`` for its
sentence, as far as it has them.
"""
