"""Leaving a practice table: a round under way is finished without the player, the shoe revealed."""

from houserules.cli.lines import PlayerLeftError
from houserules.cli.preparing import tell_over, tell_ready
from houserules.cli.prompts import Prompts
from houserules.cli.rounds import deal, tell_step
from houserules.table.events import Event
from houserules.table.people.commands import LeaveTable


def leave(prompts: Prompts) -> None:
    """Let the round end, take the wagers back that lie before the first card, reveal the shoe."""
    practice = prompts.practice
    prompts.felt.pause = 0.0
    if _finished(prompts):
        practice.get_up()
        practice.sure(LeaveTable(practice.player))
    else:
        prompts.felt.say("The round is broken off: its wagers are not settled.", style="yellow")
    practice.house.end()
    tell_over(prompts)


def _finished(prompts: Prompts) -> bool:
    """Finish the round; False: nobody says which real cards came out."""
    try:
        while prompts.practice.is_running:
            _step(prompts)
    except PlayerLeftError:
        return False
    _put_into_shoe(prompts)
    return True


def _step(prompts: Prompts) -> None:
    practice = prompts.practice
    if practice.card_due:
        tell_step(prompts, deal(prompts))
    elif practice.is_ready:
        tell_step(prompts, practice.go_on_alone())
    else:
        tell_ready(prompts, practice.go_on_alone())


def _put_into_shoe(prompts: Prompts) -> None:
    """A stack that was committed to is cut and burned all the same: then its proof is whole."""
    practice = prompts.practice
    done: list[Event] = []
    while practice.house.is_virtual and practice.lies_shuffled:
        done += practice.go_on_alone()
    tell_ready(prompts, done)
