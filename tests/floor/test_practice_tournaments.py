"""Practice tournaments against bots: started at once, played to the prizes, left, resumed, and put away."""

import secrets
from dataclasses import replace

import pytest

from floor.practice import (
    AT_ONCE,
    S24,
    look,
    owner_plays,
    play,
    rest,
    start,
    with_bots,
)
from floor.test_floor import MANAGER as OPERATOR
from floor.test_floor import Clockwork, guest
from floor.test_tournaments import practice_money
from houserules.core.people import Person
from houserules.core.refusal import Refusal
from houserules.floor.app import Floor
from houserules.floor.denial import Denied
from houserules.floor.inspection import inspect
from houserules.floor.people.app import People
from houserules.floor.people.limits import SignInLimits
from houserules.floor.store import Store
from houserules.floor.tables.auto_dealer import clock_of, waited_for
from houserules.floor.tables.run import Accepted, CommandRequest, Update
from houserules.floor.tournaments.audit import TournamentAuditor
from houserules.floor.tournaments.bots import SEEDS, BotPlayers
from houserules.floor.tournaments.practice import (
    MOST_IN_HOUSE,
    MOST_OF_PERSON,
    NEW_OF_ORIGIN,
    Wanted,
    private_prefix,
)
from houserules.floor.tournaments.practice_conditions import (
    MOST_ROUNDS,
    Stages,
    practice_conditions,
    stages_for,
    why_not_practice,
)
from houserules.floor.tournaments.sessions import without_practice_cards
from houserules.floor.tournaments.stream import FloorTournament
from houserules.journal.protocol import Journal
from houserules.rulebook.loader import rulebook
from houserules.table.session.state import Form, Session
from houserules.table.state import changed
from houserules.tournament.bots.moves import bot_command
from houserules.tournament.conditions.check import why_not_publish
from houserules.tournament.conditions.reader import read_conditions
from repetitions import repetitions

PLAYERS = repetitions(16, 49)
"""Three tables in `make test`, seven in `make full`."""


def audited(journal: Journal, tournament: str) -> TournamentAuditor:
    """Decide a stored tournament again."""
    auditor = TournamentAuditor(tournament)
    with journal.snapshot() as snapshot:
        for _ in auditor.follow(snapshot.stream(auditor.table)):
            pass
    return auditor


async def check_the_end(floor: Floor, known: FloorTournament) -> None:
    """Every prize is paid, the pool is empty, all money adds up, and everybody has one place."""
    state, name = known.state, known.setting.tournament
    assert state.phase == "finished"
    assert await practice_money(floor, f"pool:{name}") == 0
    assert sum(prize.amount for prize in state.prizes) == 100_00 * len(state.entrants)
    assert len(set(state.placings)) == len(state.placings)
    assert set(state.placings) <= set(state.entrants)
    assert [prize.player for prize in state.prizes] == list(state.placings[: len(state.prizes)])
    assert all(session.status == "decided" for session in state.sessions)
    assert sum(state.ledger.balances.values()) == 0
    found = await floor.store.call(lambda: inspect(floor.store.journal))
    assert found.ok, found
    auditor = await floor.store.call(lambda: audited(floor.store.journal, name))
    assert not auditor.found, auditor.found[0].detail
    assert auditor.commands["tournament.session-started"]
    tables = [await floor.find(table) for table in state.tables]
    assert all(table and table.state.locked is None for table in tables)


@pytest.mark.parametrize("players", [2, 4])
def test_a_guest_plays_a_tournament_against_bots_to_the_prizes(players: int) -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        known = await start(floor, now, players=players)
        assert known.state.phase == "play"
        assert known.setting.owner in known.state.entrants
        assert len(known.bots) == players - 1
        known = await play(floor, now, known.setting.tournament)
        await check_the_end(floor, known)

    with_bots(test)


