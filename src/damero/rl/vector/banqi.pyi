from damero.domain.banqi.rules import Rules
from damero.rl.vector import Arrays
from damero.rl.vector.games import VectorGames

class BanqiGames(VectorGames):
    def __init__(self, rules: Rules, arrays: Arrays, seed: int, max_plies: int) -> None: ...
