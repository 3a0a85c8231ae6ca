"""Write the journal that the documentation looks into: `python -m tools.example_journal`.

Needed again only when its schema is too old to be read; the pages that show it have to follow.
"""

import sqlite3
import sys
from contextlib import closing
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent / "tests"
sys.path.insert(0, str(TESTS))

from floor.playing import START, play_night, practice  # noqa: E402
from houserules.floor.inspection import check_journal  # noqa: E402
from houserules.journal.sqlite import SqliteJournal  # noqa: E402

FILE = TESTS / "floor" / "examples" / "night.db"


def main() -> None:
    """Play three rounds, and leave one file that can be read without being written to."""
    FILE.unlink(missing_ok=True)
    with SqliteJournal(FILE) as journal:
        play_night(journal, practice("nsw-pontoon-2024"), rounds=3, seed="example")
        check_journal(journal, START)
    with closing(sqlite3.connect(FILE)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
        connection.execute("VACUUM")
    FILE.with_name(f"{FILE.name}-lock").unlink(missing_ok=True)
    FILE.chmod(0o644)  # nothing in it is a secret of anybody


if __name__ == "__main__":
    main()
