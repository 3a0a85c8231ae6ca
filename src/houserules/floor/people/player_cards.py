"""Player Cards: issued to one player each, under a number that no other card ever has."""

import re
from typing import Final

from houserules.core.people import Moment
from houserules.floor.denied import Denied
from houserules.floor.people.authority import why_not_reason, why_not_supervisor
from houserules.floor.people.desk import Change, Desk
from houserules.floor.people.events import PlayerCardIssued, PlayerCardWithdrawn
from houserules.floor.people.profile import Profile
from houserules.floor.people.signed import Signed
from houserules.floor.people.stored import entry_of
from houserules.journal.records import Append

_NUMBER: Final = re.compile(r"[A-Z0-9]{4,20}")
_DIGITS: Final = 10
_LATEST: Final = 253_402_300_799  # the last second of 9999


async def issue(
    desk: Desk, by: Signed, handle: str, *, number: str | None, valid_until: Moment | None
) -> Profile | Denied:
    """Issue a card; without a number one is drawn."""
    if valid_until is not None and not desk.moment() <= valid_until <= _LATEST:
        return Denied("card-end.bad", "A card is valid until a moment from now to the year 9999.")
    drawn = str(int.from_bytes(desk.random(8), "big") % 10**_DIGITS).zfill(_DIGITS)
    own = drawn if number is None else number.strip().upper()
    if not _NUMBER.fullmatch(own):
        return Denied("card-number.bad", "A card's number has 4 to 20 letters A to Z and digits.")

    async def decide(profile: Profile) -> Change | Denied:
        if no := why_not_supervisor(by):
            return no
        if profile.is_guest:
            return Denied("guest.may-not", "Guests play at practice tables, without a card.")
        event = PlayerCardIssued(own, profile.handle, valid_until, by.handle, desk.moment())
        number_is_new = Append(f"player-card/{own}", 0, (entry_of(event),))
        taken = Denied("card-number.taken", f"A card {own} was issued before.")
        return Change((event,), also=(number_is_new,), taken=taken)

    return await desk.change_named(handle, decide, actor=by.handle)


async def withdraw(
    desk: Desk, by: Signed, handle: str, *, number: str, why: str
) -> Profile | Denied:
    """Withdraw a card; its number is not used again."""
    own = number.strip().upper()

    async def decide(profile: Profile) -> Change | Denied:
        if no := why_not_supervisor(by) or why_not_reason(why):
            return no
        if all(each.number != own for each in profile.cards):
            return Denied("card-number.unknown", f"{profile.handle} has no such card.")
        return Change((PlayerCardWithdrawn(own, why, by.handle, desk.moment()),))

    return await desk.change_named(handle, decide, actor=by.handle)
