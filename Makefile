# The project's commands; `make` alone lists them.

PYTHON ?= python3
VENV ?= .venv
BACKENDS ?= numpy torch tensorflow jax
JOBS ?= 2
EXAMPLES ?= 100
PYTEST_ARGS ?=

UNKNOWN := $(filter-out numpy torch tensorflow jax,$(BACKENDS))
ifneq ($(UNKNOWN),)
$(error BACKENDS: expected some of "numpy torch tensorflow jax", separated by spaces, got "$(BACKENDS)")
endif

# numpy comes with the core; the other frameworks are extras of the same name.
FRAMEWORKS := $(filter-out numpy,$(BACKENDS))
ifeq ($(OS),Windows_NT)
BIN := $(VENV)/Scripts
else
BIN := $(VENV)/bin
endif
# The packages are compiled when they are first imported; unless that is kept, every start is slow.
unexport PYTHONDONTWRITEBYTECODE
INSTALL := $(PYTHON) scripts/environment.py --venv "$(VENV)"

.PHONY: help demo test lint format types generate benchmark conformance clean

help:
	@echo 'make demo      run a PyTorch script on every backend, convert its model, show a table'
	@echo 'make test      check the style, then run the tests'
	@echo 'make lint      check style and formatting'
	@echo 'make format    format the code and mend what can be mended'
	@echo 'make types     check the types'
	@echo 'make generate  write the derived files again: names, types of methods, the support matrix'
	@echo 'make benchmark measure what an operation and a training step cost over native ones'
	@echo 'make conformance SUITE=...  run the array API standard'"'"'s test suite, cloned into that folder'
	@echo 'make clean     remove outputs and caches; the environment stays'
	@echo
	@echo 'The first run makes an environment in VENV and installs what the command needs.'
	@echo 'Options: BACKENDS="$(BACKENDS)"  VENV=$(VENV)  PYTHON=$(PYTHON)'
	@echo '         JOBS=$(JOBS) (parallel tests)  EXAMPLES=$(EXAMPLES) (of conformance)  PYTEST_ARGS="..."'

demo:
	@$(INSTALL) examples transpile $(FRAMEWORKS)
	@"$(BIN)/python" scripts/demo.py $(BACKENDS)

test:
	@$(INSTALL) dev transpile $(FRAMEWORKS)
	@$(MAKE) --no-print-directory lint
	@"$(BIN)/python" -m pytest -n $(JOBS) $(PYTEST_ARGS)

lint:
	@$(INSTALL) dev
	@"$(BIN)/ruff" check .
	@"$(BIN)/ruff" format --check .

format:
	@$(INSTALL) dev
	@"$(BIN)/ruff" check --fix .
	@"$(BIN)/ruff" format .

types:
	@$(INSTALL) dev
	@"$(BIN)/mypy"

generate:
	@$(INSTALL) dev $(FRAMEWORKS)
	@"$(BIN)/python" scripts/generate.py

benchmark:
	@$(INSTALL) $(FRAMEWORKS)
	@"$(BIN)/python" benchmarks/dispatch.py --backends $(BACKENDS)
	@"$(BIN)/python" benchmarks/train.py --backends $(BACKENDS)

conformance:
ifndef SUITE
	@echo 'make conformance needs SUITE=FOLDER, a clone of the suite with its submodule:'
	@"$(PYTHON)" scripts/conformance.py --help
	@exit 2
else
	@$(INSTALL) conformance $(FRAMEWORKS)
	@"$(BIN)/python" scripts/conformance.py --suite "$(SUITE)" --jobs $(JOBS) --examples $(EXAMPLES) $(BACKENDS)
endif

clean:
	rm -rf out build dist ivy.egg-info .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -path './.*' -prune -o -name __pycache__ -type d -prune -exec rm -rf {} +
