"""The pages' JavaScript and style sheets: types from the API, nothing that nothing uses."""

from tools import message_types


def test_the_types_of_messages_are_those_of_the_api() -> None:
    written = message_types.FILE.read_text("utf-8")
    assert written == message_types.text(), "run `python -m tools.message_types`"
