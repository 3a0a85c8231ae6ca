"""Options of `legal` can be used as they are; tables, hands and payments read in one line."""

from houserules.core.cards import cards
from houserules.rulebook.loader import rulebook
from houserules.table.cards.open_steps import CardNeeded
from houserules.table.commands import BringChips, CloseBets, Command, DealCard, PlaceWager, Stand
from houserules.table.events import Event, WagerSettled
from houserules.table.judge import carry_out, why_not
from houserules.table.legal import legal, with_amount, with_card
from houserules.table.state import Table

RULES = rulebook("nsw-pontoon-2024")


def play(*commands: Command) -> tuple[Table, list[Event]]:
    table, events = Table(), []
    for command in commands:
        outcome = carry_out(RULES, table, command)
        assert isinstance(outcome, tuple), outcome
        events += outcome[0]
        table = outcome[1]
    return table, events


DEALT = [DealCard(card) for card in cards("Kh 9d 8s")]
START = (BringChips("ann", 100_000), PlaceWager("ann", 1, 2_500), CloseBets())


def test_a_wager_is_offered_at_the_least_with_its_range() -> None:
    table, _ = play(BringChips("ann", 100_000))
    wagers = [each for each in legal(RULES, table) if isinstance(each.command, PlaceWager)]
    assert wagers
    for option in wagers:
        assert isinstance(option.command, PlaceWager)
        assert option.command.amount == option.least < option.most == 100_000
        for amount in (option.least, option.least + option.step, option.most):
            assert why_not(RULES, table, with_amount(option, amount)) is None


def test_every_option_is_allowed_as_it_is() -> None:
    for number in range(len(START) + len(DEALT) + 1):
        table, _ = play(*(*START, *DEALT)[:number])
        for option in legal(RULES, table):
            if not option.takes_card:
                assert why_not(RULES, table, option.command) is None, option


def test_an_option_that_waits_for_a_card_names_none() -> None:
    table, _ = play(*START)
    [option] = legal(RULES, table)
    assert (option.who, option.kind, option.takes_card) == (None, DealCard, True)
    assert option.command == CardNeeded(DealCard)
    [king] = cards("Kh")
    assert with_card(option, king) == DealCard(king)
    assert why_not(RULES, table, with_card(option, king)) is None


def test_a_table_and_its_hands_read_in_one_line() -> None:
    table, events = play(*START, *DEALT, Stand("ann", 1, 1), *[DealCard(c) for c in cards("8d")])
    assert repr(table) == ("Table(round 1, over, box 1: Kh 8s, dealer: 9d 8d, ann $1,025)")
    [hand] = [hand for _, _, hand in table.hands()]
    assert repr(hand).startswith("Hand(Kh 8s = 18, [Stake(ann original $25, win)]")
    [payment] = [each for each in events if isinstance(each, WagerSettled)]
    assert repr(payment) == (
        "WagerSettled(ann's original on box 1, hand 1: win at 1 to 1, $25 staked, $50 back, "
        f"{payment.clause})"
    )
