"""Twenty minutes are twenty minutes to the millisecond, although moments are whole seconds."""

import pytest

from floor.tables import Played
from game_table import PJ, S24, S65
from houserules.core.people import Person
from houserules.core.refusal import Refusal
from houserules.floor.tables.authority import command_from
from houserules.floor.tables.settings import Setting

BEGAN = 1_795_000_000_999
TWENTY = 20 * 60 * 1000
SUE = Person("Sue", "casino supervisor")
STATED = {
    "minimum": 2500,
    "maximum": 500_000,
    "unit": None,
    "player_maximum": None,
    "side_wagers": [],
}


@pytest.mark.clause(S24, "7.5", "20.9")
@pytest.mark.clause(S65, "6.5", "19.8")
@pytest.mark.clause(PJ, "6.5", "17.8")
@pytest.mark.parametrize("name", [S24, S65, PJ])
@pytest.mark.parametrize(("passed", "allowed"), [(-999, False), (-1, False), (1, True)])
def test_a_sign_stands_for_its_whole_time(name: str, passed: int, *, allowed: bool) -> None:
    played = Played(Setting("t1", "T", name), at=BEGAN)
    played.sit("Ann", 1, 100_000)
    when = -(-(BEGAN + TWENTY) // 1000)
    announced = command_from("announce-limits", {"stated": STATED, "when": when}, SUE, at=played.at)
    played.do(announced)
    played.do(command_from("show-closing-sign", {"closes": when - 60}, SUE, at=played.at))
    played.at = BEGAN + TWENTY + passed
    change = played.ask(command_from("change-limits", {"stated": STATED}, SUE, at=played.at))
    close = played.ask(command_from("close-table", {}, SUE, at=played.at))
    assert isinstance(change, Refusal) != allowed
    assert isinstance(close, Refusal) != allowed


@pytest.mark.clause(S24, "7.5")
def test_an_announcement_leaves_twenty_whole_minutes() -> None:
    played = Played(Setting("t1", "T", S24), at=BEGAN)
    early = {"stated": STATED, "when": (BEGAN + TWENTY) // 1000}  # 19:59.001 from now
    refusal = played.ask(command_from("announce-limits", early, SUE, at=played.at))
    assert isinstance(refusal, Refusal)
    assert (refusal.code, refusal.clause) == ("limits.too-soon", "7.5")
