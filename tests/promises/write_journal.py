"""Write a journal with everything that later versions must still read: play an evening over HTTP.

    houserules serve --database sqlite:///FILE --port PORT ...   (of the version that shall write it)
    python tests/promises/write_journal.py http://127.0.0.1:PORT ONE-TIME-PASSWORD > people.json

It needs an empty database, and prints what is needed to sign in again. End the server at once: the last
round is left half played on purpose.
"""

import asyncio
import json
import sys
import time
from typing import Any

import httpx
from callers import HEADERS, PASSWORD, Caller

STAFF = {
    "Max": "Gaming Manager",
    "Dora": "dealer",
    "Sue": "casino supervisor",
    "Gus": "Gaming Supervisor",
    "Ines": "inspector",
}
PRACTICE = {
    "t1": {"kind": "perfect-pairs", "amount": 5_00},
    "t2": {"kind": "perfect-pairs", "amount": 5_00},
    "t3": {"kind": "perfect-pairs", "amount": 5_00},
    "t4": {"kind": "suits-you", "amount": 5_00, "suit": "h"},
}
STYLES = (("split", "double"), ("surrender", "hit"), ("insure", "split"), ("double",))


def now() -> int:
    return time.time_ns() // 1_000_000


class Evening:
    """Everybody who is there, by name; `known` is what they need to come back."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.people: dict[str, Caller] = {}
        self.known: dict[str, Any] = {"password": PASSWORD, "second_factors": {}}

    def __getitem__(self, name: str) -> Caller:
        return self.people[name]

    def meet(self, name: str) -> Caller:
        http = httpx.AsyncClient(base_url=self.url, headers=HEADERS, timeout=60, trust_env=False)
        self.people[name] = Caller(http)
        return self.people[name]

    async def people_come(self, one_time: str) -> None:
        owner = self.meet("Owner")
        assert await owner.sign_in("Owner", one_time) == "password"
        await owner.send("POST", "/api/password", old=one_time, new=PASSWORD)
        factors = self.known["second_factors"]
        factors["Owner"] = await owner.set_up_second_factor(now())
        for name, role in STAFF.items():
            await self.meet(name).sign_up(name)
            path = f"/api/persons/{name}/role"
            await owner.send("PUT", path, role=role, licence=f"L-{name}")
            factors[name] = await self[name].set_up_second_factor(now())
        for name in ("Ann", "Bob", "Cat"):
            await self.meet(name).sign_up(name)
            card = {"number": f"4711{name.upper()}"}
            await self["Sue"].send("POST", f"/api/persons/{name}/cards", **card)
        made = {"label": "bot", "scopes": ["read", "play"]}
        token = await self["Ann"].send("POST", "/api/me/tokens", **made)
        self.known["token"] = token["token"]
        await self["Max"].send("POST", "/api/persons/Cat/suspend", why="asked for a week off")
        await self["Max"].send("POST", "/api/persons/Cat/reinstate", why="the week is over")

    async def practice(self) -> None:
        """Play several rounds of each game against the automatic dealer; end one shoe."""
        for seat, (table, side) in enumerate(PRACTICE.items(), start=1):
            player = self["Ann" if seat % 2 else "Bob"]
            await player.do(table, "take-seat", seat=seat, amount=400_00)
            for number, style in enumerate(STYLES):
                used = side if number % 2 else None
                await player.play_round(table, seat, *style, side=used)
            await player.do(table, "get-up")
        guest = self.meet("guest")
        await guest.send("POST", "/api/guest")
        await guest.do("t1", "take-seat", seat=2, amount=100_00)
        await guest.play_round("t1", 2)
        await self["Sue"].do("t1", "order-shuffle")
        await guest.play_round("t1", 2)
        await guest.do("t1", "get-up")

    async def chips(self) -> None:
        """Sell chips for cash, buy some back."""
        sold = {"Ann": 1_500_00, "Bob": 800_00}
        for name, amount in sold.items():
            path = f"/api/wallets/{name}/buy-in"
            await self["Max"].send("POST", path, amount=amount, id=f"buy-{name}")
        await self["Max"].send("POST", "/api/wallets/Bob/cash-out", amount=100_00, id="out-Bob")

    async def set_up(self, table: str, rulebook: str, dealt_by: str) -> None:
        made = {"table": table, "title": f"Live {table}", "rulebook": rulebook}
        await self["Max"].send("POST", "/api/tables", kind="live", dealt_by=dealt_by, **made)
        await self["Dora"].do(table, "seat-dealer")
        await self["Max"].do(table, "fill-float", amount=10_000_00)

    async def deal(self, cards: str) -> None:
        for card in cards.split():
            await self["Dora"].do("live", "deal-card", card=card)

    async def wagers(self, amount: int = 25_00) -> None:
        for name, box in (("Ann", 2), ("Bob", 4)):
            await self[name].do("live", "place-wager", box=box, amount=amount, seated=True)
        await self["Dora"].do("live", "close-bets")

    async def real_shoe(self) -> None:
        """Deal from a real shoe: a plain round, a card in error, a round put right, a void one."""
        await self.set_up("live", "nsw-pontoon-2024", "dealer with real shoe")
        dora, sue, ann, bob = (self[name] for name in ("Dora", "Sue", "Ann", "Bob"))
        await ann.do("live", "take-seat", seat=2, amount=500_00)
        await bob.do("live", "take-seat", seat=4, amount=500_00)
        await dora.do("live", "check-cards", with_device=False)
        await dora.do("live", "shuffle-cards", commitment=None, by_hand_too=False)
        await ann.do("live", "cut-cards", depth=None)
        await dora.do("live", "place-cutting-card", behind=None)
        await dora.do("live", "burn-card")

        await self.wagers()
        await self.deal("8s 5d 6d 8h 6c")
        await ann.do("live", "split", box=2, hand=1)
        await self.deal("Qd")
        await ann.do("live", "stand", box=2, hand=1)
        await self.deal("3c")
        await ann.do("live", "double", box=2, hand=2, amount=25_00)
        await self.deal("9h")
        await ann.do("live", "decline", box=2)
        await bob.do("live", "double", box=4, hand=1, amount=10_00)
        await self.deal("Js Kc 2s")
        await dora.do("live", "clear-table")

        await self.wagers()
        await self.deal("9s 8c 6s 7h Qc")
        await dora.do("live", "report-card-in-error", card="5c")
        await ann.do("live", "accept-card", box=2, hand=1)
        await bob.do("live", "stand", box=4, hand=1)
        await self.deal("Kh 3h")
        await dora.do("live", "clear-table")

        await self.wagers()
        await self.deal("9s 8h 6d 7h 2c")
        await dora.do("live", "report-misdeal", order=["8h", "9s", "6d", "7h", "2c"])
        await sue.do("live", "confirm-reconstruction")
        await ann.do("live", "stand", box=2, hand=1)
        await bob.do("live", "stand", box=4, hand=1)
        await self.deal("Kd 9d")
        await dora.do("live", "clear-table")

        await self.wagers()
        await self.deal("4s 4h")
        await dora.do("live", "report-misdeal", order=None)
        await sue.do("live", "void-misdeal", hands=[])
        await dora.do("live", "clear-table")

    async def corrections(self) -> None:
        """Report wrong payments and settle a dispute."""
        sue, gus, bob = self["Sue"], self["Gus"], self["Bob"]
        wrong = {"round": 2, "box": 4, "player": "Bob"}
        await sue.do("live", "report-wrong-payment", paid=37_50, due=25_00, **wrong)
        await sue.do("live", "identify-patron", entry=1, player="Bob")
        tried = {"kind": "request return", "outcome": "Bob agreed at the table"}
        await sue.do("live", "record-attempt", entry=1, **tried)
        await sue.do("live", "record-enquiries", entry=1, found="a slip", suspected=False)
        await sue.do("live", "rectify-payment", entry=1)
        await bob.do("live", "raise-dispute", about="The last round should not be void.")
        await gus.do("live", "decide-dispute", dispute=1, says="It stays void.", pays=0)
        await bob.do("live", "accept-decision", dispute=1)
        await gus.do("live", "close-dispute", dispute=1)
        await sue.do("live", "give-notice", to="inspector", about="a misdeal", player=None)

    async def virtual_shoe(self) -> None:
        """Deal from a virtual shoe, step by step, by the New Zealand rules."""
        await self.set_up("virtual", "nz-pontoon", "dealer with virtual shoe")
        cat, dora = self["Cat"], self["Dora"]
        await self["Max"].send("POST", "/api/wallets/Cat/buy-in", amount=600_00)
        assert await cat.sign_in("Cat") is None  # the suspension has ended her session
        await cat.do("virtual", "take-seat", seat=1, amount=600_00)
        while (await dora.see("virtual"))["table"]["shoe"]["due"]:
            await self.step("virtual", cat)
        for _ in range(3):
            await cat.do("virtual", "place-wager", box=1, amount=20_00, seated=True)
            await dora.do("virtual", "close-bets")
            while (await dora.see("virtual"))["table"]["phase"] != "over":
                await self.step("virtual", cat)
            await dora.do("virtual", "clear-table")

    async def step(self, table: str, player: Caller) -> None:
        """Let the player decide where one is asked, else the dealer go on."""
        legal = {each["do"]: each for each in (await player.see(table))["mine"]["legal"]}
        for do in ("cut-cards", "decline", "stand", "hit"):
            if do in legal:
                given = {key: legal[do][key] for key in legal[do]}
                await player.do(table, **given)
                return
        phase = (await player.see(table))["table"]["phase"]
        await self["Dora"].do(table, "close-offers" if phase == "offers" else "next-step")

    async def all_of_it(self, one_time: str) -> None:
        await self.people_come(one_time)
        await self.practice()
        await self.chips()
        await self.real_shoe()
        await self.corrections()
        await self.virtual_shoe()
        await self["Cat"].do("virtual", "get-up")
        await self["Bob"].do("live", "get-up")
        await self["Max"].send("POST", "/api/wallets/Bob/cash-out", amount=50_00)
        ann = self["Ann"]
        await ann.do("t4", "take-seat", seat=5, amount=100_00)
        while (await ann.see("t4"))["table"]["phase"] != "playing":
            await ann.finish_round("t4")
            await ann.begin_round("t4", 5)
        json.dump(self.known | {"ended": now()}, sys.stdout, indent=2)


if __name__ == "__main__":
    asyncio.run(Evening(sys.argv[1]).all_of_it(sys.argv[2]))
