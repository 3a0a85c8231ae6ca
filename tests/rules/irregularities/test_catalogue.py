"""The catalogue of irregularities: complete, cited, and told by the rulebook that is asked."""

import pytest

from game_table import NZ, PJ, S24, S65
from houserules.rulebook.clauses import register_of
from houserules.rulebook.loader import RULEBOOKS, rulebook
from houserules.rulebook.options import choose
from houserules.table.irregularities.catalogue import CatalogueEntry, irregularities
from houserules.table.registry import COMMANDS

SECTIONS = {S24: "18", S65: "17", NZ: "16.0", PJ: "15"}
UNCITED = {  # said inside another entry, or in the section's other subjects
    S24: {"18.8.1", "18.20", "17.21", "17.21.1", "17.21.2", "17.21.3"},
    S65: {"17.8.1", "17.10"},
    NZ: set(),
    PJ: {"15.8.1"},
}


def by_id(name: str, **options: object) -> dict[str, CatalogueEntry]:
    return {each.id: each for each in irregularities(choose(rulebook(name), options))}


@pytest.mark.parametrize("name", RULEBOOKS)
def test_every_clause_of_the_section_is_in_the_catalogue(name: str) -> None:
    cited = {clause for each in by_id(name).values() for clause in each.clauses}
    entries = register_of(rulebook(name).registers).entries
    there = {entry.number for entry in entries if entry.section == SECTIONS[name]}
    assert there - cited == UNCITED[name] & there


@pytest.mark.parametrize("name", RULEBOOKS)
def test_entries_are_told_in_full(name: str) -> None:
    found = by_id(name)
    assert len(found) == 21
    for each in found.values():
        assert each.what_happened.endswith(".")
        assert [entry.number for entry in each.rules_say] == list(each.clauses)
        assert bool(each.table_does) == bool(each.who_decides) == each.provided, each.id
        assert all(text.endswith(".") for text in each.table_does)
        assert all(
            act.command in {kind.__name__ for kind in COMMANDS} or act.roles
            for act in each.who_decides
        )


def test_rulebooks_differ_where_their_documents_do() -> None:
    missing = {name: by_id(name) for name in RULEBOOKS}
    left_out = {
        name: {each.id for each in found.values() if not each.provided}
        for name, found in missing.items()
    }
    nsw = {"card-exposed", "no-cutting-card", "card-damaged", "surrender-not-offered"}
    assert left_out[S24] == nsw
    assert left_out[S65] == nsw | {"wrong-payment"}
    assert left_out[PJ] == nsw | {"wrong-payment", "insurance-not-offered"}
    assert left_out[NZ] == {
        *("cards-dropped", "not-cut", "burned-card", "discards-not-in-device", "empty-round"),
        *("missing-or-foreign-card", "wrong-payment", "device-malfunction"),
    }
    assert missing[NZ]["missing-or-foreign-card"].clauses == ("2.0",)
    assert "Cards left over are discarded." in missing[NZ]["misdeal"].table_does
    assert "Cards left over are dealt next." in missing[S24]["misdeal"].table_does


def test_who_decides_comes_from_the_powers() -> None:
    acts = {act.command: act.roles for act in by_id(S24)["misdeal"].who_decides}
    assert "dealer" in acts["ReportMisdeal"] and "dealer" not in acts["VoidMisdeal"]
    assert "Gaming Supervisor" in acts["VoidMisdeal"]
    nz = {act.command: act.roles for act in by_id(NZ)["misdeal"].who_decides}
    assert "Gaming Supervisor" not in nz["VoidMisdeal"] and "casino supervisor" in nz["VoidMisdeal"]
    assert [act.command for act in by_id(NZ)["faced-card"].who_decides] == ["ReportFacedCard"]


def test_an_option_changes_what_is_told() -> None:
    text = "The box draws until it has 12 or more."
    assert text not in by_id(S65)["player-absent"].table_does
    assert text in by_id(S65, absent_player="draw-to-12")["player-absent"].table_does
