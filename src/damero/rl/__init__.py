"""Every game as a reinforcement-learning environment, for PettingZoo, Gymnasium and OpenSpiel.

Needs `pip install "damero[rl]"`. All games come from the catalogue: the same encoding of observations and actions
serves each of them, and nothing but a seat's view is ever encoded.
"""

from damero.extras import needs

with needs("rl"):
    import numpy  # noqa: F401
