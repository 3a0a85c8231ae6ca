"""A bot that plays a practice table over the WebSocket by the printed strategy, and says how it did.

    houserules serve &
    python examples/bot.py --table t1 --rounds 20

The strategy is the chart that the server computes, or the rows of `houserules strategy RULEBOOK --json`
in a file (`--strategy FILE`), which know the cards of a hand and not only its total.
"""

import argparse
import asyncio
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from houserules.client import ApiError, Client, Refused, State, TableConnection

Data = dict[str, Any]
IN_ORDER = "A23456789T"


def value(card: str) -> str:
    """Give what a card counts as: A, 2 to 9, T."""
    return "T" if card[0] in "TJQK" else card[0]


class Strategy(Protocol):
    """What to do with a hand; the first of the choices that is open is taken."""

    def choices(self, hand: Data, upcard: str) -> list[str]:
        """Give stand, hit, double, split or surrender, the best first."""

    def gives_up(self, hand: Data, upcard: str) -> bool:
        """Whether a doubled hand is forfeited."""


@dataclass
class ByChart:
    """Plays by totals, number of cards and the upcard."""

    chart: Data

    def choices(self, hand: Data, upcard: str) -> list[str]:
        """Look a hand up."""
        cards = [value(card) for card in hand["cards"]]
        is_pair = len(cards) == 2 and cards[0] == cards[1]
        table = self.chart["soft" if hand["soft"] else "hard"]
        cell = table.get(str(hand["total"]), {}).get(upcard)
        found = ["split"] if is_pair and self.chart["pairs"].get(cards[0], {}).get(upcard) else []
        if cell is not None:
            steps = [action for least, action in cell["steps"] if least <= len(cards)]
            found += [steps[-1] if steps else cell["steps"][0][1], cell["otherwise"] or "hit"]
        return found

    def gives_up(self, hand: Data, upcard: str) -> bool:
        """Look a doubled total up."""
        return bool(self.chart["forfeit"].get(str(hand["total"]), {}).get(upcard))


class ByRows:
    """Plays by the very cards in the hand."""

    def __init__(self, strategy: Data) -> None:
        rows = [row for row in strategy["hands"] if not row["split_from"]]
        self._best = {(row["upcard"], row["cards"]): row["best"] for row in rows}
        self._forfeit = {
            (row["upcard"], row["total"]) for row in strategy["forfeit"] if row["forfeit"]
        }

    def choices(self, hand: Data, upcard: str) -> list[str]:
        """Look a hand up."""
        cards = sorted(map(value, hand["cards"]), key=IN_ORDER.index)
        return [self._best.get((upcard, " ".join(cards)), "stand")]

    def gives_up(self, hand: Data, upcard: str) -> bool:
        """Look a doubled total up."""
        return (upcard, hand["total"]) in self._forfeit


