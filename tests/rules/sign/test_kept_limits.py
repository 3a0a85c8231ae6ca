"""What a marker keeps, one player's higher minimum, a side wager put back dearer (readings 64, 65, 71)."""

import pytest

from game_table import ALL, NZ, PJ, S24, S65, assert_refused, by_nsw_rulebook
from houserules.core.refusal import Refusal
from houserules.table import commands as c
from houserules.table.legal import legal
from houserules.table.sign.commands import (
    AllowMore,
    AnnounceLimits,
    ChangeLimits,
    RaiseMinimum,
)
from houserules.table.sign.events import OwnLimitsSet
from houserules.table.sign.lines import sign_lines
from rules.sign.sign_table import SignTable, after, place, stated
from seated_table import SUPERVISOR


def takes(game: SignTable, player: str, amount: str) -> Refusal | None:
    """Try a wager and take it back."""
    refusal = game.say(place(player, 3, amount))
    if refusal is None:
        game.do(c.WithdrawWager(player, 3))
    return refusal


@pytest.mark.clause(S24, "7.5.1", "7.5.4")
@pytest.mark.clause(S65, "6.5.1", "6.5.4")
@pytest.mark.clause(PJ, "6.5.1", "6.5.4")
@pytest.mark.parametrize("name", ALL)
def test_a_marker_keeps_minimum_and_unit_beside_the_new_limits(name: str) -> None:
    game = SignTable(name, stated("5", "500", unit="5"))
    game.do(RaiseMinimum(SUPERVISOR, after(0), stated("32", "1000", unit="32")))
    game.come("dan")
    unit = game.rules.limits.unit.clause
    for amount in ("5", "10", "35", "1000", "32", "64"):
        assert takes(game, "ann", amount) is None, amount
    assert_refused(takes(game, "ann", "33"), "wager.unit", unit)
    most = game.rules.limits.maximum.clause
    assert_refused(takes(game, "ann", "1005"), "wager.above-maximum", most)
    assert_refused(takes(game, "dan", "35"), "wager.unit", unit)
    least = game.rules.markers.new_minimum_for_newcomers
    assert_refused(takes(game, "dan", "5"), "wager.below-minimum", least)
    wagers = [o for o in legal(game.rules, game.table) if o.who == "ann" and o.step > 100]
    steps = {(o.least, o.most, o.step) for o in wagers}
    assert steps == {(500, 100_000, 500), (3_200, 99_200, 3_200)}


@pytest.mark.clause(S24, "7.5.3")
@pytest.mark.clause(S65, "6.5.3")
@pytest.mark.clause(PJ, "6.5.3")
@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("maximum", ["200", "5000"])
def test_the_sign_promises_nothing_that_the_judge_refuses(name: str, maximum: str) -> None:
    game = SignTable(name, stated("5", "1000"))
    game.do(RaiseMinimum(SUPERVISOR, after(0), stated("25", maximum)))
    lines = {line.label: line.text for line in sign_lines(game.rules, game.table)}
    assert lines["New limits, for players who join now"] == f"$25 to ${int(maximum):,}"
    assert lines["Previous limits, ann at box 1"] == (
        "$5 to $1,000; still accepted from $5 in steps of $0.50, up to the new maximum"
    )
    assert takes(game, "ann", maximum) is None
    above = takes(game, "ann", f"{maximum}.50")
    assert_refused(above, "wager.above-maximum", game.rules.limits.maximum.clause)


@pytest.mark.clause(NZ, "12.3(b)")
def test_the_smallest_double_beside_a_marker_is_the_unit_of_before() -> None:
    game = SignTable(NZ, stated("5", "500", unit="5"))
    game.do(RaiseMinimum(SUPERVISOR, after(0), stated("25", "500", unit="25")))
    game.do(place("ann", 1, "10"))
    game.deal("5s 6h 6d")
    assert_refused(game.say(c.Double("ann", 1, 1, 450)), "double.too-little", "12.3(b)")
    game.do(c.Double("ann", 1, 1, 500))


