from collections.abc import Sequence

class Searcher:
    def stop(self) -> None: ...
    def clear_stop(self) -> None: ...
    def choose(
        self,
        cells: Sequence[int],
        captured: Sequence[int],
        turn: int,
        quiet: int,
        past: Sequence[tuple[Sequence[int], int]],
        no_progress: int,
        depth: int,
        nodes: int,
        seconds: float,
        knows_endings: bool = True,
        variety: int = 3,
    ) -> tuple[list[tuple[int, list[tuple[int, int]]]], int, int]: ...
