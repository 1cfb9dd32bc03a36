"""Names, numbers and addresses stay out of what a model is told, however people say them; what hurts stays in."""

import csv
from datetime import datetime
from pathlib import Path

import pytest
import yaml

from frontdesk.app.reception.session.state import Line
from frontdesk.app.reception.turn.anonymity import GONE, anonymous, said, worded
from frontdesk.evaluation.anonymising import cases, measured

HERE = Path(__file__).parent
PATIENTS = list(csv.DictReader((HERE.parents[3] / "hospital" / "demo" / "patients.csv").open(encoding="utf-8")))
INTRODUCTIONS = yaml.safe_load((HERE / "introductions.yaml").read_text(encoding="utf-8"))
IDENTIFYING = yaml.safe_load((HERE / "identifying.yaml").read_text(encoding="utf-8"))
ANONYMISING = yaml.safe_load((HERE / "anonymising.yaml").read_text(encoding="utf-8"))
LEFT, EATEN = 1, 1  # of the sixty sentences: a name in small letters without a word before it; a beard, 胡子
THROUGH, LOST = 2, 1  # of the two hundred: a surname said for itself, a name behind a bare 的; again the beard
FURTHER = ("诸葛小明", "欧阳娜", "张三", "李四光", "白百何", "方文山", "汤唯", "马冬", "包贝尔", "华春莹", "司徒雷")


def introduced() -> list[tuple[str, dict[str, str]]]:
    """Every introduction by every patient of its language, with what is theirs in it."""
    told = []
    for patient in [*PATIENTS, *({**PATIENTS[0], "name": name} for name in FURTHER)]:
        parts = patient["name"].split()
        own = patient | {"surname": parts[0][0], "first": parts[0], "last": parts[-1]}
        language = "en" if patient["name"].isascii() else "zh"
        told += [(words, own) for words in INTRODUCTIONS[language]]
    return told


def test_no_introduction_says_who_it_was() -> None:
    leaked = []
    for words, own in introduced():
        told = anonymous(words.format(**own))
        names = own["name"].split() if "{name}" in words else []
        parts = [
            own[field] for field in ("patient_id", "birth_date", "phone", "first", "last") if f"{{{field}}}" in words
        ]
        leaked += [told for part in (*names, *parts) if part in told]
    assert leaked == []


def test_birth_dates_addresses_numbers_and_names_go_in_every_spelling() -> None:
    told = {one["says"]: anonymous(one["says"]) for one in IDENTIFYING["told"]}
    assert [
        told[one["says"]] for one in IDENTIFYING["told"] if any(part in told[one["says"]] for part in one["gone"])
    ] == []
    assert [words for words in told.values() if GONE not in words] == []


@pytest.mark.parametrize("language", ["zh", "en"])
def test_everyday_sentences_stay_as_they_are(language: str) -> None:
    said = IDENTIFYING[f"kept_{language}"]
    assert len(said) >= 40
    assert [words for words in said if anonymous(words) != words] == []


def test_what_stays_stays_as_it_was_written() -> None:
    assert anonymous("頭暈３天，我叫蔣月娥，血壓１２０／８０") == "頭暈３天，我叫…，血壓１２０／８０"


@pytest.mark.parametrize(
    "words",
    [
        "高血压好几年了，吃华法林，脸上起蝶形的红斑",
        "白带多，黄痰，石头排出来了，温度高",
        "方便面吃多了，马上就疼，医生叫赶紧看",
        "请问华大夫在吗，我想挂李主任的号",
        "公司新员工要入职体检，朋友喝了好多酒叫不醒",
        "汤喝多了，解小便疼，从昨天开始",
        "Bananas, I love them. I take Tylenol for my back",
        "Is Dr Chen in on Monday? My HbA1c and LFTs came back",
        "I am very thin, it's quite sore, I was in Ghana in May",
    ],
)
def test_what_hurts_and_what_is_taken_stays(words: str) -> None:
    assert anonymous(words) == words


def test_the_nurses_own_words_are_no_names_and_a_name_may_begin_with_one() -> None:
    assert anonymous("记好了，谢谢。现在可以去神经内科了。") == "记好了，谢谢。现在可以去神经内科了。"
    assert anonymous("别怕，我们一步一步来。") == "别怕，我们一步一步来。"
    assert "方向明" not in anonymous("方向明，头晕")


def test_of_two_hundred_sentences_identifiers_go_and_nothing_else_does() -> None:
    """Those of the first lot, from which has been learnt; `python -m frontdesk.evaluation.anonymising` prints them
    by kind.
    """
    found = measured(cases())
    lost = [one.case.says for one in found.faults if one.kind is None]
    assert (sum(found.identifiers.values()), sum(found.plain.values())) == (127, 100)
    assert len(found.faults) - len(lost) <= THROUGH and len(lost) <= LOST


@pytest.mark.parametrize(
    ("words", "gone"),
    [
        ("it's about my daughter, rosamund tickell, she coughs", "rosamund tickell"),
        ("first name thaddeus", "thaddeus"),
        ("My son Angus MacDonald has it too", "MacDonald"),
        ("就记在邵秀英名下吧", "邵秀英"),
        ("另一个贺玉梅也在排队", "贺玉梅"),
        ("家属卢文娟", "卢文娟"),
        ("邻居带我来的，贺国栋，就在外面", "贺国栋"),
    ],
)
def test_names_go_by_where_they_stand_and_how_they_are_made(words: str, gone: str) -> None:
    assert gone not in anonymous(words)


@pytest.mark.parametrize(
    "words",
    [
        "We came back from Kenya with it",
        "Is there a room for Muslim prayer?",
        "她是我妹妹，血型是AB，查出来是HPV",
        "药给别人了",
        "妇女儿童保健科在几楼",
        "金属过敏，戴耳环就痒",
        "我的排队号是B12",
    ],
)
def test_countries_words_and_things_are_no_names(words: str) -> None:
    assert anonymous(words) == words


def test_identifiers_go_and_nothing_else_does() -> None:
    assert len(ANONYMISING) >= 60
    told = [(one, anonymous(one["says"])) for one in ANONYMISING]
    assert sum(any(part in words for part in one["gone"]) for one, words in told) <= LEFT
    assert sum(not one["gone"] and words != one["says"] for one, words in told) <= EATEN


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        ("My husband Marek has a swollen toe", "My husband a relative has a swollen toe"),
        ("老伴龚德顺走路不稳", "老伴亲属走路不稳"),
        ("Hi, Siobhan here, my back again", "Hi, the patient here, my back again"),
        ("手机13912345678，打这个就行", "手机某号码，打这个就行"),
    ],
)
def test_words_stand_in_place_of_what_goes(words: str, shown: str) -> None:
    assert worded(words) == shown


def test_a_reason_in_the_patients_own_words_stays_and_what_a_record_was_quoted_with_goes() -> None:
    at = datetime(2026, 11, 18, 10, 0)
    line = Line(
        sequence=1, at=at, name=None, speaker="nurse", text="您说“膝盖打软”，建议去骨科。上次写的是“半月板损伤”。"
    )
    assert said(line, told="上下楼膝盖打软") == "您说“膝盖打软”，建议去骨科。上次写的是“…”。"
