"""Insurance and surrender, between the initial and the subsequent deal (S24 9-10, NZ 9-10)."""

from houserules.core.money import Cents, format_money
from houserules.core.refusal import Clause, Refusal
from houserules.rulebook import schema
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import NotOffered
from houserules.table.commands import CloseOffers, Insure, Surrender
from houserules.table.event_builder import EventBuilder
from houserules.table.events import InsurancePlaced, OffersOpened, PlayBegan, WagerSurrendered
from houserules.table.face_down import expose
from houserules.table.irregularities.events import LateOfferClosed
from houserules.table.irregularities.state import LateOffer, Offer
from houserules.table.round import dealer, play
from houserules.table.round.chips import why_not_enough, why_not_without_chips
from houserules.table.round.hands import is_natural
from houserules.table.round.play import why_not_controlled
from houserules.table.state import Box, Table


def open_offers(builder: EventBuilder) -> None:
    """Call insurance and surrender where the dealer's first card asks for it, else go on."""
    first = builder.table.dealer[0].rank
    insurance, surrender = builder.rules.insurance, builder.rules.surrender
    insured = not isinstance(insurance, NotOffered) and first in insurance.insurance_against.value
    given_up = not isinstance(surrender, NotOffered) and first in surrender.surrender_against.value
    if (insured or given_up) and builder.table.turn() is not None:
        builder.emit(OffersOpened(insured, given_up))
    else:
        begin_play(builder)


def begin_play(builder: EventBuilder) -> None:
    """Begin the subsequent deal."""
    builder.emit(PlayBegan())
    play.go_on(builder)


def why_not_close_offers(rules: Rulebook, table: Table, command: CloseOffers) -> Refusal | None:
    """Offers are closed once, after they were made."""
    if table.phase == "offers" or isinstance(table.irregularity, LateOffer):
        return None
    return Refusal("offers.none", rules.play.turn_order, "Neither insurance nor surrender is open.")


def close_offers(builder: EventBuilder, command: CloseOffers) -> None:
    """Close insurance and surrender; after a late offer the round goes on where it was."""
    if not isinstance(builder.table.irregularity, LateOffer):
        begin_play(builder)
        return
    builder.emit(LateOfferClosed())
    if builder.table.phase == "playing":
        play.go_on(builder)
    elif builder.table.phase == "dealer":
        dealer.see_whether_decided(builder)
    elif any(not wager.settled for box in builder.table.boxes for wager in box.insurance):
        dealer.begin(builder)  # the round was over: only the insurance waits for the second card


def why_not_insure(rules: Rulebook, table: Table, command: Insure) -> Refusal | None:
    """Insurance: against an ace, without a natural, in time, not more than half the wager."""
    part = rules.insurance
    if isinstance(part, NotOffered):
        return Refusal("insurance.none", part.clause, "This game has no insurance.")
    box = table.box(command.box)
    if refusal := why_not_against(
        table, "insurance", part.insurance_against.value, part.insurance_against.clause
    ):
        return refusal
    bettor = box.bettor(command.player) if box else None
    if box is None or bettor is None or not bettor.in_round:
        return Refusal(
            "insurance.no-wager",
            part.insurance_most.clause,
            f"You have no initial wager on box {command.box} to insure.",
        )
    if had_natural(box):
        return Refusal(
            "insurance.natural",
            part.no_insurance_with_natural,
            f"Box {command.box} has a natural, so it needs no insurance: it is paid "
            "whatever the dealer has.",
        )
    if table.phase != "offers" and not is_late(table, "insurance", command.player):
        return Refusal(
            "insurance.closed",
            part.insurance_closes,
            "Insurance is closed. It is open only between the initial and the subsequent deal.",
        )
    if refusal := why_not_after_exposed_card(table, part):
        return refusal
    if any(wager.player == command.player for wager in box.insurance):
        return Refusal(
            "insurance.twice",
            rules.wagers.placed_wagers_stay,
            f"You have already insured box {command.box}.",
        )
    return (
        why_not_without_chips(rules, bettor.plays)
        or _why_not_insurance_of(rules, part, bettor.plays, command.amount)
        or why_not_enough(rules, table, command.player, command.amount, tokens=command.tokens)
    )


def why_not_after_exposed_card(table: Table, part: schema.Insurance) -> Refusal | None:
    """Insurance closes once a card was exposed that may become the dealer's second (reading 53)."""
    if not table.aftermath.ready:
        return None
    return Refusal(
        "insurance.card-exposed",
        part.insurance_closes,
        "A card was exposed by mistake, so insurance is closed. Insurance placed before it stands.",
    )


def why_not_against(table: Table, what: str, ranks: str, clause: Clause) -> Refusal | None:
    """The initial deal is complete, and the dealer's first card one that there is an offer for."""
    hands = [hand for _, _, hand in table.hands() if not hand.split and not hand.cleared]
    dealt = all(len(hand.cards) >= 2 for hand in hands)
    if table.boxes and table.dealer and dealt and table.dealer[0].rank in ranks:
        return None
    return Refusal(
        f"{what}.not-now",
        clause,
        f"{what.capitalize()} is open only after the initial deal, when the dealer's first card "
        f"is {' or '.join(ranks)}.",
    )


def had_natural(box: Box) -> bool:
    """Whether the box was dealt a natural; its cards stay in the record when they are cleared."""
    return not box.is_split and is_natural(box.hands[0].cards)


