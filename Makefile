# Everything runs in a virtual environment of its own: .venv, made when needed.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: demo install test lint unit golden bench clean

demo: $(VENV)/installed
	$(BIN)/cfsql demo

install: $(VENV)/installed

test: lint unit

lint: $(VENV)/tests-installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/sqlfluff lint sql

unit: $(VENV)/tests-installed
	$(BIN)/pytest -n auto

# Write the expected output of the command line anew; look at the diff.
golden: $(VENV)/tests-installed
	$(BIN)/pytest tests/test_golden.py --update-golden

bench: $(VENV)/tests-installed
	$(BIN)/python -m benchmarks.naive_sql $(BENCH)

clean:
	rm -rf $(VENV)

$(VENV)/installed: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --editable .
	touch $@

$(VENV)/tests-installed: $(VENV)/installed
	$(BIN)/python -m pip install --quiet --editable '.[test]'
	touch $@
