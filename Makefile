# Everything runs from here with Python 3.11+ and make alone; `make help` lists the targets.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
DEMO ?= demo
PACKAGES := parsers checks warehouse dashboards pipelines

export DAGSTER_DISABLE_TELEMETRY := yes
export PYTHONDONTWRITEBYTECODE :=
# uv brings certificates of its own unless it is told to trust the system's, as pip does; the second name is the older one.
export UV_SYSTEM_CERTS ?= 1
export UV_NATIVE_TLS ?= 1

.PHONY: help setup demo test lint format types contract unit bench chaos fuzz pairs same docs dev scoreboard browser java lock clean

help: ## this list
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

setup: $(READY) ## the virtual environment with the locked packages

# uv installs the locked set in seconds; where it cannot, pip does the same more slowly. Hashes are checked by both. What
# uv says goes into a log: it matters only where pip fails as well.
UV_VERSION := 0.13.8
INSTALL_LOG := $(VENV)/install.log
UV_INSTALL := $(BIN)/uv pip install -q --python $(BIN)/python
PIP_INSTALL := $(BIN)/python -m pip install -q --disable-pip-version-check

$(READY): requirements.lock pyproject.toml parsers/version.py
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Odd Chip needs Python 3.11 or later; $(PYTHON) is $$($(PYTHON) --version 2>&1). Try: make PYTHON=python3.12" >&2; exit 2; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV) \
		|| { echo "$(PYTHON) -m venv failed; install the venv module of your Python (often the package python3-venv)" >&2; exit 2; }
	@echo "installing the locked packages into $(VENV)"
	@: >$(INSTALL_LOG)
	@test -x $(BIN)/uv || $(PIP_INSTALL) uv==$(UV_VERSION) >>$(INSTALL_LOG) 2>&1 || true
	@if { $(UV_INSTALL) -r requirements.lock && $(UV_INSTALL) --no-build-isolation --no-deps -e .; } >>$(INSTALL_LOG) 2>&1; then \
		:; \
	else \
		echo "uv is of no use here; pip installs them, which takes some minutes"; \
		{ $(PIP_INSTALL) -r requirements.lock && $(PIP_INSTALL) --no-build-isolation --no-deps -e .; } \
		|| { echo "neither uv nor pip could install the packages; before pip, uv said:" >&2; cat $(INSTALL_LOG) >&2; exit 2; }; \
	fi
	@touch $(READY)

demo: $(READY) ## a simulated room month: feeds, nightly job, published pages, scoreboard
	@$(BIN)/python -m pipelines.scoreboard.demo --out $(DEMO)

STUD_GAMES := stud,stud8,stud-hilo,razz,kc-razz,super-stud,super-stud8,mexican,razzdugi,razzdeucey
DRAW_GAMES := draw-high,a5-single,a5-triple,27-single,27-single-pl,27-triple,badugi,badeucey,badacey,drawmaha
MIXED_GAMES := horse,dealers-choice
CHINESE_GAMES := chinese,chinese-draw,ofc,ofc-turbo,ofc-pineapple,ofc-27
LIVE_BOOKS := wsop-live-2017 caesars-live wsop-dealer-2018 roberts-private
TOURNAMENT_BOOKS := tda-2013 wsop-dealer-2018 wsop-tournament-2025
# Every kind of table: at least 300 errors of each code, and 300,000 hands without any; stud, draw and mixed games each
# with as many errors of each code, and 100,000 hands without any between them; then every rulebook alone, in smaller
# numbers; then the slow proofs against the oracle. Lots by kind of table, one process a core; some forty minutes.
scoreboard: $(READY) ## recall and false findings for each check over all kinds of table, and the slow proofs
	@$(BIN)/python -m pipelines.scoreboard.run
	@$(BIN)/python -m pipelines.scoreboard.run --clean 40000 --kinds $(STUD_GAMES)
	@$(BIN)/python -m pipelines.scoreboard.run --clean 40000 --kinds $(DRAW_GAMES)
	@$(BIN)/python -m pipelines.scoreboard.run --clean 20000 --kinds $(MIXED_GAMES)
	@$(BIN)/python -m pipelines.scoreboard.run --clean 250000 --kinds $(CHINESE_GAMES)
	@for book in $(LIVE_BOOKS); do echo "$$book alone, in live action"; \
		$(BIN)/python -m pipelines.scoreboard.run --rulebooks $$book --each 60 --clean 30000 || exit; done
	@for book in $(TOURNAMENT_BOOKS); do echo "$$book alone, in tournaments"; \
		$(BIN)/python -m pipelines.scoreboard.run --rulebooks $$book --each 60 --clean 30000 --kinds tournament || exit; done
	@ODDCHIP_SLOW=1 $(BIN)/pytest -n auto -q tests/test_oracle_agrees.py tests/test_evaluator.py tests/test_pokerkit_agrees.py \
		tests/test_floor.py tests/test_rounds_oracle.py

