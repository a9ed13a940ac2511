# Market Briefing. `make run` starts the service, `make test` tests it; both install what they need.
PYTHON ?= python3
# Images of containers set it; every process of a run would then compile all modules anew (a tenth of the tests' time).
unexport PYTHONDONTWRITEBYTECODE
BIN := .venv/bin
NOT_INSTALLED = { echo "The packages could not be installed; the lines above say why. If no package registry is reached, set PIP_INDEX_URL to one that is (or HTTPS_PROXY); if the disk is full, make room. Then run the same command again." >&2; exit 1; }
# scikit-learn, an MCP client and schemathesis would take 120, 55 and 35 MB in every process of the other tests.
APART := tests/evaluation tests/mcp/test_official_client.py tests/core/api/test_openapi.py
.DEFAULT_GOAL := help
.PHONY: help run live install test lint format bench faults soak hosts operate evaluate browser coverage lock messages clean

help: ## What each command does
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 12

run: .venv/.run ## Start the service with sample sources on http://127.0.0.1:8000 (PORT=8001: another port)
	@exec $(BIN)/python manage.py start $(PORT:%=--port %)

live: .venv/.run ## Start the service with the public sources (PURGE=1: remove what the samples left first)
	@SAMPLE_DATA=false exec $(BIN)/python manage.py start $(PORT:%=--port %) $(if $(PURGE),--purge-samples)

install: .venv/.run .venv/.test ## Install everything that run and test need

test: .venv/.test ## Run the tests on SQLite, without any server or network; the JavaScript tests too where node is
	@if command -v node >/dev/null; then node --test --test-concurrency=4 --test-reporter=dot tests/js/*.test.js; \
	  else echo "!!! JAVASCRIPT TESTS DID NOT RUN: node is not installed"; fi
	@$(BIN)/python -m pytest -q -n auto -p no:schemathesis -m "not corpus" --ignore tests/browser $(APART:%=--ignore %) $(PYTEST)
	@$(BIN)/python -m pytest -q -n 2 --dist loadfile $(APART)

browser: .venv/.browser ## Run the browser tests (they need Debian's chromium)
	@$(BIN)/python -m pytest -q -n auto --dist loadscope -m browser tests/browser

coverage: ## Run the tests and report what they do not reach (it takes half as long again)
	@$(MAKE) test PYTEST="--cov --cov-report=term:skip-covered --cov-fail-under=90"

lint: .venv/.test ## Check style, templates, types and for insecure code
	@$(BIN)/ruff check . && $(BIN)/ruff format --check . && $(BIN)/mypy .
	@$(BIN)/djade --target-version 5.2 --check $$(git ls-files 'templates/*.html')
	@$(BIN)/bandit --quiet --recursive --configfile pyproject.toml .

format: .venv/.test ## Put the code into its form
	@$(BIN)/ruff check --fix --quiet . ; $(BIN)/ruff format . ; $(BIN)/djade --target-version 5.2 $$(git ls-files 'templates/*.html')

evaluate: .venv/.test ## Measure the review, the stories and the check of drafts, and write their tables into docs/
	@$(BIN)/python -m evaluation review && $(BIN)/python -m evaluation stories && $(BIN)/python -m evaluation drafts \
		&& $(BIN)/python -m evaluation cost

bench: .venv/.test ## Measure speed, as ratios against a floor in the same run
	@for file in bench/*.py; do echo "== $$file"; PYTHONPATH=. $(BIN)/python $$file || exit 1; done

faults: .venv/.test ## Break what can break, on servers of its own (PostgreSQL, Redis installed), and write the table into docs/
	@$(BIN)/python -m tests.shape.faults $(ONLY) $(ORDER)

soak: .venv/.test ## Use all of the production shape at once for 15 minutes (SOAK_SECONDS)
	@$(BIN)/python -m tests.shape.soak

hosts: .venv/.test ## Try two web hosts and two worker hosts in network namespaces (as root; iproute2, nginx, PostgreSQL, Redis)
	@$(BIN)/python -m pytest -q -s tests/shape/hosts.py

operate: ## Run every step of docs/operating in a fresh Debian, and the image (as root; debootstrap, systemd-container)
	@$(PYTHON) .ci/operate.py

messages: .venv/.test ## Collect the texts to translate and compile the catalogue
	@$(BIN)/python locale/messages.py

lock: ## Lock the newest releases that pyproject.toml allows (hashes, no addresses)
	@$(BIN)/pip install --quiet uv
	@sh requirements-lock.sh $(BIN)/uv

clean: ## Remove the environment and what the tools left; the data in var/ stays
	@rm -rf .venv staticfiles .mypy_cache .ruff_cache .hypothesis htmlcov .coverage
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

ifndef LOCKED
# One `make` at a time makes the environment; another one waits for it (where there is flock), then finds it made.
.PHONY: .venv/.run .venv/.test .venv/.browser
.venv/.run .venv/.test .venv/.browser:
	@if [ -w . ] && command -v flock >/dev/null; then exec 9> .venv.lock; \
	  flock -n 9 || { echo "Another make is making the environment .venv: waiting for it ..."; flock 9; }; fi; \
	  $(MAKE) --silent --no-print-directory LOCKED=yes $@
else
# An environment that was broken off while it was made, or whose Python is gone, is made again.
WHOLE = $(BIN)/python -c 'import sys; from importlib.metadata import files; files("pip")[0]; sys.exit(sys.prefix == sys.base_prefix)' 2>/dev/null
$(shell [ ! -d .venv ] || $(WHOLE) || { echo "The environment .venv is not whole: it is made again." >&2; rm -rf .venv; })

.venv/bin/python:
	@command -v $(PYTHON) >/dev/null || { echo "Market Briefing needs Python 3.11 or later; $(PYTHON) was not found. Set PYTHON=/path/to/python3.11." >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Market Briefing needs Python 3.11 or later; set PYTHON=/path/to/python3.11." >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { echo "Python's venv module is missing (on Debian: apt install python3-venv)." >&2; exit 1; }
	@[ -w . ] || { echo "$(CURDIR) cannot be written: clone the project into a folder of yours." >&2; exit 1; }
	@echo "Making the environment .venv ..."
	@$(PYTHON) -m venv .venv || { rm -rf .venv; echo "The environment .venv could not be made; the lines above say why. If the disk is full, make room. Then run the same command again." >&2; exit 1; }

.venv/.run: requirements.txt | .venv/bin/python
	@echo "Installing the locked dependencies (about half a minute) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --no-deps --only-binary :all: -r requirements.txt || $(NOT_INSTALLED)
	@touch $@

.venv/.test: requirements-dev.txt | .venv/bin/python
	@echo "Installing the locked test dependencies (about a minute) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --no-deps --only-binary :all: -r requirements-dev.txt || $(NOT_INSTALLED)
	@touch $@

.venv/.browser: requirements-browser.txt .venv/.test
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --no-deps --only-binary :all: -r requirements-browser.txt || $(NOT_INSTALLED)
	@touch $@
endif
