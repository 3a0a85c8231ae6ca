"""Any command at all, sensible or not, built from the fields of its class."""

import random
from dataclasses import dataclass, fields
from functools import cache
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from houserules.core.cards import Card, deck
from houserules.core.people import Moment, Person, Role
from houserules.rulebook.schema import Rulebook
from houserules.shoe.virtual_shoe import VirtualShoe
from houserules.table import commands as c
from houserules.table.cards.census import round_has_begun, why_not_there
from houserules.table.cards.commands import ShowBurnedCard
from houserules.table.cards.cut import offer
from houserules.table.commands import StaffCommand
from houserules.table.events import CardDealt
from houserules.table.irregularities import wrong_cards
from houserules.table.irregularities.previous_round import round_of
from houserules.table.irregularities.state import Spot
from houserules.table.people.devices import DETAINED, OFFICERS
from houserules.table.people.state import PlayerCard
from houserules.table.powers import holders
from houserules.table.session.commands import BeginSession
from houserules.table.session.state import Limits, MissingChips, Player, SessionConditions
from houserules.table.sign.commands import ReportFoundWager
from houserules.table.sign.state import SIDE_WAGERS, TO_ONE_BOX, TO_THE_MINIMUM, SideLimits, Stated
from houserules.table.staff.commands import GiveNotice
from houserules.table.staff.evolve import REGULATOR
from houserules.table.state import Box, Table

PLAYERS = ("ann", "bob", "cat")
ROLES: tuple[Role, ...] = get_args(Role)
ABOUT = (TO_THE_MINIMUM, TO_ONE_BOX, SIDE_WAGERS, DETAINED, wrong_cards.ABOUT, "the weather", "")
TOLD = ("inspector", "inspector", "Surveillance", REGULATOR, OFFICERS, *PLAYERS, "")
WORDS = ("something", "as it was seen", "once more", "", " ")
AMOUNTS = (0, 1, 50, 100, 250, 500, 1000, 1500, 2000, 5000, 12_345, 100_000, 100_001, -500)
WAITS = (-1, 0, 60, 1199, 1200, 1201, 7200)


@cache
def _fields(kind: type) -> tuple[tuple[str, Any], ...]:
    hints = get_type_hints(kind)
    return tuple((each.name, hints[each.name]) for each in fields(kind))


