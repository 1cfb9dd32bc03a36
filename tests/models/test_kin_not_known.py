"""Not to know of an illness of the family is told, and is neither the illness nor a question."""

import pytest

from frontdesk.models.assertion.kin_not_known import is_not_known_of_kin
from frontdesk.models.question_kinds import asked
from frontdesk.models.reading import DialogueAct
from frontdesk.models.reading.dialogue_acts import dialogue_acts

NOT_KNOWN = [
    "I'm not sure whether anyone in my family has migraines.",
    "I don't know if my dad had heart trouble",
    "I can't remember whether my mother had cancer",
    "No idea what my grandparents died of",
    "I've never asked whether my parents have diabetes",
    "不清楚家里有没有人偏头痛",
    "我不知道我爸有没有高血压",
    "记不清我奶奶得没得过中风",
    "家里人有没有这病我不太清楚",
]
KNOWN_OR_ASKED = [
    "My mum has migraines",
    "No one in my family has migraines",
    "I don't know whether I should stop the pill",
    "I don't know if it matters that my mum has diabetes, should I get tested?",
    "I'm not sure what is wrong with me",
    "我妈有糖尿病",
    "家里没人有糖尿病",
    "我妈不知道自己有高血压",
    "不知道这病会不会遗传给孩子吗",
]


@pytest.mark.parametrize("words", NOT_KNOWN)
def test_who_does_not_know_of_the_family_asks_nothing_and_wants_nobody(words: str) -> None:
    assert is_not_known_of_kin(words)
    assert asked(words) == () and not dialogue_acts(words).does(DialogueAct.WANTS_PERSON)


@pytest.mark.parametrize("words", KNOWN_OR_ASKED)
def test_what_is_known_or_asked_is_none_of_it(words: str) -> None:
    assert not is_not_known_of_kin(words)
