"""Loads the tables of a variant, in the background if somebody is waiting for a move."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock, Thread

from damero.domain.stratego.rules import Rules
from damero.engines.stratego.behaviour import behaviour_models
from damero.engines.stratego.deadline import Deadline, OutOfTime
from damero.engines.stratego.setup_features import setup_weights
from damero.engines.stratego.setup_priors import setup_priors


def load_tables(rules: Rules) -> None:
    setup_priors(rules)
    behaviour_models(rules)
    setup_weights(rules)


class TableLoader:
    """Loads each variant's tables once; the first load takes a few tenths of a second of processor time."""

    def __init__(self, load: Callable[[Rules], None] = load_tables) -> None:
        self._load = load
        self._loaded: set[Rules] = set()
        self._threads: dict[Rules, Thread] = {}
        self._lock = Lock()

    def load_by(self, rules: Rules, deadline: Deadline) -> None:
        """Load the tables. After the deadline this raises `OutOfTime`, and loading goes on in the background."""
        if rules in self._loaded:
            return
        if deadline.is_never:
            self._load_now(rules)
            return
        self._thread(rules).join(deadline.remaining)
        if rules not in self._loaded:
            raise OutOfTime

    def _thread(self, rules: Rules) -> Thread:
        with self._lock:
            thread = self._threads.get(rules)
            if thread is None or not thread.is_alive():
                thread = self._threads[rules] = Thread(target=self._load_now, args=(rules,), daemon=True)
                thread.start()
            return thread

    def _load_now(self, rules: Rules) -> None:
        self._load(rules)
        self._loaded.add(rules)


TABLES = TableLoader()