@pytest.mark.clause(S24, "7.6", "7.5")
@pytest.mark.clause(S65, "6.6", "6.5")
@pytest.mark.clause(PJ, "6.6", "6.5")
@pytest.mark.parametrize(("name", "clause"), by_nsw_rulebook("7.5", "6.5", "6.5"))
def test_one_players_minimum_rises_by_agreement_or_after_its_sign(name: str, clause: str) -> None:
    def allow(minutes: int, seconds: int = 0, *, agreed: bool = False) -> AllowMore:
        at = after(minutes, seconds)
        return AllowMore(SUPERVISOR, at, "ann", 50_000, 200_000, agreed=agreed)

    game = SignTable(name, stated("5", "1000"))
    game.do(AllowMore(SUPERVISOR, after(0), "ann", 500, 150_000))  # no higher minimum
    assert_refused(game.say(allow(0)), "limits.not-agreed", clause)
    table = stated("500", "2000")
    game.do(AnnounceLimits(SUPERVISOR, after(0), table, after(20)))  # says nothing of ann's own
    assert_refused(game.say(allow(20)), "limits.not-agreed", clause)
    soon = AnnounceLimits(SUPERVISOR, after(1), table, after(20, 59), player="ann")
    assert_refused(game.say(soon), "limits.too-soon", clause)
    game.do(AnnounceLimits(SUPERVISOR, after(1), table, after(21), player="ann"))
    labels = [line.label for line in sign_lines(game.rules, game.table)]
    assert any(label.startswith("Limits of ann from ") for label in labels)
    assert_refused(game.say(allow(20, 59)), "limits.too-soon", clause)
    game.do(allow(21))
    sign = game.table.sign
    assert sign is not None and [each.player for each in sign.announced] == [None]
    game = SignTable(name, stated("5", "1000"))
    game.do(allow(0, agreed=True))
    (event,) = [e for e in game.events if isinstance(e, OwnLimitsSet)]
    assert event.agreed


@pytest.mark.parametrize("name", [S24, S65, PJ])
def test_an_announcement_for_one_player_does_not_raise_the_tables_minimum(name: str) -> None:
    game = SignTable(name, stated("5", "1000"))
    higher = stated("25", "2000")
    game.do(AnnounceLimits(SUPERVISOR, after(0), higher, after(20), player="ann"))
    refusal = game.say(ChangeLimits(SUPERVISOR, after(20), higher))
    assert refusal is not None and refusal.code == "limits.not-announced"
    low = AnnounceLimits(SUPERVISOR, after(0), stated("5", "2000"), after(20), player="ann")
    assert_refused(game.say(low), "limits.not-higher", game.rules.markers.minimum_kept)


@pytest.mark.clause(S24, "7.5", "16.3")
@pytest.mark.clause(S65, "6.5", "15.3")
@pytest.mark.clause(PJ, "6.5", "13.3")
@pytest.mark.parametrize(("name", "clause"), by_nsw_rulebook("7.5", "6.5", "6.5"))
def test_a_side_wager_put_back_dearer_needs_its_sign(name: str, clause: str) -> None:
    def sign(amount: str | None) -> ChangeLimits:
        key = "suits" if name == PJ else "pairs"
        return ChangeLimits(SUPERVISOR, after(1), stated("5", **({key: amount} if amount else {})))

    game = SignTable(name, sign("5").stated)
    game.do(sign(None))
    game.do(sign(None))
    assert_refused(game.say(sign("5.50")), "limits.not-announced", clause)
    game.do(sign("5"))  # as it was
    game.do(sign(None))
    game.do(AnnounceLimits(SUPERVISOR, after(1), sign("25").stated, after(21)))
    dearer = sign("25").stated
    early = ChangeLimits(SUPERVISOR, after(20, 59), dearer)
    assert_refused(game.say(early), "limits.too-soon", clause)
    game.do(ChangeLimits(SUPERVISOR, after(21), dearer))


@pytest.mark.parametrize("name", [S24, S65, PJ])
def test_a_side_wager_that_was_never_offered_has_any_amount(name: str) -> None:
    game = SignTable(name, stated("5"))
    key = "suits" if name == PJ else "pairs"
    game.do(ChangeLimits(SUPERVISOR, after(1), stated("5", **{key: "25"})))
