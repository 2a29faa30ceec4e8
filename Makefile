# The run-book. On a fresh machine with Python 3.11 or newer: `make run` and `make test`.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check install --quiet --constraint constraints.txt
JOBS ?= 2

.PHONY: run test check format docs bench soak clean setup

# Set everything up and start Mohen on this machine's loopback address.
run: $(VENV)/.run
	$(BIN)/mohen serve

# Every check there is: format, lint, types, generated docs, tests.
test: check
	$(BIN)/python -m pytest -n $(JOBS) --dist loadgroup

check: $(VENV)/.dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/python tools/make_docs.py --check

format: $(VENV)/.dev
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

# Write the generated pages anew.
docs: $(VENV)/.dev
	$(BIN)/python tools/make_docs.py

# Figures beside a floor measured in the same run; results go to benchmarks/results/.
bench: $(VENV)/.bench
	$(BIN)/python benchmarks/latency.py
	$(BIN)/python benchmarks/learning.py
	$(BIN)/python benchmarks/context.py
	$(BIN)/python benchmarks/knowledge.py
	$(BIN)/python benchmarks/savings.py
	$(BIN)/python benchmarks/consolidation.py
	$(BIN)/python benchmarks/retrieval.py || test $$? -eq 2 # needs evaluation data: it says so
	$(BIN)/python benchmarks/packed.py || test $$? -eq 2
	$(BIN)/python benchmarks/authors.py
	$(BIN)/python benchmarks/writing.py

# The long versions of the tests that look for rare trouble.
soak: $(VENV)/.dev
	$(BIN)/python -m pytest -m soak --no-header

setup: $(VENV)/.dev

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Mohen needs Python 3.11 or newer; name one with: make PYTHON=python3.12 …"; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/.run: pyproject.toml constraints.txt | $(VENV)/bin/python
	$(PIP) --editable .
	@touch $@

$(VENV)/.dev: pyproject.toml constraints.txt requirements-dev.txt | $(VENV)/bin/python
	$(PIP) --editable ".[semantic,onnx,openai,exact,mcp]" --requirement requirements-dev.txt
	@touch $@ $(VENV)/.run

$(VENV)/.bench: $(VENV)/.dev
	$(PIP) matplotlib
	@touch $@

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis dist
