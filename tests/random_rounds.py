"""Random lawful rounds: the table itself is asked what is legal, and the round is written down."""

import random
from typing import Any

from game_table import report_found
from houserules.core.cards import CARDS, Card, deck, show
from houserules.core.money import cents, dollars
from houserules.core.refusal import Refusal
from houserules.rulebook.loader import rulebook
from houserules.rulebook.options import choose
from houserules.rulebook.schema import Rulebook
from houserules.table import commands as c
from houserules.table.judge import carry_out
from houserules.table.legal import Open, legal, with_card
from houserules.table.state import Table

Record = dict[str, Any]

OPTIONS: dict[str, dict[str, list[Any]]] = {
    "nsw-pontoon-2024": {
        "resplit": [False, True, True],
        "natural_collects": ["busted-bets-plus-one", "original-hand"],
    },
    "nsw-pontoon-6to5-2017": {
        "resplit": [False, True, True],
        "natural_collects": ["busted-bets-plus-one", "original-hand"],
        "absent_player": ["stand", "draw-to-12"],
    },
    "nz-pontoon": {"unit": ["0.50", "1", "5"]},
    "nsw-pinkjack-2016": {
        "natural_collects": ["busted-bets-plus-one", "original-hand"],
        "dealer_pinkjack_counts_as_blackjack": [False, True],
    },
}
COMMON = {
    "decks": [6, 8],
    "maximum": ["60", "5000", "5000"],
    "smallest_chip": ["0.50", "0.50", "1", "5"],
}
SIDE = {"nsw-pinkjack-2016": ("suits_you", "suits-you")}
AMOUNTS = ["1.50", "2", "4.50", "5", "7.50", "12.50", "20", "24", "24.50", "25", "33", "50"]
SKEWS = ["", "", "7s", "7", "678", "A", "AJQK", "AdJd", "8", "A2345", "2A", "JQK"]


class Shoe:
    """Cards without replacement; some rounds are drawn with a leaning, to meet rare hands."""

    def __init__(self, rules: Rulebook, rng: random.Random) -> None:
        one = deck(tens=rules.equipment.tens_in_deck.value)
        self.left = list(one) * rules.equipment.decks.value
        rng.shuffle(self.left)
        self.rng, self.skew, self.dealt = rng, rng.choice(SKEWS), []

    def draw(self) -> Card:
        """Take the next card, one time in two a card that the leaning asks for."""
        if self.skew and self.rng.random() < 0.5:
            wanted = [card for card in self.left if self._leans(card)]
            if wanted:
                card = self.rng.choice(wanted)
                return self._take(self.left.index(card))
        return self._take(len(self.left) - 1)

    def _leans(self, card: Card) -> bool:
        return str(card) in self.skew if self.skew in ("7s", "AdJd") else card.rank in self.skew

    def _take(self, at: int) -> Card:
        self.dealt.append(self.left.pop(at))
        return self.dealt[-1]


def random_setup(name: str, rng: random.Random) -> Record:
    """Write down the head, the options and the wagers of a round."""
    kinds = {**COMMON, **OPTIONS[name]}
    table: Record = {key: rng.choice(kinds[key]) for key in kinds if rng.random() < 0.5}
    chip = cents(table.get("smallest_chip", "0.50"))
    amounts = [amount for amount in AMOUNTS if cents(amount) % chip == 0]
    wagers = [wager for box in _boxes(rng) for wager in _bettors(box, amounts, rng)]
    record: Record = {
        "format": "houserules/round-1",
        "rulebook": name,
        "table": table,
        "wagers": wagers,
    }
    option, kind = SIDE.get(name, ("perfect_pairs", "perfect-pairs"))
    if rng.random() < 0.4:
        table[option] = "5"
        record["side_wagers"] = _sides(name, wagers, kind, rng)
    return record


def _boxes(rng: random.Random) -> list[int]:
    return sorted(rng.sample(range(1, 8), rng.choice([1, 1, 1, 2, 3])))


def _bettors(box: int, amounts: list[str], rng: random.Random) -> list[Record]:
    players = rng.sample(["ann", "bob", "cat", "dan"], rng.choice([1, 1, 2, 3]))
    seated = rng.choice([None, *players])
    return [
        {
            "box": box,
            "player": player,
            "amount": rng.choice(amounts),
            "seated": player == seated,
        }
        for player in players
    ]


