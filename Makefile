# getpage: `make demo` shows what it does, `make test` shows that it works. Both set up all they need first.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
export VIRTUAL_ENV := $(CURDIR)/$(VENV)
# All builds for one Python, as maturin has it: for another, cargo would compile the binding again.
export PYO3_PYTHON := $(CURDIR)/$(BIN)/python
# Checks and tests start Python a hundred times: what is compiled once is kept, whatever the environment says.
unexport PYTHONDONTWRITEBYTECODE

RUST_SOURCES := $(shell find crates layouts -type f) Cargo.toml Cargo.lock pyproject.toml

.PHONY: help setup tools spark cloud azure gcs hdfs demo test test-rust test-python fuzz check check-rust check-types check-test-types check-pages format docs pictures site sample lock wheel bench-smf bench-scale bench-monitoring bench-pieces bench-answers bench-weeks bench-serve clean

help: ## show this list
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 12

setup: $(VENV)/.built ## make the virtual environment and build the native decoder into it

tools: $(VENV)/.tools ## and what tests and checks need

PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile
# Beside other recipes too it divides its own work; and all its builds have the binding with the same features.
CARGO := env -u MAKEFLAGS -u MFLAGS cargo
FEATURES := --features getpage-python/extension-module
# As maturin builds it for the environment, which then finds it made.
NATIVE := cargo build --release --quiet --package getpage-python --features extension-module

# Without pip, which takes seconds to unpack: compiling begins at once.
$(BIN)/python:
	$(PYTHON) -m venv --without-pip $(VENV)

$(BIN)/pip: | $(BIN)/python
	$(BIN)/python -m ensurepip --default-pip >/dev/null

$(VENV)/.packages: requirements/build.txt | $(BIN)/pip
	$(PIP) --require-hashes -r requirements/build.txt
	touch $@

.PHONY: native
native: | $(BIN)/python
	$(NATIVE)

# The native decoder is compiled while packages are fetched.
$(VENV)/.built: requirements/build.txt $(RUST_SOURCES)
	$(MAKE) --jobs --no-print-directory $(VENV)/.packages native
	PATH="$(CURDIR)/$(BIN):$$PATH" $(PIP) --no-deps --no-build-isolation --editable .
	touch $@

$(VENV)/.dev: requirements/dev.txt $(VENV)/.packages
	$(PIP) --require-hashes -r requirements/dev.txt
	touch $@

$(VENV)/.tools: requirements/dev.txt requirements/build.txt $(RUST_SOURCES)
	$(MAKE) --jobs --no-print-directory $(VENV)/.dev native
	$(MAKE) --no-print-directory $(VENV)/.built
	touch $@

$(VENV)/.spark: requirements/spark.txt $(VENV)/.dev
	$(PIP) --require-hashes -r requirements/spark.txt
	! command -v java >/dev/null || $(BIN)/python tests/in_spark.py 2>/dev/null
	touch $@

spark: $(VENV)/.spark ## and PySpark, for the tests of loads on a cluster (needs Java 17)

# The server has an environment of its own: its libraries and those of dev.txt do not go together.
$(VENV)/.cloud: requirements/cloud.txt requirements/s3.txt $(VENV)/.dev
	$(PIP) --require-hashes -r requirements/cloud.txt
	$(PYTHON) -m venv $(VENV)/s3
	VIRTUAL_ENV= $(VENV)/s3/bin/python -m pip install --quiet --disable-pip-version-check --no-compile --require-hashes -r requirements/s3.txt
	touch $@

cloud: $(VENV)/.cloud ## and obstore, with a server that speaks S3, for the tests of stores by URL

