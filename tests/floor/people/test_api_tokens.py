"""Programs that act for somebody."""

import pytest

from floor.people.reception import PASSWORD, House, in_house, no, yes
from houserules.floor.people.events import Scope, read
from houserules.floor.people.limits import SignInLimits
from houserules.floor.people.profile import Profile, evolve
from houserules.floor.people.signed_in import Caller, MadeToken, SignedIn, signed_by_token

DAY = 24 * 60 * 60 * 1000


def test_a_players_program_plays_at_practice_tables_only() -> None:
    async def work(house: House) -> None:
        ann = await house.player("Ann")
        made = yes(await house.people.make_token(ann.caller, " my bot ", ["play"]), MadeToken)
        assert made.token.startswith("hr_")
        signed = yes(await house.people.who_by_token(made.token), Caller)
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
        made = yes(await house.people.make_token(ann.caller, "bot", ["play"]), MadeToken)
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
        made = yes(await house.people.make_token(ann.caller, "bot", ["play"]), MadeToken)
        revoke = house.people.revoke_token
        assert no(await revoke(ben.caller, made.made.id)) == "token.unknown"
        yes(await house.people.who_by_token(made.token), Caller)
        assert yes(await revoke(ann.caller, made.made.id), Profile).tokens == ()
        assert await house.people.who_by_token(made.token) is None
        assert no(await revoke(ann.caller, made.made.id)) == "token.unknown"
        assert list(house.journal.vault.items("token")) == []

    in_house(work)


def test_a_program_makes_no_tokens() -> None:
    async def work(house: House) -> None:
        ann = await house.player("Ann")
        made = yes(await house.people.make_token(ann.caller, "bot", ["read", "play"]), MadeToken)
        bot = yes(await house.people.who_by_token(made.token), Caller)
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
        made = await house.people.make_token(ann.caller, label, scopes)
        assert (None if isinstance(made, MadeToken) else no(made)) == code

    in_house(work)


def test_so_many_tokens_and_no_more() -> None:
    async def work(house: House) -> None:
        ann = await house.player("Ann")
        made = [await house.people.make_token(ann.caller, "bot", ["play"]) for _ in range(3)]
        assert [isinstance(each, MadeToken) for each in made] == [True, True, False]
        assert no(made[2]) == "token.too-many"
        await house.people.revoke_token(ann.caller, yes(made[0], MadeToken).made.id)
        yes(await house.people.make_token(ann.caller, "bot", ["play"]), MadeToken)

    in_house(work, limits=SignInLimits(tokens=2))


def test_a_program_of_staff_holds_the_office_only_with_that_scope() -> None:
    async def work(house: House) -> None:
        owner = await house.owner()
        dora = await house.staff(owner, "Dora", "dealer")
        assert no(await house.people.make_token(dora.caller, "x", ["play"])) == "token.scope"
        reads = yes(await house.people.make_token(dora.caller, "x", ["read"]), MadeToken)
        deals = yes(await house.people.make_token(dora.caller, "y", ["read", "staff"]), MadeToken)
        reader = yes(await house.people.who_by_token(reads.token), Caller)
        assert (reader.role, reader.licence, reader.is_staff) == ("player", "", False)
        dealer = yes(await house.people.who_by_token(deals.token), Caller)
        assert (dealer.role, dealer.licence, dealer.is_staff) == ("dealer", "L 1", True)

    in_house(work)


def test_no_program_is_the_owner() -> None:
    async def work(house: House) -> None:
        owner = await house.owner()
        made = yes(await house.people.make_token(owner.caller, "x", ["staff"]), MadeToken)
        bot = yes(await house.people.who_by_token(made.token), Caller)
        assert (bot.role, bot.owner) == ("Gaming Manager", False)
        await house.player("Ann")
        given = await house.people.give_role(bot, "Ann", role="dealer", licence="1")
        assert no(given) == "role.may-not"

    in_house(work)


def test_tokens_end_with_the_role_and_sleep_in_a_suspension() -> None:
    async def work(house: House) -> None:
        owner = await house.owner()
        ann = await house.player("Ann")
        made = yes(await house.people.make_token(ann.caller, "bot", ["play"]), MadeToken)
        await house.people.suspend(owner.caller, "Ann", why="shouting")
        assert await house.people.who_by_token(made.token) is None
        await house.people.reinstate(owner.caller, "Ann", why="said sorry")
        yes(await house.people.who_by_token(made.token), Caller)
        await house.people.give_role(owner.caller, "Ann", role="dealer", licence="1")
        assert await house.people.who_by_token(made.token) is None
        ann = yes(await house.people.sign_in("Ann", PASSWORD), SignedIn)
        ann = await house.enrolled(ann)
        made = yes(await house.people.make_token(ann.caller, "bot", ["staff"]), MadeToken)
        await house.people.take_role(owner.caller, "Ann", why="left")
        assert await house.people.who_by_token(made.token) is None

    in_house(work)


