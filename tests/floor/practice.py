"""A practice tournament for tests: started, played by its owner at once, with bots that take no time."""

from collections.abc import Awaitable, Callable

from floor.test_floor import Clockwork, guest, with_floor
from floor.test_tournaments import play_on
from houserules.floor.app import Floor
from houserules.floor.commands import BeReady
from houserules.floor.people.signed_in import Caller
from houserules.floor.tables.auto_dealer import waited_for
from houserules.floor.tables.run import Accepted, CommandRequest
from houserules.floor.tournaments.bots import BotPace
from houserules.floor.tournaments.practice import Wanted
from houserules.floor.tournaments.stream import FloorTournament

S24 = "nsw-pontoon-2024"
AT_ONCE = BotPace(0, 0, 0)
Test = Callable[[Floor, Clockwork], Awaitable[None]]


def with_bots(test: Test) -> None:
    """Run a test on a floor whose bots take no time."""

    async def run(floor: Floor, now: Clockwork) -> None:
        floor.bots.pace = AT_ONCE
        await test(floor, now)

    with_floor(run)


async def start(
    floor: Floor, now: Clockwork, *, owner: Caller | None = None, players: int = 4, rounds: int = 3
) -> FloorTournament:
    """Start a practice tournament; a guest owns it."""
    owner = owner or await guest(floor)
    wanted = Wanted(S24, players, rounds)
    known = await floor.practice.start(owner, wanted, origin=None, now=now.at)
    assert isinstance(known, FloorTournament), known
    return known


async def look(floor: Floor, now: Clockwork) -> None:
    """Let some time pass, and everything that is due then happen."""
    now.at += 5_000
    await floor.tournament_house.look()
    await floor.bots.look()
    await rest(floor)


async def rest(floor: Floor) -> None:
    """Wait until nobody but a person is waited for."""
    while floor._tasks:
        await floor.settle()


async def play(floor: Floor, now: Clockwork, name: str, *, looks: int = 400) -> FloorTournament:
    """Play the owner's hands until the tournament is over."""
    owner = floor.tournaments.all[name].setting.owner
    for _ in range(looks):
        known = floor.tournaments.all[name]
        if known.state.phase in ("finished", "cancelled"):
            return known
        table = floor.bots.table_of(known, str(owner))
        if table is None or not await owner_plays(floor, now, name):
            await look(floor, now)
        await rest(floor)
    raise AssertionError("the tournament does not end")


async def owner_plays(floor: Floor, now: Clockwork, name: str) -> bool:
    """Let the owner do something sensible if the table waits for that; whether it did."""
    known = floor.tournaments.all[name]
    table = floor.bots.table_of(known, str(known.setting.owner))
    assert table is not None
    if known.setting.owner in waited_for(table.state):
        return await play_on(table, now)
    if table.state.table.phase == "over":
        request = CommandRequest(BeReady(str(known.setting.owner)), str(known.setting.owner))
        return isinstance(await table.carry_out(request, at=now.at), Accepted)
    return False
