"""All commands of `houserules`, put together."""

from houserules.cli.commands import COMMANDS, app_with

app = app_with(COMMANDS)
