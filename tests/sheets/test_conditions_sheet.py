"""Tournament conditions as a PDF: its text, its notices, and what happens without Typst."""

import sys
from io import BytesIO

import pytest
from pypdf import PdfReader

from houserules.sheets.conditions import ConditionsSheet, conditions_pdf
from houserules.sheets.files import SheetError
from houserules.tournament.conditions.statement import printed_items, state_conditions
from tournament.conditions import BOTH, S65, conditions


def sheet(book: str = S65, name: str = "Spring Pontoon Cup") -> ConditionsSheet:
    return ConditionsSheet(
        name=name,
        game="Pontoon, a day",
        rulebook=book,
        version="1.2.3",
        state="Published, version 2",
        facts=(("First session", "6:30 pm AEDT, Wed 18 Nov 2026"),),
        items=printed_items(conditions(book)),
        notices=(("5 pm", "The tournament starts later.", "by email"),),
    )


def words_of(pdf: bytes) -> str:
    """Return the text of a PDF with single spaces; ligatures and hyphens are undone."""
    text = " ".join(page.extract_text() for page in PdfReader(BytesIO(pdf)).pages)
    for ligature, letters in (("ﬁ", "fi"), ("ﬀ", "ff"), ("ﬂ", "fl"), ("ﬃ", "ffi")):
        text = text.replace(ligature, letters)
    return " ".join(text.replace("-\n", "").split())


@pytest.mark.parametrize(("book", "section"), BOTH)
def test_every_item_is_printed_with_its_clause(book: str, section: str) -> None:
    words = words_of(conditions_pdf(sheet(book)))
    for item in state_conditions(conditions(book)):
        assert item.title in words
        for row in item.rows:
            assert row[-1] in words
    for clause in (f"{section}.4.2(a)", f"{section}.4.2(h)(iii)", f"{section}.4.2(k)"):
        assert clause in words
    assert "The entry fee is $50 per player." in words
    assert f"({section}.3.2)" in words.replace(" ", "")


def test_state_start_and_notices_are_printed() -> None:
    words = words_of(conditions_pdf(sheet()))
    for said in (
        "Spring Pontoon Cup",
        "Published, version 2",
        "6:30 pm AEDT, Wed 18 Nov 2026",
        "The tournament starts later.",
        "by email",
        "houserules 1.2.3",
    ):
        assert said in words


def test_the_same_conditions_give_the_same_file() -> None:
    assert conditions_pdf(sheet()) == conditions_pdf(sheet())


def test_words_are_printed_as_they_are() -> None:
    """A name may contain what is markup to Typst."""
    words = words_of(conditions_pdf(sheet(name="The #1 *Cup* [$50] _of_ @Sydney")))
    assert "The #1 *Cup* [$50] _of_ @Sydney" in words


def test_without_typst_it_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    with pytest.raises(SheetError, match=r"houserules\[sheets\]"):
        conditions_pdf(sheet())