@dataclass
class Player:
    """Sits at one box, wagers the minimum, and does what the strategy says."""

    table: TableConnection
    strategy: Strategy
    wager: int
    box: int
    results: list[int] = field(default_factory=list)
    _net: int = 0

    async def play(self, rounds: int) -> None:
        """Play so many rounds."""
        async for state in self.table:
            self.note(state)
            if len(self.results) >= rounds:
                return
            command = self.next(state) if state is self.table.state else None
            if command is not None:
                try:
                    await self.table.do(command.pop("do"), **command)
                except Refused as no:  # the table has gone on meanwhile
                    print(f"refused: {no}")

    def note(self, state: State) -> None:
        """Add up what the settlements of a state bring; a round ends with `round.ended`."""
        for event in state.events:
            if event["name"] == "wager.settled" and event["player"] == state.mine["person"]:
                self._net += event["returned"] - event["stake"]
            elif event["name"] == "round.ended":
                self.results.append(self._net)
                self._net = 0

    def next(self, state: State) -> Data | None:
        """Give the command that is to be given now, if it is this player's to give one."""
        legal = {
            each["do"]: each
            for each in state.legal
            if each.get("box") in (None, self.box) and each["do"] not in ("be-ready", "get-up")
        }
        me = state.mine["person"]
        if "decline-cut" in legal:
            return {"do": "decline-cut"}
        if state.phase == "betting":
            return self._bet(state, legal, me)
        if state.phase == "playing" and legal:
            return self._decide(state, legal)
        if state.phase == "offers" and me in state.table["waited_for"]:
            give_up = "surrender" in legal and self._choices(state)[:1] == ["surrender"]
            return {"do": "surrender", "box": self.box} if give_up else {"do": "be-ready"}
        return {"do": "be-ready"} if state.phase == "over" else None

    def _bet(self, state: State, legal: dict[str, Data], me: str) -> Data | None:
        if state.chips < self.wager and "place-wager" not in legal:
            raise SystemExit(f"bot: {state.chips / 100:.2f} dollars are left, too little to wager")
        box = state.box(self.box)
        if box is None or all(bettor["player"] != me for bettor in box["bettors"]):
            place = {"do": "place-wager", "box": self.box, "amount": self.wager, "seated": True}
            return place if "place-wager" in legal else None
        return None if me in state.table["ready"] else {"do": "be-ready"}

    def _hand(self, state: State) -> tuple[int, Data]:
        """Give the hand that is to be decided on, with its number."""
        box = state.box(self.box)
        assert box is not None
        hands = list(enumerate(box["hands"], start=1))
        return next((each for each in hands if not each[1]["done"]), hands[0])

    def _choices(self, state: State) -> list[str]:
        return self.strategy.choices(self._hand(state)[1], value(state.table["dealer"][0]))

    def _decide(self, state: State, legal: dict[str, Data]) -> Data:
        if "forfeit" in legal and self._gives_up(state, legal["forfeit"]):
            return legal["forfeit"]
        if "decline" in legal:  # a question: another's double or split, splitting aces again
            return {"do": "decline", "box": self.box}
        number, _ = self._hand(state)
        choices = (*self._choices(state), "stand", "hit", "expose-cards")
        chosen = next(each for each in choices if each in legal)
        command: Data = {"do": chosen, "box": self.box}
        if chosen == "double":
            command["amount"] = legal["double"]["most"]
        return command if chosen == "expose-cards" else {**command, "hand": number}

    def _gives_up(self, state: State, forfeit: Data) -> bool:
        box = state.box(self.box)
        assert box is not None
        hand = box["hands"][forfeit["hand"] - 1]
        return self.strategy.gives_up(hand, value(state.table["dealer"][0]))


async def main() -> None:
    """Sit down, play, leave, and print the results."""
    asked = arguments()
    async with Client(asked.url, token=asked.token) as client:
        if asked.token is None:
            await client.guest()
        about = next(each for each in await client.tables() if each["table"] == asked.table)
        strategy = await read_strategy(client, about["rulebook"], asked.strategy)
        async with client.follow(asked.table) as table:
            free = set(range(1, about["boxes"] + 1)) - set(about["seats_taken"])
            box, brings = min(free), 100 * about["minimum"]
            await table.do("take-seat", seat=box, amount=brings)
            player = Player(table, strategy, about["minimum"], box)
            await player.play(asked.rounds)
            await table.do("get-up")
    won = sum(player.results)
    print(
        f"{len(player.results)} rounds of {about['game']} at {asked.table}: {won / 100:+.2f} dollars"
    )


async def read_strategy(client: Client, rulebook: str, file: str | None) -> Strategy:
    """Read the rows of a file, or ask the server for its chart; the first time that takes a while."""
    if file is not None:
        return ByRows(json.loads(Path(file).read_text("utf-8")))
    while True:
        try:
            return ByChart(await client.ask("GET", f"/api/odds/{rulebook}/chart"))
        except ApiError as error:
            if error.code != "odds.working":
                raise
            await asyncio.sleep(3)


def arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description="Play a practice table by the printed strategy.")
    parser.add_argument("--url", default="http://127.0.0.1:8000")
    parser.add_argument("--table", default="t1")
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--strategy", metavar="FILE", help="rows of houserules strategy --json")
    parser.add_argument("--token", help="an API token; without one the bot comes as a guest")
    return parser.parse_args()


if __name__ == "__main__":
    try:
        asyncio.run(main())
    except ApiError as error:
        raise SystemExit(f"bot: {error}") from None
