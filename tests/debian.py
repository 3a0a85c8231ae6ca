"""Programs that tests need and pip cannot install: CI installs them, so that nothing is skipped there."""

import fcntl
import os
import shutil
import subprocess
import tempfile
from pathlib import Path


def find_program(name: str, package: str) -> str | None:
    """Return where a program is; in CI, its Debian package is installed first if it is missing."""
    if (path := shutil.which(name)) is not None or not os.environ.get("CI"):
        return path
    with (Path(tempfile.gettempdir()) / f"houserules-{package}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # another worker may be installing it
        if shutil.which(name) is None:
            sudo = [] if os.geteuid() == 0 else ["sudo"]
            subprocess.run([*sudo, "apt-get", "update", "-qq"], check=True)
            subprocess.run([*sudo, "apt-get", "install", "-qq", "-y", package], check=True)
        return shutil.which(name)