@pytest.mark.clause(S24, "21/21.5.2", "21.6.2", "21.10.2")
def test_a_tournament_on_many_tables_runs_by_itself_to_the_prizes() -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        known = await start(floor, now, players=PLAYERS)
        known = await play(floor, now, known.setting.tournament)
        await check_the_end(floor, known)
        assert len(known.state.tables) == -(-PLAYERS // 7)

    with_bots(test)


def test_a_tie_across_the_line_is_played_off_by_the_bots() -> None:
    """In sessions of one round many players end with the same chips."""

    async def test(floor: Floor, now: Clockwork) -> None:
        for _ in range(40):
            owner = await guest(floor)
            known = await start(floor, now, owner=owner, players=16, rounds=1)
            known = await play(floor, now, known.setting.tournament)
            await check_the_end(floor, known)
            if any(session.play_off_of for session in known.state.sessions):
                return
        raise AssertionError("no play-off in 40 tournaments")

    with_bots(test)


# Leaving, and owners who do not come back.


def test_whoever_leaves_is_disqualified_and_the_bots_play_on() -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        owner = await guest(floor)
        known = await start(floor, now, owner=owner, players=8)
        stranger = await guest(floor)
        no = await floor.practice.leave(known, stranger, now.at)
        assert isinstance(no, Denied) and no.code == "tournament.unknown"
        await look(floor, now)
        assert floor.bots.table_of(known, owner.handle)
        assert isinstance(await floor.practice.leave(known, owner, now.at), Accepted)
        known = await play(floor, now, known.setting.tournament)
        assert known.state.entrants[owner.handle].status == "disqualified"
        await check_the_end(floor, known)

    with_bots(test)


def test_an_owner_who_does_not_come_back_is_absent_in_the_end() -> None:
    """The table's clocks deduct the minimum for three rounds; then the bots go on alone."""

    async def test(floor: Floor, now: Clockwork) -> None:
        owner = await guest(floor)
        known = await start(floor, now, owner=owner, players=3, rounds=6)
        name = known.setting.tournament
        await look(floor, now)
        for _ in range(100):
            known = floor.tournaments.all[name]
            if known.state.phase == "finished":
                break
            table = floor.bots.table_of(known, owner.handle)
            if table is not None and (clock := clock_of(table.state)):
                now.at = max(now.at, clock.ends)
                await table.carry_out(CommandRequest(clock.then, "house"), at=now.at)
            await look(floor, now)
        assert known.state.phase == "finished"
        assert known.state.entrants[owner.handle].status == "disqualified"

    with_bots(test)


# What bots see, and that they are the same in every process.


def test_what_a_bot_does_is_always_the_same_and_no_sealed_form_changes_it() -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        known = await start(floor, now, players=7)
        compared = 0

        def compare(update: Update) -> None:
            nonlocal compared
            state, session = update.state, update.state.table.session
            bots = {bot.name: bot for bot in known.bots}
            due = [bots[name] for name in waited_for(state) if name in bots]
            if session is None or not due or without_practice_cards(state):
                return
            rules, luck = state.setting.rules, floor.bots._luck(seeds[0])
            other = changed(state.table, session=with_other_forms(session, due[0].name))
            done = bot_command(rules, state.table, due[0], luck)
            assert done == bot_command(rules, state.table, due[0], luck)
            assert done == bot_command(rules, other, due[0], luck)
            compared += other.session != session

        await look(floor, now)
        seeds = [await floor.store.secret(SEEDS, known.setting.tournament) or b""]
        table = floor.bots.table_of(known, str(known.setting.owner))
        assert table is not None
        table.watch(compare)
        await play(floor, now, known.setting.tournament)
        assert compared > 0

    with_bots(test)


def with_other_forms(session: Session, player: str) -> Session:
    """Return a session in which every sealed form of the others says something else."""
    forms = [
        entry
        if entry.form is None or entry.player == player
        else changed(entry, form=Form("original", (entry.form.amount or 0) + 25_00))
        for entry in session.entries
    ]
    return changed(session, entries=tuple(forms))


def test_the_luck_of_a_bot_fits_what_the_styles_take() -> None:
    luck, other = BotPlayers._luck(b"one"), BotPlayers._luck(b"two")
    drawn = [number for word in range(500) for number in luck(str(word))]
    assert min(drawn) >= 0
    assert (1 << 30) < max(drawn) < 1 << 31
    assert luck("a") == luck("a") != other("a")


def test_the_seed_is_in_no_record_and_is_deleted_when_the_tournament_is_over() -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        known = await start(floor, now, players=3, rounds=1)
        name = known.setting.tournament
        seed = await floor.store.secret(SEEDS, name)
        assert seed is not None and len(seed) == 32
        assert seed.hex() not in str(await floor.store.read(f"tournament/{name}"))
        await play(floor, now, name)
        await look(floor, now)
        assert await floor.store.secret(SEEDS, name) is None
        now.at += 3 * 3600 * 1000
        await look(floor, now)
        assert name not in floor.tournaments.all  # it is only in the journal now
        again = await floor.tournaments.find(name)
        assert again is not None and again.state.phase == "finished"

    with_bots(test)


def test_a_floor_that_starts_again_goes_on_with_its_bots() -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        owner = await guest(floor)
        known = await start(floor, now, owner=owner, players=9, rounds=2)
        name = known.setting.tournament
        await look(floor, now)
        await owner_plays(floor, now, name)
        await rest(floor)
        store = Store(floor.store.journal)  # the first process is gone
        people = People(store, now=now, random=secrets.token_bytes, limits=SignInLimits())
        second = Floor(store, people, now=now)
        second.bots.pace = AT_ONCE
        await second.open()
        assert name not in second.tournaments.all
        await look(second, now)
        known = second.tournaments.all[name]
        table = second.bots.table_of(known, owner.handle)
        assert table is not None
        assert owner.handle in waited_for(table.state) or table.state.table.phase == "over"
        await check_the_end(second, await play(second, now, name))
        await second.close()

    with_bots(test)


# What can be asked for.


def test_every_structure_that_can_be_asked_for_can_be_published() -> None:
    rules, checked = rulebook(S24), 0
    for players in range(2, 50):
        for stages in ("final", "heats", "semi-finals"):
            if why_not_practice(S24, players, 10, stages):
                assert stages != stages_for(players)
                continue
            document = practice_conditions(
                rules,
                name="Cup",
                players=players,
                rounds=10,
                stages=stages,
                pass_cards=1,
                forms=1,
                order_of_wagering=True,
            )
            assert why_not_publish(read_conditions(document)) == (), (players, stages)
            checked += 1
    assert checked == 6 + 42 + 28


@pytest.mark.parametrize(
    ("players", "rounds", "stages", "allowed"),
    [
        (1, 10, "final", False),
        (2, 10, "final", True),
        (7, 10, "final", True),
        (8, 10, "final", False),
        (7, 10, "heats", False),
        (8, 10, "heats", True),
        (49, 10, "heats", True),
        (50, 10, "heats", False),
        (21, 10, "semi-finals", False),
        (22, 10, "semi-finals", True),
        (4, 0, "final", False),
        (4, 1, "final", True),
        (4, MOST_ROUNDS, "final", True),
        (4, MOST_ROUNDS + 1, "final", False),
    ],
)
def test_sizes_on_the_bound(players: int, rounds: int, stages: Stages, *, allowed: bool) -> None:
    no = why_not_practice(S24, players, rounds, stages)
    assert (no is None) == allowed
    assert no is None or no.code == "tournament.size"


def test_games_without_tournaments_have_none_for_practice() -> None:
    for name in ("nz-pontoon", "nsw-pinkjack-2016"):
        no = why_not_practice(name, 7, 10, "final")
        assert isinstance(no, Refusal) and no.code == "tournament.none" and no.clause
    unknown = why_not_practice("whist", 7, 10, "final")
    assert unknown is not None and unknown.code == "rulebook.unknown"


def test_quotas_of_a_person_an_address_and_the_house(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        owner, wanted = await guest(floor), Wanted(S24, 2, 1)
        for _ in range(MOST_OF_PERSON):
            await start(floor, now, owner=owner, players=2)
        no = await floor.practice.start(owner, wanted, origin=None, now=now.at)
        assert isinstance(no, Denied) and no.code == "tournament.practice-running"
        no = await floor.practice.start(OPERATOR, wanted, origin=None, now=now.at)
        assert isinstance(no, Denied) and no.code == "role.may-not"
        monkeypatch.setattr("houserules.floor.tournaments.practice.MOST_IN_HOUSE", 2)
        assert MOST_IN_HOUSE > 2
        no = await floor.practice.start(await guest(floor), wanted, origin=None, now=now.at)
        assert isinstance(no, Denied) and no.code == "tournament.too-many"
        monkeypatch.undo()
        for _ in range(NEW_OF_ORIGIN):
            assert floor.practice._new.admit("1.2.3.4", now.at)
        other = await guest(floor)
        no = await floor.practice.start(other, wanted, origin="1.2.3.4", now=now.at)
        assert isinstance(no, Denied) and no.code == "tournament.too-many"
        made = await floor.practice.start(other, wanted, origin="1.2.3.5", now=now.at)
        assert isinstance(made, FloorTournament)
        assert made.setting.tournament == f"{private_prefix(other.handle)}1"

    with_bots(test)


def test_a_practice_tournament_takes_no_other_entrants() -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        known = await start(floor, now)
        name, stranger = known.setting.tournament, await guest(floor)
        data = {"form": "Me", "entitled": True}
        no = await floor.tournament_house.carry_out(stranger, name, "apply-for-entry", data)
        assert isinstance(no, Denied | Refusal)
        table = known.state.tables[0]
        no = await floor.carry_out(stranger, table, "take-seat", {"seat": 7})
        assert isinstance(no, Denied) and no.code == "table.unknown"
        caller = replace(stranger, handle="Ada (bot)")  # a name that nobody can have
        assert Person(caller.handle, "player").name in known.state.entrants

    with_bots(test)
