"""A whole tournament in a journal: the software runs it, and players at random fill the boxes."""

import random

from floor.test_floor import Clockwork, guest, with_floor
from floor.test_tournaments import TESS, enter, give
from houserules.floor.app import Floor
from houserules.floor.commands import BeReady
from houserules.floor.startup import first_start
from houserules.floor.tables.auto_dealer import clock_of, waited_for
from houserules.floor.tables.run import Accepted, CommandRequest, RunningTable
from houserules.journal.protocol import Journal
from houserules.table import commands as c
from houserules.table.cards.commands import CutCards
from houserules.table.legal import Open, legal, with_amount
from houserules.table.session.commands import HandInForm, PlayPassCard
from tournament.desk import small

PLAYERS = 9
_KINDS = (c.PlaceWager, c.Stand, c.Hit, c.Decline, c.Double, HandInForm, PlayPassCard, CutCards)


def write_tournament(journal: Journal, *, seed: str = "spring", stop_after: int = 1_500) -> None:
    """Play the tournament `spring` from the entries to the prizes, two heats and a final."""

    async def test(floor: Floor, now: Clockwork) -> None:
        await first_start(floor)  # whose owner has not signed in yet
        final = {"kind": "final", "rounds": 3, "tables": 1, "players_per_table": 7}
        heats = {"kind": "heats", "rounds": 3, "tables": 2, "players_per_table": 5, "advance": 2}
        conditions = small(
            entry_fee="100",
            stages=[heats, final],
            entry__minimum=8,
            entry__maximum=10,
            prizes__guarantee_entries=PLAYERS,
            chips__amount="1000",
            play__pass_cards=1,
            play__undisclosed_wagers=1,
        )
        answer = await floor.tournaments.set_up(
            TESS, "spring", kind="practice", run_by="software", conditions=conditions
        )
        assert isinstance(answer, Accepted), answer
        starts = now.at // 1000 + 48 * 3600
        plan = {"starts": starts, "rounds_per_hour": 60, "pause_minutes": 0}
        await give(floor, TESS, "publish-tournament", **plan)
        for _ in range(PLAYERS):
            await enter(floor)
        await guest(floor)  # somebody who only looks on
        now.at = (starts + 1) * 1000
        await floor.tournament_house.advance("spring")
        await _play(floor, now, random.Random(seed), stop_after)

    with_floor(test, journal)


async def _play(floor: Floor, now: Clockwork, rng: random.Random, stop_after: int) -> None:
    for _ in range(stop_after):
        if floor.tournaments.all["spring"].state.phase == "finished":
            return
        tables = [each for each in floor.tables.values() if each.state.table.session]
        if not any([await _act(each, now, rng) for each in tables]):
            now.at += 2_000
            for each in tables:
                if (clock := clock_of(each.state)) and clock.ends <= now.at:
                    await each.carry_out(CommandRequest(clock.then, "house"), at=now.at)
            await floor.tournament_house.advance("spring")
        await floor.settle()


async def _act(running: RunningTable, now: Clockwork, rng: random.Random) -> bool:
    """Let the first player that a table waits for do something; whether anybody did."""
    state = running.state
    for player in waited_for(state):
        options = [each for each in legal(state.setting.rules, state.table) if each.who == player]
        kinds = sorted({_KINDS.index(each.kind) for each in options if each.kind in _KINDS})
        command: object = BeReady(player)
        if kinds:
            kind = _KINDS[rng.choice(kinds)]
            command = _filled(rng.choice([each for each in options if each.kind is kind]), rng)
        answer = await running.carry_out(CommandRequest(command, player), at=now.at)
        assert isinstance(answer, Accepted), (command, answer)
        return True
    return False


def _filled(option: Open, rng: random.Random) -> object:
    """Return the command of an option; a form is for some amount, and a wager for little or much."""
    if option.kind is HandInForm:
        return with_amount(option, rng.choice((25_00, 100_00, 400_00)))
    if not option.most:
        return option.command
    return with_amount(option, rng.choice((option.least, option.least, option.most)))
