"""Random session records; the twin is asked what each round still needs.

Most are lawful to the end. Some stop at a wager or a decision that breaks a rule, and `spoil` makes
malformed ones of them.
"""

from __future__ import annotations

import copy
import random
from typing import Any

from twins.direct_rules import cents
from twins.session_play import Malformed
from twins.sessions import BrokenRound, adjudicate

Row = dict[str, Any]
FACES = [rank + suit for rank in "A23456789JQK" for suit in "shdc"]
LEANINGS = ["", "", "7", "7s", "A", "AJQK", "8", "JQK", "678", "A2345"]
ACTIONS = ["hit", "hit", "stand", "stand", "double", "split", "double", "split"]


class Generator:
    """One random session."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.order = rng.random() < 0.5
        chip = rng.choice(["1", "5", "0.50", "1"])
        self.boxes = sorted(rng.sample(range(1, 8), rng.randint(1, 7)))
        rounds = rng.randint(1, 5)
        limits = [{"from_round": 1, "minimum": "25", "maximum": rng.choice(["500", "110", "2000"])}]
        if rounds > 1 and rng.random() < 0.5:
            start = rng.randint(2, rounds)
            limits.append({"from_round": start, "minimum": "100", "maximum": "1000"})
        self.record: Row = {
            "format": "houserules/session-1",
            "rulebook": rng.choice(["nsw-pontoon-6to5-2017", "nsw-pontoon-2024"]),
            "conditions": {
                "rounds": rounds,
                "chips": rng.choice(["50", "100", "300", "1000"]),
                "advance": rng.randint(1, 4),
                "final": rng.random() < 0.4,
                "pass_cards": rng.randint(0, 3),
                "undisclosed_wagers": rng.randint(0, 3),
                "order_of_wagering": self.order,
                "deal_from_marker": self.order and rng.random() < 0.6,
                "limits": limits,
            },
            "table": {"smallest_chip": chip, "resplit": rng.random() < 0.4},
            "players": [{"name": f"p{box}", "box": box} for box in self.boxes],
            "rounds": [],
        }
        if rng.random() < 0.8:
            self.record["table"]["perfect_pairs"] = rng.choice(["5", "10", "20"])
        if rng.random() < 0.15:
            self.record["table"]["decks"] = rng.choice([6, 8])
        rng.shuffle(self.record["players"])
        self.quiet = rng.random() < 0.3  # equal wagers and pass cards, for ties

    def make(self) -> Row:
        """Write round after round until the session ends, breaks a rule or stops early."""
        while True:
            state = adjudicate(self.record)
            if state["over"] and not state["play_off"]:
                return self.record
            if not state["over"] and self.rng.random() < 0.04:
                return self.conclude(state)
            if not self.add("play_off" if state["over"] else "rounds", state):
                return self.record
            if len(self.record.get("play_off", [])) > 6 or len(self.record["rounds"]) > 9:
                return self.record

    def conclude(self, state: Row) -> Row:
        last = state["rounds"][-1:]
        if last and "void" not in last[0] and self.rng.random() < 0.8:
            self.record["concluded"] = self.rng.choice(["early", "clock"])
        return self.record

    def add(self, key: str, state: Row) -> bool:
        """Add one round; False when the record ends with it."""
        rng = self.rng
        this: Row = {"wagers": self.entries(key, state), "cards": self.cards(), "decisions": []}
        if rng.random() < 0.05:
            this["void"] = True
            if rng.random() < 0.5:
                del this["cards"], this["decisions"]
        self.record.setdefault(key, []).append(this)
        lawful = rng.random() < 0.97
        for _ in range(300):
            try:
                result = adjudicate(self.record)
            except Malformed as error:
                if error.needs is None:
                    return False
                this["decisions"].append(self.decision(error.needs, this))
            except BrokenRound as error:
                broken = error.broken
                if not lawful:
                    return False
                if broken.decision is not None:
                    del this["decisions"][broken.decision :]
                else:
                    self.mend(this, broken.wager or 0, broken.clause)
            else:
                return not (key == "play_off" and not result["play_off"])
        return False

    def mend(self, this: Row, index: int, clause: str) -> None:
        entries = this["wagers"]
        if clause.endswith(".9.5"):
            entries.sort(key=lambda entry: int(entry["player"][1]))
            entries.append(entries.pop(0))
            shift = self.rng.randrange(len(entries))
            this["wagers"] = entries[shift:] + entries[:shift]
        else:
            entries[index] = {"player": entries[index]["player"], "amount": "25"}

    def decision(self, box: int, this: Row) -> str:
        rng = self.rng
        if not this["decisions"] and rng.random() < 0.5:
            boxes = [
                entry["player"][1]
                for entry in this["wagers"]
                if "amount" in entry or "undisclosed" in entry
            ]
            some = rng.choice(boxes)
            offer = rng.choice([f"insure {rng.choice(['5', '12', '12.50', '50'])}", "surrender"])
            return f"{some} {offer}"
        last = this["decisions"][-1] if this["decisions"] else ""
        if "double" in last and rng.random() < 0.3:
            return f"{last.split()[0]} forfeit"
        action = rng.choice(ACTIONS)
        if action == "double" and rng.random() < 0.5:
            action += f" {rng.choice(['5', '10', '25', '100'])}"
        return f"{box} {action}"

    def entries(self, key: str, state: Row) -> list[Row]:
        rng = self.rng
        if key == "play_off":
            chips = {name: cents(self.record["conditions"]["chips"]) for name in state["play_off"]}
            for each in state.get("play_off_rounds", []):
                now = {name: cents(amount) for name, amount in each["chips"].items()}
                chips.update({name: amount for name, amount in now.items() if name in chips})
        else:
            gone = {row["player"] for each in state["rounds"] for row in each["out"]}
            chips = {
                row["player"]: cents(row["chips"])
                for row in state["places"]
                if row["player"] not in gone
            }
        counted = sum("void" not in each for each in state["rounds"])
        number = counted if key == "play_off" else counted + 1
        limits = [row for row in self.record["conditions"]["limits"] if row["from_round"] <= number]
        minimum = cents(limits[-1]["minimum"])
        able = sorted(name for name, amount in chips.items() if amount >= minimum)
        found = [entry for name in able if (entry := self.entry(name, chips[name], minimum))]
        if self.order and state["rounds"] and rng.random() < 0.9 and found:
            shift = rng.randrange(len(found))
            return found[shift:] + found[:shift]
        return found

    def entry(self, name: str, chips: int, minimum: int) -> Row | None:
        rng = self.rng
        kind = rng.random()
        if self.quiet and kind < 0.9:
            kind = rng.choice([0.1, 0.83])
        amount = min(chips, rng.choice([1, 1, 2, 4, 10, 40]) * minimum)
        amount -= rng.choice([0, 0, 0, 500]) if amount > 500 else 0
        wager: Row = {"amount": str(amount // 500 * 5 or 5)}
        if rng.random() < 0.25:
            wager |= {"perfect_pairs": True}
        if rng.random() < 0.1:
            wager |= {"late": True}
        form: Row = rng.choice(
            [
                {"type": "original", "amount": f"{rng.randint(0, 900)}.{rng.randint(0, 99):02d}"},
                {"type": "original", "amount": str(rng.choice([25, 100, 2500]))},
                {"type": "original"},
                {"amount": "50"},
                {"type": "perfect pairs", "amount": "50"},
                {},
            ]
        )
        if kind < 0.62:
            return {"player": name, **wager}
        if kind < 0.72:
            return {"player": name, "undisclosed": form}
        if kind < 0.82:
            return {"player": name, "undisclosed": form, **wager}
        if kind < 0.90:
            return {"player": name, "pass_card": True}
        if kind < 0.95:
            return {"player": name, "absent": "deduct"}
        if kind < 0.97:
            return {"player": name, "absent": "disqualify"}
        if kind < 0.985:
            return {"player": name, "disqualify": "20.6.7"}
        return None

    def cards(self) -> str:
        lean = self.rng.choice(LEANINGS)
        wanted = [face for face in FACES if lean == face or (lean and face[0] in lean)]
        left = dict.fromkeys(FACES, 6)
        dealt: list[str] = []
        while len(dealt) < 70:
            face = self.rng.choice(wanted if wanted and self.rng.random() < 0.4 else FACES)
            if left[face]:
                left[face] -= 1
                dealt.append(face)
            else:
                wanted = []
        return " ".join(dealt)


def random_session(rng: random.Random) -> Row:
    """Return a record."""
    return Generator(rng).make()


VALUES: list[Any] = ["", "x", "0", "-1", "12.345", "25", "1000000", 0, 1, -1, 7, 99, True, False]
VALUES += [None, 1.5, [], {}, ["1 hit"], "1 jump", "9 hit", "1.9 hit", "early", "deduct", "As"]


def spoil(record: Row, rng: random.Random) -> Row:
    """Return the record with one thing changed, left out or added, anywhere."""
    spoiled = copy.deepcopy(record)
    here: Any = spoiled
    while True:
        keys = list(here) if isinstance(here, dict) else list(range(len(here)))
        if not keys:
            return spoiled
        key = rng.choice(keys)
        inner = here[key]
        if isinstance(inner, dict | list) and inner and rng.random() < 0.9:
            here = inner
            continue
        kind = rng.random()
        if isinstance(inner, str) and inner.split()[1:2] and kind < 0.6 and len(inner) < 20:
            word = rng.choice([*ACTIONS, "forfeit", "surrender", "insure 5", "double 5.25"])
            here[key] = f"{rng.choice([inner[0], inner[0] + '.2', str(rng.randint(1, 7))])} {word}"
        elif kind < 0.3:
            del here[key]
        elif kind < 0.4 and isinstance(here, dict):
            here["extra"] = 1
        elif kind < 0.5 and isinstance(here, list):
            here.insert(key, copy.deepcopy(inner))
        elif kind < 0.6 and isinstance(inner, str) and " " in inner:
            here[key] = inner.rpartition(" ")[0]
        else:
            here[key] = rng.choice(VALUES)
        return spoiled
