# The two commands of the project: `make play` and `make test`. Both install what they need into .venv.
PYTHON ?= python3
BIN := .venv/bin
# The tests start hundreds of processes: none of them should compile the modules anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: setup play test e2e screenshots edges format docs bench full prove mutants clean

setup: .venv/installed

.venv/installed: pyproject.toml constraints.txt
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	touch $@

play: setup ## serve a practice table of each game on this machine
	$(BIN)/houserules serve

test: setup ## every check: format, lint, types, imports, clauses; then the tests; then the pages
	$(MAKE) --jobs=2 --output-sync=target --no-print-directory $(CHECKS)
	$(BIN)/pytest -n 2 --dist worksteal --ignore=tests/e2e
	$(BIN)/pytest tests/e2e

# Each of them keeps one core busy, so two run beside each other; what one says is printed in one piece.
CHECKS := check-types check-clauses check-imports check-format check-lint
.PHONY: $(CHECKS)

check-types: setup
	$(BIN)/mypy

check-clauses: setup
	$(BIN)/python -m tools.clause_table --check

check-imports: setup
	$(BIN)/lint-imports

check-format: setup
	$(BIN)/ruff format --check .

check-lint: setup
	$(BIN)/ruff check .

e2e: setup ## the pages in a real Chromium; apart, because Playwright's event loop keeps others from theirs
	$(BIN)/pytest tests/e2e

screenshots: setup ## the pictures of the pages in docs/images
	PYTHONPATH=tests $(BIN)/python -m tools.screenshots

edges: setup ## solve every rulebook, deck count and option, and write docs/reference/edges.md
	$(BIN)/python -m tools.edges

format: setup ## rewrite the code in house style
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

docs: setup ## write the generated parts of docs/
	$(BIN)/python -m tools.reference
	$(BIN)/python -m tools.clause_table
	$(BIN)/python -m tools.api_reference

bench: setup ## rounds a second, beside a reference in the same run
	$(BIN)/python bench/table.py
	$(BIN)/python bench/odds.py
	$(BIN)/python bench/simulator.py
	$(BIN)/python bench/journal.py
	$(BIN)/python bench/server.py

full: setup ## the long form of the randomised tests: 100,000 rounds a rulebook against the twins
	HOUSERULES_ROUNDS=100000 HOUSERULES_FULL=1 $(BIN)/pytest -n 2 tests/twins tests/properties tests/odds tests/simulator tests/rules tests/docs

prove: setup ## the long form of the floor's proofs: 200 killed servers on each store, longer fuzzing
	HOUSERULES_KILLS=200 HOUSERULES_FULL=1 $(BIN)/pytest -n 2 tests/crash tests/contracts tests/web

mutants: setup ## change the code in small ways and see whether a test notices
	test -x .venv-mutants/bin/python || $(PYTHON) -m venv .venv-mutants
	.venv-mutants/bin/python -m pip install --quiet --disable-pip-version-check 'mutmut==3.8.0' 'pytest<9' hypothesis typer rich
	.venv-mutants/bin/mutmut run
	.venv-mutants/bin/mutmut results | tail -40

clean:
	rm -rf .venv build src/*.egg-info
