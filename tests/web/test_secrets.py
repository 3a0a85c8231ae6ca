"""No unrevealed card, no order of a shoe, no salt and nobody's private field leaves the server."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from houserules.core.cards import Card, cards
from houserules.floor.tables.card_handler import SeedEntropy
from houserules.floor.tables.settings import DealtBy, Setting
from houserules.rulebook.loader import RULEBOOKS
from repetitions import repetitions
from web.worlds import PLAYERS, STAFF, Change, World, paths

_KNOWN: Final = 90  # cards that are the same in both worlds
_MOST: Final = 60  # cards that one command may bring: nine boxes, and what follows
EVERYBODY: Final = (*PLAYERS, *(name for name, _ in STAFF))
OVERSEERS: Final = tuple(name for name, _ in STAFF)


@contextmanager
def two_worlds(name: str, dealt_by: DealtBy = "automatic dealer") -> Iterator["Pair"]:
    """Open two worlds with one shuffle: they are the same until something is changed in one."""
    setting = Setting("s1", "Secrets", name, dealt_by=dealt_by)
    with World(setting) as one, World(setting) as other:
        for world in (one, other):
            world.house.entropy = SeedEntropy("one shuffle")
        yield Pair(one, other)


class Pair:
    """Two worlds in which everybody does the same."""

    def __init__(self, one: World, other: World) -> None:
        self.one, self.other = one, other

    def do(self, name: str, do: str, **fields: Any) -> dict[str, Any]:
        """Let somebody do the same in both worlds, with the same answer."""
        answers = [world.do(name, do, **fields) for world in (self.one, self.other)]
        assert answers[0] == answers[1]
        return answers[0]

    def done(self, name: str, do: str, **fields: Any) -> None:
        answer = self.do(name, do, **fields)
        assert answer["type"] == "accepted", answer

    def legal(self, name: str) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.state(name)["mine"]["legal"]
        return found

    def state(self, name: str) -> dict[str, Any]:
        """Return what somebody has before them in the first world, after all that was said."""
        self.other.listen(name)
        return self.one.listen(name).state

    def sit(self, name: str, seat: int) -> None:
        self.done(name, "take-seat", seat=seat, amount=300_00)

    def make_ready(self) -> None:
        """Bring the cards to the first deal: whoever deals shuffles, cuts and burns."""
        for _ in range(20):
            if self.one.house.shoe.burned:
                return
            cutter = next((each for each in PLAYERS if _has(self.legal(each), "decline-cut")), None)
            if cutter:
                self.done(cutter, "decline-cut")
            elif self.do("Dora", "next-step")["type"] == "refused":
                self.done("Sue", "cut-for-players", depth=150)  # no player wants to
        raise AssertionError("the cards do not become ready")

    def ask_everything(self) -> None:
        """Let everybody ask for everything that can be read."""
        table = self.one.server.floor.tables["s1"].state.table
        commitment = table.source.commitment if table.source else None
        for path in paths(self.one, rounds=table.rounds, commitment=commitment):
            for name in ("Ann", "Cat", "Dora", "Ines"):
                for world in (self.one, self.other):
                    world.ask(name, path)

    def are_the_same(self, *, but: tuple[str, ...] = ()) -> None:
        """Compare everything that was sent."""
        one, other = self.one.everything(), self.other.everything()
        for name in one:
            if name not in but:
                assert one[name] == other[name], name


def _has(legal: list[dict[str, Any]], do: str) -> bool:
    return any(each["do"] == do for each in legal)


def shuffled_behind(known: int, rng: random.Random) -> Change:
    """Return a change that leaves the first cards, and shuffles those behind them."""

    def change(stack: tuple[Card, ...]) -> tuple[Card, ...]:
        rest = list(stack[known:])
        rng.shuffle(rest)
        return (*stack[:known], *rest)

    return change


def beginning_with(text: str) -> Change:
    """Return a change that puts cards on top."""
    return lambda stack: (*cards(text), *stack[len(cards(text)) :])


def some_command(pair: Pair, rng: random.Random) -> tuple[str, dict[str, Any]]:
    """Think of something to do: mostly what is legal, at times what is not."""
    name = rng.choice(("Ann", "Bob"))
    legal = [
        each
        for each in pair.legal(name)
        if each["do"] not in ("withdraw-wager", "be-ready", "get-up", "take-seat")
    ]
    if rng.random() < 0.15:
        wrong = {"do": rng.choice(("hit", "stand", "double", "next-step", "deal-card", "fly"))}
        return rng.choice(EVERYBODY), wrong | {"box": 1, "hand": 1}
    if not legal or rng.random() < 0.3:
        return name, {"do": "be-ready"}
    command = dict(rng.choice(legal))
    least, step = command.pop("least", None), command.pop("step", None)
    if command.pop("most", None) is not None and step:
        command["amount"] = least
    return name, command


@given(seed=st.integers(0, 2**32), name=st.sampled_from(RULEBOOKS))
@settings(
    max_examples=repetitions(1, 20),
    deadline=None,
    phases=(Phase.generate,),
)
def test_what_is_still_in_the_shoe_is_told_to_nobody(seed: int, name: str) -> None:
    rng = random.Random(seed)
    with two_worlds(name) as pair:
        pair.sit("Ann", 1)
        pair.sit("Bob", 2)
        pair.make_ready()
        full = len(pair.one.house.shoe.stack)
        pair.other.change(shuffled_behind(_KNOWN, rng))
        for _ in range(60):
            if full - len(pair.one.house.shoe.stack) > _KNOWN - _MOST:
                break
            who, command = some_command(pair, rng)
            pair.do(who, command.pop("do"), **command)
        assert len(pair.one.house.shoe.stack) < full
        assert pair.one.house.shoe.stack != pair.other.house.shoe.stack
        assert pair.one.house.salt != pair.other.house.salt
        pair.ask_everything()
        pair.are_the_same()


@pytest.mark.parametrize(
    ("dealt_by", "whose"), [("automatic dealer", "Ann"), ("dealer with virtual shoe", "Bob")]
)
def test_cards_that_lie_face_down_are_told_to_their_player_alone(
    dealt_by: DealtBy, whose: str
) -> None:
    # box 1, box 2, dealer, box 1, box 2: the hands have the same totals in both worlds
    otherwise = {"Ann": "5s 9d 7c 9h 5d", "Bob": "6s 8d 7c 8h 6d"}
    with two_worlds("nsw-pontoon-2024", dealt_by) as pair:
        if dealt_by != "automatic dealer":
            pair.done("Dora", "seat-dealer")
        pair.done("Ines", "approve-face-down")
        pair.done("Sue", "choose-facing", facing="down")
        pair.sit("Ann", 1)
        pair.sit("Bob", 2)
        pair.make_ready()
        pair.one.change(beginning_with("6s 9d 7c 8h 5d"))
        pair.other.change(beginning_with(otherwise[whose]))
        for name, box in (("Ann", 1), ("Bob", 2)):
            pair.done(name, "place-wager", box=box, amount=10_00, seated=True)
        deal(pair, dealt_by)
        boxes = pair.state("Cat")["table"]["boxes"]
        hands = [box["hands"][0]["cards"] for box in boxes]
        assert hands == [[None, None], [None, None]]
        own = pair.state(whose)["mine"]["boxes"]
        assert None not in own[0 if whose == "Ann" else 1]["hands"][0]["cards"]
        for name in EVERYBODY:
            pair.do(name, "hit", box=2, hand=1)
            pair.do(name, "split", box=1, hand=2)
        for path in ("table?name=s1", "round?name=s1/1", "player?name=Ann"):
            answer = pair.one.members["Ines"].http.get(f"/api/exports/{path}")
            assert answer.json()["error"]["code"] == "export.face-down"
            pair.other.members["Ines"].http.get(f"/api/exports/{path}")
        pair.ask_everything()
        pair.are_the_same(but=(whose,))
        assert pair.one.lives[whose].heard != pair.other.lives[whose].heard


def deal(pair: Pair, dealt_by: DealtBy) -> None:
    """Close the bets, and let two cards come to each box."""
    if dealt_by == "automatic dealer":
        pair.done("Ann", "be-ready")
        pair.done("Bob", "be-ready")
        return
    pair.done("Dora", "close-bets")
    for _ in range(5):
        pair.done("Dora", "next-step")


def test_what_a_player_has_is_not_told_to_other_players() -> None:
    with two_worlds("nsw-pontoon-2024") as pair:
        for world, amount in ((pair.one, 300_00), (pair.other, 450_00)):
            world.do("Ann", "take-seat", seat=1, amount=amount)
        pair.sit("Bob", 2)
        pair.make_ready()
        for name, box in (("Ann", 1), ("Bob", 2)):
            pair.done(name, "place-wager", box=box, amount=10_00, seated=True)
        pair.done("Ann", "be-ready")
        pair.done("Bob", "be-ready")
        for name in ("Bob", "Cat"):
            for path in paths(pair.one, rounds=1, commitment=None):
                for world in (pair.one, pair.other):
                    world.ask(name, path)
        pair.are_the_same(but=("Ann", *OVERSEERS))
        assert pair.one.lives["Ann"].heard != pair.other.lives["Ann"].heard
