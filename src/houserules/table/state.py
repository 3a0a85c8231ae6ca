"""The table as it stands: values only. `evolve` makes the next one; nothing here reads rules.

They are frozen but not slotted: `changed` copies their dictionaries, several times faster than
`dataclasses.replace`, and a round changes some thirty of them.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeVar

from houserules.core.cards import Card
from houserules.core.money import Cents, format_money
from houserules.core.refusal import Clause
from houserules.shoe.state import Source
from houserules.table.irregularities.state import Aftermath, Irregularity
from houserules.table.people.state import Patron, PeopleState
from houserules.table.session.state import Session
from houserules.table.sign.state import Sign
from houserules.table.staff.state import Staff, Voucher

# Which way up a table deals the players' first two cards.


@dataclass(frozen=True)
class Facing:
    """Whether an inspector has approved face-down cards, and whether they are dealt so."""

    approved: bool = False
    down: bool = False


Phase = Literal["betting", "dealing", "offers", "playing", "dealer", "over"]
SideKind = Literal["perfect-pairs", "suits-you"]
Result = Literal["win", "lose", "stand-off", "surrendered", "forfeited", "void", "bonus"]
Question = Literal["double", "split", "forfeit", "split-ace-again"]

State = TypeVar("State")


def changed(state: State, **changes: Any) -> State:
    """Return the value with some of its fields changed, as `dataclasses.replace` would."""
    new = object.__new__(state.__class__)
    object.__setattr__(new, "__dict__", state.__dict__ | changes)  # what is frozen stays as it is
    return new


@dataclass(frozen=True)
class Bettor:
    """Somebody with an initial wager on a box."""

    player: str
    placed: Cents  # as found on the layout: decides who controls the box
    plays: Cents  # after a cut-back to the maximum: what everything else is computed from
    seated: bool
    tokens: Cents = 0  # how much of what plays is in promotional tokens
    kept: Cents = 0  # lawful before limits changed, and so not cut back
    has_form: bool = False  # an undisclosed wager in a tournament: dealt and played without chips

    @property
    def in_round(self) -> bool:
        """Whether the wager plays; one that was cut back to nothing does not."""
        return self.plays > 0 or self.has_form


@dataclass(frozen=True)
class SideWager:
    """A Perfect Pairs or Suits You wager."""

    player: str
    kind: SideKind
    amount: Cents
    suit: str | None = None
    settled: bool = False
    tokens: Cents = 0
    confirmed: bool = False  # by the dealer, before bets were closed


@dataclass(frozen=True)
class InsuranceWager:
    """A wager that the dealer has a natural."""

    player: str
    amount: Cents
    settled: bool = False
    tokens: Cents = 0


@dataclass(frozen=True)
class Stake:
    """What one bettor has on one hand."""

    player: str
    kind: Literal["original", "split"]
    amount: Cents
    double: Cents = 0
    surrendered: bool = False
    result: Result | None = None  # None while it is open
    tokens: Cents = 0  # of the amount
    double_tokens: Cents = 0  # of the double

    def __repr__(self) -> str:
        """Return one line: player, wager, result."""
        double = f" + {format_money(self.double)} double" if self.double else ""
        ends = self.result or ("surrendered" if self.surrendered else "open")
        return f"Stake({self.player} {self.kind} {format_money(self.amount)}{double}, {ends})"

    @property
    def is_open(self) -> bool:
        """Whether the wager is still to be settled."""
        return self.result is None


@dataclass(frozen=True)
class Hand:
    """Cards on a box, the wagers that depend on them, and how far they have been played."""

    cards: tuple[Card, ...]
    stakes: tuple[Stake, ...]
    total: int = 0  # as announced
    soft: bool = False
    asked: bool = False  # a card has been asked for
    doubled_at: int = 0  # the number of cards when the controlling player doubled
    split: bool = False  # formed by a split
    surrendered: bool = False
    done: bool = False  # takes no further decision
    cleared: bool = False  # settled; its cards are in the discard rack
    face_down: bool = False  # its first two cards have not been exposed

    def __repr__(self) -> str:
        """Return one line: cards, total, stakes."""
        cards = " ".join(map(str, self.cards)) or "no cards"
        total = f" = {'soft ' if self.soft else ''}{self.total}" if self.total else ""
        ends = ", cleared" if self.cleared else ", done" if self.done else ""
        return f"Hand({cards}{total}, {list(self.stakes)}{ends})"

    @property
    def card_due(self) -> bool:
        """Whether the next card goes here, once it is this hand's turn."""
        return not self.done and (
            self.asked or len(self.cards) < 2 or len(self.cards) == self.doubled_at
        )

    @property
    def open_stakes(self) -> tuple[Stake, ...]:
        """Return the stakes that are still to be settled."""
        return tuple([stake for stake in self.stakes if stake.result is None])

    def stake_of(self, player: str) -> Stake | None:
        """Return the player's open stake on the hand."""
        for stake in self.stakes:
            if stake.player == player and stake.result is None:
                return stake
        return None


