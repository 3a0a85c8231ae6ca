"""The commands of a tournament as people send them."""

from typing import Final

from houserules.floor.desk_commands import DeskCommands
from houserules.tournament.judge import COMMANDS as JUDGED

COMMANDS: Final[dict[str, type]] = {kind.api_name: kind for kind in JUDGED}
"""Every command that can be given to a tournament, by its name in the API."""

SENT: Final = DeskCommands("tournament", COMMANDS)