def insurance_limit(part: schema.Insurance, wager: Cents) -> Cents:
    """The most that may be insured: half the wager."""
    return wager * part.insurance_most.value.pays // part.insurance_most.value.on


def _why_not_insurance_of(
    rules: Rulebook, part: schema.Insurance, wager: Cents, amount: Cents
) -> Refusal | None:
    most = insurance_limit(part, wager)
    if not 0 < amount <= most:
        return Refusal(
            "insurance.amount",
            part.insurance_most.clause,
            f"Insure for more than zero and at most {format_money(most)}.",
        )
    pays, chip = part.insurance_pays.value, rules.wagers.smallest_chip.value
    exactly = part.insurance_payable.value == "exactly"
    if exactly and amount * pays.pays % (pays.on * chip):
        return Refusal(
            "insurance.not-payable",
            part.insurance_payable.clause,
            f"Chips of {format_money(chip)} cannot pay {pays} on {format_money(amount)}. "
            "Choose another amount.",
        )
    return None


def insure(builder: EventBuilder, command: Insure) -> None:
    """Lay an insurance wager on the line."""
    builder.emit(InsurancePlaced(command.box, command.player, command.amount, command.tokens))


def why_not_surrender(rules: Rulebook, table: Table, command: Surrender) -> Refusal | None:
    """Surrender: against a court card or an ace, without a natural, the controlling player first."""
    part = rules.surrender
    if isinstance(part, NotOffered):
        return Refusal("surrender.none", part.clause, "This game has no surrender.")
    against = part.surrender_against
    if refusal := why_not_against(table, "surrender", against.value, against.clause):
        return refusal
    box = table.box(command.box)
    if box is None:
        return Refusal(
            "surrender.no-wager", against.clause, f"Box {command.box} has no wager to surrender."
        )
    if had_natural(box):
        return Refusal(
            "surrender.natural",
            against.clause,
            f"Box {command.box} has a natural, which cannot be surrendered.",
        )
    late = is_late(table, "surrender", command.player) and may_surrender_late(rules, table, box)
    if table.phase != "offers" and not late:
        return Refusal(
            "surrender.closed",
            part.surrender_closes,
            "Surrender is closed. It is open only between the initial and the subsequent deal.",
        )
    if refusal := why_not_controlled(box):
        return refusal
    if box.hands[0].cleared:
        return Refusal(
            "surrender.no-wager",
            against.clause,
            f"Box {box.number} has no wager left to surrender.",
        )
    return _why_not_surrender_by(part, box, command.player)


def _why_not_surrender_by(part: schema.SurrenderRules, box: Box, player: str) -> Refusal | None:
    hand = box.hands[0]
    stake = hand.stake_of(player)
    if player == box.controller:
        if stake is not None and stake.surrendered:
            return Refusal(
                "surrender.twice",
                part.surrender_ends_hand,
                f"Box {box.number} has already surrendered.",
            )
        return None
    bound = part.surrender_of_others.value == "are bound"
    if bound or not hand.surrendered or stake is None:
        return Refusal(
            "surrender.not-first",
            part.others_may_not_surrender_first,
            f"{box.controller} decides for box {box.number}"
            + ("." if bound else ". You can follow, but not go first."),
        )
    if stake.surrendered:
        return Refusal(
            "surrender.twice",
            part.surrender_ends_hand,
            f"You have already surrendered on box {box.number}.",
        )
    return None


def surrender(builder: EventBuilder, command: Surrender) -> None:
    """Give up half: for oneself, and where all are bound for everybody on the box."""
    part = builder.rules.surrender
    box = builder.table.box(command.box)
    assert box is not None and not isinstance(part, NotOffered)
    controls = command.player == box.controller
    builder.emit(WagerSurrendered(command.box, command.player, ends_hand=controls))
    if controls:
        expose(builder, command.box)
    if controls and part.surrender_of_others.value == "are bound":
        for stake in box.hands[0].open_stakes:
            if stake.player != command.player:
                builder.emit(WagerSurrendered(command.box, stake.player, ends_hand=False))


# The dealer forgot to offer insurance or surrender, and staff reported it. The irregularity `LateOffer`
# then stops the round, for one player or for everybody (`player` is None), until the dealer closes the
# offer. `round.offers` judges a late answer by the same rules as one in time, except that it asks here
# whether the offer is open; when it is closed, the round goes on where it stopped.


def is_late(table: Table, offer: Offer, player: str) -> bool:
    """Whether the offer was forgotten and is made up for now, to this player."""
    late = table.irregularity
    if not isinstance(late, LateOffer):
        return False
    return late.offer == offer and late.player in (None, player)


def may_surrender_late(rules: Rulebook, table: Table, box: Box) -> bool:
    """Whether the hand of the initial deal is still there, and the time for it not over.

    NZ 16.12: before further cards to the player, or before the dealer's second card; as printed one of
    the two is enough.
    """
    late, hand = rules.late_offers, box.hands[0]
    if isinstance(late, NotOffered) or box.is_split or hand.doubled_at or not hand.open_stakes:
        return False
    no_further_card, no_second_card = len(hand.cards) == 2, len(table.dealer) == 1
    match late.late_surrender.value:
        case "either":
            return no_further_card or no_second_card
        case "both":
            return no_further_card and no_second_card
        case "not provided":
            return False