def _sides(name: str, wagers: list[Record], kind: str, rng: random.Random) -> list[Record]:
    sides: list[Record] = []
    for wager in wagers:
        taken = [side for side in sides if side["box"] == wager["box"]]
        if rng.random() < 0.6 and not (name == "nsw-pinkjack-2016" and taken):
            player = "eve" if name.startswith("nsw") and rng.random() < 0.1 else wager["player"]
            if any(side["player"] == player for side in taken):
                continue
            side = {"kind": kind, "box": wager["box"], "player": player, "amount": "5"}
            sides.append({**side, "suit": rng.choice("shdc")} if kind == "suits-you" else side)
    return sides


def random_round(name: str, rng: random.Random) -> Record:
    """Play one round with random legal decisions and give its record."""
    record = random_setup(name, rng)
    rules = choose(rulebook(name), record["table"])
    shoe = Shoe(rules, rng)
    table = _opened(rules, record)
    decisions: list[str] = []
    while table.phase != "over":
        option = _pick(legal(rules, table), rng)
        command = _with_card_or_amount(option, shoe, rng)
        if text := written(command, table):
            decisions.append(text)
        table = _do(rules, table, command)
    spare = [shoe.draw() for _ in range(rng.choice([0, 0, 2]))]
    assert all(card in CARDS.values() for card in spare)
    return {**record, "cards": show(tuple(shoe.dealt)), "decisions": decisions}


def _opened(rules: Rulebook, record: Record) -> Table:
    table = Table()
    for player in ("ann", "bob", "cat", "dan", "eve"):
        table = _do(rules, table, c.BringChips(player, 1_000_000))
    for each in record["wagers"]:
        amount = round(float(each["amount"]) * 100)
        place = c.PlaceWager(each["player"], each["box"], amount, each["seated"])
        table = _do(rules, table, report_found(place))
    for each in record.get("side_wagers", ()):
        suit = each.get("suit")
        side = c.PlaceSideWager(each["player"], each["box"], each["kind"], 500, suit)
        table = _do(rules, table, side)
    return _do(rules, table, c.CloseBets())


def _do(rules: Rulebook, table: Table, command: c.Command) -> Table:
    outcome = carry_out(rules, table, command)
    assert not isinstance(outcome, Refusal), (command, outcome)
    return outcome[1]


WEIGHTS = {c.TakeChips: 0.0, c.ReportAbsent: 0.15, c.Split: 6.0, c.CloseOffers: 1.5, c.Stand: 1.5}


def _pick(options: list[Open], rng: random.Random) -> Open:
    weights = [WEIGHTS.get(option.kind, 1.0) for option in options]
    return rng.choices(options, weights)[0]


def _with_card_or_amount(option: Open, shoe: Shoe, rng: random.Random) -> c.Command:
    if option.takes_card:
        return with_card(option, shoe.draw())
    match option.command:
        case c.Double(player, box, hand, most) if rng.random() < 0.3 and option.least < most:
            steps = (most - option.least) // option.step
            return c.Double(player, box, hand, option.least + option.step * rng.randint(0, steps))
        case c.Insure(player, box, most) if option.least < most:
            steps = (most - option.least) // option.step
            return c.Insure(player, box, option.least + option.step * rng.randint(0, steps))
    return option.command


def written(command: c.Command, table: Table) -> str | None:
    """Write a command as the decision of a record; None where a record has no word for it."""
    match command:
        case c.Insure(player, box, amount):
            return f"{box} insure {dollars(amount)} by {player}"
        case c.Surrender(player, box):
            return f"{box} surrender by {player}"
        case c.Hit(player, box, hand):
            return f"{box}.{hand} hit by {player}"
        case c.Stand(_, box, _):
            return f"{box} stand"
        case c.Double(player, box, hand, amount):
            return f"{box}.{hand} double {dollars(amount)} by {player}"
        case c.Split(player, box, hand):
            return f"{box}.{hand} split by {player}"
        case c.Designate(player, box, hand):
            return f"{box} designate {hand} by {player}"
        case c.Forfeit(player, box, hand):
            return f"{box}.{hand} forfeit by {player}"
        case c.ReportAbsent(box, hand):
            return f"{box}.{hand} absent"
    return None
