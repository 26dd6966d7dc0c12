# The project's verbs. Any Python 3.11 or later is enough: a verb makes .venv and installs what it needs, playing less than developing.

VENV := .venv
MADE := $(VENV)/.made
PLAYABLE := $(VENV)/.playable
READY := $(VENV)/.ready
SITE := $(VENV)/.site
RUN := $(VENV)/bin/python -m
INSTALL := $(VENV)/bin/python scripts/install.py
COMPILE := $(INSTALL) uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	--custom-compile-command "make lock"
# What does not wait for each other: installation, the page's build and the compiler. Ctrl-C ends all of them.
BESIDE := $(MAKE) --no-print-directory --silent -j3 SIDE_BY_SIDE=1
# Bytecode is kept, in .venv and beside our own sources, whatever the machine's habit: without it every process spends three seconds on reading
# sources, and the tests start hundreds.
unexport PYTHONDONTWRITEBYTECODE

# PYTHON is the interpreter that .venv is made from; the first of these that runs and is recent enough, unless it is named. Looked for once.
PYTHON ?= $(eval PYTHON := $(firstword $(foreach python,python3.13 python3.12 python3.11 python3,\
	$(shell $(python) -c 'import sys; print("$(python)" if sys.version_info >= (3, 11) else "")' 2>/dev/null))))$(PYTHON)
WORKERS ?= 2
# A worker that has nothing left takes tests from the other: the slow ones stand together.
PYTEST = $(RUN) pytest -n $(WORKERS) --dist worksteal --durations=10
# All tests run on plain Python too, but for those that start servers and browsers.
INTERPRETED := tests --ignore=tests/server --ignore=tests/browser
EXTRAS := tests/env/test_openspiel.py tests/env/test_policy.py tests/env/test_random_examples.py tests/env/test_same_game.py tests/arena tests/runner tests/simulation \
	tests/docs/test_examples.py::test_python_runs
TRAINING := tests/env/test_stable_baselines.py tests/env/test_training_examples.py tests/env/test_vector.py tests/docs/test_examples.py::test_python_runs
ARGS ?=

.DEFAULT_GOAL := help
.PHONY: play serve compile page wheel page-checks shots figures test test-all test-interpreted test-extras test-train lint bench docs docs-site lock clean help
# Two verbs in one command run one after the other, under -j too: they share .venv and the cores.
ifndef SIDE_BY_SIDE
.NOTPARALLEL:
endif

play: $(MADE) ## play in the browser, with friends and bots (ARGS="--port 9000"); in the terminal: .venv/bin/allaboard play
	@$(BESIDE) compile serve

serve: $(PLAYABLE) page ## the same without compiling beside it: the server sees to that
	@$(VENV)/bin/allaboard serve $(ARGS)

compile: $(PLAYABLE) ## compile rules and bots, unless they are
	@$(VENV)/bin/allaboard compile

test: $(MADE) ## run all tests but the slow ones (ARGS="-k market")
	@$(BESIDE) compile page $(READY)
	@$(VENV)/bin/python hatch_build.py test
	@$(VENV)/bin/python scripts/browser.py
	@echo "Testing, without the slow tests."
	@$(PYTEST) -m "not slow" $(ARGS)

test-all: $(MADE) ## run every test, the slow ones and the interpreted engine included
	@$(BESIDE) compile page $(READY)
	@$(VENV)/bin/python hatch_build.py test
	@$(VENV)/bin/python scripts/browser.py
	@echo "Testing, slow tests included."
	@$(PYTEST) $(ARGS)
	@$(MAKE) --no-print-directory test-interpreted

test-interpreted: $(READY) ## run the tests with the engine interpreted, and measure what they cover
	@echo "Testing the engine as plain Python, with coverage."
	@NUMBA_DISABLE_JIT=1 $(PYTEST) -m "not slow" --cov --cov-branch --cov-report=term $(INTERPRETED) $(ARGS)

test-extras: $(READY) ## install OpenSpiel, Dask, PyArrow, what reads Parquet, and ONNX from requirements-extras.lock, then run the tests that need them
	@echo "Installing the extras that the other tests do without."
	@$(INSTALL) requirements-extras.lock
	@$(PYTEST) $(EXTRAS) $(ARGS)

test-train: $(READY) ## install PyTorch and Stable-Baselines3 from requirements-train.lock, then run the tests that need them
	@echo "Installing what training needs."
	@$(INSTALL) requirements-train.lock
	@$(PYTEST) $(TRAINING) $(ARGS)

lint: $(READY) ## check format, style and types, the direction of imports, and the page's source
	@echo "Checking format and style."
	@$(RUN) ruff format --check --quiet --output-format concise
	@$(RUN) ruff check --quiet --output-format concise
	@echo "Checking types."
	@$(RUN) mypy --no-error-summary
	@echo "Checking the direction of imports."
	@$(VENV)/bin/lint-imports --no-logo
	@$(VENV)/bin/python hatch_build.py check lint

