# Sectional's commands. Each does its own set-up: on a Debian with Swift nothing else is needed first.
#
#   make serve    build, migrate, load the sample list, and serve it       HOST, PORT, DATABASE
#   make install  the program, its manual page and completions of shells   PREFIX, DESTDIR
#   make uninstall   remove what that installed                            PREFIX, DESTDIR
#   make test     build, and run every test but the slow ones
#   make test-all   build, and run every test: those in Swift, and those of the page
#   make test-swift   build, and run every test in Swift
#   make test-page   build, and test the page for browsers in Chromium
#   make test-engines   build, and test the page in Chromium, Firefox and WebKitGTK: before a release
#   make pictures   build, and take the pictures of the page for docs/images
#   make test-sanitized   made-up requests at a program built with the address sanitizer
#   make lint     style, rooms, sizes, Foundation, code for Apple's platforms, the page, and that these checks can fail
#   make bench    measure against C, nginx and Hummingbird, and soak       ROUNDS, ROUND_SECONDS, ITEMS, SOAK, ONLY
#   make bench-counts   count the instructions of a request               REQUESTS, ITEMS, ROWS, CHECK, SAVE
#   make bench-hops   count the calls between source files of a PATCH      HOPS, ALL, CHECK, SAVE
#   make settings   write config/sectional.yaml, from what the program prints
#   make image    the container, with docker, podman or buildah            IMAGE
#   make format   rewrite the sources in the house style
#   make clean    remove what was built (never a database)

# Not from the environment: some shells keep the machine's own name there.
HOST := 127.0.0.1
# Port and database are those of `sectional serve` without flags, here in the project's folder.
PORT ?= $(or $(SECTIONAL_PORT),8080)
DATABASE ?= $(or $(SECTIONAL_DATABASE),sectional.sqlite)
PREFIX ?= /usr/local
DESTDIR ?=
IMAGE ?= sectional
SWIFT ?= swift

SHELL := /bin/bash
.DEFAULT_GOAL := build
.NOTPARALLEL:
.DELETE_ON_ERROR:

PROGRAM := .build/release/sectional
RUNNER := .build/release/sectionalPackageTests.xctest
CRASH_CHILD := .build/release/CrashChild
SANITIZED := .build-asan/release/sectional
PEER := Benchmarks/HummingbirdPeer
SWIFT_SOURCES := Package.swift Sources Clients Tests Examples $(PEER)/Package.swift $(PEER)/Sources
PROGRAM_SOURCES := Package.swift $(shell find Sources migrations api page Clients/TypeScript/src/core -type f 2>/dev/null)
TEST_SOURCES := $(shell find Clients Tests -type f -name '*.swift' 2>/dev/null)

# Package.swift reads this: the program and its tests share one release build.
export TESTABLE_RELEASE := 1
BUILD := $(SWIFT) build -c release --static-swift-stdlib

.PHONY: serve install uninstall build build-tests build-sanitized test test-all test-swift test-page test-engines pictures test-sanitized lint bench bench-counts bench-hops settings image format clean setup-build setup-test setup-bench setup-counts

setup-build setup-test setup-bench setup-counts: setup-%:
	@Scripts/setup $*

build: setup-build $(PROGRAM)

# With Swift's own libraries in it, so that it runs where there is no Swift. Make itself sees that nothing changed, so a server starts at
# once, also while a test runner holds the build folder.
$(PROGRAM): $(PROGRAM_SOURCES)
	$(BUILD) --product sectional
	@touch $@

# The tools of the tests are installed beside the build, which needs none of them.
build-tests: setup-build
	@Scripts/setup test & setup=$$!; $(MAKE) --no-print-directory $(RUNNER); code=$$?; wait $$setup && exit $$code

# The same build goes on with the tests, with the same flags, so that nothing is compiled twice. The check on explicit imports looks only at
# what was built before; so it comes last, and takes no build of its own.
$(RUNNER): $(PROGRAM) $(TEST_SOURCES)
	Scripts/prepare-tests .build/release
	$(BUILD) --product sectionalPackageTests
	$(BUILD) --product sectionalPackageTests --explicit-target-dependency-import-check error
	@touch $@

# The sample list goes only into a database that is new; a load that fails leaves none behind.
serve: build
	@mkdir -p "$(dir $(DATABASE))"
	@if [ ! -e "$(DATABASE)" ]; then \
		echo "loading samples/cities.json as the list \"cities\" into $(DATABASE)"; \
		{ $(PROGRAM) migrate --database "$(DATABASE)" && $(PROGRAM) import cities samples/cities.json --database "$(DATABASE)"; } \
			|| { rm -f "$(DATABASE)" "$(DATABASE)"-*; exit 1; }; \
	else \
		$(PROGRAM) migrate --database "$(DATABASE)"; \
	fi
	@exec $(PROGRAM) serve --host "$(HOST)" --port "$(PORT)" --database "$(DATABASE)"