@dataclass(slots=True)
class AnyCommand:
    """Thinks of commands for a table as it stands; cards are true where the shoe is virtual."""

    rules: Rulebook
    table: Table
    shoe: VirtualShoe | None
    now: Moment
    rng: random.Random
    kind: type = c.ClearTable

    def of(self, kind: type) -> c.Command:
        """Return a command of a kind."""
        self.kind = kind
        if kind is GiveNotice and self.rng.random() < 0.5:
            return self.notice()
        if kind is ReportFoundWager and self.table.phase != "betting" and self.rng.random() < 0.9:
            return self.found_wager()
        command: c.Command = kind(**{name: self._value(name, hint) for name, hint in _fields(kind)})
        return command

    def _value(self, name: str, hint: Any) -> Any:
        if get_origin(hint) is Literal:
            return self.rng.choice(get_args(hint))
        if get_origin(hint) in (Union, UnionType):
            if self.rng.random() < 0.3:
                return None
            return self._value(name, get_args(hint)[0])
        for way in (_NAMED, _TYPED):
            if (key := name if way is _NAMED else hint) in way:
                return way[key](self)
        raise TypeError(f"no idea what {name}: {hint} of {self.kind.__name__} could be")

    def person(self) -> Person:
        """Mostly somebody with the power that the command takes."""
        role = self.rng.choice(ROLES)
        if issubclass(self.kind, StaffCommand) and self.rng.random() < 0.8:
            power = getattr(self.rules.powers, self.kind.power)
            role = self.rng.choice(holders(self.rules, power.value) or ROLES)
        return Person(f"{role} {self.rng.randint(1, 2)}", role)

    def found_wager(self) -> ReportFoundWager:
        """Mostly a wager of the round that turns out to be outside the limits."""
        box = self.a_box()
        here = [bettor.player for bettor in box.bettors] if box and self.rng.random() < 0.7 else []
        player, number = self.rng.choice(here or PLAYERS), box.number if box else self.box()
        amount = self.rng.choice((50, 100, 400, 400, 6_100, 7_000, 12_345, 20_000))
        tokens = self.rng.choice((0, 0, 0, 50, 100))
        by = Person("casino supervisor 1", "casino supervisor")
        return ReportFoundWager(by, self.now, player, number, amount, tokens=tokens)

    def notice(self) -> GiveNotice:
        """One that an act needs beforehand."""
        about = self.rng.choice((TO_THE_MINIMUM, TO_ONE_BOX, SIDE_WAGERS))
        to = "Surveillance" if about == SIDE_WAGERS and self.rng.random() < 0.5 else "inspector"
        player = None if about == SIDE_WAGERS else self.player()
        return GiveNotice(self.person(), self.now, to, about, player)

    def player(self) -> str:
        """Mostly somebody who is asked something."""
        asked = self._asked()
        if asked and self.rng.random() < 0.5:
            return self.rng.choice(asked)
        here = [patron.name for patron in self.table.patrons]
        return self.rng.choice((*PLAYERS, *PLAYERS, *here, "nobody"))

    def _asked(self) -> list[str]:
        turn, awaiting = self.table.turn(), self.table.awaiting
        asked = list(awaiting.players) if awaiting else []
        if turn and turn[0].controller:
            asked.append(turn[0].controller)
        if self.table.source and self.table.source.due and self.table.source.due[0].step == "cut":
            asked += [each for each in (offer(self.rules, self.table).player,) if each]
        return asked

    def a_box(self) -> Box | None:
        """Mostly the box in play, else one with a wager."""
        turn = self.table.turn()
        if turn and self.rng.random() < 0.6:
            return turn[0]
        return self.rng.choice(self.table.boxes) if self.table.boxes else None

    def box(self) -> int:
        """Mostly a box that has wagers."""
        box = self.a_box()
        return box.number if box and self.rng.random() < 0.7 else self.rng.randint(0, 8)

    def hand(self) -> int:
        """Mostly the hand in play."""
        turn = self.table.turn()
        return turn[1] if turn and self.rng.random() < 0.7 else self.rng.randint(0, 3)

    def cards(self) -> tuple[Card, ...]:
        """Some cards that have just left the shoe."""
        return self.drawn(self.rng.choice((0, 1, 1, 2, 3, 30)))

    def card(self) -> Card:
        """The card that has just left the shoe, or the one that was burned."""
        if self.kind is ShowBurnedCard and self.shoe is not None and self.shoe.burned:
            return self.shoe.burned[-1]
        return (*self.drawn(1), *deck(tens=True))[0]

    def drawn(self, count: int) -> tuple[Card, ...]:
        """Cards from the top of a virtual shoe; at a real one, cards that can be there or cannot."""
        if self.shoe is not None:
            first = self.kind is c.DealCard and not round_has_begun(self.table)
            under = [self.shoe.under] if first and self.shoe.under else []
            return (*under, *self.shoe.stack)[:count]
        there = self.possible() if self.rng.random() < 0.9 else list(deck(tens=True))
        return tuple(self.rng.choices(there, k=count)) if there else ()

    def possible(self) -> list[Card]:
        """The faces of which not all cards have been seen."""
        rules, table = self.rules, self.table
        return [card for card in deck(tens=True) if why_not_there(rules, table, card) is None]

    def order(self) -> tuple[Card, ...]:
        """The cards of the round in another order; at a real shoe also other cards."""
        played = round_of(self.table)
        dealt = [each.card for each in played.log if isinstance(each, CardDealt)] if played else []
        if dealt and self.rng.random() < 0.7:
            one, other = self.rng.choices(range(len(dealt)), k=2)
            dealt[one], dealt[other] = dealt[other], dealt[one]
        more = self.rng.choice((0, 0, 0, 1, 2))
        if self.shoe is None and self.rng.random() < 0.2:
            return tuple(dealt[:-1])
        return (*dealt, *self.drawn(more))

    def dealers_cards(self) -> tuple[Card, ...]:
        """Cards of the dealer's hand after the first."""
        own = list(self.table.dealer[1:])
        return tuple(self.rng.sample(own, self.rng.randint(0, len(own))))

    def hands(self) -> tuple[Spot, ...]:
        """Mostly one hand of the round."""
        played = round_of(self.table)
        table = self.table if self.table.boxes or not played else played.before
        spots = [(box.number, number) for box in table.boxes for number in (1, 2)]
        return tuple(self.rng.sample(spots, min(len(spots), self.rng.choice((0, 1, 1, 2)))))

    def stated(self) -> Stated:
        """Limits for a sign: mostly lawful ones."""
        minimum = self.rng.choice((100, 500, 1000, 2500))
        sides = [("perfect-pairs", 500, 500), ("suits-you", 500, 500), ("perfect-pairs", 100, 2000)]
        return Stated(
            minimum,
            self.rng.choice((None, minimum, 6000, 500_000)),
            self.rng.choice((None, None, 50, 100, 500)),
            self.rng.choice((None, None, None, 3000, 50)),
            tuple(SideLimits(*each) for each in self.rng.sample(sides, self.rng.randint(0, 2))),
        )

    def player_card(self) -> PlayerCard:
        """Mostly one's own and valid."""
        owner = self.player()
        ends = self.rng.choice((None, None, None, self.now, self.now - 1))
        return PlayerCard(f"card of {owner}", owner, None if ends is None else Moment(ends))

    def later(self) -> Moment:
        """An hour to come, mostly."""
        return Moment(self.now + self.rng.choice(WAITS))

    def one_of(self, *values: Any) -> Any:
        """Any of these."""
        return self.rng.choice(values)

    def number(self, last: int) -> int:
        """Mostly a number from 1 to the last."""
        return self.rng.choice((0, last + 1, *range(1, last + 1), *[last] * 4))

    def left(self) -> int:
        """A number of cards between none and all that are in the stack."""
        return self.rng.randint(0, self.table.source.left if self.table.source else 400)

    def seats(self) -> tuple[Player, ...]:
        """The players of a session: mostly one per box, by boxes."""
        boxes = sorted(self.rng.sample(range(1, 8), 3))
        return tuple(Player(*each) for each in zip(PLAYERS, boxes, strict=True))

    def conditions(self) -> SessionConditions:
        """The conditions of a session: mostly sound ones."""
        order = self.rng.random() < 0.5
        by = self.rng.choice(("rounds", "rounds", "minutes", "play_off"))
        minimum = self.rng.choice((500, 1_000, 2_500))
        return SessionConditions(
            rounds=self.rng.choice((1, 2, 3, 6)) if by == "rounds" else None,
            chips=self.rng.choice((5_000, 20_000, 100_000)),
            advance=self.rng.randint(1, 3),
            final=self.rng.random() < 0.3,
            pass_cards=self.rng.randint(0, 2),
            undisclosed_wagers=self.rng.randint(0, 3),
            order_of_wagering=order,
            deal_from_marker=order and self.rng.random() < 0.5,
            limits=(
                Limits(1, minimum, minimum * 10),
                Limits(self.rng.choice((2, 3)), minimum * 2, minimum * 20),
            ),
            minutes=self.rng.choice((10, 60)) if by == "minutes" else None,
            wager_seconds=self.rng.choice((None, 20)),
            cash_value=self.rng.random() < 0.2,
            play_off=self.rng.choice((1, 2)) if by == "play_off" else None,
        )

    def counts(self) -> tuple[tuple[str, int], ...]:
        """The chips of every player, mostly as they are."""
        off = self.rng.choice((0, 0, 0, 50))
        return tuple((player, held + off) for player, held in self.table.racks.items())


