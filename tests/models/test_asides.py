"""What is said beside a complaint changes neither the department nor the alarm."""

import pytest

from frontdesk.evaluation.triage import answer
from frontdesk.models import parsers
from frontdesk.models.complaints import behind_denials, without_asides
from frontdesk.models.facts import Language
from frontdesk.models.red_flags import check


@pytest.mark.parametrize(
    ("told", "complaint"),
    [
        ("我一个女同志，膝盖上下楼疼", "膝盖上下楼疼"),
        ("男，45岁，膝盖上下楼疼，我老婆说没什么", "膝盖上下楼疼"),
        ("膝盖上下楼疼。家里人都说没事，就是我自己不放心", "膝盖上下楼疼"),
        ("Female, 45. my knee hurts on the stairs", "my knee hurts on the stairs"),
        ("I'm a bloke, my knee hurts on the stairs, my wife says it's nothing", "my knee hurts on the stairs"),
        ("my knee hurts. Everyone at home says it's nothing, but I'm worried", "my knee hurts"),
    ],
)
def test_who_tells_it_and_what_the_family_thinks_is_left_out(told: str, complaint: str) -> None:
    assert without_asides(told) == complaint


@pytest.mark.parametrize(
    "told",
    [
        "膝盖疼，我老婆说我睡觉不喘气",
        "头晕，家里人说我刚才叫不答应",
        "my knee hurts, my wife says I keep stopping breathing at night",
        "dizzy, my husband says I wasn't making sense",
        "my daughter is two, she keeps coughing",
        "I'm a woman, my family says it's nothing",
        "they may have pressed the test button, but I am not sure",
    ],
)
def test_what_the_family_has_seen_stays_and_so_does_all_that_is_told(told: str) -> None:
    assert without_asides(told) == told


@pytest.mark.parametrize(
    ("plain", "told"),
    [
        ("反酸烧心", "反酸烧心。家里人都说没事，就是我自己不放心"),
        ("everything I look at is getting blurrier", "I'm a woman, everything I look at is getting blurrier"),
    ],
)
def test_the_department_is_the_same(plain: str, told: str) -> None:
    assert answer(told).specialty == answer(plain).specialty


@pytest.mark.parametrize(
    ("language", "told"),
    [
        (Language.EN, "I'm a lady, the bleeding from my cut won't stop"),
        (Language.EN, "I've just had a fit, my whole body shook. Everyone at home says it's nothing, but I'm worried"),
        (Language.ZH, "吃了一整瓶安眠药。家里人都说没事，就是我自己不放心"),
    ],
)
def test_no_alarm_is_lost(language: Language, told: str) -> None:
    assert check(parsers.normalise(told), language=language, person=parsers.person_of(told))


@pytest.mark.parametrize(
    ("told", "behind"),
    [
        ("no, but I have just vomited a lot of blood", "I have just vomited a lot of blood"),
        ("I don't take any medicines. No fever - his lips are blue", "his lips are blue"),
        ("都没有，就是刚才吐了一大口血", "刚才吐了一大口血"),
        ("没有发烧，没有别的，可是昏过去了", "昏过去了"),
    ],
)
def test_what_is_told_behind_a_denial(told: str, behind: str) -> None:
    assert behind_denials(told) == behind


@pytest.mark.parametrize("told", ["he is not breathing", "I've been sick, no fever", "没力气，也没胃口"])
def test_what_begins_with_the_complaint_stays(told: str) -> None:
    assert behind_denials(told) in told


@pytest.mark.parametrize(
    ("language", "danger"),
    [
        (Language.EN, "his lips are blue, hurry"),
        (Language.EN, "I have just vomited a lot of blood"),
        (Language.EN, "can't breathe, choking"),
        (Language.ZH, "刚才吐了一大口血"),
        (Language.ZH, "胸口像压了块大石头"),
        (Language.ZH, "孩子噎住了，说不出话"),
    ],
)
def test_no_denial_covers_the_danger_told_behind_it(language: Language, danger: str) -> None:
    denials = {
        Language.EN: ("no, but ", "No. ", "no - ", "I don't take any medicines, but ", "no fever, but "),
        Language.ZH: ("没有，可是", "没有。", "都没有，就是", "我不吃药，但是", "没有发烧，就是"),
    }
    told = [denial + danger for denial in denials[language]]
    assert all(check(parsers.normalise(words), language=language) for words in told)
