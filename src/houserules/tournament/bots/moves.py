"""What a bot does when a table waits for it. It decides on the view of an ordinary player, and on nothing else."""

from collections.abc import Callable
from dataclasses import dataclass

from houserules.core.people import Person
from houserules.rulebook.schema import Rulebook
from houserules.table.cards.commands import CutCards
from houserules.table.commands import (
    Command,
    Decline,
    Double,
    Hit,
    PlaceWager,
    Split,
    Stand,
)
from houserules.table.legal import Open, legal
from houserules.table.session.commands import HandInForm, PlayPassCard
from houserules.table.session.views import SessionPlayerView, SessionView
from houserules.table.state import Table
from houserules.table.view_types import TableView
from houserules.table.views import view_for
from houserules.tournament.bots.hands import Play, choose_play
from houserules.tournament.bots.styles import Rival, Situation, Style, choose_entry

Luck = Callable[[str], tuple[int, int]]
"""Two numbers below 2^31 for a moment, always the same for the same words."""

_PLAYS: dict[type, Play] = {Hit: "hit", Stand: "stand", Double: "double", Split: "split"}


@dataclass(frozen=True, slots=True)
class Bot:
    """A bot: the name at its box, and its style."""

    name: str
    style: Style


def bot_command(rules: Rulebook, table: Table, bot: Bot, luck: Luck) -> Command | None:
    """Return what a bot does now that the table waits for it; None: it says that it is ready."""
    view = view_for(rules, table, Person(bot.name, "player"))
    session = view.session
    if view.phase == "betting" and session is not None and not (view.shoe and view.shoe.due):
        mine = next((each for each in session.players if each.player == bot.name), None)
        if mine is None or mine.entry is not None:
            return None
        return _entry(view, session, mine, bot, aim=_aim(table), luck=luck)
    options = [each for each in legal(rules, table) if each.who == bot.name]
    if view.question is not None:
        return Decline(bot.name, view.question.box)
    plays = {_PLAYS[each.kind]: each for each in options if each.kind in _PLAYS}
    if plays:
        return _play(view, plays)
    return next((each.command for each in options if isinstance(each.command, CutCards)), None)


# Before the cards.


def _aim(table: Table) -> int:
    """Return how many the players want to be among: one in a final, all who go on elsewhere."""
    assert table.session is not None
    conditions = table.session.conditions
    return 1 if conditions.final else max(1, conditions.advance + 1 - (conditions.play_off or 1))


def _entry(
    view: TableView,
    session: SessionView,
    mine: SessionPlayerView,
    bot: Bot,
    *,
    aim: int,
    luck: Luck,
) -> Command:
    """Wager, hand in a form or play a pass card."""
    lucky = luck(f"{session.session} {session.round} {bot.name}")
    wager, form = choose_entry(bot.style, _situation(view, session, mine, aim), lucky)
    if form:
        return HandInForm(bot.name, "original", form)
    if not wager:
        return PlayPassCard(bot.name)
    return PlaceWager(bot.name, mine.box, wager, seated=True)


def _situation(
    view: TableView, session: SessionView, mine: SessionPlayerView, aim: int
) -> Situation:
    """Return what the player sees before wagering."""
    others = [each for each in session.players if each.state == "in" and each is not mine]
    minimum = session.limits.minimum
    return Situation(
        chips=_chips(view, mine),
        pass_cards=mine.pass_cards,
        forms=mine.forms,
        minimum=minimum,
        maximum=minimum if mine.late else session.limits.maximum,
        left=1 if session.rounds is None else session.rounds - session.round + 1,
        aim=aim,
        earlier=tuple(_rival(view, session, each) for each in others if each.box < mine.box),
        later=tuple(_rival(view, session, each) for each in others if each.box > mine.box),
    )


def _rival(view: TableView, session: SessionView, other: SessionPlayerView) -> Rival:
    """Return another player; a wager counts as seen where players wager one after the other."""
    is_seen = session.order_of_wagering and other.entry is not None
    return Rival(_chips(view, other), _chips_placed(view, other) if is_seen else None)


def _chips(view: TableView, player: SessionPlayerView) -> int:
    """Return a player's chips with those on the box."""
    return player.chips + _chips_placed(view, player)


def _chips_placed(view: TableView, player: SessionPlayerView) -> int:
    return sum(
        bettor.placed
        for box in view.boxes
        if box.number == player.box
        for bettor in box.bettors
        if bettor.player == player.player
    )


# The hand.


def _play(view: TableView, plays: dict[Play, Open]) -> Command | None:
    """Play the hand that is in turn; without chips for a full double it only hits and stands."""
    command = next(iter(plays.values())).command
    assert isinstance(command, Hit | Stand | Double | Split)
    box = next(each for each in view.boxes if each.number == command.box)
    hand, is_split = box.hands[command.hand - 1], len(box.hands) > 1
    stake = sum(each.amount for each in hand.stakes if each.player == command.player)
    pays = is_split or (view.free_chips or 0) >= stake
    open_to = {
        name
        for name in plays
        if name in ("hit", "stand") or (pays and not (name == "split" and is_split))
    }
    cards = [card for card in hand.cards if card is not None]
    chosen = plays[choose_play(cards, view.dealer[0], open_to)].command
    assert isinstance(chosen, Command)
    return chosen
