"""Player Cards at the tables: presented when play begins, ended as soon as they are no longer valid."""

from collections.abc import Callable, Mapping
from typing import Any

from houserules.core.people import Moment
from houserules.floor.house_facts import NEW_WAGERS
from houserules.floor.people.app import People
from houserules.floor.people.profile import Profile
from houserules.floor.tables.decision import HOUSE, SECOND
from houserules.floor.tables.house_commands import needs_card
from houserules.floor.tables.run import CommandRequest, RunningTable
from houserules.table.people.commands import CardEnd, EndPlayerCard, PresentPlayerCard
from houserules.table.people.state import Patron
from houserules.table.state import changed


class CardsAtTables:
    """The Player Cards of everybody at a table."""

    def __init__(
        self, people: People, tables: Mapping[str, RunningTable], *, now: Callable[[], int]
    ) -> None:
        self._people, self._tables, self._now = people, tables, now

    async def look_at_card(self, running: RunningTable, command: Any, at: int) -> None:
        """Before a new wager, end a Player Card that is no longer valid and present a new one."""
        if running.state.setting.kind != "live" or not isinstance(command, NEW_WAGERS):
            return
        patron = running.state.table.patron(command.player)
        if patron is None:
            return
        moment = Moment(at // SECOND)
        profile = await self._people.person(patron.name)
        if patron.card and not (profile and profile.has_valid(patron.card.number, moment)):
            issued = profile is not None and patron.card in profile.cards
            reason: CardEnd = "expired" if issued else "withdrawn"
            await self._end(running, patron, reason, by=HOUSE, at=at)
            patron = changed(patron, card=None)
        if patron.card is None and profile is not None:
            await self._present(running, profile, at)

    async def _present(self, running: RunningTable, profile: Profile, at: int) -> None:
        moment = Moment(at // SECOND)
        if card := profile.valid_card(moment):
            shown = PresentPlayerCard(profile.handle, card, moment)
            await running.carry_out(CommandRequest(shown, profile.handle), at=at)

    async def present_new(self, handle: str) -> None:
        """Present a new Player Card at every table where its holder sits without one."""
        profile = await self._people.person(handle)
        for running in tuple(self._tables.values()):
            patron = running.state.table.patron(handle)
            if profile and patron and not patron.card and needs_card(running.state.setting):
                await self._present(running, profile, self._now())

    async def end_withdrawn(self, handle: str, number: str, *, by: str) -> None:
        """End a withdrawn Player Card at every table where its holder plays with it."""
        for running in tuple(self._tables.values()):
            patron = running.state.table.patron(handle)
            if patron and patron.card and patron.card.number == number.strip().upper():
                await self._end(running, patron, "withdrawn", by=by, at=self._now())

    async def end_expired(self) -> None:
        """End expired Player Cards at every table."""
        at = self._now()
        for running in tuple(self._tables.values()):
            for patron in running.state.table.patrons:
                ends = patron.card.valid_until if patron.card else None
                if ends is not None and ends < at // SECOND:
                    await self._end(running, patron, "expired", by=HOUSE, at=at)

    async def _end(
        self, running: RunningTable, patron: Patron, reason: CardEnd, *, by: str, at: int
    ) -> None:
        assert patron.card is not None
        ended = EndPlayerCard(patron.name, patron.card.number, reason, Moment(at // SECOND))
        await running.carry_out(CommandRequest(ended, by), at=at)
