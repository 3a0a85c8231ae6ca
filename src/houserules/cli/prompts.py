"""Reading a person's choices: line by line, only what the table allows, a reason for every no."""

import sys
from dataclasses import dataclass
from typing import Final

from rich.console import Console
from rich.text import Text

from houserules.cli.felt import Felt, money, place
from houserules.cli.practice import Practice
from houserules.core.money import Cents, MoneyError, cents
from houserules.core.refusal import Refusal
from houserules.rulebook.typed import PART_OF
from houserules.rulebook.values import Value
from houserules.table import commands as c
from houserules.table.judge import why_not
from houserules.table.legal import Open, with_amount

Choices = dict[str, str]
"""What may be answered: a letter or a number, and what it means."""

_KEYS: Final = {
    "h": ("hit", "take one more card", "turn_order"),
    "s": ("stand", "take no more cards", "must_draw_below"),
    "d": ("double", "wager up to as much again for exactly one more card", "double_most"),
    "p": ("split", "make two hands of two cards of one value", "split_equal_values"),
    "i": ("insure", "wager that the dealer's second card makes a natural", "insurance_most"),
    "u": ("surrender", "give up half the wager", "surrender_against"),
    "f": ("forfeit", "take the double back, give up the wager", "forfeit_by_controller"),
    "k": ("keep", "leave the doubled hand as it is", "forfeit_closes"),
    "r": ("split again", "make two hands of the aces", "resplit_aces"),
    "n": ("no", "leave it as it is", "split_aces_get_one_card"),
}
"""The letter of every decision: its word, its meaning, the entry of the rulebook that allows it."""

_ANSWERS: Final = {None: "hsdpiu", "forfeit": "fk", "split-ace-again": "rn"}
"""Which letters answer which question; None: the table asks for a decision."""

_ANYWHERE: Final = (
    "At any prompt: ? is this help; why d (or another letter) gives the clause behind a choice; "
    "why 11.5 (or another number) gives a clause; q leaves the table."
)
YES_NO: Final = {"y": "yes", "n": "no"}


class PlayerLeftError(Exception):
    """The player gets up: by q, by the end of the input or by Ctrl-C."""


def at_terminal() -> bool:
    """Whether a person types the input, and nothing is piped in."""
    return bool(sys.stdin) and sys.stdin.isatty()


def read_line(console: Console, prompt: Text) -> str:
    """Read one answer in plain small letters."""
    console.print(prompt, end=" > ")
    try:
        line = input()
    except UnicodeDecodeError:
        line = "(unreadable)"
    except (EOFError, KeyboardInterrupt, RuntimeError):  # the last: there is no input at all
        console.print()
        raise PlayerLeftError from None
    line = line.strip().lower().encode("ascii", "backslashreplace").decode()
    if not at_terminal():  # what was piped in stands in the transcript as if it were typed
        console.print(line, markup=False)
    return line


def listed(choices: Choices, default: str = "") -> Text:
    """Show the choices with their letters, and which of them Enter takes."""
    return Text("  ").join(
        Text.assemble((letter, "bold cyan"), f" {word}", " [Enter]" if letter == default else "")
        for letter, word in choices.items()
    )


