"""A table for tests: give it commands, deal cards, and see what was refused."""

from houserules.core.cards import cards
from houserules.core.money import cents
from houserules.core.people import Moment, Person
from houserules.core.refusal import Refusal
from houserules.rulebook.loader import rulebook
from houserules.rulebook.options import choose
from houserules.shoe.state import Source
from houserules.table import commands as c
from houserules.table.events import Event, WagerSettled
from houserules.table.judge import carry_out
from houserules.table.sign.commands import ReportFoundWager
from houserules.table.state import Hand, Table

S24, S65, NZ, PJ = (
    "nsw-pontoon-2024",
    "nsw-pontoon-6to5-2017",
    "nz-pontoon",
    "nsw-pinkjack-2016",
)
ALL = (S24, S65, NZ, PJ)
NSW = (S24, S65, PJ)


def by_rulebook(*clauses: str, names: tuple[str, ...] = ALL) -> list[tuple[str, str]]:
    """Pair the rulebooks with their clauses, for a test that runs under each."""
    return list(zip(names, clauses, strict=True))


def by_nsw_rulebook(*clauses: str) -> list[tuple[str, str]]:
    """Pair the three rulebooks of New South Wales with their clauses."""
    return by_rulebook(*clauses, names=NSW)


class GameTable:
    """One table under one rulebook; everybody has plenty of chips unless told otherwise."""

    def __init__(self, name: str, **options: object) -> None:
        self.rules = choose(rulebook(name), options)
        self.table = Table()
        self.events: list[Event] = []
        for player in ("ann", "bob", "cat", "dan"):
            self.say(c.BringChips(player, 1_000_000))

    def say(self, command: c.Command) -> Refusal | None:
        """Carry out a command; a refusal leaves everything as it was."""
        outcome = carry_out(self.rules, self.table, command)
        if isinstance(outcome, Refusal):
            return outcome
        self.events += outcome[0]
        self.table = outcome[1]
        return None

    def do(self, command: c.Command) -> None:
        """Carry out a command that must be allowed."""
        refusal = self.say(command)
        assert refusal is None, refusal

    def bet(self, *wagers: tuple[int, str, str]) -> None:
        """Place wagers: box, player, dollars; the first on a box is seated."""
        for box, player, amount in wagers:
            seated = self.table.box(box) is None
            self.do(c.PlaceWager(player, box, cents(amount), seated))

    def deal(self, text: str) -> None:
        """Close the bets if they are open, and deal."""
        if self.table.phase == "betting":
            self.do(c.CloseBets())
        for card in cards(text):
            self.do(c.DealCard(card))

    def hand(self, box: int = 1, hand: int = 1) -> Hand:
        """Return a hand that must exist."""
        existing = self.table.hand(box, hand)
        assert existing is not None
        return existing

    @property
    def source(self) -> Source:
        """The shoe or device that the cards come from."""
        assert self.table.source is not None
        return self.table.source

    @property
    def settled(self) -> list[WagerSettled]:
        """Every settlement so far."""
        return [event for event in self.events if isinstance(event, WagerSettled)]


def report_found(wager: c.PlaceWager) -> ReportFoundWager:
    """Return the dealer's report of a wager found on the layout, whatever the limits are."""
    dealer = Person("dora", "dealer")
    lies = (wager.player, wager.box, wager.amount, wager.seated, wager.tokens)
    return ReportFoundWager(dealer, Moment(0), *lies)


def assert_refused(refusal: Refusal | None, code: str, clause: str) -> None:
    """Check that the command was refused with this code under this clause."""
    assert refusal is not None, f"allowed, but {code} was expected"
    assert (refusal.code, refusal.clause) == (code, clause), refusal
    assert refusal.detail.endswith("."), refusal
