"""Ready-made armies, in the text form of `setup`."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache

from damero.domain.stratego.notation import RANKS
from damero.domain.stratego.rules import Rank, Rules


@dataclass(frozen=True, slots=True)
class Formation:
    """A named army, in the text form of `setup`, and the idea behind it."""

    name: str
    idea: str
    army: str


LIBRARY = (
    Formation(
        "Corner keep",
        "The flag in the right corner behind two bombs, strong pieces ready on both wings.",
        "HDGIDHDJGD/DKFCDIGLFE/GEHBJFDHIB/EBFEBDEBBM",
    ),
    Formation(
        "Twin towers",
        "Both corners are closed by bombs; only one of them hides the flag.",
        "DHGJDDIGHD/HDLCFGDKIF/BFEEGJDEIB/MBEBDHEFBB",
    ),
    Formation(
        "Centre vault",
        "The flag in the middle of the back row, far from both edges, with bombs on three sides.",
        "GDHIDDJHGD/IKCDFHDLFG/BEJFBGDEHI/EFDBMBEBEB",
    ),
    Formation(
        "Lake wall",
        "Officers in front hold all three lanes while the flag sits behind the centre.",
        "HIDJGDKDIH/DGCLDFHDGD/BFEIGBJHFB/EDEBBMBFEE",
    ),
    Formation(
        "Left hook",
        "General, marshal and a colonel on the left wing strike early; the flag is far away from them.",
        "KHIDGDHFDG/LCJDIHDGED/JFDIEGBHBF/FBEDEBMBBE",
    ),
    Formation(
        "Right hook",
        "The same blow from the right, with the spy between the strongest pieces.",
        "DFGDHDGIHK/DEFGIDHCLJ/HBBDGEFIJB/BMBBDEFDEE",
    ),
    Formation(
        "Patient hedgehog",
        "Two bombs stand behind the lakes; the army waits and lets the enemy come.",
        "FDBIGHDBJD/DHKCDGFILD/GJIDHFBGHF/EEEDEBMBBE",
    ),
    Formation(
        "Cavalry screen",
        "Six scouts in the first row open the lines of sight before the officers commit themselves.",
        "DHDGDDGDHD/IJCLFHGKJI/FEBHGIBFED/EBMBEFDEBB",
    ),
    Formation(
        "Hidden marshal",
        "The marshal waits in the third row and appears where the enemy's general has shown itself.",
        "HDGJDDGIHD/DIKDFHCDJF/GEIHLGFDBE/BEFBBEEBMB",
    ),
    Formation(
        "Open corner",
        "No bomb beside the flag: a captain and a major guard it, and the bombs elsewhere mislead.",
        "DJHGDIHDGD/DLCIFDHKJF/GBEDBFGBEI/EBDBEBEFHM",
    ),
    Formation(
        "Two fronts",
        "Each wing has its own commander and colonel, so that either can attack or hold.",
        "DIHGDDGHID/FJKDHGDLCJ/BFBEGHBEDF/EBMBIDEBFE",
    ),
    Formation(
        "False corner",
        "Bombs fence in a mere scout on the right; the flag is in the other corner.",
        "DHIGDDHJGD/GLCDIFKDHF/BFJDEHGIEB/MBEBEFBEBD",
    ),
    Formation(
        "Miners at home",
        "All miners stay in the last row for the ending, around a flag off the centre.",
        "GDHIDDGJHD/DLCHFGDKIF/JDIBHFBGFB/EEBMBEDEBE",
    ),
    Formation(
        "Iron gate",
        "Bombs close the outer files in the first row; the fight is forced into the centre.",
        "BHDIGDJDHB/DGKCDHILFD/FIEGBFHJGD/EDEBMBEFEB",
    ),
    Formation(
        "Corner post",
        "The bomb covers the flag from the front, the miner from the side, the general stands by.",
        "AAAADAAAAA/AAALAAADAA/AAAACAAAKB/AAAAAAAAEM",
    ),
    Formation(
        "Close guard",
        "The flag in the centre with a guard on every side.",
        "AADAAAADAA/AAAALCAAAA/AAAAABAAAA/AAAAEMKAAA",
    ),
    Formation(
        "Left flank",
        "Everything that counts on the left, scouts on both edges.",
        "DAAAAAAADA/ALAACAAAAA/BAKAAAAAAA/MEAAAAAAAA",
    ),
    Formation(
        "Bluffed bomb",
        "The bomb pretends to guard an empty corner; general, miner and scout hold the flag.",
        "AAADAAAAAA/AAACLAAAAA/BAAAAKAAAA/AAAADMEAAA",
    ),
    Formation(
        "Spearhead",
        "Marshal and general lead through the centre, the spy behind them.",
        "AAAALKAAAA/AAADCAAAAA/BAAAAAAAAA/MEAAAAAAAD",
    ),
    Formation(
        "Wide net",
        "The commanders on opposite wings, scouts on the edges.",
        "AAKAAAAALA/DAAAAAAACD/AAAAAAAAAB/AAAAAAAAEM",
    ),
)


@lru_cache
def formations(rules: Rules) -> tuple[Formation, ...]:
    """The formations that consist of this variant's army."""
    wanted = dict(rules.army)
    return tuple(formation for formation in LIBRARY if _ranks(formation) == wanted)


def _ranks(formation: Formation) -> Counter[Rank]:
    return Counter(RANKS[letter] for letter in formation.army if letter in RANKS)
