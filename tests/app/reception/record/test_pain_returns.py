"""A pain of the belly or the chest that comes back or grows worse has its danger signs asked about."""

import pytest

from frontdesk.app.reception.reception import Reception
from frontdesk.app.reception.record.screening import at_risk
from frontdesk.models.facts import Fact, Language, Person, Relation, Sex, Topic
from tests.app.reception.talk import Talk

GROWN_UP = Person(relation=Relation.SELF, sex=Sex.FEMALE, age_months=42 * 12)


@pytest.mark.parametrize(
    ("told", "asked"),
    [
        ("右上腹痛，反反复复三个星期了，吃完饭尤其吃油腻的更疼，有时候窜到右肩膀后面", True),
        ("胃疼老是犯，这个月已经疼了三四次", True),
        ("肚子疼一阵一阵的，有一个星期了，越来越厉害", True),
        ("pain under my right ribs after meals, it keeps coming back for three weeks now", True),
        ("I get stomach pain on and off since last month, mostly after dinner", True),
        ("膝盖疼反反复复两年了，上下楼梯明显", False),
        ("皮肤痒反反复复，换季就这样，涂点药膏就好", False),
        ("my knee pain keeps coming back after running, for a year", False),
        ("the rash on my arm comes and goes, it itches a bit", False),
    ],
)
def test_what_comes_back_is_asked_about(told: str, asked: bool) -> None:
    record = (Fact(topic=Topic.SAID, code="open", quote=told, asked="open"),)
    assert at_risk(record, GROWN_UP, ()) is asked


@pytest.mark.parametrize(
    ("language", "told"),
    [
        (Language.ZH, "右上腹痛,反反复复三个星期了,吃完饭尤其吃油腻的更疼,有时候窜到右肩膀后面。我42岁，女，没有怀孕"),
        (
            Language.EN,
            "pain under my right ribs after fatty meals, on and off for three weeks, I'm 42, female, not pregnant",
        ),
    ],
)
def test_of_fever_and_jaundice(reception: Reception, language: Language, told: str) -> None:
    talk = Talk(reception, language).as_guest()
    talk.says(told)
    talk.to_page("danger")
    assert {"yellow_skin", "fever_chills"} <= talk.signs


@pytest.mark.parametrize(
    ("language", "told"),
    [
        (Language.ZH, "肚子疼反反复复一个月了，饭后明显，我42岁，女，没有怀孕"),
        (Language.EN, "belly ache on and off for a month, mostly after meals, I'm 42, female, not pregnant"),
    ],
)
def test_of_black_stool(reception: Reception, language: Language, told: str) -> None:
    talk = Talk(reception, language).as_guest()
    talk.says(told)
    talk.to_page("danger")
    assert "black_stool" in talk.signs
