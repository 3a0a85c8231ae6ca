"""Anything at all over the WebSocket: no failure on our side, no traceback, and no table that hangs."""

import json
from typing import Any

from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from houserules.floor.tables.authority import COMMANDS, own_fields
from houserules.floor.tables.settings import Setting
from houserules.rulebook.loader import RULEBOOKS
from repetitions import repetitions
from web.server import Member, Server

NAMES = sorted(COMMANDS)
WHO = st.integers(0, 3)  # two players, a manager, an inspector
SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 10),
    st.integers(),
    st.sampled_from(
        ("Qd", "Ts", "up", "down", "perfect-pairs", "inspector", "this shoe", "Ann", "")
    ),
    st.text(max_size=8),
    st.floats(allow_nan=False),
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=6,
)


@st.composite
def commands(draw: Any) -> dict[str, Any]:
    """Give a command by its name, with its own fields more or less as they should be."""
    name = draw(st.sampled_from(NAMES))
    fields = {
        each: draw(st.one_of(st.integers(0, 8), SCALARS))
        for each in own_fields(COMMANDS[name])
        if draw(st.integers(0, 9))
    }
    return {"do": name, **fields}


class Talk(RuleBasedStateMachine):
    """Somebody plays, and sends everything else in between."""

    server: Server
    staff: tuple[Member, ...]
    tables = 0

    @initialize(rulebook=st.sampled_from(RULEBOOKS))
    def connect(self, rulebook: str) -> None:
        Talk.tables += 1
        self.table = f"f{Talk.tables}"
        self.server.set_up(Setting(self.table, self.table, rulebook))
        members = (self.server.guest(), self.server.guest(), *self.staff)
        self.lives = [member.live(self.table) for member in members]
        self.numbers = 0
        for live in self.lives:
            live.hear()

    def say(self, who: int, message: Any) -> None:
        self.lives[who].socket.send(
            message if isinstance(message, str | bytes) else json.dumps(message)
        )

    @rule(who=WHO, command=commands())
    def a_command(self, who: int, command: dict[str, Any]) -> None:
        self.numbers += 1
        id_ = f"{self.table}-{self.numbers}"
        self.say(who, {"type": "command", "id": id_, **command})

    @rule(who=st.integers(0, 1), pick=st.integers(0, 1000))
    def something_legal(self, who: int, pick: int) -> None:
        live = self.lives[who]
        legal = [each for each in live.state["mine"]["legal"] if each["do"] != "get-up"]
        legal.append({"do": "be-ready"})
        if live.state["mine"]["purses"] == []:
            legal = [{"do": "take-seat", "seat": pick % 3 or None, "amount": 100_00}]
        command = dict(legal[pick % len(legal)])
        if command.pop("most", None) is not None:
            command["amount"] = command.pop("least")
            command.pop("step")
        self.a_command(who, command)

    @rule(who=WHO, message=VALUES)
    def any_json(self, who: int, message: Any) -> None:
        self.say(who, message if not isinstance(message, str) else {"type": message})

    @rule(
        who=st.integers(0, 1),
        message=st.dictionaries(st.sampled_from(("type", "id", "do", "x")), VALUES),
    )
    def nearly_a_command(self, who: int, message: dict[str, Any]) -> None:
        self.say(who, {"type": "command", **message})

    @rule(who=WHO, message=st.one_of(st.text(max_size=40), st.binary(max_size=40)))
    def any_text(self, who: int, message: str | bytes) -> None:
        self.say(
            who,
            message.encode("utf-8", "replace").decode() if isinstance(message, str) else message,
        )

    @invariant()
    @precondition(lambda self: hasattr(self, "lives"))
    def everybody_is_heard(self) -> None:
        for live in self.lives:
            live.say(type="ping")
            while (message := live.hear())["type"] != "pong":
                assert message["type"] in ("snapshot", "update", "accepted", "refused", "error")
                assert message.get("code") != "server.error", message

    def teardown(self) -> None:
        for live in getattr(self, "lives", ()):
            live.do("get-up")
            live.__exit__()
        assert not [line for line in self.server.log.lines if '"failed"' in line]
        assert self.server.floor.tables[self.table].state.locked is None


def test_anything_at_all(server: Server, manager: Member, inspector: Member) -> None:
    class Here(Talk):
        pass

    Here.server, Here.staff = server, (manager, inspector)
    case = Here.TestCase
    case.settings = settings(
        max_examples=repetitions(12, 300),
        stateful_step_count=repetitions(25, 60),
        deadline=None,
        phases=(Phase.generate,),
    )
    case().runTest()
    # other tables have not noticed
    with server.guest().live("t1") as live:
        live.hear()
        live.sit(seat=3)
        live.play_round(box=3)
