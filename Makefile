# make run: start Damero.  make test: prove it.  Both set up .venv by themselves.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMPS := $(VENV)/.stamps
KERNELS := $(shell find src -name '*.pyx' -o -name '*.pxd')

.PHONY: run test check coverage lock audit setup kernels chromium screenshots wire docs serve-docs windows-types dist-check clean

run: $(STAMPS)/runtime kernels
	$(BIN)/damero

test: setup
	./check --all

check: setup
	./check

coverage: setup
	$(BIN)/python -m pytest -n 2 -q -m "not slow" tests/domain tests/conformance tests/perft tests/docs \
		--cov=damero.domain --cov-report=term:skip-covered --cov-fail-under=95

setup: $(STAMPS)/dev kernels chromium

chromium:
	-@tests/browser/install-chromium

$(STAMPS)/venv:
	$(PYTHON) -c 'import sys; sys.exit("Damero needs Python 3.11 or newer") if sys.version_info < (3, 11) else None'
	$(PYTHON) -m venv $(VENV)
	mkdir -p $(STAMPS) && touch $@

$(STAMPS)/runtime: requirements.lock $(STAMPS)/venv
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes --no-deps -r requirements.lock
	touch $@

$(STAMPS)/dev: requirements-dev.lock $(STAMPS)/runtime
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes --no-deps -r requirements-dev.lock
	touch $@

LOCK := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate \
	--no-emit-index-url --no-emit-find-links

# Brings all lock files up to date with pyproject.toml; `make lock UPGRADE=--upgrade` takes the newest versions.
lock: $(STAMPS)/dev
	$(LOCK) $(UPGRADE) --group build pyproject.toml --output-file requirements.lock
	$(LOCK) $(UPGRADE) --group dev --constraint requirements.lock --output-file requirements-dev.lock
	$(LOCK) $(UPGRADE) --group build --extra cluster --constraint requirements.lock --constraint requirements-dev.lock \
		pyproject.toml --output-file requirements-cluster.lock

# Asks the public database of vulnerabilities about every pinned version. Needs the network.
audit: $(STAMPS)/dev
	$(BIN)/uv tool run pip-audit --require-hashes --disable-pip --requirement requirements-cluster.lock
	$(BIN)/uv tool run pip-audit --require-hashes --disable-pip --requirement requirements-dev.lock

kernels: $(STAMPS)/kernels

$(STAMPS)/kernels: $(KERNELS) setup.py pyproject.toml $(STAMPS)/runtime
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	touch $@

screenshots: setup
	$(BIN)/python -m tests.browser.screenshots

wire: $(STAMPS)/runtime
	$(BIN)/python -m damero.web.wire.javascript
	$(BIN)/python -m damero.web.artwork_module

# The documentation, with all links checked, in build/site. `make serve-docs` shows it while you write.
docs: setup
	PYTHONPATH=. $(BIN)/zensical build --strict

serve-docs: setup
	PYTHONPATH=. $(BIN)/zensical serve --dev-addr 127.0.0.1:8001

# Finds uses of what Windows does not have.
windows-types: setup
	$(BIN)/mypy --platform win32 --cache-dir .mypy_cache/win32

# Builds the source distribution and the wheel, and tries both in empty environments. Needs the network.
dist-check: setup
	$(BIN)/python -m tests.packaging.dist_check

clean:
	rm -rf $(VENV) build
	find src -name '*.so' -delete
