"""Write what is promised: names, fields, keys and digits that others rely on.

python -m tools.promises           add what is new to tests/promises/snapshots, and print it
python -m tools.promises --break   also write what has changed or gone; say why in the commit
"""

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from promises.kinds import KINDS
from promises.snapshots import FOLDER, added, broken, stored, written


def main() -> int:
    """Write the snapshots of some kinds, or of all."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("kind", nargs="*", choices=[[], *KINDS], help="all if none is named")
    parser.add_argument("--break", dest="breaks", action="store_true", help="write changes too")
    given = parser.parse_args()
    failed = False
    for kind in given.kind or KINDS:
        promised, today = stored(kind), KINDS[kind]()
        new, gone = list(added(promised, today)), list(broken(promised, today))
        for each in new:
            print(f"new in {kind}: {each}")
        for each in gone:
            print(f"broken in {kind}: {each}", file=sys.stderr)
        if gone and not given.breaks:
            failed = True
        elif new or gone:
            FOLDER.mkdir(exist_ok=True)
            (FOLDER / f"{kind}.json").write_text(written(today) + "\n", "utf-8")
    return int(failed)


if __name__ == "__main__":
    raise SystemExit(main())
