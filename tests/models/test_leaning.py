"""Living replies to yes-or-no questions, written by people who had not seen those that were learnt."""

from collections import Counter
from pathlib import Path

import pytest
import yaml

from models.embedded.replies.leaning_learning import FOLDER
from models.embedded.understanding import understand
from models.facts import Language

ASKED = ("fainting", "chest_pain", "numbness")
MEANT = {
    "yes": {"present"},
    "no": {"absent"},
    "once": {"past", "absent"},
    "another": {"absent"},
    "unsure": {"unknown"},
    "other": {"nothing"},
}
UNTRUE = {
    "yes": {"absent", "past"},
    "no": {"present", "past"},
    "once": {"present"},
    "another": {"present", "past"},
    "unsure": {"present", "absent"},
    "other": {"present", "absent", "past"},
}


def replies(language: Language) -> dict[str, list[str]]:
    text = Path(__file__).with_name(f"leaning.{language}.yaml").read_text("utf-8")
    return {kind: lines.splitlines() for kind, lines in yaml.safe_load(text).items()}


def told(text: str, asked: str, language: Language) -> str:
    facts = understand(text, asked=f"finding:{asked}", language=language).facts
    fact = next((one for one in facts if one.code == asked), None)
    return "nothing" if fact is None else "past" if fact.past else fact.status


@pytest.mark.parametrize("language", Language)
def test_most_living_replies_are_understood_and_few_as_what_they_do_not_mean(language: Language) -> None:
    right, untrue, every = Counter[str](), Counter[str](), Counter[str]()
    for kind, lines in replies(language).items():
        for text in lines:
            for asked in ASKED:
                answer = told(text, asked, language)
                every[kind] += 1
                right[kind] += answer in MEANT[kind]
                untrue[kind] += answer in UNTRUE[kind]
    assert right.total() >= 0.6 * every.total()
    assert untrue.total() <= 0.08 * every.total()
    assert untrue["yes"] <= 0.1 * every["yes"]


@pytest.mark.parametrize("language", Language)
def test_none_of_them_was_learnt(language: Language) -> None:
    written = yaml.safe_load((FOLDER / f"leaning.{language}.yaml").read_text("utf-8"))
    learnt = {line.strip().lower() for lines in written.values() for line in lines.splitlines()}
    assert written.keys() == MEANT.keys()
    assert learnt.isdisjoint(line.lower() for lines in replies(language).values() for line in lines)


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("yes, back in the nineties, all sorted since", "past"),
        ("yeah, and I'm the Pope", "absent"),
        ("only the once, at my sister's hen night, forty years back", "past"),
        ("it never lets up", "present"),
        ("有是有过，那都是上中学的事了，早没了", "past"),
        ("哪天不来几回", "present"),
    ],
)
def test_the_whole_reply_counts_for_more_than_how_it_begins(text: str, answer: str) -> None:
    language = Language.ZH if any("一" <= char <= "鿿" for char in text) else Language.EN
    assert told(text, "fainting", language) == answer


@pytest.mark.parametrize(
    ("asked", "text", "answer"),
    [
        ("fainting", "晕什么晕，我壮得很", "absent"),
        ("cannot_urinate", "尿得顺着呢", "absent"),
        ("weak_one_side", "劲有呢，就是疼起来不敢用", "absent"),
        ("vaginal_bleeding", "no, a wee bit of spotting back at six weeks and that was it", "absent"),
        ("vaginal_bleeding", "没有，怀老大那会儿见过一回红", "absent"),
        ("fainting", "No, but I fainted this morning", "present"),
        ("vomiting_blood", "没有，可是刚才吐了一口血", "present"),
        ("vomiting_blood", "no, well, I vomited a cupful of blood", "present"),
        ("vomiting_blood", "no, I vomited blood last month", "past"),
        ("fainting", "No. Why do you want to know?", "absent"),
        ("fainting", "What do you mean by that?", "nothing"),
    ],
)
def test_a_no_stands_beside_what_was_once_and_not_beside_what_is(asked: str, text: str, answer: str) -> None:
    language = Language.ZH if any("一" <= char <= "鿿" for char in text) else Language.EN
    assert told(text, asked, language) == answer
