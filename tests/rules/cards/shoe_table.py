"""A table with a shoe or a device to talk to in tests, live or virtual."""

from game_table import GameTable
from houserules.core.cards import Card, deck
from houserules.core.people import Person
from houserules.core.refusal import Refusal
from houserules.rulebook.values import NotOffered
from houserules.shoe.state import Step
from houserules.table import commands as c
from houserules.table.cards import commands as k
from houserules.table.cards import commands as r
from houserules.table.cards.census import why_not_there
from houserules.table.cards.cut import offer
from houserules.table.events import Event
from houserules.table.evolve import evolve
from houserules.table.people.commands import ComeToTable, PresentPlayerCard
from houserules.table.people.state import PlayerCard
from seated_table import DEALER, NOW, SUPERVISOR, count_cards

RESHUFFLE = ["shuffle", "cut", "cutting card", "burn"]
GAME_SUPERVISOR = Person("gus", "Gaming Supervisor")
TWO = ("red", "blue")
DEVICE: dict[str, object] = {"dealt_from": "shuffling device"}
AUTOMATIC: dict[str, object] = {"shuffled_by": "automatic shuffler"}


class ShoeTable(GameTable):
    """A table that a test opens; cards are accounted for after every command."""

    def say(self, command: c.Command) -> Refusal | None:
        """Give a command: every card is accounted for, and events alone make the table."""
        table, count = self.table, len(self.events)
        answer = super().say(command)
        for event in self.events[count:]:
            table = evolve(table, event)
        assert table == self.table
        if self.table.source is not None:
            assert count_cards(self.table) == self.table.source.all_cards, command
        return answer

    @property
    def due(self) -> list[Step]:
        """What is left to be done with the cards."""
        return [due.step for due in self.source.due]

    @property
    def asked(self) -> str | None:
        """Who is asked to cut."""
        return offer(self.rules, self.table).player

    def named(self, name: str) -> list[Event]:
        """Return the events of a stored name."""
        return [event for event in self.events if event.name == name]

    def last(self, name: str) -> Event:
        """Return the last event of a stored name."""
        return self.named(name)[-1]

    def sit(self, **seats: int | None) -> "ShoeTable":
        """Let players come: `ann=3` sits at box 3, `bob=None` stands."""
        for player, seat in seats.items():
            self.do(ComeToTable(player, seat))
            if not isinstance(self.rules.player_cards, NotOffered):
                card = PlayerCard(f"card of {player}", player)
                self.do(PresentPlayerCard(player, card, NOW))
        return self

    def open(self, *, virtual: bool = False, **more: object) -> "ShoeTable":
        """Bring the cards to the table."""
        colours = TWO if self.rules.shuffle.shuffled_by.value == "automatic shuffler" else ("red",)
        more = {"colours": colours, **more}
        self.do(k.OpenTable(DEALER, NOW, virtual=virtual, **more))
        return self

    def until(self, step: Step | None) -> "ShoeTable":
        """Make the steps that are due up to this one; None: until the cards are ready."""
        while self.source.due and self.source.due[0].step != step:
            self.make(self.source.due[0].step)
        return self

    def make(self, step: Step) -> None:
        """Make one step as it should be made."""
        done, virtual = self.source.preparation.checked_by, self.source.virtual
        if step == "check":
            self.do(k.CheckCards(GAME_SUPERVISOR if done else DEALER, NOW))
        elif step == "secured":
            self.do(k.ConfirmSecured(DEALER, NOW))
        elif step == "shuffle":
            self.do(k.ShuffleCards(DEALER, NOW))
        elif step == "cut":
            depth = self.source.left // 2 if virtual else None
            if (player := self.asked) is None:
                self.do(k.CutForPlayers(SUPERVISOR, NOW, depth))
            else:
                self.do(k.CutCards(player, depth))
        elif step == "cutting card":
            self.do(k.PlaceCuttingCard(DEALER, NOW, self.source.left // 2 if virtual else None))
        elif step == "burn":
            self.do(k.BurnCard(DEALER, NOW))
        elif step == "verify":
            self.do(r.VerifyCards(SUPERVISOR, NOW))
        else:
            self.do(k.PrepareCards(DEALER, NOW, step))

    def ready(self, *, virtual: bool = False, **more: object) -> "ShoeTable":
        """Open the table and make its cards ready."""
        return self.open(virtual=virtual, **more).until(None)

    def wager(self, *boxes: tuple[int, str]) -> "ShoeTable":
        """Place wagers of $10: box and player."""
        for box, player in boxes:
            patron = self.table.patron(player)
            seated = patron is not None and patron.seat == box
            self.do(c.PlaceWager(player, box, 1000, seated))
        return self

    def begin(self, *boxes: tuple[int, str]) -> "ShoeTable":
        """Place wagers and close the bets."""
        self.wager(*boxes).do(c.CloseBets())
        return self

    def play_out(self) -> "ShoeTable":
        """Let everybody stand and the dealer draw until the table is clear."""
        while self.table.phase != "betting":
            self.do(self._next())
        return self

    def _next(self) -> c.Command:
        turn = self.table.turn()
        if self.table.phase == "over":
            return c.ClearTable()
        if self.table.phase == "offers":
            return c.CloseOffers()
        if self.table.phase == "playing" and turn and not turn[2].card_due:
            return c.Stand(turn[0].controller or "", turn[0].number, turn[1])
        return c.DealCard(self.card())

    def card(self) -> Card:
        """Return a card that can still be there: a nine as long as there are some."""
        every = sorted(deck(tens=False), key=lambda card: "98765432JQKA".index(card.rank))
        return next(x for x in every if why_not_there(self.rules, self.table, x) is None)

    def deal_some(self, count: int) -> "ShoeTable":
        """Deal so many cards."""
        for _ in range(count):
            self.do(c.DealCard(self.card()))
        return self

    def round(self, *boxes: tuple[int, str]) -> "ShoeTable":
        """Play a whole round in which everybody stands."""
        return self.begin(*boxes).play_out()

    def cutting_card(self) -> Refusal | None:
        """Say that the cutting card has come out."""
        return self.say(k.DrawCuttingCard(DEALER, NOW))
