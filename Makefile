# make demo, make test, make fuzz [MINUTES=60], make check, make coverage, make bench [ONLY=pairs,mbe]: all the set-up a fresh machine needs. Everything lives in .venv and demo/.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
DEMO := $(VENV)/.demo
WEFE := $(VENV)/wefe/.ready
WORKERS ?= 2
DEMO_LANGUAGES ?= en,hu,ja
DEMO_MEASURES ?= cps,aul,sss,cb,mbe,nli-accuracy,nli-coal,fn,weat,tgbi
DEMO_PROCESSES ?= 2

.PHONY: demo site test fuzz coverage check bench docs clean

$(READY): pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --upgrade pip
	$(BIN)/pip install --quiet --constraint constraints.txt --editable '.[all,dev,docs]'
	touch $(READY) $(DEMO)

# Models and word vectors, and nothing that only other commands or the tests need.
$(DEMO): pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --upgrade pip
	$(BIN)/pip install --quiet --constraint constraints.txt --editable '.[models,vectors]'
	touch $(DEMO)

# The embedded models beside a copy whose bias is known, because it was put there (in English, where it is measured); 400 items of a dataset at most, so that it takes 90 seconds on 2 idle cores.
demo: $(DEMO)
	@OMP_NUM_THREADS=1 $(BIN)/python examples/biased_copy.py demo/biased-copy
	@$(BIN)/babelance audit --model babelance/tiny-multilingual --model en=demo/biased-copy \
	    --model babelance/tiny-multilingual-nli --model 'vec:babelance/tiny-vectors/{language}' \
	    --model hu=babelance/tiny-translator --name 'demo/biased-copy=a copy with injected bias' \
	    --languages $(DEMO_LANGUAGES) --measures $(DEMO_MEASURES) \
	    --draws 300 --limit 400 --processes $(DEMO_PROCESSES) --out demo --report \
	    || [ $$? -eq 3 ]  # 3: some result is undefined, and says why

# A site about the embedded models, biased copies of one, and what is installed beside them: demo/site/index.html
site: $(DEMO)
	$(BIN)/python examples/website/build.py --runs demo/site-runs --models demo/site-models --out demo/site

test: $(READY)
	OMP_NUM_THREADS=1 TOKENIZERS_PARALLELISM=false $(BIN)/python -m pytest -n $(WORKERS) --dist loadfile

# Damaged files and command lines: at least CASES of them, and new ones until MINUTES are over.
CASES ?= 10000
MINUTES ?= 0
fuzz: $(READY)
	OMP_NUM_THREADS=1 $(BIN)/python -m tests.fuzz --cases $(CASES) --minutes $(MINUTES)

# What share of the code the tests run. Processes that tests start are counted, too.
coverage: $(READY)
	OMP_NUM_THREADS=1 TOKENIZERS_PARALLELISM=false $(BIN)/python -m pytest -n $(WORKERS) --dist loadfile \
	    --cov=babelance --cov-report=term:skip-covered --cov-report=html:.coverage-html

# ruff; mypy, strictly, over src, tests, training and benchmarks.
check: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(READY) $(WEFE)
	$(BIN)/python -m benchmarks $(ONLY)

# What word vectors are compared with, in an environment of its own: it needs an older NumPy.
$(WEFE): $(READY)
	$(PYTHON) -m venv $(VENV)/wefe
	$(VENV)/wefe/bin/pip install --quiet wefe==1.0.1
	touch $(WEFE)

docs: $(READY)
	[ -n "$(NO_SAMPLES)" ] || $(BIN)/python docs/making/samples.py
	$(BIN)/mkdocs build --strict

clean:
	rm -rf $(VENV) demo site
