"""Leaves of the game tree counted per second of processor time, by Damero's kernel, py-draughts and pydraughts.

    python benchmarks/perft.py [--depth 10] [--json]

The other libraries count to a depth that they reach in seconds; rates are compared, not depths. Bulk counting adds the
number of moves one ply before the end instead of making every move.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import time
from dataclasses import asdict, dataclass
from pathlib import Path

from peers import VERSIONS, python_with

from damero.domain.draughts.board import Board
from damero.domain.draughts.rules import Rules
from damero.domain.draughts.variants import BRAZILIAN, ENGLISH, INTERNATIONAL, ITALIAN, RUSSIAN, SPANISH_FEDERATION
from damero.engines.draughts.board import pieces_of
from damero.engines.draughts.kernel import Kernel
from damero.engines.draughts.perft import Perft

PEER_SCRIPT = Path(__file__).with_name("perft_peer.py")
GAMES = (RUSSIAN, BRAZILIAN, INTERNATIONAL, ENGLISH, SPANISH_FEDERATION, ITALIAN)
NAMES = {
    "pydraughts": {"russian": "russian", "brazilian": "brazilian", "international": "standard"},
    "py-draughts": {"russian": "RussianBoard", "brazilian": "BrazilianBoard", "international": "StandardBoard"},
}
"""The names that other libraries give to the variants with the same rules."""
DEPTHS = {"pydraughts": 4, "py-draughts": 6}


@dataclass(frozen=True, slots=True)
class Rate:
    game: str
    library: str
    depth: int
    leaves: int
    seconds: float
    """Processor time."""

    @property
    def millions(self) -> float:
        return self.leaves / self.seconds / 1e6


def measure_kernel(rules: Rules, depth: int, *, bulk: bool) -> Rate:
    perft = Perft(Kernel(rules), bulk=bulk)
    pieces = pieces_of(Board.create_initial(rules.size, rules.men_rows))
    perft.count(pieces, depth - 2, black=False)
    started = time.process_time()
    leaves = perft.count(pieces, depth, black=False)
    seconds = time.process_time() - started
    return Rate(rules.id, f"Damero, {'bulk' if bulk else 'every move made'}", depth, leaves, seconds)


def measure_peer(peer: str, rules: Rules) -> Rate:
    asked = json.dumps({"peer": peer, "variant": NAMES[peer][rules.id], "depth": DEPTHS[peer]})
    command = [str(python_with(peer)), str(PEER_SCRIPT)]
    answer = json.loads(subprocess.run(command, input=asked, check=True, stdout=subprocess.PIPE, text=True).stdout)
    return Rate(rules.id, f"{peer} {VERSIONS[peer]}, bulk", DEPTHS[peer], answer["leaves"], answer["seconds"])


def measure(rules: Rules, depth: int) -> list[Rate]:
    ours = [measure_kernel(rules, depth, bulk=True), measure_kernel(rules, depth - 1, bulk=False)]
    return [*ours, *(measure_peer(peer, rules) for peer in NAMES if rules.id in NAMES[peer])]


def show(rates: list[Rate]) -> None:
    for rate in rates:
        ratio = rates[0].millions / rate.millions
        print(f"{rate.game:20} {rate.library:28} depth {rate.depth:2} {rate.millions:12.4f} M/s   1 : {ratio:,.0f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--depth", type=int, default=10, help="depth of Damero's bulk counts (default: 10)")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    measured = [measure(rules, arguments.depth) for rules in GAMES]
    if arguments.json:
        print(json.dumps([asdict(rate) for rates in measured for rate in rates]))
        return
    for rates in measured:
        show(rates)


if __name__ == "__main__":
    main()
