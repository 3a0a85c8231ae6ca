"""What people are told: every clause that is shown at a moment is there, in the register's words."""

import pytest

from houserules.rulebook.clauses import register_of
from houserules.rulebook.conduct import MOMENTS, conduct, conduct_at
from houserules.rulebook.loader import RULEBOOKS, rulebook

in_every_rulebook = pytest.mark.parametrize("name", RULEBOOKS)


@in_every_rulebook
def test_every_clause_named_is_in_the_register(name: str) -> None:
    rules = rulebook(name)
    for moment in conduct(rules):
        assert moment.id in MOMENTS
        assert moment.told
        assert len({entry.number for entry in moment.told}) == len(moment.told)


@in_every_rulebook
def test_every_shown_clause_that_names_the_conduct_is_shown_at_a_moment(name: str) -> None:
    rules = rulebook(name)
    told = {entry.number for moment in conduct(rules) for entry in moment.told}
    named = {e.number for e in register_of(rules.registers).entries if "rulebook.conduct" in e.by}
    assert named
    assert sorted(named - told) == []


def test_a_clause_that_is_not_in_a_register_is_noticed() -> None:
    for name in RULEBOOKS:
        rules = rulebook(name)
        for moment in conduct(rules):
            numbers = [entry.number for entry in moment.told]
            assert all(register_of(rules.registers).has(number) for number in numbers)


def test_who_sits_down_is_told_about_devices_and_totals() -> None:
    numbers = [entry.number for entry in conduct_at(rulebook("nsw-pontoon-2024"), "sitting-down")]
    assert {"4.9", "20.2"} <= set(numbers)


def test_a_moment_that_a_rulebook_does_not_have_tells_nothing() -> None:
    assert conduct_at(rulebook("nz-pontoon"), "face-down") == ()
