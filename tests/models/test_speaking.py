"""The nurse's lines: both languages say the same things, short and plain."""

import re
import string
from datetime import date

import pytest

from frontdesk.models.facts import Language
from frontdesk.models.speaking import UnknownPhrase, phrases, say
from frontdesk.models.speaking.dates import day_words

ZH_TURN, ZH_SENTENCE = 60, 25  # characters (services style 34)
EN_TURN, EN_SENTENCE = 40, 15  # words


def fields(wording: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(wording) if name}


def test_both_languages_have_the_same_phrases() -> None:
    assert phrases(Language.ZH).keys() == phrases(Language.EN).keys()


def test_every_wording_of_a_phrase_takes_values_the_others_take() -> None:
    grammar = {"who", "are", "Are", "Have", "Do"}  # English needs verbs, Chinese does not
    for key in phrases(Language.ZH):
        wordings = [fields(w) - grammar for language in Language for w in phrases(language)[key]]
        assert all(w == wordings[0] for w in wordings), key


def test_chinese_lines_are_short() -> None:
    for key, wordings in phrases(Language.ZH).items():
        for wording in wordings:
            bare = re.sub(r"\{\w+\}", "", wording)
            assert len(bare) <= ZH_TURN, key
            assert all(len(part) <= ZH_SENTENCE for part in re.split("[。！？]", bare)), key


def test_english_lines_are_short() -> None:
    for key, wordings in phrases(Language.EN).items():
        for wording in wordings:
            assert len(wording.split()) <= EN_TURN, key
            assert all(len(part.split()) <= EN_SENTENCE for part in re.split("[.!?]", wording)), key


def test_variants_go_round() -> None:
    assert say("open", Language.ZH, variant=0) != say("open", Language.ZH, variant=1)
    assert say("open", Language.ZH, variant=0) == say("open", Language.ZH, variant=len(phrases(Language.ZH)["open"]))


def test_an_unknown_phrase_is_our_fault_and_says_so() -> None:
    with pytest.raises(UnknownPhrase):
        say("no_such_phrase", Language.EN)


@pytest.mark.parametrize(
    ("day", "zh", "en"),
    [
        (date(2026, 11, 27), "今天", "today"),
        (date(2026, 12, 1), "周二", "on Tuesday"),
        (date(2026, 12, 20), "12月20日", "on 20 December"),
        (date(2027, 12, 31), "2027年12月31日", "on 31 December 2027"),
        (date(2025, 11, 20), "2025年11月20日", "on 20 November 2025"),
    ],
)
def test_a_day_is_said_with_its_year_when_it_is_not_this_one(day: date, zh: str, en: str) -> None:
    today = date(2026, 11, 27)
    assert [day_words(day, today, language) for language in (Language.ZH, Language.EN)] == [zh, en]
