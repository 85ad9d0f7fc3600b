# Everything runs in a virtual environment of its own: .venv, made when needed.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
ALTERNATIVES := benchmarks/.venv
AXE := build/axe/fetched

.PHONY: demo install test lint unit spark golden browser java axe reference transcripts picture screenshots reproduction bench bench-why bench-spark clean

demo: $(VENV)/installed
	$(BIN)/cfsql demo

install: $(VENV)/installed

test: lint unit

lint: $(VENV)/tests-installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/sqlfluff lint sql

# Spark is one process with threads of its own, and has its tests to itself.
unit: $(VENV)/tests-installed $(VENV)/browser-installed $(VENV)/spark-installed $(AXE)
	$(BIN)/pytest -n auto --dist worksteal -m "not spark"
	$(BIN)/pytest -m spark

spark: $(VENV)/spark-installed
	$(BIN)/pytest -m spark

# Write the expected output of the command line anew; look at the diff.
golden: $(VENV)/tests-installed
	$(BIN)/pytest tests/cli/test_golden.py --update-golden

# What the tests of pages need. They are skipped where it cannot be had.
browser: $(VENV)/browser-installed

# What the tests of Spark need. They are skipped where it cannot be had.
java: $(VENV)/spark-installed

# What looks at pages for people who cannot; it is for the tests alone, and not kept.
axe: $(AXE)

# The pages that are generated: the commands, and the columns of the glossary.
reference: $(VENV)/installed
	$(BIN)/python -m scripts.commands
	$(BIN)/python -m scripts.columns

# The output of the commands in the documents, written anew; look at the diff.
transcripts: $(VENV)/installed
	$(BIN)/python -m scripts.transcripts

# The pictures in docs/ui.md, taken anew.
screenshots: $(VENV)/tests-installed $(VENV)/browser-installed
	$(BIN)/python -m scripts.screenshots

# The picture in the README, taken anew.
picture: $(VENV)/installed
	$(BIN)/python -m scripts.picture

# The experiments of the paper on its tables, which are in the folder DATA.
DATA ?= data
reproduction: $(VENV)/tests-installed
	$(BIN)/python -m scripts.reproduction $(DATA)

# What cfsql is compared with lives in an environment of its own.
# For example: make bench BENCH="--quick --only adult,chess"
bench: $(ALTERNATIVES)/installed
	$(ALTERNATIVES)/bin/python -m benchmarks.run $(BENCH)

# `why` is compared with numpy and plain Python, which the tests need as well.
bench-why: $(VENV)/tests-installed
	$(BIN)/python -m benchmarks.why $(BENCH)

# DuckDB and Spark on the same tables.
bench-spark: $(VENV)/spark-installed
	$(BIN)/python -m benchmarks.spark $(BENCH)

clean:
	rm -rf $(VENV) $(ALTERNATIVES)

$(VENV)/installed: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --editable .
	touch $@

$(VENV)/tests-installed: $(VENV)/installed
	$(BIN)/python -m pip install --quiet --editable '.[test]'
	touch $@

# Chromium as it is, or fetched by playwright, or, for root, as Debian's package.
$(VENV)/browser-installed: $(VENV)/tests-installed
	-$(BIN)/python -m pip install --quiet --editable '.[browser]'
	-command -v chromium || command -v google-chrome \
		|| $(BIN)/playwright install chromium \
		|| { test "$$(id -u)" = 0 && apt-get update -qq && apt-get install -qq -y chromium; }
	touch $@

# Spark where there is Java for it, or where root can have Debian's; else its tests are
# skipped, and say so.
$(VENV)/spark-installed: $(VENV)/tests-installed
	-command -v java || test -n "$$JAVA_HOME" \
		|| { test "$$(id -u)" = 0 && apt-get update -qq && apt-get install -qq -y openjdk-17-jre-headless; }
	-{ command -v java || test -n "$$JAVA_HOME"; } && $(BIN)/python -m pip install --quiet --editable '.[spark]'
	touch $@

# Without npm the tests that need it are skipped, and say so.
$(AXE):
	mkdir -p build/axe
	-npm install --silent --no-audit --no-fund --prefix build/axe axe-core@4
	touch $@

# DiCE and NICE are large and old: the others are measured without them, too.
$(ALTERNATIVES)/installed: pyproject.toml $(wildcard benchmarks/requirements*.txt)
	$(PYTHON) -m venv $(ALTERNATIVES)
	$(ALTERNATIVES)/bin/python -m pip install --quiet --editable . --requirement benchmarks/requirements.txt
	-$(ALTERNATIVES)/bin/python -m pip install --quiet --requirement benchmarks/requirements-dice.txt 2> $(ALTERNATIVES)/DiCE.log
	-$(PYTHON) -m venv $(ALTERNATIVES)/nice
	-$(ALTERNATIVES)/nice/bin/python -m pip install --quiet --requirement benchmarks/requirements-nice.txt 2> $(ALTERNATIVES)/NICE.log
	touch $@