_NAMED: dict[str, Any] = {
    "at": lambda any_: any_.now,
    "when": AnyCommand.later,
    "closes": AnyCommand.later,
    "player": AnyCommand.player,
    "to": lambda any_: any_.one_of(*TOLD),
    "about": lambda any_: any_.one_of(*ABOUT, f"wrong payment {any_.rng.randint(1, 2)}"),
    "voucher": lambda any_: any_.one_of("", *[f"no {number}" for number in range(20)]),
    "box": AnyCommand.box,
    "seat": AnyCommand.box,
    "hand": AnyCommand.hand,
    "hands": AnyCommand.hands,
    "boxes": lambda any_: (
        any_.one_of(0, 1, 2, 3)
        if any_.kind.__name__ == "LimitBoxes"
        else tuple(any_.rng.sample(range(1, 9), any_.rng.randint(0, 2)))
    ),
    "tokens": lambda any_: any_.one_of(0, 0, 0, *AMOUNTS),
    "round": lambda any_: any_.rng.randint(0, any_.table.rounds + 1),
    "dispute": lambda any_: any_.number(any_.table.staff.disputes_raised),
    "entry": lambda any_: any_.number(any_.table.staff.payments_entered),
    "depth": AnyCommand.left,
    "behind": AnyCommand.left,
    "bettors": lambda any_: any_.rng.randint(0, 4),
    "players": lambda any_: any_.seats() if any_.kind is BeginSession else any_.rng.randint(0, 8),
    "kind": lambda any_: any_.one_of("original", "original", "", None),
    "counts": AnyCommand.counts,
    "agreed": lambda any_: tuple(any_.rng.sample(PLAYERS, any_.rng.randint(0, 3))),
    "missing": lambda any_: any_.one_of((), (), (MissingChips(2_500, 2),), (MissingChips(0, 1),)),
    "seconds": lambda any_: any_.one_of(0, 20),
    "order": AnyCommand.order,
    "dealer": AnyCommand.dealers_cards,
    "colours": lambda any_: any_.one_of(("red",), ("red", "blue"), ("red", "blue"), ("red",) * 2),
    "forfeited_by": lambda any_: any_.one_of((), (), (any_.player(),)),
    "virtual": lambda any_: any_.shoe is not None,
}
_TYPED: dict[Any, Any] = {
    Person: AnyCommand.person,
    bool: lambda any_: any_.rng.random() < 0.5,
    str: lambda any_: any_.one_of(*WORDS),
    int: lambda any_: any_.one_of(*AMOUNTS),
    Card: AnyCommand.card,
    tuple[Card, ...]: AnyCommand.cards,
    PlayerCard: AnyCommand.player_card,
    Stated: AnyCommand.stated,
    SessionConditions: AnyCommand.conditions,
}
