"""The libraries that draw are not loaded before something is drawn."""

import subprocess
import sys

CODE = """
import sys
import houserules.sheets.drawings, houserules.sheets.par, houserules.sheets.conditions
print([name for name in ("matplotlib", "typst") if name in sys.modules])
"""


def test_importing_the_sheets_loads_no_library() -> None:
    done = subprocess.run([sys.executable, "-c", CODE], capture_output=True, text=True, check=False)
    assert done.stdout.strip() == "[]", done.stderr
