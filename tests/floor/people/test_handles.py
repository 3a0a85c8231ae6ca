"""Which handles there are, and which two are the same."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from floor.people.reception import PASSWORD, House, in_house, no, yes
from houserules.core.people import handle_key
from houserules.floor.people.handles import Handle, is_handle, read_handle, stream_of
from houserules.floor.people.signed_in import SignedIn
from houserules.journal.records import Append


@pytest.mark.parametrize(
    "text", ["Al", "a" * 20, "O'Neil", "Jean-Luc", "Mary Ann 2", "Zoë", "李明"]
)
def test_handles_that_are_allowed(text: str) -> None:
    assert read_handle(text) == Handle(text, handle_key(text))


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
    assert handle_key(one) == handle_key(other)


def test_a_blank_and_a_hyphen_are_not_the_same() -> None:
    assert len({handle_key("mary ann"), handle_key("mary-ann"), handle_key("maryann")}) == 3


@given(st.text(max_size=30))
def test_any_text_is_a_handle_or_a_clear_no(text: str) -> None:
    handle = read_handle(text)
    if isinstance(handle, Handle):
        assert 2 <= len(handle.shown) <= 20
        assert is_handle(text)
        assert handle_key(handle.shown) == handle.key == handle_key(handle.shown.upper().lower())
        Append(stream_of(handle.key), 0, ())  # raises where no store could keep it
    else:
        assert handle.code == "name.bad"
        handle.detail.encode("ascii" if text.isascii() else "utf-8")


@pytest.mark.parametrize(
    "text",
    [
        *("Оwner", "OWNER", "0wner", "Owner 2", "Admin", "Аdmin", "admin1", "Adm1n", "Ad-min"),
        *(
            "Gaming Manager",
            "GamingManager",
            "gaming-manager 7",
            "Casino Supervisor",
            "Surveillance",
        ),
        *("Dealer", "Dеaler", "Cashier", "Pit Boss", "ѕtaff", "House", "Inspector"),
    ],
)
def test_nobody_poses_as_staff_or_the_house(text: str) -> None:
    async def work(house: House) -> None:
        assert no(await house.people.sign_up(text, PASSWORD)) == "name.bad"

    in_house(work)


@pytest.mark.parametrize(
    "text",
    [
        "Owen",
        "Adminton",
        "Manny Ager",
        "Вера",
        "Ελένη",
        "田中さくら",
        "Tanaka さくら",
        "김민수",
        "Zoë",
    ],
)
def test_names_of_one_alphabet_are_allowed(text: str) -> None:
    async def work(house: House) -> None:
        yes(await house.people.sign_up(text, PASSWORD), SignedIn)

    in_house(work)


@pytest.mark.parametrize("text", ["Аnn Lee", "Zоe", "Annα", "Bоb"])
def test_letters_of_two_alphabets_are_refused(text: str) -> None:
    async def work(house: House) -> None:
        assert no(await house.people.sign_up(text, PASSWORD)) == "name.bad"

    in_house(work)


@pytest.mark.parametrize(
    ("one", "other"), [("Bepa", "Вера"), ("Вера", "Bepa"), ("Bob", "B0b"), ("Coco", "Сосо")]
)
def test_a_handle_that_looks_like_anothers_is_taken(one: str, other: str) -> None:
    async def work(house: House) -> None:
        yes(await house.people.sign_up(one, PASSWORD), SignedIn)
        assert no(await house.people.sign_up(other, PASSWORD)) == "name.taken"

    in_house(work)
