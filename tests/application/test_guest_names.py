from __future__ import annotations

import pytest

from damero.application.enter_as_guest import GUEST_NAMES, LETTERS, TAIL, enter_as_guest
from damero.application.names import checked_name
from damero.application.services import Services
from damero.texts import catalogue, languages


@pytest.mark.asyncio
@pytest.mark.parametrize("code", languages())
async def test_a_guest_has_a_name_of_its_language(services: Services, code: str) -> None:
    guest = await enter_as_guest(services, language=code)
    animals = {text for key, text in catalogue(code).texts.items() if key.startswith("guest_name.")}
    assert guest.player.name.rpartition(" ")[0] in animals


@pytest.mark.parametrize("code", languages())
def test_every_name_for_guests_is_a_name_that_players_may_have(code: str) -> None:
    texts = catalogue(code).texts
    names = [f"{texts[animal]} {texts[LETTERS][:TAIL]}" for animal in GUEST_NAMES]
    assert [checked_name(name) for name in names] == names
    assert len({*names}) == len(GUEST_NAMES)
