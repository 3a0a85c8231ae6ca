"""Conditions and terms as a PDF: of a tournament, the copy that each player receives (S65 20.4.1,
S24 21.4.1); of a promotion, the copy that the Authority gets (S65 21.9)."""

import json
from dataclasses import asdict, dataclass
from importlib.resources import files
from typing import Any, Final

from houserules.sheets.files import library

TEMPLATE: Final = "conditions.typ"


@dataclass(frozen=True, slots=True)
class ConditionsSheet:
    """All that the sheet prints, as text: the template only lays it out."""

    name: str
    game: str
    rulebook: str
    version: str  # of houserules
    state: str  # such as "Published, version 2"
    facts: tuple[tuple[str, str], ...]
    items: tuple[dict[str, Any], ...]  # clause, title, sentences (text, clause), head, rows
    notices: tuple[tuple[str, str, str], ...] = ()  # when, what, how
    heading: str = "Tournament conditions"
    notices_heading: str = "Notices to players"
    notices_head: tuple[str, str, str] = ("When", "What", "How players were told")


def conditions_pdf(sheet: ConditionsSheet) -> bytes:
    """Return the sheet as a PDF; raises SheetError if Typst is not installed."""
    typst = library("typst")
    source = files(__package__).joinpath(TEMPLATE).read_bytes()
    told = {"sheet": json.dumps(asdict(sheet), ensure_ascii=False)}
    # Only the fonts that Typst carries: the same sheet on every machine, and no network.
    pdf: bytes = typst.compile(source, sys_inputs=told, ignore_system_fonts=True, format="pdf")
    return pdf
