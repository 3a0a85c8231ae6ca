"""Programs that act for somebody."""

import pytest

from floor.people.reception import PASSWORD, House, in_house, no, yes
from houserules.floor.people.limits import Limits
from houserules.floor.people.profile import Profile
from houserules.floor.people.signed import MadeToken, Signed, SignedIn


def test_a_players_program_plays_at_practice_tables_only() -> None:
    async def work(house: House) -> None:
        ann = await house.player("Ann")
        made = yes(await house.people.make_token(ann.signed, " my bot ", ["play"]), MadeToken)
        assert made.token.startswith("hr_")
        signed = yes(await house.people.who_by_token(made.token), Signed)
        assert signed.handle == "Ann"
        assert signed.is_bot and signed.practice_only and not signed.is_guest
        assert signed.scopes == {"play"} and signed.session == made.made.id
        assert signed.why_not("play") is None
        assert no(signed.why_not("read")) == "scope.missing"
        assert no(signed.why_not("staff")) == "scope.missing"
        profile = await house.people.person("Ann")
        assert profile is not None and profile.tokens == (made.made,)
        assert made.made.label == "my bot"

    in_house(work)


def test_session_and_api_tokens_are_not_taken_for_each_other() -> None:
    async def work(house: House) -> None:
        ann = await house.player("Ann")
        made = yes(await house.people.make_token(ann.signed, "bot", ["play"]), MadeToken)
        assert await house.people.who(made.token) is None
        assert await house.people.who(made.token.removeprefix("hr_")) is None
        assert await house.people.who_by_token(ann.token) is None
        assert await house.people.who_by_token(f"hr_{ann.token}") is None
        forged = f"hr_{made.made.id}{'A' * 43}"
        assert len(forged) == len(made.token)
        assert await house.people.who_by_token(forged) is None

    in_house(work)


def test_a_revoked_token_is_over() -> None:
    async def work(house: House) -> None:
        ann, ben = await house.player("Ann"), await house.player("Ben")
        made = yes(await house.people.make_token(ann.signed, "bot", ["play"]), MadeToken)
        revoke = house.people.revoke_token
        assert no(await revoke(ben.signed, made.made.id)) == "token.unknown"
        yes(await house.people.who_by_token(made.token), Signed)
        assert yes(await revoke(ann.signed, made.made.id), Profile).tokens == ()
        assert await house.people.who_by_token(made.token) is None
        assert no(await revoke(ann.signed, made.made.id)) == "token.unknown"
        assert list(house.journal.vault.items("token")) == []

    in_house(work)


def test_a_program_makes_no_tokens() -> None:
    async def work(house: House) -> None:
        ann = await house.player("Ann")
        made = yes(await house.people.make_token(ann.signed, "bot", ["read", "play"]), MadeToken)
        bot = yes(await house.people.who_by_token(made.token), Signed)
        assert no(await house.people.make_token(bot, "more", ["play"])) == "scope.missing"
        assert no(await house.people.revoke_token(bot, made.made.id)) == "scope.missing"

    in_house(work)


@pytest.mark.parametrize(
    ("label", "scopes", "code"),
    [
        ("", ["play"], "label.bad"),
        ("   ", ["play"], "label.bad"),
        ("x" * 60, ["play"], None),
        ("x" * 61, ["play"], "label.bad"),
        ("a\nb", ["play"], "label.bad"),
        ("a\ud800", ["play"], "label.bad"),
        ("bot", [], "token.scope"),
        ("bot", ["staff"], "token.scope"),
        ("bot", ["play", "everything"], "token.scope"),
        ("bot", ["play", "play", "read"], None),
    ],
)
def test_what_a_token_can_be(label: str, scopes: list, code: str | None) -> None:
    async def work(house: House) -> None:
        ann = await house.player("Ann")
        made = await house.people.make_token(ann.signed, label, scopes)
        assert (None if isinstance(made, MadeToken) else no(made)) == code

    in_house(work)


def test_so_many_tokens_and_no_more() -> None:
    async def work(house: House) -> None:
        ann = await house.player("Ann")
        made = [await house.people.make_token(ann.signed, "bot", ["play"]) for _ in range(3)]
        assert [isinstance(each, MadeToken) for each in made] == [True, True, False]
        assert no(made[2]) == "token.too-many"
        await house.people.revoke_token(ann.signed, yes(made[0], MadeToken).made.id)
        yes(await house.people.make_token(ann.signed, "bot", ["play"]), MadeToken)

    in_house(work, limits=Limits(tokens=2))


def test_a_program_of_staff_holds_the_office_only_with_that_scope() -> None:
    async def work(house: House) -> None:
        owner = await house.owner()
        dora = await house.staff(owner, "Dora", "dealer")
        assert no(await house.people.make_token(dora.signed, "x", ["play"])) == "token.scope"
        reads = yes(await house.people.make_token(dora.signed, "x", ["read"]), MadeToken)
        deals = yes(await house.people.make_token(dora.signed, "y", ["read", "staff"]), MadeToken)
        reader = yes(await house.people.who_by_token(reads.token), Signed)
        assert (reader.role, reader.licence, reader.is_staff) == ("player", "", False)
        dealer = yes(await house.people.who_by_token(deals.token), Signed)
        assert (dealer.role, dealer.licence, dealer.is_staff) == ("dealer", "L 1", True)

    in_house(work)


def test_no_program_is_the_owner() -> None:
    async def work(house: House) -> None:
        owner = await house.owner()
        made = yes(await house.people.make_token(owner.signed, "x", ["staff"]), MadeToken)
        bot = yes(await house.people.who_by_token(made.token), Signed)
        assert (bot.role, bot.owner) == ("Gaming Manager", False)
        await house.player("Ann")
        given = await house.people.give_role(bot, "Ann", role="dealer", licence="1")
        assert no(given) == "role.may-not"

    in_house(work)


def test_tokens_end_with_the_role_and_sleep_in_a_suspension() -> None:
    async def work(house: House) -> None:
        owner = await house.owner()
        ann = await house.player("Ann")
        made = yes(await house.people.make_token(ann.signed, "bot", ["play"]), MadeToken)
        await house.people.suspend(owner.signed, "Ann", why="shouting")
        assert await house.people.who_by_token(made.token) is None
        await house.people.reinstate(owner.signed, "Ann", why="said sorry")
        yes(await house.people.who_by_token(made.token), Signed)
        await house.people.give_role(owner.signed, "Ann", role="dealer", licence="1")
        assert await house.people.who_by_token(made.token) is None
        ann = yes(await house.people.sign_in("Ann", PASSWORD), SignedIn)
        ann = await house.enrolled(ann)
        made = yes(await house.people.make_token(ann.signed, "bot", ["staff"]), MadeToken)
        await house.people.take_role(owner.signed, "Ann", why="left")
        assert await house.people.who_by_token(made.token) is None

    in_house(work)
