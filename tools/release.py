"""Build a release in build/release, and refuse if any check fails (`make release`).

A release is made from a fresh clone of what is committed, after every check has passed in it. It
holds the wheel, the sources, the exact versions and hashes of everything that `houserules[all]`
needs, a software bill of materials (CycloneDX), and the SHA-256 of all of these.
"""

import argparse
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "build" / "release"
TOOLS = ROOT / ".venv-release" / "bin"


class ReleaseError(Exception):
    """Why there is no release."""


def run(*command: str | Path, cwd: Path | None = None) -> str:
    """Run a command, in this clone unless told otherwise; return what it printed, or say that it failed."""
    done = subprocess.run(command, cwd=cwd or ROOT, text=True, stdout=subprocess.PIPE, check=False)
    if done.returncode:
        print(done.stdout[-4000:], file=sys.stderr)
        raise ReleaseError(f"{Path(command[0]).name} {command[1]} failed")
    return done.stdout


def version_to_release() -> str:
    """The version in pyproject.toml, if everything says that it is ready."""
    version: str = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    if changes := run("git", "status", "--porcelain"):
        raise ReleaseError(f"these changes are not committed:\n{changes.rstrip()}")
    changelog = (ROOT / "CHANGELOG.md").read_text()
    if not re.search(rf"^## {re.escape(version)} \(\d{{4}}-\d\d-\d\d\)$", changelog, re.MULTILINE):
        raise ReleaseError(f"CHANGELOG.md has no heading '## {version} (YYYY-MM-DD)'")
    if run("git", "tag", "--list", f"v{version}"):
        raise ReleaseError(f"the tag v{version} exists already")
    return version


def clone() -> Path:
    """A fresh clone of the commit, in which `make test` has passed with nothing skipped."""
    shutil.rmtree(TARGET, ignore_errors=True)
    copy = TARGET / "clone"
    run("git", "clone", "--quiet", ROOT, copy)
    print("Running make test in a fresh clone", flush=True)
    if subprocess.run(
        ["make", "test"], cwd=copy, env={**os.environ, "CI": "true"}, check=False
    ).returncode:
        raise ReleaseError("make test failed")
    return copy


def audit() -> str:
    """Look every pinned version up in the database of known vulnerabilities."""
    done = subprocess.run(
        [
            *(TOOLS / "pip-audit", "-r", "constraints.txt", "--disable-pip", "--require-hashes"),
            *("--format", "json", "--progress-spinner", "off"),
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    try:
        packages = json.loads(done.stdout)["dependencies"]
    except ValueError as error:
        raise ReleaseError(f"pip-audit failed:\n{done.stderr[-2000:]}") from error
    unknown = [package["name"] for package in packages if "skip_reason" in package]
    vulnerable = [
        f"{package['name']} {package['version']}: {', '.join(found['id'] for found in package['vulns'])}"
        for package in packages
        if package.get("vulns")
    ]
    if vulnerable:
        raise ReleaseError("known vulnerabilities:\n" + "\n".join(vulnerable))
    if unknown:
        raise ReleaseError(
            f"pip-audit could not look up {len(unknown)} of {len(packages)} packages. If this network has no "
            "vulnerability database, audit elsewhere and run: python -m tools.release --audited-elsewhere"
        )
    return f"{len(packages)} packages have no known vulnerability"


def build(copy: Path, version: str) -> None:
    """The wheel and the sources, what the wheel needs, and its bill of materials."""
    run(TOOLS / "uv", "build", "--quiet", "--out-dir", TARGET, cwd=copy)
    requirements = TARGET / f"houserules-{version}-requirements.txt"
    run(
        *(TOOLS / "uv", "pip", "compile", "--quiet", "--universal", "--python-version", "3.11"),
        *("--generate-hashes", "--no-annotate", "--custom-compile-command", "make release"),
        *("--extra", "all", "-c", "constraints.txt", "pyproject.toml", "-o", requirements),
        cwd=copy,
    )
    environment = TARGET / "environment"
    python = environment / "bin" / "python"
    run(sys.executable, "-m", "venv", environment)
    pip = (python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    run(*pip, "--require-hashes", "-r", requirements)
    run(*pip, "--no-deps", TARGET / f"houserules-{version}-py3-none-any.whl")
    try_out(environment / "bin" / "houserules", version)
    run(python, "-m", "pip", "uninstall", "--quiet", "--yes", "pip", "setuptools")
    run(
        *(TOOLS / "cyclonedx-py", "environment", python, "--pyproject", copy / "pyproject.toml"),
        *("--output-reproducible", "--output-file", TARGET / f"houserules-{version}-sbom.json"),
    )
    shutil.rmtree(environment)


def try_out(houserules: Path, version: str) -> None:
    """Ask the installed program for its version and a rulebook's edge, outside the clone."""
    said = run(houserules, "--version", cwd=TARGET)
    if version not in said:
        raise ReleaseError(f"the installed program says it is {said.strip()}")
    run(houserules, "odds", "nsw-pontoon-2024", cwd=TARGET)


def checksums() -> list[str]:
    files = sorted(
        path for path in TARGET.iterdir() if path.is_file() and path.name != ".gitignore"
    )
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}" for path in files]
    (TARGET / "SHA256SUMS").write_text("\n".join(lines) + "\n")
    return lines


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.release", description=__doc__)
    parser.add_argument(
        "--audited-elsewhere", action="store_true", help="don't look up known vulnerabilities here"
    )
    arguments = parser.parse_args()
    try:
        version = version_to_release()
        audited = "audited elsewhere" if arguments.audited_elsewhere else audit()
        copy = clone()
        build(copy, version)
        shutil.rmtree(copy)
    except ReleaseError as error:
        print(f"No release: {error}", file=sys.stderr)
        return 1
    print(f"houserules {version}: {audited}", *checksums(), sep="\n")
    print(f"Now: git tag --sign v{version} && git push origin v{version}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
