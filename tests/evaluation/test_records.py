"""The fictional records: whole, over all departments, none of them twice, and the held-out ones unlike the others."""

import json
from itertools import islice
from pathlib import Path

import pytest
import yaml
from rapidfuzz import fuzz, process

from frontdesk.evaluation.nurse.cases import HELD_OUT
from frontdesk.evaluation.nurse.cases import read as read_cases
from frontdesk.evaluation.records.generate import FRAMES_PATH, generate
from frontdesk.training.records import VisitRecord, read, standard_names

FOLDER = HELD_OUT.parent
ALIKE = 60  # per cent of the letters


def _told(record: VisitRecord) -> str:
    return record.chief_complaint + record.present_illness_history


@pytest.fixture(scope="module")
def learnt_from() -> tuple[VisitRecord, ...]:
    return tuple(
        one for name in ("handwritten", "generated") for one in read(FOLDER / f"{name}.jsonl", standard_names())
    )


def test_there_are_six_hundred_over_all_departments(learnt_from: tuple[VisitRecord, ...]) -> None:
    held_out = read_cases(HELD_OUT, standard_names())
    assert len(learnt_from) + len(held_out) >= 600
    assert len({one.department for one in learnt_from}) == 45
    assert len({one.id for one in learnt_from} | {one.record.id for one in held_out}) == 600


def test_no_held_out_record_is_like_one_that_is_learnt_from(learnt_from: tuple[VisitRecord, ...]) -> None:
    others = [_told(one) for one in learnt_from]
    for case in read_cases(HELD_OUT, standard_names()):
        assert process.extractOne(_told(case.record), others, scorer=fuzz.ratio, score_cutoff=ALIKE) is None


def test_the_command_writes_the_generated_ones_again() -> None:
    data = yaml.load(FRAMES_PATH.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
    again = generate(data, 1, 360)
    with (FOLDER / "generated.jsonl").open(encoding="utf-8") as file:
        kept = [json.loads(line) for line in islice(file, 20)]
    assert again[:20] == kept


def test_those_to_look_at_while_mending_are_no_held_out_ones() -> None:
    cases = read_cases(Path(FOLDER / "development.jsonl"), standard_names())
    held_out = {one.record.id for one in read_cases(HELD_OUT, standard_names())}
    assert cases and held_out.isdisjoint(one.record.id for one in cases)
