"""How amounts are written, on every page and in every command."""

import pytest

from houserules.core.money import format_money, signed_money


@pytest.mark.parametrize(
    ("amount", "text", "signed"),
    [
        (2500, "$25", "+$25"),
        (1250, "$12.50", "+$12.50"),
        (125_050, "$1,250.50", "+$1,250.50"),
        (-50, "−$0.50", "−$0.50"),
        (0, "$0", "$0"),
    ],
)
def test_an_amount_has_cents_only_where_there_are_any(amount: int, text: str, signed: str) -> None:
    assert format_money(amount) == text
    assert signed_money(amount) == signed


@pytest.mark.parametrize(
    ("amount", "divisor", "text"),
    [
        (7500, 2, "$37.50"),
        (5000, 2, "$25"),
        (25, 2, "$0.125"),
        (2501, 4, "$6.2525"),
        (-100, 3, "−$0.33333333"),
        (-7, 7, "−$0.01"),
    ],
)
def test_an_amount_may_end_in_parts_of_a_cent(amount: int, divisor: int, text: str) -> None:
    assert format_money(amount, divisor=divisor) == text
