"""Codes of the second factor, against the examples of RFC 6238."""

from urllib.parse import parse_qs, unquote, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houserules.floor.people.second_factor import (
    PERIOD,
    SECRET_BYTES,
    code_at,
    in_letters,
    matching_step,
    step_of,
    uri,
)

SECRET = b"12345678901234567890"
NOW = 1_800_000_015_000


@pytest.mark.parametrize(
    ("second", "code"),
    [
        (59, "287082"),
        (1111111109, "081804"),
        (1111111111, "050471"),
        (1234567890, "005924"),
        (2000000000, "279037"),
        (20000000000, "353130"),
    ],
)
def test_the_examples_of_the_standard(second: int, code: str) -> None:
    assert code_at(SECRET, step_of(second * 1000)) == code


@pytest.mark.parametrize(
    ("off", "is_taken"), [(-2, False), (-1, True), (0, True), (1, True), (2, False)]
)
def test_a_clock_may_be_wrong_by_one_step(off: int, *, is_taken: bool) -> None:
    step = step_of(NOW) + off
    found = matching_step(SECRET, code_at(SECRET, step), now=NOW, after=-1)
    assert found == (step if is_taken else None)


def test_a_code_of_a_used_step_or_before_is_not_taken() -> None:
    step = step_of(NOW)
    code = code_at(SECRET, step)
    assert matching_step(SECRET, code, now=NOW, after=step - 1) == step
    assert matching_step(SECRET, code, now=NOW, after=step) is None
    assert matching_step(SECRET, code, now=NOW, after=step + 1) is None


def test_blanks_in_a_code_do_not_matter() -> None:
    code = code_at(SECRET, step_of(NOW))
    assert matching_step(SECRET, f" {code[:3]} {code[3:]}\n", now=NOW, after=-1) == step_of(NOW)


@given(st.text(max_size=12))
def test_any_text_may_be_given_as_code(text: str) -> None:
    steps = [step_of(NOW) + off for off in (-1, 0, 1)]
    is_right = "".join(text.split()) in [code_at(SECRET, step) for step in steps]
    assert (matching_step(SECRET, text, now=NOW, after=-1) is not None) == is_right


def test_at_the_beginning_of_time_there_is_no_step_before() -> None:
    assert matching_step(SECRET, code_at(SECRET, 0), now=0, after=-1) == 0


def test_the_uri_is_what_applications_read() -> None:
    parts = urlsplit(uri(SECRET, handle="O'Neil Zoë", issuer="House & Rules"))
    assert (parts.scheme, parts.netloc) == ("otpauth", "totp")
    assert unquote(parts.path) == "/House & Rules:O'Neil Zoë"
    assert parse_qs(parts.query) == {
        "secret": [in_letters(SECRET)],
        "issuer": ["House & Rules"],
        "algorithm": ["SHA1"],
        "digits": ["6"],
        "period": [str(PERIOD)],
    }
    assert in_letters(bytes(SECRET_BYTES)) == "A" * 32
