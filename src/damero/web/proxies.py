"""The reverse proxies that are trusted to say who their clients are."""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import ip_address, ip_network

FREE_FOR_PROXIES = "free_for_proxies"
"""The option of a route by which a proxy finds out whether the server works. It is answered even if the proxy's own
address has used up everything."""


class TrustedProxies:
    """A proxy's connections are those of many clients, so its own address must not pay for them."""

    def __init__(self, networks: Iterable[str] = ()) -> None:
        self._networks = tuple(map(ip_network, networks))

    def __contains__(self, address: str) -> bool:
        if not self._networks:
            return False
        try:
            found = ip_address(address)
        except ValueError:
            return False
        return any(found in network for network in self._networks)

    def networks(self) -> list[str]:
        return list(map(str, self._networks))
