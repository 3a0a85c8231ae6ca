"""A server killed during its first start: the next one finds a whole house or none, and tells a password."""

import json
import subprocess
import sys
from pathlib import Path

from repetitions import repetitions


def test_a_killed_first_start_is_made_good_by_the_next(tmp_path: Path) -> None:
    script = Path(__file__).with_name("first_starts.py")
    done = subprocess.run(
        [sys.executable, str(script), str(tmp_path), str(repetitions(8, 150))],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    houses = [json.loads(line) for line in done.stdout.splitlines()]
    assert houses and all(each["killed"] for each in houses)
    for each in houses:
        assert each["then"]["tables"] == ["t1", "t2", "t3", "t4"], each
        assert each["then"]["owner"], each
