"""Which handles there are, and which two are the same."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from floor.people.reception import no
from houserules.floor.people.handles import Handle, is_handle, key_of, read_handle, stream_of
from houserules.journal.records import Append


@pytest.mark.parametrize(
    "text", ["Al", "a" * 20, "O'Neil", "Jean-Luc", "Mary Ann 2", "Zoë", "李明"]
)
def test_handles_that_are_allowed(text: str) -> None:
    assert read_handle(text) == Handle(text, key_of(text))


@pytest.mark.parametrize("text", ["", "a", "a" * 21, "   ", " a "])
def test_too_short_or_too_long(text: str) -> None:
    assert no(read_handle(text)) == "name.bad"


@pytest.mark.parametrize(
    "text",
    [
        *("a_b", "a/b", "a.b", "a@b", "a\tb", "a\nb", "a\x00b", "a<b", "a\ud800b", "a🂡"),
        *("a  b", "-ab", "'ab", "ab\u200b", "ab\ufe0f", "ab\u034f", "a\u3164b", "a\u202eb", "a٣"),
    ],
)
def test_characters_that_are_not_allowed(text: str) -> None:
    assert no(read_handle(text)) == "name.bad"


@pytest.mark.parametrize(
    "text", ["House", "dealer", "CONSOLE", "Guest", "guest 12", "Guest-9", "ｇuest7"]
)
def test_names_of_the_house(text: str) -> None:
    assert no(read_handle(text)) == "name.bad"


@pytest.mark.parametrize("text", ["Guesting", "Ghost 12", "House Of Ann", "guest x"])
def test_names_that_only_begin_like_those_of_the_house(text: str) -> None:
    assert isinstance(read_handle(text), Handle)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann", "ANN"),
        ("Straße", "STRASSE"),
        ("Zoe\u0301", "ZO\u00c9"),
        ("Ａｎｎ", "ann"),
        ("O’Neil", "o'neil"),
        ("Mary Ann", "mary\u00a0ann"),
        (" Ann ", "ann"),
        ("ﬁne", "FINE"),
    ],
)
def test_handles_that_read_the_same_are_the_same(one: str, other: str) -> None:
    assert key_of(one) == key_of(other)


def test_a_blank_and_a_hyphen_are_not_the_same() -> None:
    assert len({key_of("mary ann"), key_of("mary-ann"), key_of("maryann")}) == 3


@given(st.text(max_size=30))
def test_any_text_is_a_handle_or_a_clear_no(text: str) -> None:
    handle = read_handle(text)
    if isinstance(handle, Handle):
        assert 2 <= len(handle.shown) <= 20
        assert is_handle(text)
        assert key_of(handle.shown) == handle.key == key_of(handle.shown.upper().lower())
        Append(stream_of(handle.key), 0, ())  # raises where no store could keep it
    else:
        assert handle.code == "name.bad"
        handle.detail.encode("ascii" if text.isascii() else "utf-8")