$(VENV)/.azure: requirements/azure/package.json requirements/azure/package-lock.json $(VENV)/.cloud
	mkdir -p $(VENV)/azure
	cp requirements/azure/*.json $(VENV)/azure
	npm ci --silent --no-audit --no-fund --prefix $(VENV)/azure
	touch $@

azure: $(VENV)/.azure ## and a server that speaks Azure's protocol, for the tests of abfss:// (needs Node.js)

$(VENV)/.gcs: requirements/gcs/go.mod requirements/gcs/go.sum $(VENV)/.cloud
	mkdir -p $(VENV)/gcs
	go build -C requirements/gcs -o $(CURDIR)/$(VENV)/gcs/ github.com/fsouza/fake-gcs-server
	touch $@

gcs: $(VENV)/.gcs ## and a server that speaks Google's protocol, for the tests of gs:// (needs Go)

$(VENV)/.hdfs: requirements/hdfs.txt requirements/hdfs-server.xml $(VENV)/.dev
	$(PIP) --require-hashes -r requirements/hdfs.txt
	mvn --quiet --batch-mode --strict-checksums --file requirements/hdfs-server.xml dependency:copy-dependencies -DoutputDirectory=$(CURDIR)/$(VENV)/hdfs
	touch $@

hdfs: $(VENV)/.hdfs ## and hdfs-native, with Hadoop's own HDFS, for the tests of hdfs:// (needs Maven and Java 17)

demo: setup ## write a sample site's evidence and report on it
	$(BIN)/getpage demo demo
	$(BIN)/getpage inspect demo
	$(BIN)/getpage check demo
	$(BIN)/getpage report demo --title "A sample site" --output demo/report.html
	@echo
	@echo "The report: $(CURDIR)/demo/report.html"

test: tools ## run all tests, those in Rust beside those in Python
	$(MAKE) --jobs=2 --no-print-directory test-python test-rust

test-rust: tools
	$(CARGO) test --release --workspace $(FEATURES) --quiet

test-python: tools
	$(BIN)/python -m pytest --numprocesses auto --dist worksteal

MINUTES ?= 10

fuzz: tools ## mutated input of every kind for MINUTES=10, and one report of distinct failures; each word of each record
	PYTHONPATH=tests $(BIN)/python -m hostile --minutes $(MINUTES)
	EVERY_WORD=1 $(BIN)/python -m pytest --quiet tests/test_extreme_words.py
	cargo run --release --quiet -p getpage-hostile --bin hunt -- $(MINUTES)

# numpy and DuckDB, which it needs, are built for glibc 2.27 and 2.28: no older one is of use.
wheel: tools ## build a wheel that needs no compiler, for glibc 2.28 and later, and try it in an empty environment
	$(PIP) --require-hashes -r requirements/wheel.txt
	rm -rf dist
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/maturin build --profile dist --strip --zig --compatibility manylinux_2_28 --out dist
	GETPAGE_WHEEL=$$(echo dist/*.whl) $(BIN)/python -m pytest tests/test_wheel.py

check: check-rust check-types check-test-types check-pages ## formatting, lints, types, generated docs

check-rust: tools
	cargo fmt --all --check
	$(CARGO) clippy --release --workspace --all-targets $(FEATURES) --quiet -- -D warnings

# Types need no native decoder.
check-types: $(VENV)/.dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

check-test-types: $(VENV)/.dev
	$(BIN)/mypy --config-file tests/mypy.ini

check-pages: tools
	$(BIN)/python -m getpage.docs --check
	$(BIN)/python benches/forecast_errors.py --check
	$(BIN)/python benches/lab_trend.py --check
	$(BIN)/python benches/lab_java.py --check

format: tools ## put all sources into their standard form
	cargo fmt --all
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

docs: tools ## write the generated pages under docs/ again
	$(BIN)/python -m getpage.docs
	$(BIN)/python benches/forecast_errors.py

pictures: tools ## draw the report's first page and views of the page for the manual (needs chromium)
	$(BIN)/getpage demo build/pictures/demo
	$(BIN)/getpage report build/pictures/demo -o build/pictures/report.html
	chromium --headless --no-sandbox --hide-scrollbars --window-size=1100,1180 \
		--screenshot=docs/pictures/report.png file://$(CURDIR)/build/pictures/report.html
	rm -rf build/pictures
	$(BIN)/python -m tools.page_pictures

site: $(BIN)/pip ## build the manual as a site, into site/
	$(PIP) --require-hashes -r requirements/site.txt
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet  # its notice of a successor, at each build
	! grep -rEl '<(script|link|img|iframe)[^>]+(src|href)="?(https?:)?//' site --include='*.html'  # nothing from elsewhere

sample: setup ## generate the sample site again and put it into the package
	$(BIN)/python -m tools.demo

lock: $(BIN)/pip ## pin the Python packages again, with hashes and without addresses
	$(BIN)/python -m pip install --quiet pip-tools
	for of in build dev site spark cloud hdfs s3; do $(BIN)/pip-compile --quiet --generate-hashes --allow-unsafe --strip-extras --no-header --no-emit-index-url \
		--no-emit-trusted-host --no-emit-find-links --output-file requirements/$$of.txt requirements/$$of.in \
		$$(case $$of in spark|cloud|hdfs) echo --constraint requirements/dev.txt;; esac); done

bench-smf: tools ## how fast a dump becomes Parquet (needs 3 GB of disk)
	$(BIN)/python benches/smf_load.py

bench-scale: tools ## what a second processor brings a load, in pairs (needs 4 GB of disk)
	mkdir -p build/scale && $(BIN)/python benches/load_scale.py build/scale; rm -rf build/scale

bench-monitoring: tools ## how fast CICS monitoring becomes measures, and in how much memory (needs 1 GB of disk)
	$(BIN)/python benches/monitoring.py

bench-pieces: tools ## what 100,000 files and an XML of 5 million elements cost (needs 1 GB of disk)
	mkdir -p build/pieces && $(BIN)/python benches/many_pieces.py build/pieces; rm -rf build/pieces

bench-answers: tools ## what an answer costs on large stores, into docs/lab/benchmarks.md (needs 8 GB of disk)
	PYTHONPATH=. $(BIN)/python -m benches.answers --write docs/lab/benchmarks.md

bench-weeks: tools ## what one more day costs, eight weeks and years, into docs/lab/benchmarks.md (6 GB of disk)
	PYTHONPATH=. $(BIN)/python -m benches.weeks --write docs/lab/benchmarks.md

bench-serve: tools ## what the page costs, into docs/lab/benchmarks.md (needs 2 GB of disk)
	PYTHONPATH=. $(BIN)/python -m benches.serve --write docs/lab/benchmarks.md

clean: ## remove everything that was made
	rm -rf $(VENV) target demo dist site
