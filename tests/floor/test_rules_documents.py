"""The copy of the rules: attached by the operator, shown on request, and on record (reading 79)."""

from hashlib import sha256
from pathlib import Path

import pytest

from floor.test_floor import Clockwork, guest, ok, with_floor
from game_table import PJ, S24, S65
from houserules.floor.app import Floor
from houserules.floor.denial import Denied
from houserules.floor.rules_documents import (
    STREAM,
    DocumentError,
    RulesDocument,
    RulesDocumentShown,
    read_document,
)
from houserules.floor.startup import practice_table
from houserules.table.staff.notices import RULES


def _document(folder: Path, rulebook: str, text: str = "%PDF-1.4 the rules") -> RulesDocument:
    file = folder / "approved rules.pdf"
    file.write_text(text)
    return read_document(f"{rulebook}={file}")


@pytest.mark.clause(S24, "20.14")
@pytest.mark.clause(S65, "19.14")
@pytest.mark.clause(PJ, "17.14")
@pytest.mark.parametrize("rulebook", [S24, S65, PJ])
def test_whoever_asks_is_shown_the_approved_document_and_it_is_recorded(
    tmp_path: Path, rulebook: str
) -> None:
    document = _document(tmp_path, rulebook)

    async def test(floor: Floor, now: Clockwork) -> None:
        await floor.set_up(practice_table("t1", rulebook), by="Max")
        await floor.documents.attach(document, at=now())
        ann = await guest(floor)
        await ok(floor, ann, "take-seat", seat=1)
        await ok(floor, ann, "ask-for-rules")
        staff = floor.tables["t1"].state.table.staff
        assert [(each.to, each.about) for each in staff.owed] == [(ann.handle, RULES)]
        assert await floor.show_rules(ann, rulebook, "t1") == document
        (shown,) = await floor.documents.last_shown()
        assert shown == RulesDocumentShown(
            rulebook, sha256(document.content).hexdigest(), ann.handle, "t1", now() // 1000
        )  # type: ignore[arg-type]
        state = floor.tables["t1"].state
        assert state.table.staff.owed == ()
        given = state.finished.notices
        assert [(each.to, each.about) for each in given] == [(ann.handle, RULES)]

    with_floor(test)


@pytest.mark.clause(S65, "19.14")
def test_our_own_words_are_no_copy_of_the_rules() -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        await floor.set_up(practice_table("t1", S65), by="Max")
        ann = await guest(floor)
        await ok(floor, ann, "take-seat", seat=1)
        await ok(floor, ann, "ask-for-rules")
        answer = await floor.show_rules(ann, S65, "t1")
        assert isinstance(answer, Denied) and answer.code == "rules-document.unknown"
        assert floor.tables["t1"].state.table.staff.owed != ()  # staff still owe a copy

    with_floor(test)


def test_another_document_is_recorded_and_the_same_one_once(tmp_path: Path) -> None:
    async def test(floor: Floor, now: Clockwork) -> None:
        for text in ("one", "one", "two", "one"):
            await floor.documents.attach(_document(tmp_path, S65, text), at=now())
        records = await floor.store.read(STREAM)
        assert [each.payload["sha256"] for each in records] == [
            sha256(text).hexdigest() for text in (b"one", b"two", b"one")
        ]

    with_floor(test)


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ("nsw-pontoon", "write RULEBOOK=FILE"),
        ("nsw-pontoon-2024=", "write RULEBOOK=FILE"),
        ("bridge=rules.pdf", "write RULEBOOK=FILE"),
        ("nsw-pontoon-2024=rules.html", ".pdf or .txt"),
        ("nsw-pontoon-2024=/nowhere/rules.pdf", "cannot be read"),
    ],
)
def test_what_cannot_be_attached(given: str, says: str) -> None:
    with pytest.raises(DocumentError, match=says.replace(".", r"\.")):
        read_document(given)


def test_an_empty_document_cannot_be_attached(tmp_path: Path) -> None:
    with pytest.raises(DocumentError, match="1 to"):
        _document(tmp_path, S65, "")
