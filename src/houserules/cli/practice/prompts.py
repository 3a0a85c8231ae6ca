"""Asking the player of a practice table: only what the table allows, a reason for every no."""

from dataclasses import dataclass, field
from typing import Final

from rich.text import Text

from houserules.cli.practice.help import LOOKS, tell_choices, tell_why, tell_wrong
from houserules.cli.practice.input import (
    Choices,
    PlayerLeftError,
    ask_dealer,
    choices_text,
    read_line,
)
from houserules.cli.practice.options import ShoeFiles
from houserules.cli.practice.table import KEYS, Practice, open_now
from houserules.cli.render.felt import Felt, place
from houserules.core.money import Cents, MoneyError, cents, format_money
from houserules.core.refusal import Refusal
from houserules.table import commands as c
from houserules.table.cards.commands import AskToSeeBurnedCard
from houserules.table.legal import Open, with_amount

_YES_NO: Final = {"y": "yes", "n": "no"}
_SUITS: Final = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs", "n": "no"}


@dataclass(slots=True)
class Prompts:
    """Asks the player of a practice table."""

    practice: Practice
    felt: Felt
    shoes: ShoeFiles = field(default_factory=ShoeFiles)
    box: int = 1  # the box that is spoken of

    def ask(self, prompt: Text, choices: Choices) -> str:
        """Read an answer; help, clauses and leaving are seen to here."""
        while True:
            text = read_line(self.felt.console, prompt)
            match text.split():
                case ["?" | "help"]:
                    tell_choices(self.felt, self.practice, box=self.box, choices=choices)
                case ["why", *about]:
                    tell_why(self.felt, self.practice, box=self.box, about=" ".join(about))
                case ["q" | "quit"]:
                    clause = self.practice.rules.play.absent_player.clause
                    question = f"Leave now? The round goes on without you ({clause})."
                    if not self.practice.is_running or self.yes(question):
                        raise PlayerLeftError
                case [word] if word in LOOKS:
                    LOOKS[word](self.felt, self.practice)
                case ["burned"]:
                    self._see_burned_card()
                case _:
                    return text

    def _see_burned_card(self) -> None:
        """Ask to see the burned card, where a player may (NZ 8.1)."""
        outcome = self.practice.do(AskToSeeBurnedCard(self.practice.player))
        if isinstance(outcome, Refusal):
            self.felt.show_refusal(outcome)
            return
        shown = self.practice.house_step() or ask_dealer(self.ask, self.felt, self.practice)
        self.felt.tell(self.practice, *shown)

    def pick(
        self, lead: str, choices: Choices, *, default: str = "", amounts: str = ""
    ) -> tuple[str, str]:
        """Read a choice, by letter or word, and the amount behind those that may have one."""
        prompt = Text.assemble(f"{lead}  ", choices_text(choices, default))
        words = {word: letter for letter, word in choices.items()}
        while True:
            text = self.ask(prompt, choices)
            if text in words:
                return words[text], ""
            first, _, rest = text.partition(" ")
            letter = words.get(first, first) or default
            if letter in choices and (not rest or letter in amounts):
                return letter, rest.strip()
            tell_wrong(self.felt, self.practice, box=self.box, text=text, choices=choices)

    def yes(self, question: str, *, default: str = "n") -> bool:
        """Ask a question of yes or no."""
        return self.pick(question, _YES_NO, default=default)[0] == "y"

    def amount(self, lead: str, option: Open, *, default: Cents, typed: str = "") -> Cents:
        """Read an amount that the table allows; Enter takes the default, 0 none at all."""
        span = f"{format_money(option.least)} to {format_money(option.most)}"
        choices = {"0": "none", span: f"in steps of {format_money(option.step)}"}
        prompt = Text(f"{lead}  {span}, 0 none, {format_money(default)} [Enter]")
        while True:
            text = typed or self.ask(prompt, choices)
            typed = ""
            try:
                amount = cents(text.removeprefix("$")) if text else default
            except MoneyError as error:
                self.felt.say(f"{error}. Here it is {span}, or 0.", style="yellow")
                continue
            if amount == 0 or self._allows(option, amount):
                return amount

    def _allows(self, option: Open, amount: Cents) -> bool:
        """Judge an amount, and say so if it is not allowed or not in steps."""
        if refusal := self.practice.why_not(with_amount(option, amount)):
            self.felt.show_refusal(refusal)
        elif amount != option.most and (amount - option.least) % option.step:
            self.felt.say(
                f"Wagers go from {format_money(option.least)} in steps of {format_money(option.step)} here.",
                style="yellow",
            )
        else:
            return True
        return False

    def wager(self, box: int) -> Cents:
        """Ask for the wager on a box, by default the last one; 0: none."""
        self.box = box
        practice = self.practice
        for option in practice.options():
            if isinstance(option.command, c.PlaceWager) and option.command.box == box:
                last = practice.last_wager(box)
                default = last if option.least <= last <= option.most else option.least
                return self.amount(f"Box {box}, your wager:", option, default=default)
        least = practice.wager(box, practice.rules.limits.minimum.value)
        if refusal := practice.why_not(least):
            self.felt.show_refusal(refusal)
        return 0

    def side(self, box: int) -> c.PlaceSideWager | None:
        """Ask for the side wager that the sign offers, if the box may have one."""
        offered = [option.command for option in self.practice.options()]
        sides = {
            command.suit or "y": command
            for command in offered
            if isinstance(command, c.PlaceSideWager) and command.box == box
        }
        if not sides:
            return None
        laid = self.practice.laid.get(box)
        last = (laid.side.suit or "y") if laid and laid.side else "n"
        kind, amount = next((side.kind, side.amount) for side in sides.values())
        lead = f"Box {box}, {kind.replace('-', ' ').title()} {format_money(amount)}:"
        choices = _YES_NO if "y" in sides else _SUITS
        return sides.get(self.pick(lead, choices, default=last)[0])

    def decision(self) -> c.Command | None:
        """Ask for what the table waits for on the box; None: nothing of what is offered."""
        offers = self.practice.table.phase == "offers"
        while True:
            options = open_now(self.practice, self.box)
            choices = {letter: KEYS[letter].word for letter in options}
            if offers:
                choices["n"] = "neither" if len(options) > 1 else "no"
            default = "n" if offers else "k" if "k" in options else ""
            letter, rest = self.pick(self._lead(), choices, default=default, amounts="di")
            if letter not in options:
                return None
            option = options[letter]
            if option.least == option.most and not rest:
                return with_amount(option, option.most)
            lead = f"{KEYS[letter].word.capitalize()} for how much?"
            if amount := self.amount(lead, option, default=option.most, typed=rest):
                return with_amount(option, amount)

    def _lead(self) -> str:
        """Say which hand is asked for, and its total."""
        table = self.practice.table
        box, number = self.practice.spot or (self.box, 1)
        hand = table.hand(box, number)
        assert hand is not None
        total = self.felt.points(hand.cards, hand.total, soft=hand.soft, split=hand.split)
        return f"{place(table, box, number)} has {total}:"
