"""Create .venv and install the project into it, and say what is going on meanwhile.

Runs before anything is installed, so it needs nothing but Python. Every package must have one of
the hashes in constraints.txt. The project itself is a folder, which has no hash: it is installed
apart, with the setuptools from constraints.txt. Pip's warnings (an index that lacks a package, an
old pip) are printed only if it fails.
"""

import os
import re
import subprocess
import sys
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PYTHON = ROOT / ".venv" / "bin" / "python"
PIP = ["-m", "pip", "install", "--disable-pip-version-check", "--progress-bar", "off"]
PACKAGES = ["--require-hashes", "-r", "constraints.txt"]
PROJECT = ["--quiet", "--no-deps", "--no-build-isolation", "-e", "."]


def create_environment() -> None:
    if not PYTHON.exists():
        print(f"Creating .venv with Python {sys.version.partition(' ')[0]}", flush=True)
        subprocess.run([sys.executable, "-m", "venv", str(ROOT / ".venv")], check=True)


def install_packages() -> int:
    """Let pip install what the project needs; return pip's exit code."""
    print("Installing houserules and what its tests need (a minute the first time)", flush=True)
    started = time.monotonic()
    pip = subprocess.Popen(
        [str(PYTHON), *PIP, *PACKAGES],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    assert pip.stdout and pip.stderr
    warnings: list[str] = []
    reader = threading.Thread(target=warnings.extend, args=[pip.stderr], daemon=True)
    reader.start()
    said: list[str] = []
    finished = threading.Event()
    width = 0
    for line in pip.stdout:
        said.append(line)
        if line.startswith("Collecting "):
            name = re.split(r"[^\w.-]", line.split()[1])[0]
            width += len(name) + 1
            if width > 90:
                print()
                width = len(name) + 1
            print(name, end=" ", flush=True)
        elif line.startswith("Installing collected packages:"):
            count = line.count(",") + 1
            print(f"\nUnpacking {count} packages", flush=True)
            threading.Thread(target=_count_seconds, args=[finished], daemon=True).start()
    code = pip.wait()
    finished.set()
    reader.join()
    if code:
        print("".join([*said[-20:], *warnings]), file=sys.stderr)
    else:
        print(f"Installed in {time.monotonic() - started:.0f} seconds", flush=True)
    return code


def install_project() -> int:
    return subprocess.run([str(PYTHON), *PIP, *PROJECT], cwd=ROOT, check=False).returncode


def _count_seconds(finished: threading.Event) -> None:
    seconds = 0
    while not finished.wait(10):
        seconds += 10
        print(f"still unpacking after {seconds} seconds", flush=True)


if __name__ == "__main__":
    create_environment()
    raise SystemExit(install_packages() or install_project())
