from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from damero.texts.message import BadMessage, Language, Text, Values, parse, placeholders, render

TEXTS = {"seat.white": "White", "seat.black": "Black"}
ENGLISH = Language(lambda count: "one" if count == 1 else "other", " and ", " or ", TEXTS.get)


def rendered(source: str, **values: object) -> str:
    return render(parse(source), values, ENGLISH)  # type: ignore[arg-type]


def test_a_plain_value_stands_where_its_name_stood() -> None:
    assert rendered("{from} takes {to}.", **{"from": "22", "to": "15"}) == "22 takes 15."


@pytest.mark.parametrize(("count", "text"), [(0, "0 men"), (1, "1 man"), (12, "12 men")])
def test_a_plural_follows_its_number(count: int, text: str) -> None:
    assert rendered("{count, plural, one {# man} other {# men}}", count=count) == text


def test_a_selection_follows_its_value_and_may_hold_placeholders() -> None:
    source = "{piece, select, king {The king on {square}} other {The man on {square}}} must capture."
    assert rendered(source, piece="king", square="5") == "The king on 5 must capture."
    assert rendered(source, piece="anything", square="5") == "The man on 5 must capture."


@pytest.mark.parametrize(
    ("squares", "text"), [(("1",), "1"), (("1", "5"), "1 and 5"), (("1", "5", "9"), "1, 5 and 9"), ("7", "7")]
)
def test_a_list_is_joined_as_people_do(squares: Values, text: str) -> None:
    assert rendered("{squares, list}", squares=squares) == text


def test_alternatives_are_joined_as_people_do() -> None:
    assert rendered("Did you mean {games, or}?", games=("chess", "go", "shogi")) == "Did you mean chess, go or shogi?"


def test_a_key_without_a_message_stands_for_itself() -> None:
    assert rendered("{fault}", fault=Text("no such key")) == "no such key"


def test_a_list_may_hold_texts() -> None:
    assert rendered("{seats, list}", seats=(Text("seat.white"), Text("seat.black"))) == "White and Black"


def test_a_text_is_looked_up_by_its_value() -> None:
    assert rendered("{seat, text, seat} wins.", seat="black") == "Black wins."


def test_a_value_without_a_text_stands_for_itself() -> None:
    assert rendered("{seat, text, seat} wins.", seat="green") == "green wins."


def test_a_value_may_be_a_text_of_its_own() -> None:
    winner = Text("seat.black")
    assert rendered("{winner} wins.", winner=winner) == "Black wins."


@pytest.mark.parametrize(("typed", "text"), [("22y", "'22y'"), ("a\n", r"'a\n'"), ("{", "'{'")])
def test_what_somebody_typed_is_quoted(typed: str, text: str) -> None:
    assert rendered("{move, quoted} is not a move.", move=typed) == f"{text} is not a move."


def test_a_number_sign_outside_a_plural_is_itself() -> None:
    assert rendered("#1") == "#1"


def test_the_placeholders_inside_cases_are_known_too() -> None:
    source = "{count, plural, one {# on {square}} other {#}} {squares, list}"
    assert placeholders(parse(source)) == {("count", "plural"), ("square", ""), ("squares", "list")}


@pytest.mark.parametrize(
    "source",
    ["{", "{name", "}", "{name, }", "{name, number}", "{n, plural, one {x}}", "{n, plural, one x}", "{n, text}", "{}"],
)
def test_a_broken_message_is_refused(source: str) -> None:
    with pytest.raises(BadMessage):
        parse(source)


@given(st.text().filter(lambda text: not set("{}") & set(text)))
def test_text_without_braces_is_itself(text: str) -> None:
    assert rendered(text) == text


@given(st.text())
def test_values_are_never_read_as_markup(value: str) -> None:
    assert rendered("[{value}]", value=value) == f"[{value}]"
