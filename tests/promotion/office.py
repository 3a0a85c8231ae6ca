"""A promotion that takes commands: draft it, start it, enter players, draw, award."""

import random
from dataclasses import dataclass, field
from typing import Any

import pytest

from houserules.core.people import Moment, Person
from houserules.core.refusal import Refusal
from houserules.promotion import commands as c
from houserules.promotion.findings import check_promotion
from houserules.promotion.judge import carry_out
from houserules.promotion.moments import read_moment, write_moment
from houserules.promotion.prize_draw import entropy_needed
from houserules.promotion.promotion_file import write_promotion
from houserules.promotion.state import PromotionState
from houserules.rulebook.clauses import register_of
from houserules.rulebook.loader import rulebook
from houserules.table.events import Event
from promotion.promotions import BOOKS, CLOSE, S24, S65, STARTS, TERMS

MANAGER = Person("Gus", "Gaming Manager")
ASSISTANT = Person("Ada", "Assistant Gaming Manager")
SCRUTINEER = Person("Iris", "inspector")
HOUR = 3600


def moment(text: str) -> Moment:
    """Return a time of a promotion file in seconds."""
    return Moment(read_moment(text) // 1_000_000)


OPENS, CLOSES = moment(STARTS), moment(CLOSE)
EVERY_WAY = ["cash", "cheque", "transfer"]


def number_of(book: str, number: str) -> str:
    """Return a clause, written without its beginning ("8.1"), as the register of a rulebook has it."""
    if ":" in number:  # a definition
        return f"{'2.1' if book == S24 else '1.1'}{number}"
    full = f"{BOOKS[book]}.{number}"
    has = register_of(rulebook(book).registers).has(full)
    return full if has else full.rpartition("/")[2]


def clauses(*numbers: str) -> Any:
    """Mark a test with clauses of all three documents, numbered without the section, and run it for each."""

    def mark(test: Any) -> Any:
        for book in BOOKS:
            mine = [each for each in numbers if book == S24 or not each.startswith("13")]
            test = pytest.mark.clause(book, *(number_of(book, each) for each in mine))(test)
        return pytest.mark.parametrize("book", BOOKS)(test)

    return mark


def prize(kind: str = "goods", value: str = "500", **keys: Any) -> dict[str, Any]:
    """Return a prize."""
    return {"kind": kind, "description": "A prize", "value": value, **keys}


def document(book: str = S65, *prizes: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """Return the terms and prizes of a promotion; `terms__key` changes a term."""
    terms = {**TERMS}
    for key in [key for key in changes if key.startswith("terms__")]:
        terms[key.removeprefix("terms__")] = changes.pop(key)
    return {
        "format": "houserules/promotion-1",
        "rulebook": book,
        "name": "Spring draw",
        "starts": STARTS,
        "terms": {key: said for key, said in terms.items() if said is not None},
        "prizes": list(prizes) or [prize()],
        **changes,
    }


@dataclass
class Office:
    """A promotion, and the people around it."""

    book: str = S65
    state: PromotionState = field(default_factory=PromotionState)
    at: int = OPENS - 72 * HOUR
    history: list[Event] = field(default_factory=list)
    entropy: str = ""  # the bytes that the vault has

    def ask(self, command: type[c.PromotionCommand], by: Person = MANAGER, **given: Any) -> Any:
        """Give a command and return its events, or the refusal."""
        at = Moment(given.pop("at", self.at))
        made: Any = command
        outcome = carry_out(rulebook(self.book), self.state, made(by=by, at=at, **given))
        if isinstance(outcome, Refusal):
            assert outcome.detail.endswith("."), outcome.detail
            assert register_of(rulebook(self.book).registers).has(outcome.clause), outcome
            return outcome
        self.history += outcome[0]
        self.state, self.at = outcome[1], max(self.at, at)
        return outcome[0]

    def give(
        self, command: type[c.PromotionCommand], by: Person = MANAGER, **given: Any
    ) -> tuple[Event, ...]:
        """Give a command that is allowed."""
        outcome = self.ask(command, by, **given)
        assert not isinstance(outcome, Refusal), outcome
        return outcome  # type: ignore[no-any-return]

    def refusal(
        self, command: type[c.PromotionCommand], by: Person = MANAGER, **given: Any
    ) -> tuple[str, str]:
        """Give a command that is refused, and return code and clause."""
        before = self.state
        outcome = self.ask(command, by, **given)
        assert isinstance(outcome, Refusal), outcome
        assert self.state is before
        return outcome.code, outcome.clause

    # Up to the draw.

    def draft(self, *prizes: dict[str, Any], **changes: Any) -> "Office":
        """Draft terms that are complete unless a change says otherwise."""
        given = {
            "outside": changes.pop("outside", "public event"),
            "outside_event": changes.pop("outside_event", "Powerball draw 1590"),
            "criteria": changes.pop("criteria", None),
        }
        self.give(c.DraftPromotion, document=document(self.book, *prizes, **changes), **given)
        return self

    def send(self) -> "Office":
        """Send and publish the terms."""
        self.give(c.SendTerms, how="by email")
        self.give(c.PublishTerms, where="at the cage")
        return self

    def start(self, *prizes: dict[str, Any], **changes: Any) -> "Office":
        """Draft, send and start a promotion at its time."""
        self.draft(*prizes, **changes).send()
        self.give(c.NominateScrutineer, scrutineer=SCRUTINEER.name)
        self.give(c.AddMarketing, title="Poster", reference="Terms at the cage")
        self.at = OPENS
        self.entropy = self.bytes_for(len(prizes) or 1)
        self.give(c.StartPromotion, entropy=self.entropy)
        return self

    def bytes_for(self, prizes: int) -> str:
        """Return the bytes of a promotion, always the same ones."""
        return random.Random(1).randbytes(entropy_needed(prizes)).hex()

    def enter(self, *players: str, entries: int = 1) -> "Office":
        """Add entries by hand."""
        for player in players:
            self.give(c.AddEntries, player=player, entries=entries, reason="by the terms")
        return self

    def close(self) -> "Office":
        """Close the entries at their time."""
        self.at = max(self.at, CLOSES)
        self.give(c.ClosePromotionEntries)
        return self

    def draw(self, number: int = 0, *, value: str = "3 14 15") -> str:
        """Draw a prize and return the winner."""
        if self.state.draws[number].value is None:
            self.give(c.GiveDrawEntropy, prize=number, value=value)
        self.give(c.DrawPrize, prize=number, entropy=self.entropy)
        return self.state.draws[number].winners[-1].player

    def drawn(self, *prizes: dict[str, Any], **changes: Any) -> "Office":
        """Run a promotion up to the draw of its first prize."""
        self.start(*prizes, **changes).enter("Ann", "Bob", "Cat").close().draw()
        return self

    def findings(self, at: int | None = None) -> list[tuple[str, str]]:
        """Return what `houserules promotion check` finds in the promotion as it is."""
        begins = BOOKS[self.book]
        found = check_promotion(write_promotion(self.state), write_moment(at or self.at))
        return [
            (each["clause"].removeprefix(f"{begins}."), each["where"]) for each in found["findings"]
        ]