page: $(MADE) ## build the page (web/) into the package
	@$(VENV)/bin/python hatch_build.py

wheel: $(MADE) ## build the wheel, with compiled code, and the source distribution (dist)
	@$(BESIDE) page $(PLAYABLE)
	@$(VENV)/bin/python scripts/wheel.py

page-checks: $(MADE) ## check and test the page's source
	@$(VENV)/bin/python hatch_build.py check lint test

shots: page $(PLAYABLE) ## take screenshots of every screen (build/shots)
	@$(VENV)/bin/python scripts/browser.py
	@$(VENV)/bin/python hatch_build.py shots

figures: page $(PLAYABLE) ## measure the page: size, loading, frames
	@$(VENV)/bin/python scripts/browser.py
	@$(VENV)/bin/python hatch_build.py figures

bench: $(READY) ## measure the engine
	@$(VENV)/bin/python bench/engine.py $(ARGS)

docs: $(READY) ## run the examples of README.md and docs/
	@echo "Running the examples of README.md and docs/."
	@$(RUN) pytest $(ARGS) README.md docs

docs-site: $(SITE) ## build the documentation site (build/site) and look for dead links; no host is asked for anything
	@echo "Building the site into build/site."
	@NO_MKDOCS_2_WARNING=1 $(RUN) mkdocs build --strict --quiet
	@$(VENV)/bin/python scripts/check_site.py build/site

lock: $(MADE) ## choose versions again and write the lock files (ARGS=--upgrade for the newest)
	@echo "Locking the dependencies of pyproject.toml."
	@$(COMPILE) --group uv $(ARGS) -o requirements-uv.lock
	@$(COMPILE) --extra dev --group build $(ARGS) pyproject.toml -o requirements-dev.lock
	@$(COMPILE) --group build --constraints requirements-dev.lock $(ARGS) pyproject.toml -o requirements.lock
	@$(COMPILE) --extra cluster --extra data --extra onnx --extra openspiel --group readers --constraints requirements-dev.lock $(ARGS) pyproject.toml -o requirements-extras.lock
	@$(COMPILE) --group docs --constraints requirements-dev.lock $(ARGS) -o requirements-docs.lock
	@$(COMPILE) --extra sb3 --extra train --constraints requirements-dev.lock $(ARGS) pyproject.toml -o requirements-train.lock

clean: ## remove .venv, the built page and all that the tools left behind
	@echo "Removing .venv, caches and build products."
	@rm -rf $(VENV) build dist src/allaboard/web web/node_modules
	@rm -rf .coverage .coverage.* htmlcov .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	@find src tests bench -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true

help: ## list the verbs
	@sed -nE 's/^([a-z-]+):.* ## (.*)$$/  make \1\t\2/p' $(firstword $(MAKEFILE_LIST)) | expand -t 26

# A .venv whose interpreter was removed is made and filled anew.
$(shell test -x $(VENV)/bin/python || rm -f $(MADE))

# Filled again when a lock or the package's metadata changes; what is there already stays.
$(PLAYABLE): requirements.lock requirements-uv.lock pyproject.toml $(MADE)
	@echo "Installing what playing needs."
	@$(INSTALL) requirements.lock
	@touch $@

$(READY): requirements-dev.lock $(PLAYABLE)
	@echo "Installing what developing needs."
	@$(INSTALL) requirements-dev.lock
	@touch $@

$(SITE): requirements-docs.lock $(PLAYABLE)
	@echo "Installing what the site is built with."
	@$(INSTALL) requirements-docs.lock
	@touch $@

$(MADE):
	@if ! "$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
		found="$$($(or $(PYTHON),python3) --version 2>/dev/null)"; \
		echo "All Aboard needs Python 3.11 or later; found: $${found:-none}."; \
		echo "Install one, or name it: make PYTHON=/path/to/python3.12"; \
		exit 1; \
	elif ! "$(PYTHON)" -c 'import venv, pip' 2>/dev/null && ! "$(PYTHON)" -c 'import venv, ensurepip' 2>/dev/null; then \
		echo "$(PYTHON) cannot make virtual environments: its modules venv, pip and ensurepip are missing."; \
		echo "On Debian and Ubuntu: apt install python3-venv. Elsewhere, name another Python: make PYTHON=..."; \
		exit 1; \
	fi >&2
	@echo "Making $(VENV) with $$("$(PYTHON)" --version)."
	@"$(PYTHON)" -m venv --clear --without-pip $(VENV)
	@$(INSTALL) uv --version >/dev/null || echo "uv cannot be had; pip will install, which takes a minute or two."
	@touch $@
