"""A round at the practice table: wagers, deal, offers, decisions, payments."""

from collections.abc import Sequence

from rich.text import Text

from houserules.cli.practice.input import PlayerLeftError, ask_dealer
from houserules.cli.practice.prompts import Prompts
from houserules.cli.practice.table import Laid, open_now
from houserules.cli.render.felt import card_calls
from houserules.core.money import format_money, signed_money
from houserules.core.refusal import Refusal
from houserules.floor.tables.card_handler import cut_limits
from houserules.table import commands as c
from houserules.table.cards.commands import CutCards, DeclineCut
from houserules.table.cards.events import CardsShuffled
from houserules.table.events import Event, WagerSettled
from houserules.table.people.commands import LeaveTable

# Making the cards ready at the practice table: told in a line or two, with the player's cut.


def make_ready(prompts: Prompts) -> None:
    """See to everything that is due before the next card; the player is offered the cut."""
    practice = prompts.practice
    done: list[Event] = []
    while not practice.is_ready:
        if practice.is_offered_cut:
            tell_ready(prompts, done)
            done = list(_cut(prompts))
            continue
        events = practice.house_step()
        assert events is not None, practice.table.source
        done += events
    tell_ready(prompts, done)


def tell_ready(prompts: Prompts, events: Sequence[Event]) -> None:
    """Say what was done with the cards; the commitment has a line of its own, to be copied."""
    felt = prompts.felt
    tell_over(prompts)
    said = " ".join(card_calls(felt.rules, events))
    if said:
        felt.say(said)
    for event in events:
        if isinstance(event, CardsShuffled) and event.commitment:
            felt.say(f"Commitment {event.commitment}")


def tell_over(prompts: Prompts) -> None:
    """Reveal the shoes that are over: to a file, or by a line that says how."""
    for record in prompts.practice.house.pop_revealed():
        prompts.felt.say(prompts.shoes.keep(record))


def _cut(prompts: Prompts) -> tuple[Event, ...]:
    """Let the player cut or decline; a cut that is too near an end is refused and asked again."""
    while True:
        if prompts.practice.house.is_virtual:
            command = _ask_cut(prompts)
        else:  # nobody counts the cards of a real cut
            player, choices = prompts.practice.player, {"y": "cut", "d": "decline"}
            letter, _ = prompts.pick("Cut the cards?", choices, default="y")
            command = CutCards(player) if letter == "y" else DeclineCut(player)
        outcome = prompts.practice.do(command)
        if not isinstance(outcome, Refusal):
            return outcome
        prompts.felt.show_refusal(outcome)


def _ask_cut(prompts: Prompts) -> c.Command:
    """Ask how many cards lie in front of the cut; Enter is somewhere in the middle."""
    practice = prompts.practice
    limits = cut_limits(practice.rules, practice.table)
    span = f"{limits.least} to {limits.most}"
    choices = {"Enter": "in the middle", span: "cards from the front", "d": "do not cut"}
    prompt = Text(f"Cut the cards?  {span} from the front, d decline, in the middle [Enter]")
    while True:
        text = prompts.ask(prompt, choices)
        if text in ("d", "decline", "n", "no"):
            return DeclineCut(practice.player)
        if not text:
            return CutCards(practice.player, practice.house.somewhere(practice.table))
        if text.isdecimal() and text.isascii() and len(text) < 10:
            return CutCards(practice.player, int(text))
        prompts.felt.say(
            f"{text!r} is not a number of cards; choose {span}, d to decline, or Enter alone.",
            style="yellow",
        )


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
        felt.show_refusal(outcome)
        return
    tell_step(prompts, outcome)
    while practice.is_running:
        _step(prompts)
    if practice.table.phase == "betting":  # the cutting card came first: bets are open again
        practice.take_back()
        play_round(prompts, again=again)
        return
    up = practice.net - before
    felt.say(f"  This round {signed_money(up)}", style="bold green" if up > 0 else "bold")
    practice.get_up()


def _wagers_again(prompts: Prompts) -> bool:
    """Lay the wagers of the last round again; False: they cannot be."""
    practice, felt = prompts.practice, prompts.felt
    if refusal := practice.lay_again():
        felt.show_refusal(refusal)
        return False
    laid = ", ".join(
        f"box {box} {format_money(each.amount)}" for box, each in practice.laid.items()
    )
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
    return practice.house_step() or ask_dealer(prompts.ask, prompts.felt, practice)


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


# Leaving a practice table: a round under way is finished without the player, the shoe revealed.


def leave(prompts: Prompts) -> None:
    """Let the round end, take the wagers back that lie before the first card, reveal the shoe."""
    practice = prompts.practice
    prompts.felt.pause = 0.0
    if _finish_round(prompts):
        practice.get_up()
        practice.sure(LeaveTable(practice.player))
    else:
        prompts.felt.say("The round is abandoned; its wagers are not settled.", style="yellow")
    practice.house.end()
    tell_over(prompts)


def _finish_round(prompts: Prompts) -> bool:
    """Finish the round; False: nobody says which real cards came out."""
    practice = prompts.practice
    try:
        while practice.is_running:
            if practice.card_due:
                tell_step(prompts, deal(prompts))
            elif practice.is_ready:
                tell_step(prompts, practice.go_on_alone())
            else:
                tell_ready(prompts, practice.go_on_alone())
    except PlayerLeftError:
        return False
    # A stack that was committed to is cut and burned all the same: then its proof is whole.
    done: list[Event] = []
    while practice.house.is_virtual and practice.lies_shuffled:
        done += practice.go_on_alone()
    tell_ready(prompts, done)
    return True
