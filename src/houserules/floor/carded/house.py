"""Carded play and the tables: who may sit down and wager, who has to leave, whom staff must speak to."""

import asyncio
from collections.abc import Callable, Mapping
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass
from typing import Any, Final
from weakref import WeakValueDictionary

from houserules.carded.commands import CloseCardCase
from houserules.carded.judge import assessment_due, stop_at
from houserules.carded.regulation import HOUR, IDENTITY_IS_VERIFIED, NOT_FOR_EXCLUDED, ONE_CARD
from houserules.core.codec import Data
from houserules.core.people import Moment, handle_key
from houserules.core.refusal import Refusal
from houserules.floor.carded.app import CardedPlay
from houserules.floor.carded.at_table import JUDGED
from houserules.floor.carded.cards import CardsAtTables
from houserules.floor.carded.played import is_carded
from houserules.floor.commands import GetUp
from houserules.floor.house_facts import exclusion_from_casino
from houserules.floor.people.app import People
from houserules.floor.people.profile import Profile
from houserules.floor.people.signed_in import Caller
from houserules.floor.tables.decision import HOUSE, Rejected
from houserules.floor.tables.run import Accepted, CommandRequest, RunningTable

EXCLUDED: Final = "excluded from the casino"


@dataclass(frozen=True, slots=True)
class AssessmentDue:
    """Somebody has played for six hours without a pause: staff have to speak to them in person."""

    player: str
    tables: tuple[str, ...]  # where they sit now; empty: they have left
    since: Moment


class CardedHouse:
    """Carded play at the tables of the house."""

    def __init__(
        self,
        carded: CardedPlay,
        tables: Mapping[str, RunningTable],
        *,
        people: People,
        cards: CardsAtTables,
        now: Callable[[], int],
    ) -> None:
        self._carded, self._tables, self._now = carded, tables, now
        self._people, self._cards = people, cards
        self._seated: set[str] = set()  # at the last look
        self._cancelled: set[str] = set()  # whose cards were cancelled for an exclusion
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def _live(self) -> list[RunningTable]:
        return [each for each in self._tables.values() if is_carded(each.state.setting)]

    def turn(self, running: RunningTable, command: Any) -> AbstractAsyncContextManager[Any]:
        """Return the lock under which a player stakes: one stake at a time, whatever the table.

        The journal refuses two stakes that were judged on the same record of the player. In one process
        they take turns instead, so that nobody else at the table has to wait for a second try.
        """
        if not is_carded(running.state.setting) or not isinstance(command, JUDGED):
            return nullcontext()
        return self._turns.setdefault(handle_key(command.player), asyncio.Lock())

    async def why_not_issue(self, profile: Profile) -> Refusal | None:
        """Whether a person may be issued a Player Card: verified, not excluded, without another."""
        if not self._carded.is_on:
            return None
        for running in self._tables.values():
            if running.state.setting.kind == "live" and exclusion_from_casino(
                running.state, profile.handle
            ):
                detail = f"{profile.handle} is excluded from the casino."
                return Refusal("carded.excluded", NOT_FOR_EXCLUDED, detail)
        if profile.valid_card(self._carded.moment()):
            detail = f"{profile.handle} has a valid Player Card. Withdraw it first."
            return Refusal("carded.second-card", ONE_CARD, detail)
        if (await self._carded.player(profile.handle)).verified is None:
            detail = f"Verify the identity of {profile.handle} first."
            return Refusal("carded.not-verified", IDENTITY_IS_VERIFIED, detail)
        return None

    async def carry_out(
        self, caller: Caller, handle: str, name: str, data: Data, command_id: str | None = None
    ) -> Accepted | Rejected:
        """Carry out a command about a player; a player who is stopped finishes the round and leaves."""
        if name == CloseCardCase.api_name:
            await self._act_on_case(caller, handle, data)
        answer = await self._carded.carry_out(caller, handle, name, data, command_id)
        if isinstance(answer, Accepted):
            await self._see_off(handle)
        return answer

    async def _act_on_case(self, caller: Caller, handle: str, data: Data) -> None:
        """Suspend or cancel cards as a case is about to be closed; what is refused does nothing."""
        if await self._carded.why_not(caller, handle, CloseCardCase.api_name, data):
            return
        cases = (await self._carded.player(handle)).cases
        holder = next(each.holder for each in cases if each.number == data["number"])
        until = Moment(self._carded.moment() + int(data.get("hours") or 0) * HOUR)
        for who, action in ((handle, data["about_user"]), (holder, data["about_holder"])):
            if action == "none" or (profile := await self._people.person(who)) is None:
                continue
            if action == "suspend card":
                await self._carded.suspend_card(profile.handle, until, by=caller.handle)
                await self._see_off(profile.handle)
            else:
                why = f"case {data['number']} of {handle}"
                await self.cancel_cards(profile.handle, why=why, by=caller.handle)

    async def cancel_cards(self, handle: str, *, why: str, by: str) -> None:
        """Withdraw a person's Player Cards, and end them at the tables; a round is finished."""
        profile = await self._people.person(handle)
        if profile is None or not profile.cards:
            return
        await self._people.cancel_player_cards(handle, why=why, by=by)
        for card in profile.cards:
            await self._cards.end_withdrawn(profile.handle, card.number, by=by)

    async def look(self) -> None:
        """Send out players who have played too long; note whom staff must speak to; cancel cards of the excluded."""
        if not self._carded.is_on:
            return
        seated = {p.name for each in self._live() for p in each.state.table.patrons}
        for handle in seated | self._seated:
            await self._carded.send_out(handle)
            await self._see_off(handle)
            player = await self._carded.player(handle)
            since = assessment_due(player, self._carded.moment())
            if since is not None:
                await self._carded.owe_assessment(handle, since)
        self._seated = seated
        await self._cancel_excluded()
        await self._carded.duties()

    async def _cancel_excluded(self) -> None:
        """Cancel cards of people who are excluded, should a server have died in between."""
        for running in self._tables.values():
            if running.state.setting.kind != "live":
                continue
            for each in running.state.table.people.excluded:
                key = handle_key(each.player)
                if each.whence == "the casino" and key not in self._cancelled:
                    await self.cancel_cards(each.player, why=EXCLUDED, by=HOUSE)
                    self._cancelled.add(key)

    def alerts(self) -> list[str]:
        """Return what staff have to decide about another person's card."""
        return [
            f"Case {duty.number}: {duty.player} played with another person's card. Decide it in the office (31H)."
            for duty in self._carded.known_duties()
            if duty.kind == "case"
        ]

    async def _see_off(self, handle: str) -> None:
        """Let a player who may not play now leave the tables, once their wagers are settled."""
        player = await self._carded.player(handle)
        if stop_at(player, self._carded.moment()) is None:
            return
        for running in self._live():
            if running.state.table.patron(handle) and handle not in running.state.leaving:
                await running.carry_out(CommandRequest(GetUp(handle), HOUSE), at=self._now())

    async def assessments(self) -> list[AssessmentDue]:
        """Return whom staff have to speak to, the longest overdue first."""
        if not self._carded.is_on:
            return []
        owed = [duty.player for duty in (await self._carded.duties()).values()]
        seats: dict[str, list[str]] = {handle: [] for handle in owed}
        for running in self._live():
            for patron in running.state.table.patrons:
                seats.setdefault(patron.name, []).append(running.state.setting.table)
        due = []
        for handle, tables in seats.items():
            player = await self._carded.player(handle)
            since = assessment_due(player, self._carded.moment())
            if since is not None:
                due.append(AssessmentDue(handle, tuple(tables), since))
        return sorted(due, key=lambda each: each.since)
