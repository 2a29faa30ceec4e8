# The run-book. On a fresh machine with Python 3.11 or newer: `make run` and `make test`.
# The panel is built with Node.js; without it everything else still runs.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Only what is imported is compiled, when it is: most of what is installed never is.
PIP := $(BIN)/python -m pip --disable-pip-version-check install --quiet --no-compile --constraint constraints.txt
# One more than two cores: many tests wait for a browser or another program.
JOBS ?= 3
CORES ?= 2
NODE := $(shell tools/node.sh 2>/dev/null && echo yes)
NPM := npm --prefix panel
MODULES := panel/node_modules/.package-lock.json
PANEL := src/mohen/server/static/panel/index.html
PANEL_SOURCES = $(shell find panel/src panel/*.html panel/*.ts panel/*.json -type f \
  ! -name '*.test.*' ! -name '*.stories.*')
WITH_BROWSER = MOHEN_CHROMIUM="$$(tools/browser.sh)" && export MOHEN_CHROMIUM

# Compiled once: without it every command of the tests reads all of Mohen anew.
unexport PYTHONDONTWRITEBYTECODE

export npm_config_audit = false
export npm_config_fund = false
export npm_config_update_notifier = false
export PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD = 1
export STORYBOOK_DISABLE_TELEMETRY = 1

.PHONY: run test fast fast-tests test-model test-peers test-team soak-team check format docs bench soak clean setup browser panel panel-check \
  panel-test python-test pictures storybook wheel mcpb without-panel without-panel-tests compiled

# Set everything up and start Mohen on this machine's loopback address.
run: $(VENV)/.run $(if $(NODE),$(PANEL),without-panel)
	$(BIN)/mohen serve

# Every check there is: format, lint, types, tests (generated docs among them), all at once: much of
# what tests do is waiting for a browser or another program, and two cores are to be kept busy.
test:
	@$(MAKE) --no-print-directory -j 4 check python-test \
	  $(if $(NODE),panel-check panel-test,without-panel-tests)

# All of Python's; those in a browser see the panel that was built from these sources.
python-test: compiled $(if $(NODE),$(PANEL)) | browser
	$(WITH_BROWSER) && $(BIN)/python -m pytest -n $(JOBS) --dist loadgroup

# The inner loop: format, lint, types, and every test that needs no browser, no program, no other
# process and little time (tests/slow.txt names the others), with few examples of each property.
FAR = browser faults month benchmarks real_model peers
fast: $(VENV)/.dev
	@$(MAKE) --no-print-directory -j 2 check fast-tests

fast-tests: $(VENV)/.dev
	$(BIN)/python -m pytest -n $(CORES) --dist worksteal --hypothesis-profile fast \
	  -m "not soak and not model and not peers and not process and not slow" $(FAR:%=--ignore tests/%)

check: $(VENV)/.dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

# Every worker of the tests would compile all of them by itself, at the same time as the others.
compiled: $(VENV)/.dev
	@$(BIN)/python -m pytest --collect-only -qq >/dev/null

format: $(VENV)/.dev
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

# Write the generated pages anew.
docs: $(VENV)/.dev
	$(BIN)/python tools/make_docs.py

# Figures beside a floor measured in the same run; results go to benchmarks/results/.
bench: $(VENV)/.bench
	$(BIN)/python benchmarks/commands.py
	$(BIN)/python benchmarks/latency.py
	$(BIN)/python benchmarks/hearing.py
	$(BIN)/python benchmarks/proxy.py
	$(BIN)/python benchmarks/scale.py
	$(BIN)/python benchmarks/load.py
	$(BIN)/python benchmarks/learning.py
	$(BIN)/python benchmarks/context.py
	$(BIN)/python benchmarks/knowledge.py
	$(BIN)/python benchmarks/savings.py
	$(BIN)/python benchmarks/consolidation.py
	$(BIN)/python benchmarks/relevance.py
	$(BIN)/python benchmarks/retrieval.py || test $$? -eq 2 # needs evaluation data: it says so
	$(BIN)/python benchmarks/packed.py || test $$? -eq 2
	$(BIN)/python benchmarks/authors.py
	$(BIN)/python benchmarks/writers.py || test $$? -eq 2 # needs evaluation data: it says so
	$(BIN)/python benchmarks/writing.py
	$(WITH_BROWSER) && $(BIN)/python benchmarks/panel.py || test $$? -eq 2 # needs a browser

# The long versions of the tests that look for rare trouble.
soak: $(VENV)/.dev
	$(BIN)/python -m pytest -m soak --no-header

# With a real language model on this machine: 1.1 GB of weights, and some minutes of two cores.
# MOHEN_TEST_MODEL=name@http://127.0.0.1:11434/v1 names another.
test-model: $(VENV)/.dev $(if $(MOHEN_TEST_MODEL),,$(VENV)/.model)
	MOHEN_TEST_MODEL="$${MOHEN_TEST_MODEL:-$$($(BIN)/python tools/model.py)}" \
	  $(BIN)/python -m pytest -m model tests/real_model

# Other people's clients and test suites, each in an environment of its own (.peers/), fetched once by
# name and version. Suites that no package carries come from checkouts: MOHEN_PEERS names their folder.
test-peers: $(VENV)/.dev
	$(BIN)/python -m pytest -m peers -rA tests/peers

# What a team relies on, on both engines: SQLite, and a real PostgreSQL that is started for it. What
# is about files is left out there (the marker `files`; docs/requirements.md lists it). Tests that
# name the engine themselves run once.
TEAM = tests/spec tests/server tests/cli tests/contracts tests/month
test-team: $(VENV)/.dev
	$(BIN)/python -m pytest -n $(JOBS) --dist loadgroup $(TEAM) tests/postgres tests/team_engine
	MOHEN_TEST_STORE=postgres $(BIN)/python -m pytest -n $(JOBS) --dist loadgroup $(TEAM)

# Eight processes, 100 authors, ten minutes of mixed work on PostgreSQL, and ten of kills.
soak-team: $(VENV)/.dev
	$(BIN)/python -m pytest -m soak -s tests/team_engine

setup: $(VENV)/.dev

# -- the panel

panel: $(PANEL)

# Its format, lint and types.
panel-check: $(PANEL)
	$(NPM) run check

# Its tests; those of components and stories run in a real browser. What they say is said when they
# are done: others speak meanwhile.
PANEL_LOG := panel/node_modules/.tests.log
panel-test: $(PANEL) $(VENV)/.dev | browser
	export MOHEN_COMMAND="$(CURDIR)/$(BIN)/mohen" MOHEN_EMBEDDER=builtin && \
	  $(WITH_BROWSER) && $(NPM) test -- $$(test -n "$$MOHEN_CHROMIUM" || echo --project unit) \
	  --reporter=dot >$(PANEL_LOG) 2>&1; code=$$?; cat $(PANEL_LOG); exit $$code

# The pictures of docs/panel.md, taken anew from the real thing.
pictures: $(PANEL) $(VENV)/.dev
	$(WITH_BROWSER) && MOHEN_PICTURES=1 $(BIN)/python -m pytest tests/browser/test_pictures.py

# Every component by itself, at http://localhost:6006.
storybook: $(MODULES)
	$(NPM) run storybook

# What is published: dist/*.whl and dist/*.tar.gz, the built panel inside.
wheel: $(VENV)/.build $(PANEL)
	$(BIN)/python -m hatchling build --directory dist

# For MCP clients that install a bundle: dist/*.mcpb.
mcpb: $(VENV)/.dev $(PANEL)
	$(BIN)/python tools/make_mcpb.py

$(PANEL): $(MODULES) $(PANEL_SOURCES)
	$(NPM) run build
	@touch $@

# Not `npm ci`: it refuses a lock file that lacks the compiled parts of other platforms, and ours
# has only those of the machine it was made on. The versions are the locked ones all the same.
$(MODULES): panel/package-lock.json
	@tools/node.sh
	$(NPM) install --no-save --loglevel=error || { echo "The panel's packages could not be installed; to start \
	without the panel: $(BIN)/mohen serve"; exit 1; }
	@touch $@

without-panel:
	@test -f $(PANEL) || tools/node.sh || echo "Starting without the panel."

# Has one for the tests, installed if need be.
browser:
	@tools/browser.sh >/dev/null

without-panel-tests:
	@tools/node.sh || { echo "The panel is neither built nor tested."; test -z "$$CI"; }

# -- the environment

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Mohen needs Python 3.11 or newer; name one with: make PYTHON=python3.12 …"; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/.run: pyproject.toml constraints.txt | $(VENV)/bin/python
	$(PIP) --editable ".[semantic,keyring]" || $(PIP) --editable ".[semantic]" || $(PIP) --editable . # a platform without it goes by our own
	@touch $@

$(VENV)/.dev: pyproject.toml constraints.txt requirements-dev.txt | $(VENV)/bin/python
	$(PIP) --editable ".[semantic,onnx,exact,mcp,postgres,team]" --requirement requirements-dev.txt
	@touch $@ $(VENV)/.run

$(VENV)/.build: constraints.txt | $(VENV)/bin/python
	$(PIP) hatchling
	@touch $@

$(VENV)/.bench: $(VENV)/.dev
	$(PIP) matplotlib
	@touch $@

$(VENV)/.model: $(VENV)/.dev
	$(PIP) --editable ".[local]"
	$(BIN)/python tools/model.py
	@touch $@

clean:
	rm -rf .model $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis dist
	rm -rf panel/node_modules panel/dist panel/storybook-static $(dir $(PANEL))
