"""Every kind of promise by the name of its snapshot.

A value that must stay exactly as it is becomes one text (the fields of a stored event, the roles of a
power); what may grow becomes an object or a list.
"""

from collections.abc import Callable
from typing import Any

from promises import api, command_line, law, storage

KINDS: dict[str, Callable[[], Any]] = {
    "cli": command_line.cli,
    "codes": api.codes,
    "commands": api.commands,
    "derived-names": storage.derived_names,
    "digits": storage.digits,
    "events": storage.events,
    "exit-codes": command_line.exit_codes,
    "formats": storage.formats,
    "irregularities": law.irregularities,
    "json-keys": command_line.json_keys,
    "law": law.law,
    "paths": api.paths,
    "powers": law.powers,
    "schemas": api.schemas,
    "storage": storage.storage,
    "told": law.told,
}