INSTALLED_PROGRAM := $(DESTDIR)$(PREFIX)/bin/sectional
INSTALLED_MANUAL := $(DESTDIR)$(PREFIX)/share/man/man1/sectional.1
INSTALLED_BASH := $(DESTDIR)$(PREFIX)/share/bash-completion/completions/sectional
INSTALLED_ZSH := $(DESTDIR)$(PREFIX)/share/zsh/site-functions/_sectional
INSTALLED_FISH := $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/sectional.fish

# The program goes without its symbols, and needs the six C libraries: apt-get install libmicrohttpd12 libsqlite3-0 libcurl4 libssl3 zlib1g libpcre2-8-0.
# A server that shares a log loads libpq5 as well.
install: build
	install -D -s -m 0755 "$(PROGRAM)" "$(INSTALLED_PROGRAM)"
	install -d "$(dir $(INSTALLED_MANUAL))" "$(dir $(INSTALLED_BASH))" "$(dir $(INSTALLED_ZSH))" "$(dir $(INSTALLED_FISH))"
	Scripts/manual "$(PROGRAM)" > "$(INSTALLED_MANUAL)"
	"$(PROGRAM)" --generate-completion-script bash > "$(INSTALLED_BASH)"
	"$(PROGRAM)" --generate-completion-script zsh > "$(INSTALLED_ZSH)"
	"$(PROGRAM)" --generate-completion-script fish > "$(INSTALLED_FISH)"

uninstall:
	rm -f "$(INSTALLED_PROGRAM)" "$(INSTALLED_MANUAL)" "$(INSTALLED_BASH)" "$(INSTALLED_ZSH)" "$(INSTALLED_FISH)"

# The tests start the program that `make build` makes, and run the README's commands, `make serve` among them.
test: build-tests
	Scripts/check-settings $(PROGRAM)
	Scripts/run-tests fast

test-all: test-swift test-page

test-swift: build-tests $(CRASH_CHILD)
	Scripts/check-settings $(PROGRAM)
	Scripts/run-tests all

# The page alone, in Chromium; the pictures of the README and the guides come from it too.
test-page: build
	@Scripts/setup test
	Scripts/test-page

# All three, also where one of them fails.
test-engines: build
	@Scripts/setup test
	@Scripts/setup engines
	@code=0; for engine in chromium firefox webkit; do echo "$$engine:"; Scripts/test-page --engine $$engine || code=1; done; exit $$code

pictures: build
	@Scripts/setup test
	Scripts/test-page --pictures

# Programs that slow tests kill: one that writes to a store, and an app.
$(CRASH_CHILD): $(RUNNER)
	$(BUILD) --product CrashChild
	@touch $@

build-sanitized: setup-build $(SANITIZED)

$(SANITIZED): $(PROGRAM_SOURCES)
	$(SWIFT) build -c release --sanitize=address --product sectional --scratch-path .build-asan
	@touch $@

# The test of made-up requests once more, at a program that watches every use of memory. What is still held when the process exits is no leak:
# constants that are made once, such as the key paths of the settings.
# The sanitizer keeps what was freed, to 64 MiB here: the test's bound is about what the server holds.
test-sanitized: build-tests build-sanitized
	ASAN_OPTIONS=detect_leaks=0:quarantine_size_mb=64 SECTIONAL_PROGRAM="$(CURDIR)/$(SANITIZED)" \
		Scripts/report-failures "$(RUNNER) --testing-library swift-testing --filter FuzzTests"

lint: setup-test
	$(SWIFT) format lint --strict -r $(SWIFT_SOURCES)
	Scripts/check-rooms --table
	Scripts/check-folders
	Scripts/check-sizes
	Scripts/check-words
	Scripts/check-imports
	Scripts/check-apple
	Scripts/check-page
	Scripts/check-page-types
	Scripts/test-gates

bench: setup-bench build
	Benchmarks/run

# With CHECK=1 a small size, which fails where a row has grown over Benchmarks/counts.json; SAVE=1 writes that file.
bench-counts: setup-counts build
	Benchmarks/counts

# With CHECK=1 it fails where the way has grown over Benchmarks/hops.json; SAVE=1 writes that file. It takes the debug build of the program.
bench-hops: setup-counts
	$(SWIFT) build --product sectional
	Benchmarks/hops

# Over a new file, so that a program that fails leaves the old one.
settings: build
	$(PROGRAM) settings > config/sectional.yaml.new
	mv config/sectional.yaml.new config/sectional.yaml

image:
	Scripts/image "$(IMAGE)"

format:
	$(SWIFT) format -i -r $(SWIFT_SOURCES)

clean:
	rm -rf .build .build-asan .venv Benchmarks/.build $(PEER)/.build Clients/Swift/.build
