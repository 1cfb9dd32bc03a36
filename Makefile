# One command per thing. `make run` needs Python 3.11 and Node 20, nothing else; `make test` is what CI runs.
.PHONY: install run lint wheel test python-tests front-end-tests near journeys bench fuzz evaluate test-systems test-gnuhealth test-finetune test-llm test-speech openapi types lock seed clean
.DELETE_ON_ERROR:

BIN := .venv/bin
UI := kiosk_ui
UI_SOURCES := $(shell find $(UI)/src $(UI)/scripts -type f) $(wildcard $(UI)/*.html) $(UI)/vite.config.ts $(UI)/tsconfig.json \
	$(wildcard frontdesk/models/knowledge/findings/*.yaml frontdesk/models/knowledge/conditions/*.yaml)
FOLDER ?= hospital/demo
SINCE ?= HEAD
MINUTES ?= 10
SCRATCH := $(shell test -w /dev/shm && [ $$(df --output=avail /dev/shm | tail -1) -gt 4000000 ] && echo /dev/shm || echo $${TMPDIR:-/tmp})

install: .venv/installed frontdesk/screens/built  ## everything that running needs

run: install  ## the demonstration hospital on http://localhost:8000
	@scripts/want espeak-ng || true
	@FRONTDESK_LOG_LEVEL=$${FRONTDESK_LOG_LEVEL:-warning} exec $(BIN)/frontdesk serve --demo

lint: .venv/installed-dev $(UI)/node_modules/installed  ## style and types, Python and TypeScript; vulnerabilities, licences, secrets
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	cd $(UI) && npm run --silent lint
	cd $(UI) && npm run --silent types -- --check
	$(BIN)/python scripts/scan.py

test: lint python-tests front-end-tests journeys  ## everything there is

python-tests: .venv/installed-dev frontdesk/screens/built
	@scripts/want postgresql || true
	@scripts/want espeak-ng || true
	@scripts/want systemd || true
	@scripts/systems || true
	TMPDIR=$(SCRATCH) $(BIN)/pytest -m "not journey and not gnuhealth and not kokoro and not speech and not finetune and not vllm" --numprocesses 2 --dist worksteal

near: .venv/installed-dev $(UI)/node_modules/installed  ## two minutes of the tests near a change: make near SINCE=main
	TMPDIR=$(SCRATCH) $(BIN)/pytest --numprocesses 2 --dist worksteal --session-timeout 120 $$(scripts/near $(SINCE))
	cd $(UI) && npx vitest run --changed $(SINCE) --passWithNoTests

front-end-tests: $(UI)/node_modules/installed
	cd $(UI) && npm test --silent

# What is heard has its time: nothing runs beside these.
VOICED = tests/e2e/test_by_voice.py tests/e2e/test_voice.py
journeys: install .venv/installed-dev  ## whole receptions in a real browser
	@scripts/want chromium
	@scripts/want espeak-ng || true
	TMPDIR=$(SCRATCH) $(BIN)/pytest -m journey tests/e2e --numprocesses 2 --dist loadfile $(VOICED:%=--ignore=%)
	TMPDIR=$(SCRATCH) $(BIN)/pytest -m journey $(VOICED)

bench: .venv/installed-dev  ## speed and memory of a running server against the targets
	$(BIN)/python -m frontdesk.evaluation.bench
	$(BIN)/python -m frontdesk.evaluation.model_bench
	scripts/systems
	$(BIN)/python -m frontdesk.evaluation.delivery

test-systems: .venv/installed-dev test-gnuhealth  ## the back ends against systems that others wrote
	scripts/systems
	$(BIN)/pytest tests/his_adapter/test_fhir_hospital.py tests/his_adapter/test_medplum.py tests/his_adapter/test_fhir_clinical.py tests/his_adapter/test_hl7_hospital.py tests/app/reception/test_outside_hospital.py
	FRONTDESK_TEST_RECORDS=1000 $(BIN)/pytest tests/app/ledger/test_delivery_under_faults.py tests/app/ledger/test_killed_delivery.py

test-gnuhealth: .venv/installed-dev  ## the back end of GNU Health, installed here with SQLite and PostgreSQL
	@scripts/want postgresql
	scripts/gnuhealth
	TMPDIR=$(SCRATCH) $(BIN)/pytest -m gnuhealth tests/his_adapter tests/app/ledger tests/app/reception/test_outside_gnuhealth.py

test-finetune: .venv/installed-dev  ## fine-tuning with a tiny model, in an environment of its own
	scripts/finetune
	TMPDIR=$(SCRATCH) .finetune/bin/pytest -m finetune tests/training

test-llm: .venv/installed-dev  ## the real vLLM with a tiny nurse; whole receptions through the model FRONTDESK_TEST_MODEL_URL names
	scripts/finetune
	scripts/vllm
	TMPDIR=$(SCRATCH) .finetune/bin/pytest -m vllm tests/models/language
	$(BIN)/python -m frontdesk.evaluation.model_receptions

test-speech: .venv/installed-dev frontdesk/screens/built  ## real recognisers and natural voices, with the weights FRONTDESK_TEST_* name
	@scripts/want chromium
	@scripts/want espeak-ng || true
	$(BIN)/pip install --quiet --editable '.[kokoro,whisper,vosk,sherpa]'
	$(BIN)/pytest -m "kokoro or speech" tests/models/speech tests/speech

fuzz: .venv/installed-dev  ## parsers under new examples, each file of tests/fuzz for so long: make fuzz MINUTES=10
	FRONTDESK_TEST_FUZZ_MINUTES=$(MINUTES) TMPDIR=$(SCRATCH) $(BIN)/pytest tests/fuzz --timeout 0

evaluate: .venv/installed  ## all measures with the embedded nurse and their front page: make evaluate RECORDS=file
	$(BIN)/frontdesk evaluate all --out var/evaluation $(if $(RECORDS),--records $(RECORDS))

openapi: .venv/installed-dev $(UI)/node_modules/installed  ## the OpenAPI document, and the types made from it
	$(BIN)/frontdesk openapi > $(UI)/openapi.new
	mv $(UI)/openapi.new $(UI)/openapi.json
	cd $(UI) && npm run --silent types

types: openapi

lock:  ## the versions that are tested together, with their hashes: make lock UPGRADE=--upgrade
	scripts/lock $(UPGRADE)

seed: .venv/installed  ## load a hospital: make seed FOLDER=path
	$(BIN)/frontdesk seed $(FOLDER)

clean:  ## what can be made again; never the data in var/
	rm -rf .venv $(UI)/node_modules $(UI)/dist frontdesk/screens

.venv/installed: pyproject.toml requirements.lock scripts/make_venv
	scripts/make_venv
	$(BIN)/pip install --quiet --require-hashes --requirement requirements.lock
	$(BIN)/pip install --quiet --no-deps --editable .
	@touch $@

.venv/installed-dev: .venv/installed requirements-dev.lock
	$(BIN)/pip install --quiet --require-hashes --requirement requirements-dev.lock
	@touch $@

wheel: frontdesk/screens/built .venv/installed  ## dist/: the wheel with the front end and the demonstration hospital, and its libraries' list
	rm -rf build dist
	$(BIN)/pip wheel --quiet --no-deps --wheel-dir dist .
	cp requirements.lock dist/

$(UI)/node_modules/installed: $(UI)/package.json $(UI)/package-lock.json scripts/want
	@scripts/want node
	cd $(UI) && npm ci --silent
	@touch $@

frontdesk/screens/built: $(UI)/node_modules/installed $(UI_SOURCES)
	cd $(UI) && npm run --silent build -- --logLevel warn
	@touch $@
