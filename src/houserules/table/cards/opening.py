"""Opening a table: which cards, who checks them, what is done before the players' eyes."""

from houserules.core.refusal import Clause, Refusal
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.values import NotOffered
from houserules.shoe.preparation import new_cards, uses_automatic_shuffler
from houserules.shoe.stack import deck_size
from houserules.shoe.state import Kind, PreShuffled, Source
from houserules.table.cards import commands, events
from houserules.table.cards.next_step import instead, is_next, step_clause, why_not_ready
from houserules.table.event_builder import EventBuilder
from houserules.table.people.admission import not_here
from houserules.table.state import Table


def why_not_source(rules: Rulebook, table: Table) -> Refusal | None:
    """Most of what is done with cards needs a table that has some."""
    if table.source is not None:
        return None
    return Refusal(
        "table.not-open", rules.powers.may_open_table.clause, "The table is not open for gaming."
    )


def why_not_real_cards(table: Table, clause: Clause) -> Refusal | None:
    """Nothing happens to the cards of a virtual shoe but what the software does with them."""
    if table.source is None or not table.source.virtual:
        return None
    return Refusal(
        "shoe.virtual",
        clause,
        "The software deals this shoe in the order of its stack, so this cannot happen "
        "to its cards.",
    )


def why_not_open(rules: Rulebook, table: Table, command: commands.OpenTable) -> Refusal | None:
    """A table opens once, before any wager, with the sets that its shuffler takes."""
    if table.source is not None:
        return Refusal(
            "open.twice", rules.powers.may_open_table.clause, "The table is already open."
        )
    if table.phase != "betting" or table.boxes:
        return Refusal(
            "open.round",
            rules.powers.may_open_table.clause,
            "A round is on the table. Finish it first.",
        )
    return why_not_low_limit(rules, rules.cards.dealt_from.value) or why_not_cards(
        rules, command, virtual=command.virtual
    )


def why_not_low_limit(rules: Rulebook, kind: Kind) -> Refusal | None:
    """Where low limit gaming is offered, all cards come from a shuffling device (S24 6.7.2)."""
    part = rules.low_limit_gaming
    if isinstance(part, NotOffered) or not part.low_limit.value or kind == "shuffling device":
        return None
    return Refusal(
        "low-limit.shoe",
        part.low_limit_device,
        "Low limit gaming must be dealt from a shuffling device.",
    )


def why_not_cards(
    rules: Rulebook, command: commands.OpenTable | commands.ReplaceCards, *, virtual: bool
) -> Refusal | None:
    """One set of one colour; for an automatic shuffler two of different colours (NZ 3.4)."""
    shuffler, colours = rules.automatic_shuffler, command.colours
    if uses_automatic_shuffler(rules) and not isinstance(shuffler, NotOffered):
        if len(colours) != 2 or len(set(colours)) != 2:
            return Refusal(
                "cards.two-sets", shuffler.two_sets, "Open two sets of different colours."
            )
    elif len(colours) != 1:
        return Refusal(
            "cards.one-set", rules.cards.cards_of_one_colour, "Open one set of one colour."
        )
    by = command.pre_shuffled
    return None if by is None else _why_not_pre_shuffled(rules, by, virtual=virtual)


def _why_not_pre_shuffled(rules: Rulebook, by: PreShuffled, *, virtual: bool) -> Refusal | None:
    """Cards shuffled ahead of time, where the document has them (S24 4.4, 5.2)."""
    part = rules.pre_shuffled
    if isinstance(part, NotOffered):
        return Refusal(
            "cards.pre-shuffled",
            part.clause,
            "In this game, cards are opened and shuffled at the table.",
        )
    if by == "Angel" and not part.angel_cards.value:
        return Refusal(
            "cards.pre-shuffled",
            part.angel_cards.clause,
            "Use the casino's own pre-shuffled cards.",
        )
    if virtual:
        return Refusal(
            "cards.pre-shuffled",
            part.pre_shuffled_secured,
            "The software that deals a virtual shoe also shuffles it. Open it without "
            "pre-shuffled cards.",
        )
    return None


def open_table(builder: EventBuilder, command: commands.OpenTable) -> None:
    """Bring the cards to the table; what has to be done with them is due."""
    rules = builder.rules
    kind = rules.cards.dealt_from.value
    steps = new_cards(
        rules,
        kind,
        cause="start",
        colours=command.colours,
        pre_shuffled=command.pre_shuffled,
        virtual=command.virtual,
    )
    builder.emit(
        events.TableOpened(
            kind=kind,
            cards=deck_size(rules) * rules.equipment.decks.value,
            colours=command.colours,
            virtual=command.virtual,
            pre_shuffled=command.pre_shuffled,
            steps=steps,
            by=command.by.name,
            at=command.at,
            clause=rules.cards.dealt_from.clause,
        )
    )


