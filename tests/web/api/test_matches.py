"""Matches over HTTP and WebSocket: seats, offers, hops, records, replays."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace

import pytest
from tests.records import FULL
from tests.web.playing import a_match, play_match
from tests.web.servers import guests

from damero.client import Client, Refusal, new_id
from damero.domain.events import OfferKind
from damero.domain.record import verify_text
from damero.web import wire

pytestmark = pytest.mark.asyncio
CHAIN = "W:W29:B25,18,10,21"
"""In Drafti, 29 takes 25, then 18 and 10: three hops."""


async def test_a_seek_is_listed_until_somebody_takes_it(server: str) -> None:
    async with guests(server, 2) as (ana, ben):
        created = await ana.create("drafti", "anyone", seat="white", clock={"base": 300_000, "increment": 2_000})
        seeks = {seek.id: seek for seek in (await ben.ask("GET", "/api/lobby", wire.Seeks)).seeks}
        seek = seeks[created.match.id]
        assert (seek.game, seek.creator, seek.seat) == ("drafti", ana.player, "black")
        assert seek.clock == wire.TimeControl(300_000, 2_000)
        await ben.join(seek.id)
        assert seek.id not in [one.id for one in (await ben.ask("GET", "/api/lobby", wire.Seeks)).seeks]
        live = await ana.ask("GET", "/api/live", wire.Summaries)
        assert next(one for one in live.matches if one.id == seek.id).your_seats == ("white",)
        assert len((await ana.ask("GET", "/api/live?limit=1", wire.Summaries)).matches) == 1


async def test_who_seeks_the_same_is_paired_and_who_seeks_another_waits(server: str) -> None:
    async with guests(server, 3) as (ana, ben, eve):
        clock = wire.TimeControl(123_000)
        waiting = await ana.ask("POST", "/api/seeks", wire.Snapshot, wire.SeekGame("czech", clock=clock))
        assert waiting.state.status is wire.Status.WAITING
        other = await eve.ask("POST", "/api/seeks", wire.Snapshot, wire.SeekGame("czech"))
        paired = await ben.ask("POST", "/api/seeks", wire.Snapshot, wire.SeekGame("czech", clock=clock))
        assert paired.match.id == waiting.match.id != other.match.id
        assert paired.state.status is wire.Status.ACTIVE


async def test_one_device_places_both_armies_one_after_the_other(server: str) -> None:
    async with guests(server, 1) as (ana,):
        created = await ana.create("barrage", "here")
        for seat in ("red", "blue"):
            snapshot = await ana.match(created.match.id)
            assert (snapshot.viewer.seat, snapshot.state.army) == (seat, None)
            assert "place" in snapshot.state.can
            pieces = (await ana.armies("barrage", seat)).formations[0].pieces
            await ana.act(created.match.id, "army", wire.Place(new_id(), pieces))
        assert (await ana.match(created.match.id)).state.status is wire.Status.ACTIVE


async def test_a_flag_falls_by_itself_and_everybody_hears_of_it(server: str) -> None:
    async with guests(server, 2) as (ana, ben):
        match_id = await a_match(ana, ben, "drafti", clock={"base": 3_000, "increment": 100})
        async with ben.watch(match_id) as live:
            for who in (ana, ben):
                await who.play(match_id, (await who.match(match_id)).state.moves[0].text)
            clock = (await ana.match(match_id)).state.clock
            assert clock is not None
            assert clock.running == "white"
            assert clock.remaining["black"] <= 3_100
            assert clock.deadline == clock.at + clock.remaining["white"]
            async with asyncio.timeout(60):
                async for _ in live:
                    pass
        assert live.state.outcome == wire.Outcome("black", "timeout")
        assert live.state.clock is not None
        assert (live.state.clock.running, live.state.clock.remaining["white"]) == (None, 0)


async def test_a_private_match_needs_its_code_which_only_its_creator_sees(server: str) -> None:
    async with guests(server, 2) as (ana, ben):
        created = await ana.create("drafti", "friend", private=True)
        assert created.match.code
        assert (await ben.match(created.match.id)).match.code is None
        with pytest.raises(Refusal, match="WRONG_CODE"):
            await ben.join(created.match.id, "wrong")
        assert (await ben.join(created.match.id, created.match.code)).match_id == created.match.id


async def test_a_match_against_the_engine_answers_by_itself(server: str) -> None:
    async with guests(server, 1) as (ana,):
        created = await ana.create("spanish", "engine", seat="white")
        async with ana.watch(created.match.id) as live:
            async for state in live:
                if state.moves and len(live.record) >= 2:
                    break
                if state.moves:
                    await live.play(state.moves[0].text)
            engine = next(seat.player for seat in live.state.seats if seat.seat == "black")
    assert engine is not None
    assert (engine.kind, engine.level) == (wire.PlayerKind.ENGINE, 1)
    assert [ply.seat for ply in live.record] == ["white", "black"]


async def test_a_move_can_be_made_by_squares_by_text_and_hop_by_hop(server: str) -> None:
    async with guests(server, 2) as (ana, ben):
        whole = await a_match(ana, ben, "drafti", start=CHAIN)
        route = (await ana.match(whole)).state.moves[0]
        assert len(route.squares) == 4
        acked = await ana.act(whole, "moves", wire.Play(new_id(), squares=route.squares))
        assert (await ana.match(whole)).record[-1].text == route.text
        assert acked.pending is None

        hopping = await a_match(ana, ben, "drafti", start=CHAIN)
        for start, end in zip(route.squares, route.squares[1:], strict=False):
            before = await ben.match(hopping)
            hop = await ana.act(hopping, "moves", wire.Play(new_id(), text=f"{start}x{end}", hop=True))
            if hop.pending is not None:
                assert hop.pending.squares[-1] == end
                assert (await ben.match(hopping)).state == before.state
                assert (await ana.match(hopping)).state.pending == hop.pending
        assert (await ben.match(hopping)).record[-1].text == route.text


async def test_legal_moves_are_told_to_the_seat_to_act_alone(server: str) -> None:
    async with guests(server, 2) as (ana, ben):
        match_id = await a_match(ana, ben, "drafti")
        mine = await ana.ask("GET", f"/api/matches/{match_id}/moves", wire.LegalMoves)
        assert mine.moves == (await ana.match(match_id)).state.moves
        one = await ana.ask("GET", f"/api/matches/{match_id}/moves?square=21", wire.LegalMoves)
        assert one.moves
        assert {route.squares[0] for route in one.moves} == {"21"}
        assert not (await ben.ask("GET", f"/api/matches/{match_id}/moves", wire.LegalMoves)).moves
        assert not (await ben.match(match_id)).state.moves


async def test_a_refused_move_names_its_code_and_squares(server: str) -> None:
    async with guests(server, 2) as (ana, ben):
        match_id = await a_match(ana, ben, "spanish", start="W:W22,31:B18,1")
        with pytest.raises(Refusal) as refused:
            await ana.play(match_id, "31-27")
        assert (refused.value.code, refused.value.status) == ("CAPTURE_REQUIRED", 422)
        assert "22" in refused.value.squares
        with pytest.raises(Refusal, match="INVALID_TURN") as early:
            await ben.play(match_id, "1-5")
        assert early.value.status == 409


async def test_two_tabs_with_different_moves_one_wins_and_the_other_is_stale(server: str) -> None:
    async with guests(server, 2) as (ana, ben):
        match_id = await a_match(ana, ben, "drafti")
        async with ana.watch(match_id) as tab, ana.watch(match_id) as other_tab:
            for live in (tab, other_tab):
                async for _ in live:
                    break
            first, second = tab.state.moves[0].text, tab.state.moves[-1].text
            results = await asyncio.gather(tab.play(first), other_tab.play(second), return_exceptions=True)
        refusals = [result for result in results if isinstance(result, Refusal)]
        assert [refusal.code for refusal in refusals] == ["STALE_VERSION"]
        assert [ply.text for ply in (await ben.match(match_id)).record] in ([first], [second])


async def test_offers_have_one_slot_and_their_own_ids(server: str) -> None:
    async with guests(server, 2) as (ana, ben):
        match_id = await a_match(ana, ben, "drafti")
        await ana.act(match_id, "offers", wire.Offer(new_id(), OfferKind.DRAW))
        offer = (await ben.match(match_id)).state.offer
        assert offer is not None
        assert (offer.kind, offer.seat) == (OfferKind.DRAW, "white")
        for code, who, action in [
            ("OFFER_OPEN", ben, "offers"),
            ("OWN_OFFER", ana, f"offers/{offer.id}/accept"),
            ("NO_SUCH_OFFER", ben, f"offers/{offer.id + 1}/accept"),
        ]:
            order = wire.Offer(new_id(), OfferKind.DRAW) if action == "offers" else wire.Act(new_id())
            with pytest.raises(Refusal, match=code):
                await who.act(match_id, action, order)
        await ben.act(match_id, f"offers/{offer.id}/accept", wire.Act(new_id()))
        assert (await ana.match(match_id)).state.outcome == wire.Outcome(None, "agreement")


async def test_a_takeback_shortens_the_record_of_who_watches(server: str) -> None:
    async with guests(server, 2) as (ana, ben):
        match_id = await a_match(ana, ben, "drafti")
        async with ben.watch(match_id) as live:
            await ana.play(match_id, (await ana.match(match_id)).state.moves[0].text)
            await ana.act(match_id, "offers", wire.Offer(new_id(), OfferKind.TAKEBACK))
            async for state in live:
                if state.offer:
                    await live.order(wire.AcceptFrame(new_id(), offer=state.offer.id))
                if any(event.kind == "moves_taken_back" for event in live.events):
                    break
            assert live.record == []
            assert live.record == list((await ben.match(match_id)).record)


async def test_a_rematch_swaps_the_seats_and_both_find_it(server: str) -> None:
    async with guests(server, 2) as (ana, ben):
        match_id = await a_match(ana, ben, "drafti")
        await ana.act(match_id, "resign", wire.Act(new_id()))
        await ana.act(match_id, "offers", wire.Offer(new_id(), OfferKind.REMATCH))
        offer = (await ben.match(match_id)).state.offer
        assert offer is not None
        accepted = await ben.act(match_id, f"offers/{offer.id}/accept", wire.Act(new_id()))
        assert accepted.rematch == (await ana.match(match_id)).state.rematch
        assert accepted.rematch is not None
        again = await ana.match(accepted.rematch)
        assert again.viewer.seat == "black"
        assert again.match.rematch_of == match_id


async def test_one_device_acts_for_both_seats_and_looks_from_the_one_to_act(server: str) -> None:
    async with guests(server, 1) as (ana,):
        created = await ana.create("drafti", "here")
        assert created.viewer == wire.Viewer(("white", "black"), "white")
        await ana.play(created.match.id, created.state.moves[0].text)
        after = await ana.match(created.match.id)
        assert after.viewer.seat == "black"
        assert after.state.moves
        path = f"/api/matches/{created.match.id}?seat=white"
        assert not (await ana.ask("GET", path, wire.Snapshot)).state.moves


async def test_a_record_can_be_verified_and_brought_back(server: str) -> None:
    async with guests(server, 2) as clients:
        one, _ = await play_match(clients, "banqi", seed=3, plies=20)
        assert one.match is not None
        text = (await clients[0].send("GET", f"/api/matches/{one.match.id}/record")).text
        keys = await clients[0].ask("GET", "/api/keys", wire.PublicKeys)
        known = replace(FULL, known_keys=[bytes.fromhex(key.public_key) for key in keys.keys])
        assert verify_text(text, replace(known, head=clients[0].receipts[one.match.id].head)).holds
        order = wire.ImportRecord(text)
        brought = await clients[1].ask("POST", "/api/records", wire.Imported, order)
        assert [ply.text for ply in (await clients[1].match(brought.match_id)).record] == [
            ply.text for ply in one.record
        ]
        facts = (await clients[1].match(brought.match_id)).match
        assert (facts.imported, facts.verified) == (True, True)
        with pytest.raises(Refusal) as refused:
            await clients[1].ask(
                "POST", "/api/records", wire.Imported, wire.ImportRecord(text.replace("banqi", "pool"))
            )
        assert refused.value.status in (409, 422)


async def test_a_move_may_be_written_in_letters_and_is_recorded_in_numbers(server: str) -> None:
    async with guests(server, 2) as (ana, ben):
        match_id = await a_match(ana, ben, "russian")
        await ana.play(match_id, "c3-d4")
        await ben.play(match_id, "fe5")
        await ana.play(match_id, "d4:f6")
        record = (await ana.match(match_id)).record
        assert [played.text for played in record] == ["22-18", "11-15", "18x11"]
        with pytest.raises(Refusal, match="o piece can stand on c4"):
            await ben.play(match_id, "c3-c4")


async def test_draughts_leave_a_pdn_and_other_games_say_why_not(server: str) -> None:
    async with guests(server, 2) as clients:
        english, _ = await play_match(clients, "english", seed=3, plies=6)
        banqi, _ = await play_match(clients, "banqi", seed=3, plies=4)
        assert english.match is not None
        assert banqi.match is not None
        answer = await clients[0].send("GET", f"/api/matches/{english.match.id}/record.pdn")
        assert '[GameType "21"]' in answer.text
        assert f"1. {english.record[0].text} {english.record[1].text}" in answer.text
        refused = await clients[0].send("GET", f"/api/matches/{banqi.match.id}/record.pdn")
        assert (refused.status_code, json.loads(refused.content)["code"]) == (409, "NO_PDN")


async def test_a_replay_shows_each_perspective_and_the_truth_only_at_the_end(server: str) -> None:
    async with guests(server, 3) as (ana, ben, eve):
        match_id = await a_match(ana, ben, "stratego")
        for who, seat in ((ana, "red"), (ben, "blue")):
            pieces = (await who.armies("stratego", seat)).formations[0].pieces
            await who.act(match_id, "army", wire.Place(new_id(), pieces))
        await ana.play(match_id, (await ana.match(match_id)).state.moves[0].text)
        path = f"/api/matches/{match_id}/replay?perspective="
        for client, perspective in [(ana, "blue"), (eve, "red"), (eve, "truth"), (ana, "truth")]:
            with pytest.raises(Refusal, match="STILL_SECRET"):
                await client.ask("GET", path + perspective, wire.Replay)
        mine = await ana.ask("GET", path + "red", wire.Replay)
        assert len(mine.frames) == 2
        assert mine.frames[0].text != mine.frames[1].text
        await ana.act(match_id, "resign", wire.Act(new_id()))
        truth = await eve.ask("GET", path + "truth", wire.Replay)
        assert {"red-flag", "blue-flag"} <= {shown.kind for shown in truth.frames[0].pieces}
        seen = await eve.ask("GET", path + "red", wire.Replay)
        assert seen.frames == mine.frames


async def test_a_match_is_called_off_before_both_moved_but_not_later(server: str) -> None:
    async with guests(server, 2) as (ana, ben):
        match_id = await a_match(ana, ben, "drafti")
        for who in (ana, ben):
            await who.play(match_id, (await who.match(match_id)).state.moves[0].text)
        with pytest.raises(Refusal, match="TOO_LATE_TO_ABORT"):
            await ana.act(match_id, "abort", wire.Act(new_id()))
        seek = await ana.create("drafti", "anyone")
        await ana.act(seek.match.id, "abort", wire.Act(new_id()))
        assert (await ana.match(seek.match.id)).state.status is wire.Status.ABORTED


async def test_history_comes_in_pages(server: str) -> None:
    async with guests(server, 1) as (ana,):
        ids = []
        for _ in range(3):
            match_id = (await ana.create("drafti", "here")).match.id
            await ana.act(match_id, "resign", wire.Act(new_id()))
            ids.append(match_id)
            await asyncio.sleep(0.01)
        first = await ana.ask("GET", "/api/me/history?limit=2", wire.Summaries)
        assert first.next is not None
        rest = await ana.ask("GET", f"/api/me/history?limit=2&before={first.next}", wire.Summaries)
        assert [match.id for match in (*first.matches, *rest.matches)] == ids[::-1]


async def test_a_client_that_knows_a_version_hears_only_what_it_missed(server: str) -> None:
    async with guests(server, 2) as (ana, ben):
        match_id = await a_match(ana, ben, "drafti")
        known = await ana.match(match_id)
        for who in (ana, ben, ana):
            await who.play(match_id, (await who.match(match_id)).state.moves[0].text)
        async with ana.watch(match_id, version=known.version) as live:
            async for _ in live:
                break
        assert [event.kind for event in live.events] == ["move_played"] * 3
        assert live.match is None
        assert live.record == list((await ana.match(match_id)).record)


async def test_presence_tells_who_is_there_and_how_many_watch(server: str) -> None:
    async with guests(server, 3) as (ana, ben, eve):
        match_id = await a_match(ana, ben, "drafti")
        async with ana.watch(match_id) as live, eve.watch(match_id):
            await _until(lambda: live.presence is not None and live.presence.spectators == 1)
            assert live.presence is not None
            assert [seat.connected for seat in live.presence.seats] == [True, False]
            async with ben.watch(match_id):
                await _until(lambda: live.presence is not None and live.presence.seats[1].connected)
            await _until(lambda: live.presence is not None and not live.presence.seats[1].connected)


async def _until(condition: object) -> None:
    assert callable(condition)
    async with asyncio.timeout(60):
        while not condition():
            await asyncio.sleep(0.02)


async def test_an_anonymous_visitor_may_look_but_not_act(server: str) -> None:
    async with guests(server, 1) as (ana,), Client(server) as nobody:
        created = await ana.create("drafti", "here")
        assert (await nobody.match(created.match.id)).viewer == wire.Viewer((), None)
        with pytest.raises(Refusal, match="NOT_SIGNED_IN"):
            await nobody.play(created.match.id, created.state.moves[0].text)
