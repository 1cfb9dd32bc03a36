"""Whole receptions with simulated patients: short, plain, one question at a time, nothing asked twice."""

import re
from collections.abc import Iterator
from statistics import mean

import pytest

from evaluation.simulation.measure import Judged, judge
from evaluation.simulation.personas import personas
from evaluation.simulation.play import converse, reception
from evaluation.simulation.report import table, transcript
from models.embedded.speaking import phrases
from models.facts import Language
from models.knowledge.load import knowledge

SEED = 20
JARGON = {
    Language.ZH: "主诉|现病史|既往|症状|病史|过敏史|体征|放射痛|心悸|呼吸困难|预检|分诊|就诊|诊断|处方|妊娠|患者",
    Language.EN: r"symptom|onset|dyspn|palpitation|severity|chronic|acute|radiat|diagnos|(?<!repeat )prescri"
    r"|triage|history|complaint|abdom|micturition|prior condition|\bassess|\bpatient'?s\b",
}


@pytest.fixture(scope="module")
def judged() -> Iterator[list[Judged]]:
    with reception() as desk:
        yield [judge(converse(desk, persona, seed=SEED)) for persona in personas()[::2]]


def test_there_are_patients_of_every_temper_in_both_languages() -> None:
    everyone = personas()
    assert len(everyone) >= 40
    assert {one.language for one in everyone} == set(Language)
    assert len({one.temper for one in everyone}) >= 10


def test_every_turn_is_short(judged: list[Judged]) -> None:
    assert [line for one in judged for line in one.too_long] == []


def test_every_turn_asks_one_thing(judged: list[Judged]) -> None:
    assert [line for one in judged for line in one.several] == []


def test_the_nurse_never_says_the_same_words_twice_running(judged: list[Judged]) -> None:
    assert [line for one in judged for line in one.repeated] == []


def test_a_department_is_named_after_few_questions(judged: list[Judged]) -> None:
    before = [one.questions for one in judged if one.questions is not None]
    assert mean(before) <= 4 and max(before) <= 12
    assert max(one.asked for one in judged) <= 12


def test_little_is_asked_that_was_said(judged: list[Judged]) -> None:
    """What is left is what was not understood the first time, and apologised for."""
    assert sum(len(one.asked_again) for one in judged) <= len(judged) * 0.08, table(judged)


def test_most_come_to_the_right_place_and_what_they_told_is_in_the_record(judged: list[Judged]) -> None:
    told, missed = sum(one.told for one in judged), sum(len(one.missed) for one in judged)
    assert mean(one.right for one in judged) >= 0.85, table(judged)
    assert missed / told <= 0.06, table(judged)
    assert sum(len(one.invented) for one in judged) <= 0.3 * len(judged), table(judged)


def test_who_tells_stories_seldom_raises_an_alarm_and_mostly_comes_to_the_right_place() -> None:
    with reception() as desk:
        told = [judge(converse(desk, persona, seed=SEED)) for persona in personas("everyday")]
    assert mean(one.false_alarm for one in told) <= 0.08, table(told)
    assert mean(one.right for one in told) >= 0.78, table(told)


def test_no_line_of_a_conversation_has_words_only_doctors_use(judged: list[Judged]) -> None:
    for one in judged:
        for exchange in one.conversation.exchanges:
            spoken = re.sub(r"“[^”]*”|\"[^\"]*\"", "", exchange.nurse)
            for language in Language:
                assert not re.search(JARGON[language], spoken, re.I), spoken


@pytest.mark.parametrize("language", list(Language))
def test_no_phrase_and_no_question_has_words_only_doctors_use(language: Language) -> None:
    spoken = [re.sub(r"\{\w+\}", "", words) for wordings in phrases(language).values() for words in wordings]
    findings = knowledge().findings.values()
    spoken += [asked for f in findings if (asked := f.question_zh if language is Language.ZH else f.question_en)]
    assert [words for words in spoken if re.search(JARGON[language], words, re.I)] == []


def test_the_same_seed_gives_the_same_conversation(judged: list[Judged]) -> None:
    first = judged[0].conversation
    with reception() as desk:
        second = converse(desk, first.persona, seed=SEED)
    assert [e.words for e in first.exchanges] == [e.words for e in second.exchanges]
    assert [e.nurse for e in first.exchanges] == [e.nurse for e in second.exchanges]


def test_a_transcript_can_be_read(judged: list[Judged]) -> None:
    text = transcript(judged[0])
    assert "nurse" in text and "PATIENT" in text and judged[0].conversation.persona.id in text
