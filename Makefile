# Everything that people and CI run. `make demo` and `make test` need cargo only; what needs more says so.

CARGO ?= cargo
PYTHON ?= python3
TOOLS := .tools
PTXAS := $(TOOLS)/cuda-13.0/bin/ptxas
NEWEST := $(TOOLS)/cuda-newest/bin/ptxas
OLDEST := $(TOOLS)/cuda-12.9/bin/ptxas
TALLY := target/release/tally-ptxc

.PHONY: demo test check bless tools corpus corpus-check isa-check bench gpu-bundle book fuzz clean

# Rewrites a real kernel and shows what was done.
demo:
	$(CARGO) build --release --locked -p tally-ptxc
	$(TALLY) inspect corpus/kernels/transpose-shared.ptx
	$(TALLY) rewrite corpus/kernels/transpose-shared.ptx -o target/demo.ptx --manifest target/demo.json
	@echo "--- target/demo.ptx: the variant, appended behind the untouched original"
	@sed -n '/tally_slice(/,/%tally.*;$$/p' target/demo.ptx | head -20
	@echo "--- target/demo.json: the manifest"
	@head -c 400 target/demo.json; echo …

test:
	$(CARGO) test --workspace --locked

# Formatting, lints, and the rules of this repository (the tidy tests).
check:
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets --locked -- -D warnings
	$(CARGO) test --locked -q -p tally-tests --test tidy

# Rewrites every expected output; read the difference before you commit it.
bless:
	BLESS=1 INSTA_UPDATE=always $(CARGO) test --workspace --locked

# NVIDIA's command-line tools from PyPI, pinned, into an ignored folder.
tools:
	$(PYTHON) corpus/recipes/tools.py

# The big corpora: CUDA C++ and Triton kernels compiled, PTX out of vendors' wheels. Takes an hour and 5 GB.
corpus: tools
	$(PYTHON) corpus/recipes/compile_cuda.py
	$(PYTHON) corpus/recipes/compile_triton.py
	$(PYTHON) corpus/recipes/extract_vendor.py --set default --set newest --set cuda12 --set more

# The front end and the rewrites against all of it; ptxas for a sample.
corpus-check:
	$(CARGO) build --release --locked -p tally-tests
	target/release/corpus-check --assemble $(PTXAS) --assemble $(NEWEST) --assemble $(OLDEST) --slice corpus/kernels corpus/hazards corpus/syntax
	target/release/corpus-check .corpus
	target/release/corpus-check --assemble $(PTXAS) --assemble $(NEWEST) --slice --sample 60 --max-bytes 400000 .corpus

# The instruction table against real ptxas.
isa-check: tools
	$(CARGO) build --release --locked -p tally-tests
	target/release/isa-check $(OLDEST) $(PTXAS) $(NEWEST)

# Speed and memory on modules of 2 to 71 MB, against ptxas on the small ones.
bench:
	$(CARGO) build --release --locked -p tally-tests
	target/release/bench --out book/src/generated/bench.md --ptxas $(PTXAS) --ptxas $(NEWEST) $(BENCH_FILES)

# The corpus, rewritten and assembled, with the program that runs it. On a machine with a GPU:
# `.gpu-bundle/tally-gpu run --bundle .gpu-bundle --out gpu.jsonl --min-cases 30000`.
gpu-bundle:
	$(CARGO) build --release --locked -p tally-gpu
	rm -rf .gpu-bundle
	target/release/tally-gpu bundle --corpus corpus --out .gpu-bundle --ptxas $(PTXAS)
	strip -o .gpu-bundle/tally-gpu target/release/tally-gpu

book:
	@if command -v mdbook >/dev/null; then mdbook build book; else echo "mdbook is not installed: cargo install mdbook"; fi

fuzz:
	$(CARGO) run --release --locked -p tally-fuzz-bytes -- --mutate 1 20000 corpus/*/*.ptx

clean:
	$(CARGO) clean
