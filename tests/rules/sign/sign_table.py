"""A table with a sign, a shoe, seats and staff."""

from game_table import NZ, PJ, S24, S65, GameTable
from houserules.core.cards import cards
from houserules.core.money import cents
from houserules.core.people import MINUTE, Moment, Role
from houserules.shoe.state import Kind, Source
from houserules.table import commands as c
from houserules.table.people.state import Patron, PlayerCard
from houserules.table.sign.commands import PutUpSign, RaiseWager, ReportFoundWager
from houserules.table.sign.state import SideLimits, Stated
from houserules.table.sign.stated_limits import stated_by
from houserules.table.staff.commands import GiveNotice
from houserules.table.state import changed
from seated_table import MANAGER, SUPERVISOR

START = Moment(10_000)
ROLES: tuple[Role, ...] = (
    "player",
    "dealer",
    "Gaming Supervisor",
    "casino supervisor",
    "Assistant Gaming Manager",
    "Gaming Manager",
    "inspector",
    "Surveillance",
    "Tournament Manager",
    "cashier",
)
SEATS = (("ann", 1), ("bob", 2), ("cat", None))
SIDE = {S24: "perfect-pairs", S65: "perfect-pairs", NZ: "perfect-pairs", PJ: "suits-you"}


def after(minutes: int, seconds: int = 0) -> Moment:
    """Return a time after the sign went up."""
    return Moment(START + minutes * MINUTE + seconds)


def stated(minimum: str, maximum: str | None = "1000", **more: str) -> Stated:
    """Write limits in dollars: `unit`, `player_maximum`; `pairs` and `suits` are side wagers."""
    sides = tuple(
        SideLimits(kind, cents(least), cents(most or least))
        for key, kind in (("pairs", "perfect-pairs"), ("suits", "suits-you"))
        if key in more
        for least, _, most in [more[key].partition(" ")]
    )
    return Stated(
        cents(minimum),
        cents(maximum) if maximum else None,
        cents(more["unit"]) if "unit" in more else None,
        cents(more["player_maximum"]) if "player_maximum" in more else None,
        sides,
    )


def place(player: str, box: int, amount: str) -> c.PlaceWager:
    return c.PlaceWager(player, box, cents(amount))


def found_wager(player: str, box: int, amount: str) -> ReportFoundWager:
    return ReportFoundWager(SUPERVISOR, START, player, box, cents(amount))


def raise_wager(player: str, box: int, amount: str) -> RaiseWager:
    return RaiseWager(player, box, cents(amount))


class SignTable(GameTable):
    """One table with a sign; everybody at it has a Player Card."""

    def __init__(
        self,
        name: str,
        limits: Stated | None = None,
        *,
        seats: tuple[tuple[str, int | None], ...] = SEATS,
        kind: Kind = "card shoe",
        **options: object,
    ) -> None:
        super().__init__(name, **options)
        patrons = [Patron(player, seat, card=PlayerCard(player, player)) for player, seat in seats]
        self.table = changed(self.table, source=Source(kind, 384, 384), patrons=tuple(patrons))
        self.do(PutUpSign(SUPERVISOR, START, limits or stated_by(self.rules)))

    def come(self, player: str, seat: int | None = None) -> None:
        """Let somebody come to the table with a Player Card."""
        patron = Patron(player, seat, card=PlayerCard(player, player))
        self.table = changed(self.table, patrons=(*self.table.patrons, patron))

    def told(self, to: str, about: str, player: str | None = None) -> None:
        """Give a notice."""
        self.do(GiveNotice(MANAGER, START, to, about, player))

    def round(self, *players: str) -> None:
        """Play a round in which these players, each on a box from 1 up, have a natural."""
        for box, player in enumerate(players, start=1):
            least = self.table.sign.stated.minimum if self.table.sign else 500
            self.do(c.PlaceWager(player, box, least))
        suits = "shc"
        kings = [f"K{suits[n % 3]}" for n in range(len(players))]
        aces = [f"A{suits[(n + 1) % 3]}" for n in range(len(players))]
        self.do(c.CloseBets())
        for card in cards(" ".join([*kings, "7h", *aces])):
            self.do(c.DealCard(card))
        if self.table.phase == "dealer":  # NZ 8.5: a second card in any case
            self.do(c.DealCard(cards("9d")[0]))
        self.do(c.ClearTable())

    def new_shoe(self) -> None:
        """Let a new shoe begin."""
        source = self.table.source
        assert source is not None
        self.table = changed(self.table, source=changed(source, shoe=source.shoe + 1))
