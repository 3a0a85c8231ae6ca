"""`houserules play`: a practice table in the terminal."""

import secrets
import sys
from collections.abc import Sequence
from typing import Annotated, NoReturn

import typer
from rich.console import Console
from rich.text import Text

from houserules.cli.felt import Felt, money, signed
from houserules.cli.practice import Laid, Practice, Shuffled, sit_down
from houserules.cli.prompts import PlayerLeftError, Prompts, at_terminal, listed, read_line
from houserules.core.money import Cents, MoneyError, cents
from houserules.core.refusal import Refusal
from houserules.rulebook.loading import RULEBOOKS, rulebook
from houserules.rulebook.options import OptionError, choose, options
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.typed import TypedError, read
from houserules.table import commands as c
from houserules.table.events import Event, WagerSettled

_PAUSE = 0.25
_SIDE_WAGER = "5"


def play(
    name: Annotated[
        str | None, typer.Argument(metavar="RULEBOOK", help=f"One of {', '.join(RULEBOOKS)}.")
    ] = None,
    *,
    boxes: Annotated[int, typer.Option(help="How many boxes to play, from box 1.")] = 1,
    balance: Annotated[str, typer.Option(help="Practice chips to bring, in dollars.")] = "1000",
    seed: Annotated[str | None, typer.Option(help="For the same cards again.")] = None,
    settings: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=VALUE", help="An option of the operator; repeatable."),
    ] = None,
    player: Annotated[str, typer.Option(help="Your name at the table.")] = "Player",
) -> None:
    """Sit down at a practice table against the house: nobody's money, everybody's rules."""
    console = _console()
    try:
        rules = _with_settings(_rulebook(console, name), settings or [])
    except PlayerLeftError:
        console.print("PRACTICE  Nobody sat down.")
        return
    amount = _balance(rules, balance)
    _check(rules, boxes, player)
    seed = secrets.token_hex(8) if seed is None else seed
    practice = sit_down(rules, player, balance=amount, boxes=boxes, seed=seed)
    felt = Felt(console, rules, _PAUSE if _is_lively(console) else 0.0)
    felt.start(practice)
    _session(practice, felt)
    _summary(practice, felt, seed)


def _console() -> Console:
    """Print on any terminal: what its encoding lacks is replaced, not an error."""
    reconfigure = getattr(sys.stdout, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="replace")
    return Console(highlight=False)


def _is_lively(console: Console) -> bool:
    """Whether somebody watches, so that cards may take their time."""
    return console.is_terminal and at_terminal() and not console.is_dumb_terminal


def _stop(problem: str) -> NoReturn:
    """Say what is wrong with the command line."""
    typer.echo(f"houserules play: {problem}", err=True)
    raise typer.Exit(2)


def _rulebook(console: Console, name: str | None) -> Rulebook:
    """Load the rulebook that was named, or offer the four."""
    if name is None:
        return _offer_rulebooks(console)
    if name not in RULEBOOKS:
        _stop(f"there is no rulebook {name!r}; choose one of {', '.join(RULEBOOKS)}")
    return rulebook(name)


def _offer_rulebooks(console: Console) -> Rulebook:
    """Let the player choose one of the four."""
    console.print("PRACTICE  Which rulebook?", style="bold")
    choices = {str(number): name for number, name in enumerate(RULEBOOKS, start=1)}
    for number, name in choices.items():
        rules = rulebook(name)
        console.print(Text.assemble("  ", listed({number: f"{rules.title}, {rules.edition}"})))
    while (answer := read_line(console, Text("1 [Enter] to 4, or q to leave"))) not in (
        "q",
        "quit",
    ):
        name = choices.get(answer or "1", answer)
        if name in RULEBOOKS:
            return rulebook(name)
        console.print(f"{answer!r} is none of them; answer 1, 2, 3 or 4.", markup=False)
    raise PlayerLeftError


def _with_settings(rules: Rulebook, settings: list[str]) -> Rulebook:
    """Put the operator's choices into the rulebook; a practice table offers its side wager."""
    chosen: dict[str, object] = {
        key: _SIDE_WAGER for key in ("perfect_pairs", "suits_you") if key in options(rules)
    }
    for setting in settings:
        key, equals, text = setting.partition("=")
        if not equals:
            _stop(f"--set {setting}: write NAME=VALUE; the names are {', '.join(options(rules))}")
        chosen[key] = _typed(key, text)
    try:
        return choose(rules, chosen)
    except OptionError as error:
        _stop(f"--set {error}")


def _typed(key: str, text: str) -> object:
    """Read a value as the kind that its option takes: an amount, a word, a number, yes or no."""
    readings: list[object] = [text]
    if text.isdecimal() and len(text) < 10:
        readings.append(int(text))
    if text in ("true", "false"):
        readings.append(text == "true")
    for reading in readings:
        try:
            read(key, reading)
        except (TypedError, KeyError):
            continue
        return reading
    return text


