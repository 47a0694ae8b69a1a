# Tandem. Each target prepares what it needs; what is prepared is not prepared again.

# Flags from the environment would replace those of .cargo/config.toml, by
# which programs find MLX on Linux.
unexport RUSTFLAGS CARGO_ENCODED_RUSTFLAGS

# Tests run side by side; BLAS threads of each would wait for one another.
check test soak test-swift: export OPENBLAS_NUM_THREADS = 1

.PHONY: help setup build run app check test soak bench-store bench-swift bindings strings test-swift clean

help:
	@echo 'make run          build Tandem and open it: the app on a Mac, a chat in the terminal elsewhere'
	@echo 'make app          build the app (on a Mac: target/macos/Tandem.app)'
	@echo 'make build        build the program for the terminal (target/release/tandem)'
	@echo 'make check        the everyday loop: formatting, lints, unit tests'
	@echo 'make test         everything that can be tested on this machine'
	@echo 'make soak         all tests, with the full counts instead of a sample'
	@echo 'make test-swift   the Swift part alone, against the real engine'
	@echo 'make bindings     write the Swift side of the bridge anew'
	@echo 'make strings      what the string catalogue of the app lacks'
	@echo 'make bench-store  how long 100,000 kept messages take to list, search and open'
	@echo 'make bench-swift  what the bridge and the transcript of the app cost (on Linux)'
	@echo 'make clean        remove what was built here'

setup:
	@scripts/setup.sh

build: setup
	cargo build --release --locked

run: setup
	@scripts/run.sh

app: setup
	@scripts/macos/build-app.sh

check: setup
	scripts/lint.sh
	cargo test --release --workspace --lib --bins

test: setup
	scripts/lint.sh
	scripts/deny.sh
	cargo test --release --workspace --locked --no-fail-fast
	scripts/test-packaging.sh
	scripts/test-swift.sh

# Tests that draw a seeded sample draw their full number where TANDEM_SOAK is 1.
soak: setup
	TANDEM_SOAK=1 cargo test --release --workspace --locked --no-fail-fast
	TANDEM_SOAK=1 scripts/test-swift.sh

bindings: setup
	scripts/bindings.sh

strings:
	scripts/strings.sh

test-swift: setup
	scripts/test-swift.sh

bench-store: setup
	cargo run --release --locked --quiet --example store_bench

bench-swift:
	scripts/linux/bench-swift.sh

clean:
	cargo clean
