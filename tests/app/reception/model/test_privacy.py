"""Every request that reaches a model server: nobody's data is in it before code has compared the identifiers."""

import csv
from datetime import date
from pathlib import Path

import pytest

from frontdesk.app.reception.errors import NotNow
from frontdesk.app.reception.reception import Reception
from frontdesk.app.reception.session.events import Entry
from frontdesk.evaluation.model_server import ModelServer
from frontdesk.models.facts import Language
from tests.app.reception.talk import Talk

DEMO = Path(__file__).parents[4] / "hospital" / "demo"
PATIENTS = list(csv.DictReader((DEMO / "patients.csv").open(encoding="utf-8")))
RECORDS = list(csv.DictReader((DEMO / "records.csv").open(encoding="utf-8")))
INTRODUCTIONS = (
    (Language.ZH, "我叫{name}，我的号是{patient_id}，电话{phone}，胃疼两天了"),
    (Language.ZH, "我是{name}，{birth_date}出生的，咳嗽一个星期"),
    (Language.EN, "My name is {name}, number {patient_id}, my knee hurts"),
    (Language.EN, "I have a rash, born {birth_date}, call me on {phone}"),
)


def asked(server: ModelServer) -> str:
    return "\n".join(message["content"] for request in server.requests for message in request["messages"])


def test_who_the_patient_is_enters_no_prompt(reception: Reception, server: ModelServer) -> None:
    for place, patient in enumerate(PATIENTS):
        language, words = INTRODUCTIONS[place % len(INTRODUCTIONS)]
        talk = Talk(reception, language).as_guest()
        talk.says(words.format(**patient))
        talk.says("有三天了，不太厉害" if language is Language.ZH else "for three days, not too bad")
        talk.says("在哪儿交费？" if language is Language.ZH else "Where do I pay?")
    assert len(server.requests) >= len(PATIENTS)
    told = asked(server)
    for patient in PATIENTS:
        who = (patient[field] for field in ("patient_id", "name", "birth_date", "phone"))
        assert [word for word in who if word in told] == []


def test_an_earlier_visit_enters_no_prompt_before_the_patient_is_verified(
    reception: Reception, server: ModelServer
) -> None:
    kept = {row["patient_id"]: row for row in RECORDS}
    for patient in PATIENTS:
        if patient["patient_id"] not in kept:
            continue
        talk = Talk(reception, Language.ZH, Entry.FOLLOW_UP)
        talk.identifies(patient["patient_id"], name="不是这个人")
        talk.as_guest().says("我来复查，上次看的什么来着？")
        talk.says("还是老样子")
    told = asked(server)
    assert server.requests
    for row in kept.values():
        assert not any(len(row[f]) > 3 and row[f] in told for f in ("chief_complaint", "preliminary_diagnosis"))


def test_a_verified_patients_name_and_number_stay_out_too(reception: Reception, server: ModelServer) -> None:
    with_records = {row["patient_id"] for row in RECORDS}
    for patient in [p for p in PATIENTS if p["patient_id"] in with_records][:8]:
        talk = Talk(reception, Language.ZH, Entry.FOLLOW_UP)
        talk.identifies(patient["patient_id"], birth_date=date.fromisoformat(patient["birth_date"]))
        assert talk.state.verified
        talk.says("比上次好一点")
        talk.says("药按时吃了")
        told = asked(server)
        assert patient["patient_id"] not in told and patient["name"] not in told


def test_three_wrong_tries_end_in_a_nurse_and_no_prompt(reception: Reception, server: ModelServer) -> None:
    talk = Talk(reception, Language.EN, Entry.FOLLOW_UP)
    for name in ("Somebody", "Nobody", "Anybody"):
        talk.identifies("P1002", name=name)
    assert talk.state.person_called
    assert not talk.state.verified
    with pytest.raises(NotNow):
        talk.identifies("P1002", name="王芳")
    assert server.requests == []
