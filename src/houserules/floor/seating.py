"""Coming to a table with money, and going with it: now, or when the wagers are settled."""

from houserules.floor import commands as f
from houserules.floor.happenings import PlayerLeaving
from houserules.floor.work import No, Work
from houserules.rulebook.values import NotOffered
from houserules.table import commands as c
from houserules.table.people.admission import has_open_wager, not_here
from houserules.table.people.commands import ComeToTable, LeaveTable, PresentPlayerCard


def take_seat(work: Work, command: f.TakeSeat) -> No | None:
    """Come, show the Player Card where one is needed, bring money."""
    if no := work.play(ComeToTable(command.player, command.seat)):
        return no
    needs_card = not isinstance(work.standing.setting.rules.player_cards, NotOffered)
    if (
        needs_card
        and command.card is not None
        and (no := work.play(PresentPlayerCard(command.player, command.card, work.moment)))
    ):
        return no
    return work.play(c.BringChips(command.player, command.amount)) if command.amount else None


def get_up(work: Work, command: f.GetUp) -> No | None:
    """Take back what lies before the first card and go; what is in play is played out first."""
    player, table = command.player, work.standing.table
    if table.patron(player) is None:
        return not_here(work.standing.setting.rules, player)
    if table.phase == "betting":
        _take_back(work, player)
    if has_open_wager(work.standing.table, player):
        work.emit(PlayerLeaving(player))
        return None
    return depart(work, player)


def _take_back(work: Work, player: str) -> None:
    for box in work.standing.table.boxes:
        for side in box.sides:
            if side.player == player:
                work.play(c.WithdrawSideWager(player, box.number, side.kind))
        if box.bettor(player):
            work.play(c.WithdrawWager(player, box.number))


def depart(work: Work, player: str) -> No | None:
    """Go with every chip in the rack."""
    chips = work.standing.table.racks.get(player, 0)
    if chips and (no := work.play(c.TakeChips(player, chips))):
        return no
    return work.play(LeaveTable(player))


def see_off(work: Work) -> None:
    """Let those go who wanted to and whose wagers are settled by now."""
    for player in sorted(work.standing.leaving):
        if not has_open_wager(work.standing.table, player):
            depart(work, player)
