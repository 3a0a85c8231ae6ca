# `make help` lists the commands. Each installs what it needs into .venv.
PYTHON ?= python3
BIN := .venv/bin
# The tests start hundreds of processes: none of them should compile the modules again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help setup play test checks e2e screenshots edges format docs bench full prove mutants lock release hooks clean

help: ## list these commands
	@sed -n 's/^\([a-z0-9-]*\):.*## \(.*\)/  make \1\t\2/p' Makefile | expand -t 20

setup: .venv/installed ## install the project and its tools into .venv

.venv/installed: pyproject.toml constraints.txt
	@$(PYTHON) tools/install.py
	@touch $@

play: setup ## serve a practice table of each game on this machine
	$(BIN)/houserules serve

test: setup checks ## run every check, then the tests, then the pages in Chromium
	$(BIN)/pytest -n 2 --dist worksteal --ignore=tests/e2e
	$(MAKE) --no-print-directory e2e

# Each check keeps one core busy, so two run side by side; the output of each is printed in one piece.
CHECKS := check-types check-js check-clauses check-imports check-unused check-format check-lint kernels
.PHONY: $(CHECKS)

checks: setup ## check types, JavaScript, clauses, imports, unused code, format and style
	@$(MAKE) --jobs=2 --output-sync=target --no-print-directory $(CHECKS)

check-types: setup
	$(BIN)/mypy

check-js: setup
	$(BIN)/python -m tools.node

check-clauses: setup
	$(BIN)/python -m tools.clause_table --check

check-imports: setup
	$(BIN)/lint-imports

check-unused: setup
	$(BIN)/python -m tools.unused

kernels: setup
	$(BIN)/python -m tools.compile_kernels

check-format: setup
	$(BIN)/ruff format --check .

check-lint: setup
	$(BIN)/ruff check .

# Apart from the others, because Playwright's event loop keeps others from theirs. One server and one
# browser per worker; a file stays on one worker, because its tests share a server.
e2e: setup ## run the tests of the pages in Chromium
	$(BIN)/pytest -n 2 --dist loadfile tests/e2e

screenshots: setup ## take the pictures in docs/images again
	PYTHONPATH=tests $(BIN)/python -m tools.screenshots

edges: setup ## solve every game again and write docs/reference/edges.md
	$(BIN)/python -m tools.edges

format: setup ## format the code
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

docs: setup ## write the generated pages of docs/
	$(BIN)/python -m tools.reference
	$(BIN)/python -m tools.clause_table
	$(BIN)/python -m tools.api_reference
	$(BIN)/python -m tools.message_types

bench: setup ## measure speed, beside a reference in the same run
	$(BIN)/python bench/startup.py
	$(BIN)/python bench/table.py
	$(BIN)/python bench/tournament.py
	$(BIN)/python bench/odds.py
	$(BIN)/python bench/simulator.py
	$(BIN)/python bench/journal.py
	$(BIN)/python bench/server.py
	$(BIN)/python -m bench.restart

full: setup ## run the randomised tests at length: 100,000 rounds per rulebook
	HOUSERULES_ROUNDS=100000 HOUSERULES_FULL=1 $(BIN)/pytest -n 2 tests/twins tests/properties tests/odds tests/simulator tests/rules tests/docs

prove: setup ## run the floor's tests at length: 200 killed servers per store, long fuzzing
	HOUSERULES_KILLS=200 HOUSERULES_FULL=1 $(BIN)/pytest -n 2 tests/crash tests/contracts tests/web

mutants: setup ## change the code in small ways and see whether a test notices
	test -x .venv-mutants/bin/python || $(PYTHON) -m venv .venv-mutants
	.venv-mutants/bin/python -m pip install --quiet --disable-pip-version-check 'mutmut==3.8.0' 'pytest<9' hypothesis typer rich
	.venv-mutants/bin/mutmut run
	.venv-mutants/bin/mutmut results | tail -40

RELEASE := .venv-release/bin

.venv-release/installed: constraints-release.txt
	@$(PYTHON) -m venv .venv-release
	@$(RELEASE)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r constraints-release.txt
	@touch $@

LOCK := $(RELEASE)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes --no-annotate --custom-compile-command 'make lock' pyproject.toml

lock: .venv-release/installed ## pin the newest versions that pyproject.toml allows, with their hashes
	$(LOCK) --all-extras -o constraints.txt
	$(LOCK) --group release -o constraints-release.txt

release: setup .venv-release/installed ## build and check a release; refuses if any check fails
	$(BIN)/python -m tools.release

hooks: setup ## check format, style and the tests you touched before each commit
	git config core.hooksPath tools/hooks

clean: ## remove .venv and what was built
	rm -rf .venv build src/*.egg-info
