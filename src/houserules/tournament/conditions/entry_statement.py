"""What the conditions say about buying back, entries, prizes and changes, in words (20.4.2(g) to (j))."""

from collections.abc import Iterator
from typing import Final

from houserules.core.money import Cents, format_money
from houserules.rulebook.schema_tournament import Tournament
from houserules.tournament.conditions.document import PlacePrize, TournamentConditions
from houserules.tournament.conditions.stated_item import (
    NOT_STATED,
    Sentence,
    StatedItem,
    counted,
    sentence_of,
)

_CHANGEABLE: Final = {
    "limits": "the limits",
    "stages": "the structure",
    "play": "the conditions of play",
    "eligibility": "who is eligible",
    "entry": "the terms of entry",
    "prizes.payment": "how prizes are paid",
    "prizes.added": "what is added to the prize pool",
    "rules_prevail": "the statement that the rules prevail",
}
_POOL_MONEY: Final = {"buy-ins": "all buy-ins", "buy-backs": "all buy-backs"}


def state_buy_back(conditions: TournamentConditions) -> Iterator[Sentence]:
    """Say whether an eliminated player may return (20.4.2(g))."""
    buy_back = conditions.buy_back
    if buy_back.offered is None:
        return
    if not buy_back.offered:
        yield Sentence("An eliminated player cannot buy back.")
        return
    times = counted(buy_back.times or 0, "time")
    price = format_money(buy_back.price or 0)
    yield Sentence(f"An eliminated player can buy back up to {times}, for {price} each.")
    yield from sentence_of(buy_back.method)
    yield from sentence_of(buy_back.timing)


# Entries.


def state_refusal(conditions: TournamentConditions) -> Iterator[Sentence]:
    """Say whether any application may be refused (20.4.2(h)(ii))."""
    if conditions.eligibility.may_refuse is False:
        yield Sentence("The operator does not reserve the right to refuse any application.")
    yield from sentence_of(conditions.eligibility.refusal_statement)


def state_selection(conditions: TournamentConditions) -> Iterator[Sentence]:
    """Say whether players are selected (20.4.2(h)(iii))."""
    if conditions.eligibility.selects is False:
        yield Sentence("Players are not selected by criteria.")
    yield from sentence_of(conditions.eligibility.criteria)


def state_terms(conditions: TournamentConditions, part: Tournament) -> Iterator[Sentence]:
    """Say how players enter and withdraw (20.4.2(i))."""
    entry = conditions.entry
    yield from sentence_of(entry.terms)
    if entry.application_form is not None:
        yield Sentence(f"Application form: {entry.application_form.rstrip('.')}.")
    if entry.minimum is not None and entry.maximum is not None:
        fewest = f"{entry.minimum:,} to " if entry.minimum != entry.maximum else ""
        yield Sentence(f"The tournament takes {fewest}{entry.maximum:,} players.")
    if entry.withdrawal_hours is not None:
        yield Sentence(
            f"A player may withdraw without penalty until "
            f"{counted(entry.withdrawal_hours, 'hour')} before the first session; later the entry "
            "fee is kept."
            if entry.withdrawal_hours
            else "A player may withdraw without penalty until the first session; later the entry "
            "fee is kept."
        )
    if entry.agreement_in_writing:
        yield Sentence(
            "Each player agrees in writing to the rules and these conditions.",
            part.agreement_in_writing,
        )


# Prizes and changes.


def state_prizes(conditions: TournamentConditions, part: Tournament) -> StatedItem:
    """Say what the prizes are and how they are paid (20.4.2(j))."""
    prizes = conditions.prizes
    rows = tuple((f"{prize.place}", _prize(prize)) for prize in prizes.places)
    sentences = [Sentence("The whole prize pool is paid out.", part.fees_go_to_prize_pool)]
    if prizes.includes:
        more = " and ".join(_POOL_MONEY[each] for each in prizes.includes)
        sentences.append(Sentence(f"It includes the entry fees, {more}."))
    sentences += [
        Sentence(
            f"The operator adds {added.description}, worth {format_money(added.value)}."
            if added.kind != "cash"
            else f"The operator adds {format_money(added.value)}: {added.description}.",
            part.value_added_to_prize_pool,
        )
        for added in prizes.added
    ]
    if prizes.guarantee:
        sentences.append(_guarantee(prizes.guarantee, prizes.guarantee_entries or 0, part))
    if prizes.may_cancel:
        sentences.append(
            Sentence(
                "The operator may cancel the tournament if there are too few entries; all entry "
                "fees are then refunded.",
                part.guarantee_needs_entries,
            )
        )
    sentences += sentence_of(prizes.payment)
    return StatedItem(
        part.states_prizes,
        "Prizes",
        tuple(sentences) if rows else (Sentence(NOT_STATED),),
        ("Place", "Prize") if rows else (),
        rows,
    )


def _guarantee(amount: Cents, entries: int, part: Tournament) -> Sentence:
    needed = f" with {counted(entries, 'entry').replace('entrys', 'entries')} or more"
    return Sentence(
        f"The prize pool is at least {format_money(amount)}{needed if entries else ''}.",
        part.guarantee_needs_entries,
    )


def _prize(prize: PlacePrize) -> str:
    parts = []
    if prize.share is not None:
        whole, rest = divmod(prize.share, 100)
        parts.append(f"{whole}.{rest:02}% of the pool" if rest else f"{whole}% of the pool")
    if prize.amount is not None:
        parts.append(format_money(prize.amount))
    if prize.goods is not None:
        parts.append(prize.goods)
    return ", ".join(parts)


def state_changes(conditions: TournamentConditions, part: Tournament) -> Iterator[Sentence]:
    """Say what may change after publication, with notice (20.4.1, 20.5.3)."""
    changes = conditions.changes
    if not changes.keys:
        yield Sentence("Nothing in these conditions changes after publication.")
    else:
        yield Sentence(
            f"After publication, with notice to the players, these may change: "
            f"{', '.join(map(_changeable, changes.keys))}."
        )
    if changes.notice_minutes is not None:
        yield Sentence(
            f"Players are told of a new starting time at least "
            f"{counted(changes.notice_minutes, 'minute')} before.",
            part.start_moved_with_notice,
        )


def _changeable(key: str) -> str:
    """Say in words what a key of the document stands for: `play.wager_seconds`."""
    if key in _CHANGEABLE:
        return _CHANGEABLE[key]
    section, _, inner = key.partition(".")
    words = inner.replace("_", " ").replace(".", " ")
    return f"{words} ({_CHANGEABLE.get(section, section)})"
