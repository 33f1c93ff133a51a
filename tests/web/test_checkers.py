"""A client of the checkers document, which knows sets of dark, light and kings and plays hop by hop."""

from __future__ import annotations

import pytest
from tests.web.playing import a_match
from tests.web.servers import guests

from damero.client import Client, new_id
from damero.web import wire

pytestmark = pytest.mark.asyncio


def _sets(view: wire.View | None) -> tuple[set[int], set[int], set[int]]:
    """Dark, light and kings, as the checkers document keeps them."""
    assert view is not None
    pieces = [(int(shown.square), *shown.kind.split("-")) for shown in view.pieces]
    dark = {number for number, colour, _ in pieces if colour == "black"}
    light = {number for number, colour, _ in pieces if colour == "white"}
    return dark, light, {number for number, _, kind in pieces if kind == "king"}


async def _possible(client: Client, match_id: str, square: int) -> set[tuple[str, bool]]:
    """Destination and capture of each possible move of a piece."""
    path = f"/api/matches/{match_id}/moves?square={square}"
    moves = (await client.ask("GET", path, wire.LegalMoves)).moves
    return {(route.squares[-1], bool(route.taken)) for route in moves}


async def test_the_starting_state_is_twelve_against_twelve(server: str) -> None:
    async with guests(server, 2) as (light, dark):
        match_id = await a_match(light, dark, "checkers")
        view = (await light.match(match_id)).state.view
        assert _sets(view) == (set(range(1, 13)), set(range(21, 33)), set())
        assert await _possible(light, match_id, 22) == {("17", False), ("18", False)}
        await light.act(match_id, "moves", wire.Play(new_id(), text="22-18"))
        assert _sets((await dark.match(match_id)).state.view)[1] == {*range(21, 33)} - {22} | {18}


async def test_a_chain_is_played_hop_by_hop_and_crowns_are_kept(server: str) -> None:
    async with guests(server, 2) as (light, dark):
        match_id = await a_match(light, dark, "checkers", start="W:W15,K31:B10,K3,24")
        assert _sets((await light.match(match_id)).state.view) == ({3, 10, 24}, {15, 31}, {3, 31})
        assert await _possible(light, match_id, 15) == {("6", True)}
        await light.act(match_id, "moves", wire.Play(new_id(), text="15x6", hop=True))
        now, _, kings = _sets((await dark.match(match_id)).state.view)
        assert (now, kings) == ({3, 24}, {3, 31})