@dataclass(slots=True)
class Prompts:
    """Asks the player of a practice table."""

    practice: Practice
    felt: Felt
    box: int = 1  # the box that is spoken of

    def ask(self, prompt: Text, choices: Choices) -> str:
        """Read an answer; help, clauses and leaving are seen to here."""
        while True:
            text = read_line(self.felt.console, prompt)
            match text.split():
                case ["?" | "help"]:
                    self._help(choices)
                case ["why", *about]:
                    self._why(" ".join(about))
                case ["q" | "quit"] if self._leaves():
                    raise PlayerLeftError
                case ["q" | "quit"]:
                    continue
                case _:
                    return text

    def pick(
        self, lead: str, choices: Choices, *, default: str = "", amounts: str = ""
    ) -> tuple[str, str]:
        """Read a choice, by letter or word, and the amount behind those that may have one."""
        prompt = Text.assemble(f"{lead}  ", listed(choices, default))
        words = {word: letter for letter, word in choices.items()}
        while True:
            text = self.ask(prompt, choices)
            first, _, rest = text.partition(" ")
            letter = words.get(first, first) or default
            if letter in choices and (not rest or letter in amounts):
                return letter, rest.strip()
            self._wrong(text, choices)

    def yes(self, question: str, *, default: str = "n") -> bool:
        """Ask a question of yes or no."""
        return self.pick(question, YES_NO, default=default)[0] == "y"

    def amount(self, lead: str, option: Open, *, default: Cents, typed: str = "") -> Cents:
        """Read an amount that the table allows; Enter takes the default, 0 none at all."""
        span = f"{money(option.least)} to {money(option.most)}"
        choices = {"0": "none", span: f"in steps of {money(option.step)}"}
        prompt = Text(f"{lead}  {span}, 0 none, {money(default)} [Enter]")
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
        if refusal := self._refusal(with_amount(option, amount)):
            self.felt.refused(refusal)
        elif amount != option.most and (amount - option.least) % option.step:
            self.felt.say(
                f"Wagers go from {money(option.least)} in steps of {money(option.step)} here.",
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
        if refusal := why_not(practice.rules, practice.table, least):
            self.felt.refused(refusal)
        return 0

    def side(self, box: int) -> c.PlaceSideWager | None:
        """Ask for the side wager that the sign offers, if the box may have one."""
        offered = [o.command for o in self.practice.options() if _is_side(o, box)]
        sides = {side.suit or "y": side for side in offered if isinstance(side, c.PlaceSideWager)}
        if not sides:
            return None
        laid = self.practice.laid.get(box)
        last = (laid.side.suit or "y") if laid and laid.side else "n"
        kind, amount = next((side.kind, side.amount) for side in sides.values())
        suits = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs", "n": "no"}
        choices = YES_NO if "y" in sides else suits
        name = kind.replace("-", " ").title()
        lead = f"Box {box}, {name} {money(amount)}:"
        return sides.get(self.pick(lead, choices, default=last)[0])

    def decision(self) -> c.Command | None:
        """Ask for what the table waits for on the box; None: nothing of what is offered."""
        practice = self.practice
        offers = practice.table.phase == "offers"
        while True:
            options = self.open_now()
            choices = {letter: _KEYS[letter][0] for letter in options}
            if offers:
                choices["n"] = "neither" if len(options) > 1 else "no"
            default = "n" if offers else "k" if "k" in options else ""
            letter, rest = self.pick(self._lead(), choices, default=default, amounts="di")
            if letter not in options:
                return None
            option = options[letter]
            if option.least == option.most and not rest:
                return option.command
            lead = f"{_KEYS[letter][0].capitalize()} for how much?"
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

    def open_now(self) -> dict[str, Open]:
        """Give what the player may do on the box now, by letter."""
        awaiting = self.practice.table.awaiting
        options = {
            type(each.command): each for each in self.practice.options() if self._is_here(each)
        }
        letters = _ANSWERS.get(awaiting.question if awaiting else None, "")
        meant = {letter: type(self._meant(letter)) for letter in letters}
        return {letter: options[kind] for letter, kind in meant.items() if kind in options}

    def _is_here(self, option: Open) -> bool:
        """Whether an option is one on the box."""
        return getattr(option.command, "box", None) == self.box

    def _meant(self, letter: str) -> c.Command | None:
        """Give the command that a letter stands for on the box, allowed or not."""
        table, who, box = self.practice.table, self.practice.player, self.box
        spot = self.practice.spot
        hand = spot[1] if spot and spot[0] == box else 1
        found = table.hand(box, hand)
        stake = found.stake_of(who) if found else None
        full = stake.amount if stake else 1
        match letter:
            case "h":
                return c.Hit(who, box, hand)
            case "s":
                return c.Stand(who, box, hand)
            case "d":
                return c.Double(who, box, hand, full)
            case "p" | "r":
                return c.Split(who, box, hand)
            case "i":
                return c.Insure(who, box, max(full // 2, 1))
            case "u":
                return c.Surrender(who, box)
            case "f":
                return c.Forfeit(who, box, hand)
            case "k" | "n":
                return c.Decline(who, box)
        return None

    def _why(self, about: str) -> None:
        """Say why a choice is open or not, or print a clause."""
        command = self._meant(about)
        if command is None:
            if about and (self.felt.clause(about) or self.felt.clause(about.upper())):
                return
            self.felt.say(
                f"Ask why and a letter, one of {' '.join(_KEYS)}, or why and the number of a "
                f"clause of {self.practice.rules.id}; {about!r} is neither.",
                style="yellow",
            )
        elif refusal := self._refusal(command):
            self.felt.refused(refusal)
        else:
            word, _, key = _KEYS[about]
            self.felt.say(f"You may {word} now.")
            entry = getattr(getattr(self.practice.rules, PART_OF[key]), key)
            self.felt.clause(entry.clause if isinstance(entry, Value) else entry)

    def _refusal(self, command: c.Command) -> Refusal | None:
        """Ask the judge."""
        return why_not(self.practice.rules, self.practice.table, command)

    def _wrong(self, text: str, choices: Choices) -> None:
        """Say why not, by the clause where the table has one, else what there is to choose."""
        command = self._meant(text)
        if command is not None and (refusal := self._refusal(command)):
            self.felt.refused(refusal)
            return
        allowed = ", ".join(f"{letter} ({word})" for letter, word in choices.items())
        wrong = f"{text!r} is not a choice here; choose" if text else "Choose"
        self.felt.say(f"{wrong} {allowed}.", style="yellow")

    def _help(self, choices: Choices) -> None:
        """Say what may be answered now, and why the other decisions may not."""
        for letter, word in choices.items():
            known = letter in _KEYS and _KEYS[letter][0] == word
            self.felt.say(f"  {letter}  {word}" + (f": {_KEYS[letter][1]}" if known else ""))
        if self.practice.is_running:
            for letter in "hsdpiuf":
                command = self._meant(letter)
                if letter not in choices and command and (refusal := self._refusal(command)):
                    word = _KEYS[letter][0]
                    self.felt.say(
                        f"  {letter}  {word}, not now: {refusal.detail} ({refusal.clause})",
                        style="dim",
                    )
        self.felt.say(_ANYWHERE)

    def _leaves(self) -> bool:
        """Ask again before a round is left that is under way."""
        if not self.practice.is_running:
            return True
        clause = self.practice.rules.play.absent_player.clause
        return self.yes(f"Leave now? The round goes on without you ({clause}).")


def _is_side(option: Open, box: int) -> bool:
    """Whether an option is a side wager on the box."""
    return isinstance(option.command, c.PlaceSideWager) and option.command.box == box
