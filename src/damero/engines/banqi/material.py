"""The weights of the network that judges which pieces are alive."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from damero.engines.data_file import DataFile, read_data_file

PATH = Path(__file__).parent / "data" / "material.json"


class Network(DataFile, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One hidden layer."""

    trained_on: str
    """The id of the game whose results it was fitted to."""
    weights: tuple[tuple[float, ...], ...]
    """By input, then by neuron: how many of each kind are alive, then whether any is."""
    thresholds: tuple[float, ...]
    outputs: tuple[float, ...]


@cache
def read_network() -> Network:
    return read_data_file(PATH, Network)
