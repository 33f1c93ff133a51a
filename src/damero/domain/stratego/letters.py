"""The letters that stand for ranks and pieces in the texts of Stratego."""

from __future__ import annotations

from damero.domain.stratego.rules import Rank, Side

RANK_LETTERS = {
    Rank.BOMB: "B",
    Rank.SPY: "C",
    Rank.SCOUT: "D",
    Rank.MINER: "E",
    Rank.SERGEANT: "F",
    Rank.LIEUTENANT: "G",
    Rank.CAPTAIN: "H",
    Rank.MAJOR: "I",
    Rank.COLONEL: "J",
    Rank.GENERAL: "K",
    Rank.MARSHAL: "L",
    Rank.FLAG: "M",
}
"""Red's letters in a position. Both sides use them in fights and in the text of an army."""
LETTERS = {
    **{(Side.RED, rank): letter for rank, letter in RANK_LETTERS.items()},
    **{(Side.BLUE, rank): chr(ord(letter) + len(Rank)) for rank, letter in RANK_LETTERS.items()},
}
"""The letter of each piece in a position. Blue's are the twelve letters after Red's, in the same order."""
