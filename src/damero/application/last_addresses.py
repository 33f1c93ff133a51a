"""From which address each player was heard last, so that engine time can be shared between addresses."""

from __future__ import annotations

from collections import OrderedDict

MOST_PLAYERS = 20_000


class LastAddresses:
    """Kept in memory only, for the players who were heard most recently."""

    def __init__(self) -> None:
        self._addresses: OrderedDict[str, str] = OrderedDict()

    def note(self, player_id: str, address: str) -> None:
        self._addresses[player_id] = address
        self._addresses.move_to_end(player_id)
        if len(self._addresses) > MOST_PLAYERS:
            self._addresses.popitem(last=False)

    def get(self, player_id: str) -> str | None:
        return self._addresses.get(player_id)
