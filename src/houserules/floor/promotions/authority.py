"""The commands of a promotion as people send them."""

from typing import Final

from houserules.floor.desk_commands import DeskCommands
from houserules.promotion.commands import EarnEntries, VoidEarnedEntry
from houserules.promotion.judge import COMMANDS as JUDGED

COMMANDS: Final[dict[str, type]] = {
    kind.api_name: kind for kind in JUDGED if kind not in (EarnEntries, VoidEarnedEntry)
}
"""Every command that people can give to a promotion, by its name in the API; the house counts play."""

SENT: Final = DeskCommands("promotion", COMMANDS)
