"""A promotion for tests in the browser, run from inside the house: its deadlines are days apart."""

from dataclasses import dataclass
from typing import Any

from e2e.visiting import Clock, House
from floor.test_floor import MANAGER
from houserules.core.refusal import Refusal
from houserules.floor.denial import Denied
from houserules.floor.people.signed_in import Caller
from houserules.floor.tables.settings import Kind
from houserules.promotion.moments import write_moment
from houserules.promotion.state import PromotionState
from promotion.office import document
from promotion.promotions import S65

HOUR = 3600
TERMS = {
    "awarded_how": "By a draw among all entries, and by cheque, transfer or as goods.",
    "awarded_when": "When the winner claims the prize.",
    "awarded_where": "At the cashier's cage.",
    "eligibility": "Patrons of 18 years or more.",
    "qualifications": "One entry per round; staff of the casino do not take part.",
    "held_at": "The main gaming floor.",
    "claim_method": "On this page or at the cage, within 30 days.",
    "winner_notified": "By telephone or email.",
    "results_published": "On this page.",
    "prize_conditions": "The hamper has wine, and is for adults.",
    "available_at": "On this page and at the cage.",
}


@dataclass
class Promotion:
    """A promotion of the house."""

    house: House
    clock: Clock
    name: str
    starts: int

    @property
    def state(self) -> PromotionState:
        return self.house.server.floor.promotions.all[self.name].state

    def give(self, do: str, who: Caller = MANAGER, **fields: Any) -> None:
        """Give a command, by default as a Gaming Manager; it must be accepted."""
        floor = self.house.server.floor
        answer = self.house.server.run(
            floor.promotion_house.carry_out(who, self.name, do, fields, None)
        )
        assert not isinstance(answer, Refusal | Denied), (do, answer)

    def look(self) -> None:
        """Let the house take the steps that are due."""
        self.house.server.run(self.house.server.floor.promotion_house.look())

    def enter(self, *players: str, entries: int = 1) -> None:
        """Add entries by hand."""
        for player in players:
            self.give(
                "add-entries", player=player, entries=entries, reason="Visited on opening day."
            )

    def close(self) -> None:
        """Move to the closing time, and close the entries."""
        early = self.starts + 2 * HOUR - self.clock() // 1000
        self.clock.ahead += max(0, early + 1) * 1000
        self.look()
        assert self.state.phase == "closed"

    def draw(self, prize: int = 0, value: str = "3 14 15 27 31 40") -> str:
        """Draw a prize; return the winner."""
        if self.state.draws[prize].value is None:
            self.give("give-draw-entropy", prize=prize, value=value)
        self.give("draw-prize", prize=prize)
        return self.state.draws[prize].winners[-1].player


def announce(
    house: House,
    clock: Clock,
    name: str,
    *prizes: dict[str, Any],
    rulebook: str = S65,
    kind: Kind = "practice",
    **given: Any,
) -> Promotion:
    """Draft a promotion that starts in 25 hours and takes entries for two; send and publish its terms."""
    floor, starts = house.server.floor, clock() // 1000 + 25 * HOUR
    times = {
        "terms__entries_close": write_moment(starts + 2 * HOUR),
        "terms__held_on": write_moment(starts + 3 * HOUR),
    }
    terms = document(
        rulebook,
        *prizes,
        name=f"The {name.capitalize()} draw",
        starts=write_moment(starts),
        **{f"terms__{key}": text for key, text in TERMS.items()},
        **times,
    )
    draft = {"document": terms, "outside_event": "Powerball draw 1590", **given}
    answer = house.server.run(floor.promotions.set_up(MANAGER, name, kind=kind, draft=draft))
    assert not isinstance(answer, Refusal | Denied), answer
    promotion = Promotion(house, clock, name, starts)
    promotion.give("send-terms", how="by email")
    promotion.give("publish-terms", where="on the page and at the cage")
    return promotion


def start(*promotions: Promotion) -> None:
    """Move to the start of promotions, all of which were announced together; before anybody signs in."""
    first = promotions[0]
    early = max(each.starts for each in promotions) - first.clock() // 1000
    first.clock.ahead += max(0, early + 1) * 1000
    first.look()
    assert all(each.state.phase == "open" for each in promotions)