def _balance(rules: Rulebook, text: str) -> Cents:
    """Read what the player brings: enough for one wager at least."""
    try:
        amount = cents(text.removeprefix("$"))
    except MoneyError as error:
        _stop(f"--balance: {error}")
    least = rules.limits.minimum
    if amount < least.value:
        _stop(f"--balance: bring at least the minimum, {money(least.value)} ({least.clause})")
    return amount


def _check(rules: Rulebook, boxes: int, player: str) -> None:
    """See that the layout has the boxes and the player a name."""
    most = rules.equipment.boxes
    if not 1 <= boxes <= most.value:
        _stop(f"--boxes {boxes}: the layout has boxes 1 to {most.value} ({most.clause})")
    if not (player.isprintable() and 1 <= len(player.strip()) <= 20):
        _stop("--player: a name is 1 to 20 printable characters")


def _session(practice: Practice, felt: Felt) -> None:
    """Play rounds until the player leaves; a round under way is finished without the player."""
    prompts = Prompts(practice, felt)
    try:
        again = False
        while _has_chips(prompts):
            _round(prompts, again=again)
            again = _next(prompts)
    except (PlayerLeftError, KeyboardInterrupt):
        pass
    while practice.is_running:
        _tell(prompts, practice.go_on_alone())
    practice.get_up()


def _has_chips(prompts: Prompts) -> bool:
    """Whether the player can go on; who is broke may bring chips again."""
    practice = prompts.practice
    if not practice.is_broke:
        return True
    least = practice.rules.limits.minimum
    prompts.felt.say(
        f"You have {money(practice.chips)}; the minimum is {money(least.value)} ({least.clause})."
    )
    if not prompts.yes(f"Bring {money(practice.balance)} more?", default="y"):
        return False
    practice.bring_chips()
    return True


def _round(prompts: Prompts, *, again: bool) -> None:
    """Play one round: wagers, deal, offers, decisions, the dealer, payments."""
    practice, felt = prompts.practice, prompts.felt
    felt.round(practice.table.rounds + 1)
    if shuffled := practice.ready_shoe():
        felt.tell(practice, shuffled)
    if again and (refusal := practice.lay_again()):
        felt.refused(refusal)
    elif again:
        laid = ", ".join(f"box {box} {money(each.amount)}" for box, each in practice.laid.items())
        felt.say(f"The same wagers again: {laid}.")
    if not practice.table.boxes:
        _wagers(prompts)
    before = practice.net
    outcome = practice.do(c.CloseBets())
    if isinstance(outcome, Refusal):
        felt.refused(outcome)
        return
    _tell(prompts, outcome)
    while practice.is_running:
        _step(prompts)
    up = practice.net - before
    felt.say(f"  This round {signed(up)}", style="bold green" if up > 0 else "bold")
    practice.get_up()


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
    """Deal the card that is due, or ask the player."""
    practice, spot = prompts.practice, prompts.practice.spot
    if practice.card_due:
        _tell(prompts, practice.deal())
    elif practice.table.phase == "offers":
        _offers(prompts)
    else:
        assert spot is not None
        prompts.felt.table(practice)
        prompts.box = spot[0]
        command = prompts.decision()
        assert command is not None
        _tell(prompts, practice.sure(command))


def _offers(prompts: Prompts) -> None:
    """Go round the boxes with insurance and surrender, then close them."""
    practice = prompts.practice
    prompts.felt.table(practice)
    for box in practice.table.boxes:
        prompts.box = box.number
        while prompts.open_now() and (command := prompts.decision()):
            _tell(prompts, practice.sure(command))
    prompts.felt.close_offers(practice)
    _tell(prompts, practice.sure(c.CloseOffers()))


def _tell(prompts: Prompts, events: Sequence[Event | Shuffled]) -> None:
    """Call what has happened; at the end of the round draw the felt before the payments."""
    practice, felt = prompts.practice, prompts.felt
    if practice.table.phase != "over":
        felt.tell(practice, *events)
        return
    felt.tell(practice, *[event for event in events if not isinstance(event, WagerSettled)])
    felt.table(practice)
    felt.tell(practice, *[event for event in events if isinstance(event, WagerSettled)])


def _next(prompts: Prompts) -> bool:
    """Wait for the next round; True: with the same wagers again."""
    choices = {"n": "next round"}
    if prompts.practice.laid:
        choices["r"] = "same wagers again"
    lead = f"You have {money(prompts.practice.chips)}."
    letter, _ = prompts.pick(lead, choices | {"q": "leave"}, default="n")
    if letter == "q":
        raise PlayerLeftError
    return letter == "r"


def _summary(practice: Practice, felt: Felt, seed: str) -> None:
    """Say how the session went."""
    rounds = practice.table.rounds
    count = "1 round" if rounds == 1 else f"{rounds} rounds"
    felt.frame(
        Text(
            f"{count} played, {money(practice.brought)} brought, {money(practice.chips)} left: "
            f"{signed(practice.net)}.\nThe same cards again: --seed {seed}"
        ),
        f"{practice.player} leaves the table",
    )
