"""Player Cards: to whom they were issued, and until when."""

from typing import get_args

import pytest

from floor.people.reception import START, House, in_house, no, yes
from houserules.core.people import Moment, Role
from houserules.floor.people.profile import Profile
from houserules.floor.people.signed_in import SignedIn
from houserules.table.people.state import PlayerCard

NOW = Moment(START // 1000)
SUPERVISORS = {
    "Gaming Supervisor",
    "casino supervisor",
    "Assistant Gaming Manager",
    "Gaming Manager",
}
OFFICES = [role for role in get_args(Role) if role != "player"]


def test_a_card_is_valid_for_the_person_it_was_issued_to() -> None:
    async def work(house: House) -> None:
        owner = await house.owner()
        await house.player("Ann")
        assert await house.people.valid_player_card("Ann", NOW) is None
        issue = house.people.issue_player_card
        profile = yes(await issue(owner.caller, "ANN", number="ab12"), Profile)
        assert profile.cards == (PlayerCard("AB12", "Ann", None),)
        assert await house.people.valid_player_card("ann", NOW) == PlayerCard("AB12", "Ann")
        assert await house.people.valid_player_card("Zed", NOW) is None

    in_house(work)


def test_a_number_is_drawn_if_none_is_given() -> None:
    async def work(house: House) -> None:
        owner = await house.owner()
        await house.player("Ann")
        for _ in range(2):
            yes(await house.people.issue_player_card(owner.caller, "Ann"), Profile)
        profile = await house.people.person("Ann")
        assert profile is not None
        numbers = {card.number for card in profile.cards}
        assert len(numbers) == 2 and all(len(each) == 10 and each.isdigit() for each in numbers)

    in_house(work)


@pytest.mark.parametrize(("at", "is_valid"), [(-1, True), (0, True), (1, False)])
def test_a_card_is_valid_until_its_last_moment(at: int, *, is_valid: bool) -> None:
    async def work(house: House) -> None:
        owner = await house.owner()
        await house.player("Ann")
        end = Moment(NOW + 1000)
        await house.people.issue_player_card(owner.caller, "Ann", number="1234", valid_until=end)
        card = await house.people.valid_player_card("Ann", Moment(end + at))
        assert (card is not None) is is_valid

    in_house(work)


def test_the_newest_valid_card_counts() -> None:
    async def work(house: House) -> None:
        owner = await house.owner()
        await house.player("Ann")
        issue, valid = house.people.issue_player_card, house.people.valid_player_card
        await issue(owner.caller, "Ann", number="1111")
        await issue(owner.caller, "Ann", number="2222", valid_until=Moment(NOW + 60))
        assert await valid("Ann", NOW) == PlayerCard("2222", "Ann", Moment(NOW + 60))
        assert await valid("Ann", Moment(NOW + 61)) == PlayerCard("1111", "Ann")
        withdrawn = await house.people.withdraw_player_card(
            owner.caller, "Ann", number="1111", why="lost"
        )
        assert len(yes(withdrawn, Profile).cards) == 1
        assert await valid("Ann", Moment(NOW + 61)) is None

    in_house(work)


def test_a_number_is_used_once_for_ever() -> None:
    async def work(house: House) -> None:
        owner = await house.owner()
        await house.player("Ann")
        await house.player("Ben")
        issue = house.people.issue_player_card
        yes(await issue(owner.caller, "Ann", number="AB12"), Profile)
        assert no(await issue(owner.caller, "Ben", number="ab12 ")) == "card-number.taken"
        assert no(await issue(owner.caller, "Ann", number="AB12")) == "card-number.taken"
        withdraw = house.people.withdraw_player_card
        other = await withdraw(owner.caller, "Ben", number="AB12", why="x")
        assert no(other) == "card-number.unknown"
        yes(await withdraw(owner.caller, "Ann", number="ab12", why="lost"), Profile)
        again = await withdraw(owner.caller, "Ann", number="AB12", why="lost")
        assert no(again) == "card-number.unknown"
        assert no(await issue(owner.caller, "Ben", number="AB12")) == "card-number.taken"

    in_house(work)


@pytest.mark.parametrize(
    ("number", "code"),
    [
        ("123", "card-number.bad"),
        ("1234", None),
        ("A" * 20, None),
        ("A" * 21, "card-number.bad"),
        ("12 34", "card-number.bad"),
        ("12/34", "card-number.bad"),
        ("é234", "card-number.bad"),
    ],
)
def test_what_a_number_can_be(number: str, code: str | None) -> None:
    async def work(house: House) -> None:
        owner = await house.owner()
        await house.player("Ann")
        issued = await house.people.issue_player_card(owner.caller, "Ann", number=number)
        assert (None if isinstance(issued, Profile) else no(issued)) == code

    in_house(work)


@pytest.mark.parametrize(
    ("end", "code"),
    [
        (NOW - 1, "card-end.bad"),
        (NOW, None),
        (253_402_300_799, None),
        (253_402_300_800, "card-end.bad"),
        (2**70, "card-end.bad"),
    ],
)
def test_when_a_card_can_end(end: int, code: str | None) -> None:
    async def work(house: House) -> None:
        owner = await house.owner()
        await house.player("Ann")
        issue = house.people.issue_player_card
        issued = await issue(owner.caller, "Ann", number="1234", valid_until=Moment(end))
        assert (None if isinstance(issued, Profile) else no(issued)) == code

    in_house(work)


@pytest.mark.parametrize("role", OFFICES)
def test_who_issues_cards(role: Role) -> None:
    async def work(house: House) -> None:
        owner = await house.owner()
        by = (await house.staff(owner, "Dora", role)).caller
        await house.player("Ann")
        issued = await house.people.issue_player_card(by, "Ann", number="1234")
        assert isinstance(issued, Profile) is (role in SUPERVISORS)
        if role not in SUPERVISORS:
            assert no(issued) == "role.may-not"
            await house.people.issue_player_card(owner.caller, "Ann", number="1234")
        withdrawn = await house.people.withdraw_player_card(by, "Ann", number="1234", why="lost")
        assert isinstance(withdrawn, Profile) is (role in SUPERVISORS)

    in_house(work)


def test_guests_and_nobody_get_no_card_and_players_give_none() -> None:
    async def work(house: House) -> None:
        owner = await house.owner()
        guest = yes(await house.people.guest(), SignedIn).caller
        ann = await house.player("Ann")
        issue = house.people.issue_player_card
        assert no(await issue(owner.caller, guest.handle)) == "guest.may-not"
        assert no(await issue(owner.caller, "Zed")) == "person.unknown"
        assert no(await issue(ann.caller, "Ann")) == "role.may-not"

    in_house(work)
