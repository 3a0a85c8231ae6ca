"""A round at the practice table: wagers, deal, offers, decisions, payments."""

from collections.abc import Sequence

from houserules.cli.calls import money, signed
from houserules.cli.choices import open_now
from houserules.cli.live import from_dealer
from houserules.cli.practice import Laid
from houserules.cli.preparing import make_ready
from houserules.cli.prompts import Prompts
from houserules.core.refusal import Refusal
from houserules.table import commands as c
from houserules.table.events import Event, WagerSettled


def play_round(prompts: Prompts, *, again: bool) -> None:
    """Play one round: wagers, deal, offers, decisions, the dealer, payments."""
    practice, felt = prompts.practice, prompts.felt
    felt.round(practice.table.rounds + 1)
    make_ready(prompts)
    if not (again and _wagers_again(prompts)):
        _wagers(prompts)
    before = practice.net
    outcome = practice.do(c.CloseBets())
    if isinstance(outcome, Refusal):
        felt.refused(outcome)
        return
    tell_step(prompts, outcome)
    while practice.is_running:
        _step(prompts)
    up = practice.net - before
    felt.say(f"  This round {signed(up)}", style="bold green" if up > 0 else "bold")
    practice.get_up()


def _wagers_again(prompts: Prompts) -> bool:
    """Lay the wagers of the last round again; False: they cannot be."""
    practice, felt = prompts.practice, prompts.felt
    if refusal := practice.lay_again():
        felt.refused(refusal)
        return False
    laid = ", ".join(f"box {box} {money(each.amount)}" for box, each in practice.laid.items())
    felt.say(f"The same wagers again: {laid}.")
    return True


def _wagers(prompts: Prompts) -> None:
    """Ask for the wagers, box by box."""
    practice = prompts.practice
    for box in range(1, practice.boxes + 1):
        amount = prompts.wager(box)
        if amount:
            practice.sure(practice.wager(box, amount))
            side = prompts.side(box)
            if side:
                practice.sure(side)
            practice.laid[box] = Laid(amount, side)
        else:
            practice.laid.pop(box, None)


def _step(prompts: Prompts) -> None:
    """Make the cards ready, deal the card that is due, or ask the player."""
    practice, spot = prompts.practice, prompts.practice.spot
    if not practice.is_ready:
        make_ready(prompts)
    elif practice.card_due:
        tell_step(prompts, deal(prompts))
    elif practice.table.phase == "offers":
        _offers(prompts)
    else:
        assert spot is not None
        prompts.felt.table(practice)
        prompts.box = spot[0]
        command = prompts.decision()
        assert command is not None
        tell_step(prompts, practice.sure(command))


def deal(prompts: Prompts) -> tuple[Event, ...]:
    """Deal the next card out of the virtual shoe, or as the dealer in the room says."""
    practice = prompts.practice
    return practice.house_step() or from_dealer(prompts.ask, prompts.felt, practice)


def _offers(prompts: Prompts) -> None:
    """Go round the boxes with insurance and surrender, then close them."""
    practice = prompts.practice
    prompts.felt.table(practice)
    for box in practice.table.boxes:
        prompts.box = box.number
        while open_now(practice, box.number) and (command := prompts.decision()):
            tell_step(prompts, practice.sure(command))
    prompts.felt.close_offers(practice)
    tell_step(prompts, practice.sure(c.CloseOffers()))


def tell_step(prompts: Prompts, events: Sequence[Event]) -> None:
    """Call what has happened; at the end of the round draw the felt before the payments."""
    practice, felt = prompts.practice, prompts.felt
    if practice.table.phase != "over":
        felt.tell(practice, *events)
        return
    felt.tell(practice, *[event for event in events if not isinstance(event, WagerSettled)])
    felt.table(practice)
    felt.tell(practice, *[event for event in events if isinstance(event, WagerSettled)])