def test_a_token_ends_on_its_day() -> None:
    async def work(house: House) -> None:
        ann = await house.player("Ann")
        made = yes(await house.people.make_token(ann.caller, "x", ["read"], days=2), MadeToken)
        house.clock.wait(2 * DAY)
        yes(await house.people.who_by_token(made.token), Caller)
        house.clock.wait(1000)
        assert await house.people.who_by_token(made.token) is None
        for days in (0, 366):
            answer = await house.people.make_token(ann.caller, "x", ["read"], days=days)
            assert no(answer) == "token.days"

    in_house(work)


def test_a_token_from_before_tokens_ended_is_read_and_in_force() -> None:
    """As version 1 stored it: no end, and `staff` without its parts."""

    async def work(house: House) -> None:
        owner = await house.owner()
        max_ = await house.staff(owner, "Max", "Gaming Manager")
        made = yes(await house.people.make_token(max_.caller, "x", ["staff"]), MadeToken)
        at = (await house.store.read("person/max"))[-1]
        old = {key: each for key, each in at.payload.items() if key != "until"}
        event = read("token.made", 1, old)
        signed = signed_by_token(evolve(Profile("max", role="Gaming Manager"), event), event)
        assert event.until is None and signed.role == "Gaming Manager"
        assert signed.why_not("tables") is signed.why_not("people") is None
        assert no(signed.why_not("money")) == "scope.missing"
        assert made.made.until is not None

    in_house(work)


@pytest.mark.parametrize("scope", ["tables", "people", "registers", "money"])
def test_a_part_of_staff_is_no_other_part(scope: Scope) -> None:
    async def work(house: House) -> None:
        max_ = await house.staff(await house.owner(), "Max", "Gaming Manager")
        code = house.next_code("Max")
        made = await house.people.make_token(max_.caller, "x", [scope], code=code)
        bot = yes(await house.people.who_by_token(yes(made, MadeToken).token), Caller)
        parts: tuple[Scope, ...] = ("tables", "people", "registers", "money", "staff", "play")
        assert [each for each in parts if bot.why_not(each) is None] == [scope]
        assert bot.role == "Gaming Manager" and not bot.owner

    in_house(work)


def test_a_token_for_money_takes_a_fresh_code() -> None:
    async def work(house: House) -> None:
        cass = await house.staff(await house.owner(), "Cass", "cashier")
        make = house.people.make_token
        assert no(await make(cass.caller, "x", ["money"])) == "second-factor.needed"
        used = house.code("Cass")
        assert no(await make(cass.caller, "x", ["money"], code=used)) == "code.wrong"
        code = house.next_code("Cass")
        made = yes(await make(cass.caller, "x", ["money"], code=code), MadeToken)
        bot = yes(await house.people.who_by_token(made.token), Caller)
        assert bot.why_not("money") is None and bot.second_factor
        assert no(await make(cass.caller, "y", ["money"], code=code)) == "code.wrong"
        for _ in range(SignInLimits().attempts):
            answer = await make(cass.caller, "y", ["money"], code="000000")
        assert no(answer) == "sign-in.locked"

    in_house(work)


def test_uses_say_when_from_where_and_what() -> None:
    async def work(house: House) -> None:
        ann, ben = await house.player("Ann"), await house.player("Ben")
        made = yes(await house.people.make_token(ann.caller, "x", ["read"]), MadeToken)
        bot = yes(await house.people.who_by_token(made.token), Caller)
        uses = house.people.token_uses
        assert await uses.of(ann.caller, made.made.id) == []
        for what in ("GET /a", "GET /a", "GET /b"):
            await uses.note(bot, origin="10.0.0.1", what=what, each_time=False)
        await uses.note(bot, origin="10.0.0.2", what="GET /a", each_time=False)
        for _ in range(2):
            await uses.note(bot, origin="10.0.0.2", what="POST /c", each_time=True)
        house.clock.wait(60 * 60 * 1000)
        await uses.note(bot, origin="10.0.0.1", what="GET /a", each_time=False)
        found = await uses.of(ann.caller, made.made.id)
        assert isinstance(found, list)
        said = [(each.origin, each.what) for each in found]
        one, two = "10.0.0.1", "10.0.0.2"
        assert said == [
            (one, "GET /a"), (two, "POST /c"), (two, "POST /c"), (two, "GET /a"), (one, "GET /b"),
            (one, "GET /a"),
        ]  # fmt: skip
        assert found[0].at == found[-1].at + 60 * 60
        assert no(await uses.of(ben.caller, made.made.id)) == "token.unknown"

    in_house(work)