test: lint unit ## lint, types, import contract and all tests

lint: format types contract ## ruff, mypy and the import contract

format: $(READY)
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .

types: $(READY)
	@$(BIN)/mypy

contract: $(READY)
	@$(BIN)/lint-imports --no-cache

unit: $(READY) java browser
	@$(BIN)/python -m tests.warm_kernels
	@$(BIN)/pytest -n auto --dist loadfile --no-loadscope-reorder -q

bench: $(READY) ## hands a second, measured here, beside pokerkit
	@$(BIN)/oddchip bench --hands 200000

chaos: $(READY) ## 300 kills, write and read errors, full disks and wrong clocks over a night, each run again and compared
	@$(BIN)/python -m tests.chaos --kills 300

fuzz: $(READY) ## 10,000 mutants of every format through its reader: no traceback, no lost hand, memory bounded
	@$(BIN)/python -m tests.fuzz_readers

pairs: $(READY) ## 100 pairs of first nights at once in an empty folder, and of first compilations
	@$(BIN)/python -m tests.first_runs

same: $(READY) ## 1, 2 and 4 workers, shuffled files, five runs of each: every table the same to the byte
	@$(BIN)/python -m tests.same_bytes

# The variable silences what the theme says of its successor. --strict makes a broken link an error; with --quiet it would not.
docs: $(READY) ## the generated reference pages, and the documentation as a site in site/
	@$(BIN)/python -m pipelines.reference docs/reference
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict
	@echo "open site/index.html; it needs no network"

dev: $(READY) ## the Dagster web page on the demo's data
	@ODDCHIP_DATA=$${ODDCHIP_DATA:-$(DEMO)/data} $(BIN)/oddchip dev

# Installs the packages in $$missing where this machine lets us, for the tests that $(1) names. Where CI is set, that they
# are not there is an error: tests that are skipped look like tests that passed.
define bring
if [ -z "$$missing" ]; then exit 0; fi; \
if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	echo "installing$$missing for the $(1)"; \
	{ apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $$missing; } \
		>/dev/null 2>&1 && exit 0; \
	why="could not be installed"; \
else \
	why="not here, and there is no right to install it"; \
fi; \
if [ -n "$${CI:-}" ]; then echo "$$missing: $$why; CI is set, so the $(1) must not be skipped" >&2; exit 2; fi; \
echo "$$missing: $$why; the $(1) are skipped (install the packages to run them)"
endef

browser: ## Chromium and Firefox for the browser tests, where this machine lets us install them
	@missing=; \
	command -v chromium chromium-browser >/dev/null || missing="$$missing chromium"; \
	command -v firefox-esr firefox >/dev/null || missing="$$missing firefox-esr"; \
	$(call bring,browser tests)

java: ## Java for the tests on Spark, where this machine lets us install it
	@missing=; \
	command -v java >/dev/null || test -n "$${JAVA_HOME:-}" || missing="$$missing default-jre-headless"; \
	$(call bring,tests on Spark)

lock: ## compile requirements.lock again, and what of it runs without tools (UPGRADE=--upgrade for newer versions)
	@test -x $(BIN)/uv || { $(PYTHON) -m venv $(VENV) && $(BIN)/python -m pip install -q uv==$(UV_VERSION); }
	@$(BIN)/uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-strip-extras -q $(UPGRADE) \
		--custom-compile-command "make lock" --extra dev --extra spark pyproject.toml requirements.in -o requirements.lock
	@$(BIN)/uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-strip-extras -q \
		--custom-compile-command "make lock" -c requirements.lock pyproject.toml requirements.in -o requirements-run.lock

clean: ## everything that was made here, the environment too
	rm -rf $(VENV) $(DEMO) site build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis .cache
	find $(PACKAGES) tests -name __pycache__ -type d -prune -exec rm -rf {} +
