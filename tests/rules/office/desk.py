"""The house around a table in tests: people of every office, and orders given at an hour."""

from typing import Any

from houserules.core.people import Moment, Person
from houserules.core.refusal import Refusal
from houserules.table.commands import StaffCommand
from houserules.table.events import Event
from rules.people.floor import (
    ASSISTANT,
    DEALER,
    GAMING_SUPERVISOR,
    INSPECTOR,
    MANAGER,
    NOW,
    NSW,
    PLAYER,
    SUPERVISOR,
    SURVEILLANCE,
    Floor,
    chips,
)

__all__ = [
    "ASSISTANT",
    "DEALER",
    "GAMING_SUPERVISOR",
    "MANAGER",
    "NOW",
    "NSW",
    "SUPERVISOR",
    "chips",
]

EVERYBODY = (
    PLAYER,
    DEALER,
    GAMING_SUPERVISOR,
    SUPERVISOR,
    ASSISTANT,
    MANAGER,
    INSPECTOR,
    SURVEILLANCE,
    Person("tom", "Tournament Manager"),
    Person("cass", "cashier"),
)
STAFF = (
    "dealer",
    "Gaming Supervisor",
    "casino supervisor",
    "Assistant Gaming Manager",
    "Gaming Manager",
)
SECOND = Person("stan", "casino supervisor")


class Desk(Floor):
    """A table with its house; orders come from a casino supervisor unless told otherwise."""

    def order(
        self,
        kind: type[StaffCommand],
        *fields: object,
        by: Person = SUPERVISOR,
        at: int = NOW,
        **named: Any,
    ) -> Refusal | None:
        """Give an order that may be refused."""
        return self.say(kind(by, Moment(at), *fields, **named))

    def must(
        self,
        kind: type[StaffCommand],
        *fields: object,
        by: Person = SUPERVISOR,
        at: int = NOW,
        **named: Any,
    ) -> None:
        """Give an order that must be carried out."""
        refusal = self.order(kind, *fields, by=by, at=at, **named)
        assert refusal is None, refusal

    def all(self, kind: type[Event]) -> list[Any]:
        """Give every event of a kind so far."""
        return [event for event in self.events if isinstance(event, kind)]
