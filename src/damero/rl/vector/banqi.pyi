from damero.domain.banqi.rules import Rules
from damero.rl.encoding import Int8Array
from damero.rl.vector import Actions, Float32Array

class BanqiGames:
    def __init__(
        self,
        rules: Rules,
        count: int,
        seed: int,
        max_plies: int,
        masks: Int8Array,
        observations: Int8Array | None,
        rewards: Float32Array,
        done: Int8Array,
        seats: Int8Array,
    ) -> None: ...
    def begin(self, first: int, last: int) -> None: ...
    def first_illegal(self, chosen: Actions, first: int, last: int) -> int: ...
    def step(self, chosen: Actions, first: int, last: int) -> None: ...
    def choose(self, chosen: Actions, first: int, last: int) -> None: ...
