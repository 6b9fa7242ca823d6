# Everything runs in .venv, which is made when it is needed. `make` alone prints the help.
PYTHON ?= python3
GAMES  ?= 1000000
CONTINUED ?= 300
WORKERS ?= auto
PY     := .venv/bin/python
LOOPSIM := .venv/bin/loopsim

.DEFAULT_GOAL := help
.PHONY: help report test check test-rules coverage bench proofs golden gallery clean

help: ## Print this help
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /\1|/' | \
	while IFS='|' read -r target what; do printf '  make %-12s %s\n' "$$target" "$$what"; done

.venv/user: pyproject.toml
	$(PYTHON) -m venv .venv
	$(PY) -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

.venv/developer: pyproject.toml
	$(PYTHON) -m venv .venv
	$(PY) -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@ .venv/user

report: .venv/user ## Play one million games of Loop, Inc. and write out/base/report.html (GAMES=… for fewer)
	rm -rf out/base
	$(LOOPSIM) run loop-inc/base --games $(GAMES) --bots planner --seed 1 --keep summary --win-probability $(CONTINUED) --out out/base
	$(LOOPSIM) report out/base

test: .venv/developer ## Run all tests
	NUMBA_DISABLE_JIT=1 $(PY) -m pytest -q -n $(WORKERS) tests/rules tests/mutants
	$(PY) -m pytest -q -n $(WORKERS) --dist loadfile --no-loadscope-reorder tests --ignore tests/rules --ignore tests/mutants

check: .venv/developer ## Format, lint, types, import contract
	.venv/bin/ruff format --check loopsim kernels reports scenarios tests
	.venv/bin/ruff check loopsim kernels reports scenarios tests
	.venv/bin/mypy
	.venv/bin/lint-imports

coverage: .venv/developer ## Branch coverage of the rules, in plain Python
	NUMBA_DISABLE_JIT=1 $(PY) -m pytest -q tests/rules --cov=kernels --cov-branch --cov-report=term-missing

bench: .venv/developer ## Measure speed, as ratios to the reference in one run
	$(PY) -m tests.bench

proofs: .venv/developer ## The long proofs: tests/proofs/RESULTS.md
	$(PY) -m tests.proofs

golden: .venv/developer ## Write the golden playthroughs anew (look at the difference before you commit)
	$(PY) -m tests.golden

gallery: report .venv/developer ## Make the pictures of the report and of the README anew (wants Chromium)
	$(PY) -m tests.gallery out/base/report.html reports/gallery
	cp out/base/report-files/trip_map.png reports/gallery/trip-map.png

clean: ## Remove what was made here
	rm -rf .venv out build *.egg-info .mypy_cache .ruff_cache .import_linter_cache