def why_not_check(rules: Rulebook, table: Table, command: commands.CheckCards) -> Refusal | None:
    """Checked once by anyone of staff or a device, or by two people by themselves (NZ 6.1)."""
    rule = rules.cards.cards_checked_by
    if refusal := why_not_source(rules, table):
        return refusal
    if not is_next(table, "check"):
        return Refusal("check.not-due", rule.clause, "No cards are waiting to be checked.")
    if rule.value != "dealer and supervisor":
        return None
    assert table.source is not None
    by, done = command.by, table.source.preparation.checked_by
    by_two = not command.with_device and by.role in ("dealer", "Gaming Supervisor")
    if by_two and not any(by.name == name or by.role == role for name, role in done):
        return None
    return Refusal(
        "check.both",
        rule.clause,
        "The dealer and the game supervisor each check the cards independently.",
    )


def check(builder: EventBuilder, command: commands.CheckCards) -> None:
    """Record a check."""
    source = builder.table.source
    assert source is not None
    clause = builder.rules.cards.cards_checked_by.clause
    by = command.by
    builder.emit(
        events.CardsChecked(
            source.due[0].colour, command.with_device, by.name, by.role, command.at, clause
        )
    )


def why_not_secured(
    rules: Rulebook, table: Table, command: commands.ConfirmSecured
) -> Refusal | None:
    """Once for pre-shuffled cards, after their check (S24 4.4, S65 3.4, PJ 3.4)."""
    if refusal := why_not_source(rules, table):
        return refusal
    if is_next(table, "secured"):
        return None
    return Refusal(
        "secured.not-due",
        _secured_clause(rules),
        "No pre-shuffled cards are waiting to be confirmed as secure.",
    )


def _secured_clause(rules: Rulebook) -> Clause:
    part = rules.pre_shuffled
    return part.clause if isinstance(part, NotOffered) else part.pre_shuffled_secured


def confirm_secured(builder: EventBuilder, command: commands.ConfirmSecured) -> None:
    """Record that the cards were kept secure."""
    source, clause = builder.table.source, _secured_clause(builder.rules)
    assert source is not None
    builder.emit(events.CardsSecured(source.due[0].colour, command.by.name, command.at, clause))


def why_not_prepare(
    rules: Rulebook, table: Table, command: commands.PrepareCards
) -> Refusal | None:
    """Spread, wash, stack, riffle and load in this order; a riffle also on request (S24 5.2)."""
    if refusal := why_not_source(rules, table):
        return refusal
    clause = step_clause(rules, table, command.step)
    assert table.source is not None
    riffle = table.source.preparation.riffle if command.step == "riffle" else None
    if riffle == "approved" and is_next(table, "cut"):
        return None
    if not is_next(table, command.step):
        return Refusal(
            "prepare.not-due",
            clause,
            f"It is not time to {command.step} the cards: {instead(rules, table)}.",
        )
    if command.step == "spread" and not table.patrons:
        return Refusal(
            "spread.no-player", clause, "Spread the cards when the first player has come."
        )
    return None


def prepare(builder: EventBuilder, command: commands.PrepareCards) -> None:
    """Record a step of the opening."""
    source = builder.table.source
    assert source is not None
    clause = step_clause(builder.rules, builder.table, command.step)
    builder.emit(
        events.CardsPrepared(
            command.step, source.due[0].colour, command.by.name, command.at, clause
        )
    )


# Replacing all cards, or damaged ones (S24 4.5, NZ 7.7 and 16.8, PJ 3.5).


def why_not_replace(
    rules: Rulebook, table: Table, command: commands.ReplaceCards
) -> Refusal | None:
    """After a round that the document lets new cards follow."""
    if refusal := why_not_source(rules, table):
        return refusal
    assert table.source is not None
    source, clause = table.source, _clause_of(rules, table.source)
    if table.phase != "betting" or table.rounds == 0:
        return Refusal("replace.not-now", clause, "Replace the cards when the round is over.")
    any_round = rules.cards.cards_replaced.value == "after any round"
    cutting_card_came = source.preparation.cause in (
        "cutting card on a box",
        "cutting card on the dealer's hand",
    )
    waits = cutting_card_came and is_next(table, "shuffle")  # S24 4.5.1
    if source.kind == "card shoe" and not any_round and not waits:
        return Refusal(
            "replace.not-now",
            clause,
            "Replace the cards of a shoe after the round in which the cutting card came "
            "out, before the shuffle.",
        )
    if is_next(table, "verify"):
        return why_not_ready(rules, table)
    return why_not_cards(rules, command, virtual=source.virtual)


