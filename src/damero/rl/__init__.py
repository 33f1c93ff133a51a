"""Every game as a reinforcement-learning environment, for PettingZoo, Gymnasium and OpenSpiel.

Needs `pip install "damero[rl]"`. All games come from the catalogue: the same encoding of observations and actions
serves each of them, and nothing but a seat's view is ever encoded.
"""

from importlib import import_module

from damero.extras import needs

with needs("rl"):
    import numpy  # noqa: F401

_MODULES = ("encoding", "gymnasium", "open_spiel", "pettingzoo", "vector")


def __getattr__(name: str) -> object:
    """Each library is imported when its environments are first used."""
    if name in _MODULES:
        return import_module(f"damero.rl.{name}")
    raise AttributeError(f"module 'damero.rl' has no attribute {name!r}")


def __dir__() -> list[str]:
    return list(_MODULES)
