"""A tournament for tests in the browser: its staff, its entrants, its tables, and sessions that are played."""

from dataclasses import dataclass, field
from typing import Any

from e2e.visiting import Clock, House
from houserules.floor.tables.settings import Clocks, DealtBy, Kind, Setting
from houserules.floor.tournaments.sessions import table_options
from houserules.table.session.state import Session
from tournament.desk import small
from web.server import Member

MINUTE = 60
PATIENT = Clocks(betting=0, offers=0, decision=0, cut=0, clearing=0, idle=0)
"""No clock at a table runs out while a test looks at a page."""


@dataclass
class Tournament:
    """A tournament of the house, and the people in it."""

    house: House
    clock: Clock
    name: str
    conditions: dict[str, Any]
    manager: Member
    kind: Kind = "practice"
    players: dict[str, Member] = field(default_factory=dict)

    def give(self, who: Member, do: str, **fields: Any) -> None:
        """Give a command over the API; it must be accepted."""
        path = f"/api/tournaments/{self.name}/commands"
        answer = who.http.post(path, json={"do": do, **fields})
        assert answer.status_code == 200, (do, fields, answer.text)

    def view(self, who: Member | None = None) -> dict[str, Any]:
        """Return the tournament as somebody sees it; None: the Tournament Manager."""
        answer = (who or self.manager).http.get(f"/api/tournaments/{self.name}")
        assert answer.status_code == 200, answer.text
        return dict(answer.json()["view"])

    def enter(self, *handles: str) -> None:
        """Let people sign up, apply, agree, be accepted and pay."""
        for handle in handles:
            player = self.players[handle] = self.house.server.player(handle)
            if self.kind == "practice":
                player.http.post("/api/me/wallet/practice-money", json={})
            self.give(player, "apply-for-entry", form="Form T1", entitled=True)
            self.give(player, "give-conditions", how="on the page")
            self.give(player, "agree-to-conditions", signature=handle)
            if self.view(player)["mine"]["status"] == "applied":
                self.give(self.manager, "accept-entry", player=handle)
            if self.view(player)["mine"]["fee_due"]:
                self.give(player, "pay-entry-fee")

    def table(self, name: str, dealt_by: DealtBy = "automatic dealer") -> str:
        """Set up a table on which the tournament can be played."""
        options, rulebook = table_options(self.conditions), self.conditions["rulebook"]
        setting = Setting(
            name, f"Table {name}", rulebook, options, self.kind, dealt_by, clocks=PATIENT
        )
        self.house.server.set_up(setting)
        return name

    def draw(self, *tables: str) -> None:
        """Close the entries, designate the tables, and draw the seats of the first stage."""
        self.give(self.manager, "close-entries")
        self.give(self.manager, "designate-tables", tables=list(tables))
        self.draw_stage()

    def draw_stage(self, by: str | None = None) -> None:
        """Draw the seats of the next stage; a player of it cuts, by default the first who entered."""
        self.give(self.manager, "commit-seat-draw")
        self.give(self.players[by or next(iter(self.players))], "cut-seat-draw", position=1)
        self.give(self.manager, "reveal-seat-draw")

    def sessions(self) -> list[dict[str, Any]]:
        """Return every session so far, as the bracket has it."""
        stages = self.view()["stages"]
        return [session for stage in stages for session in stage["sessions"]]

    def start(self, session: int = 1) -> str:
        """Wait until a session may start, start it, and return its table."""
        row = next(each for each in self.sessions() if each["number"] == session)
        early = row["starts"] - self.clock() // 1000
        self.clock.ahead += max(0, early + 1) * 1000
        self.give(self.manager, "start-session", session=session)
        return str(row["table"])

    def session(self, table: str) -> Session:
        """Return the session at a table, which must be played there."""
        session = self.house.state(table).table.session
        assert session is not None
        return session

    def by_box(self, table: str) -> list[Member]:
        """Return the players of the session at a table, by their boxes."""
        return [self.players[player.name] for player in self.session(table).players]


def publish(
    house: House, owner: Member, clock: Clock, name: str, *, kind: Kind = "practice", **changes: Any
) -> Tournament:
    """Set up and publish a small tournament; `changes` by dotted key, as `play__pass_cards=2`."""
    manager = house.server.staff(owner, f"Tess {name}", "Tournament Manager")
    conditions = small(
        **{
            "name": f"The {name.capitalize()} Cup",
            "prizes__guarantee_entries": changes.get("entry__maximum", 7),
            "play__wager_seconds": None,
            **changes,
        }
    )
    conditions["play"] = {k: v for k, v in conditions["play"].items() if v is not None}
    sent = {
        "tournament": name,
        "kind": kind,
        "run_by": "Tournament Manager",
        "conditions": conditions,
    }
    answer = manager.http.post("/api/tournaments", json=sent)
    assert answer.status_code == 201, answer.text
    tournament = Tournament(house, clock, name, conditions, manager, kind)
    starts = clock() // 1000 + MINUTE
    tournament.give(
        manager, "publish-tournament", starts=starts, rounds_per_hour=40, pause_minutes=0
    )
    return tournament


def play_session(
    house: House,
    owner: Member,
    clock: Clock,
    name: str,
    *players: str,
    dealt_by: DealtBy = "automatic dealer",
    **changes: Any,
) -> tuple[Tournament, str]:
    """Bring a tournament of one table to its first session; return it, and the table."""
    tournament = publish(house, owner, clock, name, **changes)
    tournament.enter(*players)
    tournament.draw(tournament.table(f"{name}-1", dealt_by))
    return tournament, tournament.start()