def replace(builder: EventBuilder, command: commands.ReplaceCards) -> None:
    """Bring new cards to the table; they are made ready like those of a new table."""
    rules, source = builder.rules, builder.table.source
    assert source is not None
    steps = new_cards(
        rules,
        source.kind,
        cause="replaced",
        colours=command.colours,
        pre_shuffled=command.pre_shuffled,
        virtual=source.virtual,
    )
    builder.emit(
        events.CardsReplaced(
            colours=command.colours,
            pre_shuffled=command.pre_shuffled,
            steps=steps,
            by=command.by.name,
            at=command.at,
            clause=_clause_of(rules, source),
        )
    )


def _clause_of(rules: Rulebook, source: Source) -> Clause:
    if source.kind == "shuffling device" and not isinstance(rules.device, NotOffered):
        return rules.device.device_cards_replaced
    return rules.cards.cards_replaced.clause


def why_not_damaged(
    rules: Rulebook, table: Table, command: commands.ReportDamagedCard
) -> Refusal | None:
    """A damaged card is reported at any time (NZ 16.8)."""
    clause = rules.powers.may_report_damaged_card.clause
    return why_not_source(rules, table) or why_not_real_cards(table, clause)


def report_damaged(builder: EventBuilder, command: commands.ReportDamagedCard) -> None:
    """Have the card replaced when the round is over."""
    clause = builder.rules.powers.may_report_damaged_card.clause
    builder.emit(events.CardDamaged(command.by.name, command.at, clause))


def why_not_replace_damaged(
    rules: Rulebook, table: Table, command: commands.ReplaceDamagedCard
) -> Refusal | None:
    """At the end of the round, not within it."""
    clause = rules.powers.may_report_damaged_card.clause
    if table.source is None or not table.source.damaged:
        return Refusal("damaged-card.none", clause, "No card was reported damaged.")
    if table.phase != "betting":
        return Refusal(
            "damaged-card.later", clause, "Replace the damaged card when the round is over."
        )
    return None


def replace_damaged(builder: EventBuilder, command: commands.ReplaceDamagedCard) -> None:
    """Put the same cards from a new deck in their place."""
    source = builder.table.source
    assert source is not None
    clause = builder.rules.powers.may_report_damaged_card.clause
    builder.emit(events.DamagedCardReplaced(source.damaged, command.by.name, command.at, clause))


# A riffle of pre-shuffled cards: a player asks, a supervisor approves (S24 5.2, S65 4.2).


def why_not_ask(rules: Rulebook, table: Table, command: commands.AskForRiffle) -> Refusal | None:
    """A player may ask while pre-shuffled cards wait for the cut (S24 5.2, 5.2.1)."""
    if refusal := why_not_source(rules, table):
        return refusal
    if table.patron(command.player) is None:
        return not_here(rules)
    part = rules.pre_shuffled
    if isinstance(part, NotOffered):
        return Refusal("riffle.none", part.clause, "Only pre-shuffled cards are riffled.")
    if not part.riffle_on_request.value:
        return Refusal(
            "riffle.none",
            part.riffle_on_request.clause,
            "You can't ask for a riffle: the dealer shuffles these cards anyway.",
        )
    assert table.source is not None
    preparation = table.source.preparation
    if preparation.pre_shuffled is None or preparation.riffle or not is_next(table, "cut"):
        return Refusal(
            "riffle.not-now",
            part.riffle_on_request.clause,
            "You can ask for one riffle, while pre-shuffled cards wait for the cut.",
        )
    return None


def ask(builder: EventBuilder, command: commands.AskForRiffle) -> None:
    clause = step_clause(builder.rules, builder.table, "riffle")
    builder.emit(events.RiffleAsked(command.player, clause))


def why_not_approve(
    rules: Rulebook, table: Table, command: commands.ApproveRiffle
) -> Refusal | None:
    source = table.source
    if source is not None and source.preparation.riffle == "asked":
        return None
    return Refusal(
        "riffle.not-asked",
        rules.powers.may_approve_riffle.clause,
        "No player has asked for a riffle of the pre-shuffled cards.",
    )


def approve(builder: EventBuilder, command: commands.ApproveRiffle) -> None:
    clause = step_clause(builder.rules, builder.table, "riffle")
    builder.emit(events.RiffleApproved(command.by.name, command.at, clause))
