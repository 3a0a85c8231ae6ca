"""A table where vouchers are exchanged."""

from game_table import PJ, S24, S65, GameTable
from houserules.core.money import Cents, cents
from houserules.core.people import Moment
from houserules.table.events import WagerSettled
from houserules.table.state import Table
from houserules.table.tokens import ExchangeVoucher
from seated_table import DEALER

WITH_TOKENS = (S24, S65, PJ)
DEFINED = {
    S24: "2.1:casino-promotional-token",
    S65: "1.1:casino-promotional-token",
    PJ: "1.1:casino-promotional-token",
}
WAGERED = {S24: "6.2", S65: "5.1", PJ: "5.1"}


def voucher(number: str, player: str, dollars: str, conditions: str = "") -> ExchangeVoucher:
    """The dealer exchanges a voucher."""
    return ExchangeVoucher(DEALER, Moment(0), number, player, cents(dollars), conditions)


class TokenTable(GameTable):
    """A game in which Ann has a thousand dollars in tokens beside her chips, and the house none."""

    def __init__(self, name: str, **options: object) -> None:
        super().__init__(name, **options)
        self.do(voucher("V1", "ann", "1000"))

    def purse(self, player: str) -> tuple[Cents, Cents]:
        """What the player is up in chips and in tokens."""
        return (
            self.table.racks[player] - 1_000_000,
            self.table.tokens.get(player, 0) - (cents("1000") if player == "ann" else 0),
        )

    def rows(self) -> list[tuple[str, str, Cents, Cents, Cents, Cents]]:
        """Every settlement: wager, result, stake, of it tokens, returned, of it tokens."""
        return [_row(event) for event in self.settled]


def _row(event: WagerSettled) -> tuple[str, str, Cents, Cents, Cents, Cents]:
    moved = event.stake, event.token_stake, event.returned, event.tokens
    return (event.wager, event.result, *moved)


def tokens_in_all(table: Table) -> Cents:
    """Every token that is at the table."""
    return sum(table.tokens.values()) + table.layout_tokens() + table.token_tray
