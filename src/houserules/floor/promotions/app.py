"""Every promotion of the house, as this process sees it."""

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import replace
from json import loads
from typing import Any, Final

from houserules.core.codec import Data
from houserules.core.people import Moment
from houserules.core.refusal import Refusal
from houserules.core.state_codec import StateCodec
from houserules.floor.denial import Denied
from houserules.floor.desk import Desk, Secrets
from houserules.floor.money.accounts import MoneyMoved
from houserules.floor.money.wallets import Wallets
from houserules.floor.people.signed_in import Caller
from houserules.floor.promotions.authority import SENT
from houserules.floor.promotions.stream import (
    STREAMS,
    FloorPromotion,
    PromotionSetUp,
    follow,
    new_record,
    transfer,
)
from houserules.floor.store import Store
from houserules.floor.tables.decision import SECOND, Rejected
from houserules.floor.tables.run import Accepted
from houserules.floor.tables.settings import Kind
from houserules.journal.records import Delete, JournalRecord, NewRecord, Put
from houserules.promotion.commands import (
    AmendTerms,
    CancelPromotion,
    DraftPromotion,
    DrawPrize,
    FinishPromotion,
    NominateScrutineer,
    StartPromotion,
)
from houserules.promotion.event_builder import terms_of
from houserules.promotion.judge import carry_out
from houserules.promotion.prize_draw import entropy_needed
from houserules.promotion.promotion_file import read_promotion
from houserules.rulebook.schema import Rulebook

PRIZE_DRAW: Final = "prize-draw"
"""The kind under which the vault keeps the secrets of a promotion until it is over."""

_NO_ACCOUNT: Final = Denied(
    "person.unknown", "Name an account: a scrutineer who gives the numbers of a draw signs in."
)


class Promotions(Desk[FloorPromotion]):
    """The promotions of the house."""

    prefix = STREAMS
    sent = SENT
    unknown = Denied("promotion.unknown", "There is no such promotion.")
    live = Denied("promotion.live", "Guests and bots take part in practice only.")
    exists = Denied("promotion.exists", "There is already a promotion with that id.")
    states = StateCodec(FloorPromotion)
    busy = Denied("promotion.busy", "Too many changes at once. Try again.")

    def __init__(
        self,
        store: Store,
        wallets: Wallets,
        *,
        now: Callable[[], int],
        random: Callable[[int], bytes],
        has_account: Callable[[str], Awaitable[bool]],
    ) -> None:
        super().__init__(store, wallets, now=now, random=random)
        self._has_account = has_account

    @property
    def by_stream(self) -> dict[str, FloorPromotion]:
        """Every promotion by its stream, such as `promotion/spring`."""
        return {f"{STREAMS}{name}": known for name, known in self.all.items()}

    async def set_up(
        self, caller: Caller, promotion: str, *, kind: Kind, draft: Data
    ) -> Accepted | Rejected:
        """Set a promotion up with a draft of its terms; raises MalformedRecord."""
        if no := caller.why_not("tables"):
            return no
        at = Moment(self._now() // SECOND)
        command = SENT.read("draft-promotion", draft, caller.person, at=at)
        setting = PromotionSetUp(promotion, kind, caller.handle, at)
        return await self.begin(
            promotion, FloorPromotion(setting), command, first=setting, actor=caller.handle
        )

    async def _why_not(self, known: FloorPromotion, command: Any) -> Denied | None:
        """Refuse a scrutineer without an account: somebody else could take the name, and give the numbers."""
        gives = isinstance(command, NominateScrutineer) and known.state.outside == "scrutineer"
        return _NO_ACCOUNT if gives and not await self._has_account(command.scrutineer) else None

    def _follow(self, known: FloorPromotion | None, records: list[JournalRecord]) -> FloorPromotion:
        return follow(known, records)

    def _judge(self, known: FloorPromotion, command: Any) -> tuple[Any, ...] | Refusal:
        decided = carry_out(_rules_for(known, command), known.state, command)
        return decided if isinstance(decided, Refusal) else decided[0]

    def _new_record(self, event: Any) -> NewRecord:
        return new_record(event)

    async def _transfers(
        self, known: FloorPromotion, events: Iterable[Any], *, by: str, at: Moment
    ) -> tuple[MoneyMoved, ...]:
        """Return the transfers to winners who have an account; others are paid outside."""
        moves = []
        for event in events:
            move = transfer(known, event, by=by, at=at)
            if move is not None and await self._has_account(event.player):
                moves.append(move)
        return tuple(moves)

    async def _with_entropy(self, known: FloorPromotion, command: Any) -> Any:
        """Return a command of the draw with the secrets: new ones, or those in the vault."""
        if isinstance(command, StartPromotion):
            size = entropy_needed(len(terms_of(known.state).prizes)) if known.state.document else 0
            return replace(command, entropy=self._random(size).hex())
        if isinstance(command, AmendTerms | DrawPrize):
            sealed = await self._store.secret(PRIZE_DRAW, known.setting.promotion) or b""
            if isinstance(command, AmendTerms) and known.state.approvals:
                document = loads(known.state.approvals[-1].document)
                more = entropy_needed(len(document["prizes"])) - len(sealed)
                sealed += self._random(max(0, more))
            return replace(command, entropy=sealed.hex())
        return command

    def _secrets(self, name: str, known: FloorPromotion, command: Any) -> Secrets:
        if isinstance(command, StartPromotion | AmendTerms):
            return (Put(PRIZE_DRAW, name, bytes.fromhex(command.entropy)),), ()
        if isinstance(command, FinishPromotion | CancelPromotion):
            return (), (Delete(PRIZE_DRAW, name),)
        return (), ()


def _rules_for(known: FloorPromotion, command: Any) -> Rulebook:
    """Return the rulebook that decides: a new draft may name another one."""
    if isinstance(command, DraftPromotion):
        return read_promotion({**command.document, "log": []}).rules
    return known.rules