@dataclass(frozen=True)
class Box:
    """A playing area: its bettors, nearest the dealer first, its hands and its other wagers."""

    number: int
    bettors: tuple[Bettor, ...] = ()
    sides: tuple[SideWager, ...] = ()
    insurance: tuple[InsuranceWager, ...] = ()
    controller: str | None = None  # who decides; known once bets are closed
    hands: tuple[Hand, ...] = ()
    away: tuple[str, ...] = ()  # bettors who decided for the box and are away
    uncontrolled: Clause | None = None  # the clause by which nobody may decide for the box

    @property
    def absent(self) -> bool:
        """Whether nobody decides for the box: who should is away, or nobody may."""
        return self.uncontrolled is not None or self.controller in self.away

    @property
    def is_split(self) -> bool:
        """Whether the box has more than its first hand."""
        return len(self.hands) > 1

    def bettor(self, player: str) -> Bettor | None:
        """Return the player's initial wager on the box."""
        for bettor in self.bettors:  # asked for every command that is listed: no generator
            if bettor.player == player:
                return bettor
        return None


@dataclass(frozen=True, slots=True)
class Awaiting:
    """A question that some players must answer before the round goes on."""

    question: Question
    box: int
    hand: int
    players: tuple[str, ...]


@dataclass(frozen=True)
class Table:
    """Everything on and around one table between two commands."""

    phase: Phase = "betting"
    boxes: tuple[Box, ...] = ()  # those with a wager, in the order of the deal
    dealer: tuple[Card, ...] = ()
    dealer_total: int = 0
    awaiting: Awaiting | None = None
    racks: dict[str, Cents] = field(default_factory=dict)
    float_tray: Cents = 0
    discards: tuple[Card, ...] = ()
    super_bonus: tuple[tuple[str, int], ...] = ()  # player and box of this round's winners
    bonus_paid: tuple[tuple[str, int | None], ...] = ()  # whom the winners' luck has paid
    rounds: int = 0
    # Around the round. Without a source the cards come from a written record, and nobody looks
    # after shoe, seats or sign.
    source: Source | None = None
    patrons: tuple[Patron, ...] = ()  # who is at the table, in the order of arrival
    people: PeopleState = field(
        default_factory=PeopleState
    )  # whom staff have refused, excluded, detained
    staff: Staff = field(default_factory=Staff)
    irregularity: Irregularity | None = None  # what must be put right before anything else
    aftermath: Aftermath = field(default_factory=Aftermath)  # what irregularities have left behind
    before_round: "Table | None" = None  # as it was when bets were closed
    log: tuple[Any, ...] = ()  # the events of the round so far
    tokens: dict[str, Cents] = field(default_factory=dict)  # beside the racks of chips
    token_tray: Cents = 0  # tokens that the house has collected
    vouchers: tuple[Voucher, ...] = ()  # of players who still have tokens
    tokens_given: Cents = 0  # for all vouchers so far
    facing: Facing = field(default_factory=Facing)
    sign: Sign | None = None  # None: the limits are those of the rulebook
    session: Session | None = None  # of a tournament, with chips of its own
    tournament_rounds: tuple[tuple[int, int], ...] = ()  # first and last of each earlier session

    def __repr__(self) -> str:
        """Return one line: the phase, the cards in play and the racks."""
        hands = [
            f"box {box.number}: {' '.join(map(str, hand.cards)) or 'no cards'}"
            for box, _, hand in self.hands()
        ]
        dealer = [f"dealer: {' '.join(map(str, self.dealer))}"] if self.dealer else []
        racks = [f"{player} {format_money(held)}" for player, held in self.racks.items()]
        parts = [f"round {self.rounds}", self.phase, *hands, *dealer, *racks]
        return f"Table({', '.join(parts)})"

    def patron(self, name: str) -> Patron | None:
        """Return a player at the table; None: nobody of that name."""
        for each in self.patrons:
            if each.name == name:
                return each
        return None

    def patron_at(self, box: int) -> Patron | None:
        """Return who sits at a box."""
        return next((each for each in self.patrons if each.seat == box), None)

    def box(self, number: int) -> Box | None:
        """Return the box with that number, if anything is on it."""
        for box in self.boxes:
            if box.number == number:
                return box
        return None

    def hand(self, box: int, hand: int) -> Hand | None:
        """Return a hand by its numbers, both counted from 1."""
        for each in self.boxes:
            if each.number == box:
                return each.hands[hand - 1] if 1 <= hand <= len(each.hands) else None
        return None

    def turn(self) -> tuple[Box, int, Hand] | None:
        """Return the hand in play: the first, from the dealer's left, that is not done."""
        for box in self.boxes:
            for number, hand in enumerate(box.hands, start=1):
                if not hand.done:
                    return box, number, hand
        return None

    def hands(self) -> Iterator[tuple[Box, int, Hand]]:
        """Yield every hand of the round in order."""
        for box in self.boxes:
            for number, hand in enumerate(box.hands, start=1):
                yield box, number, hand

    def has_refused(self, box: int, hand: int) -> bool:
        """Whether the hand takes no more cards than it must: its player refused one dealt in error."""
        return (box, hand) in self.aftermath.refused

    def plays_tournament_chips(self, number: int) -> bool:
        """Whether a round was played with the chips of a tournament."""
        if self.session is not None and number >= self.session.first_round:
            return True
        return any(first <= number <= last for first, last in self.tournament_rounds)

    @property
    def has_face_down(self) -> bool:
        """Whether cards lie there that only their controlling player may see."""
        return any(hand.face_down for _, _, hand in self.hands())

    def layout(self) -> Cents:
        """Count the chips that lie on the layout, without the tokens."""
        total = -self.layout_tokens()
        for box in self.boxes:
            total += sum(each.amount for each in box.sides if not each.settled)
            total += sum(each.amount for each in box.insurance if not each.settled)
            if not box.hands:
                total += sum(bettor.plays for bettor in box.bettors)
            for hand in box.hands:
                total += sum(s.double + (s.amount if s.is_open else 0) for s in hand.stakes)
        return total

    def layout_tokens(self) -> Cents:
        """Count the promotional tokens that lie on the layout."""
        total = 0
        for box in self.boxes:
            total += sum(each.tokens for each in box.sides if not each.settled)
            total += sum(each.tokens for each in box.insurance if not each.settled)
            if not box.hands:
                total += sum(bettor.tokens for bettor in box.bettors)
            for hand in box.hands:
                total += sum(s.double_tokens + (s.tokens if s.is_open else 0) for s in hand.stakes)
        return total


Step = Callable[[Table, Any], Table]
"""What an event does to a table; the second argument is the event."""
Steps = Mapping[type, Step]
