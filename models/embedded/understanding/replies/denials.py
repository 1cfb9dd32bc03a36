"""What is said, whatever was asked, to be wanting or to work as it should."""

import re

from models.embedded.understanding.cues import Cue, cues
from models.embedded.understanding.replies.openings import first_clause
from models.embedded.understanding.words.writing import Writing
from models.facts import Fact, Status, Topic

_CUES = cues("answers")


def told_to_have_none(writing: Writing) -> list[Fact]:
    """No pain, medicine or illness, said although something else was asked: 没吃药, "no other illnesses"."""
    quote = writing.original.strip()
    found = [
        Fact(topic=topic, code="none", status=Status.ABSENT, quote=quote)
        for topic, words in _HAS_NONE.items()
        if words.fullmatch(writing.lower)
    ]
    if ONLY_NO_PAIN.fullmatch(writing.lower):
        found.append(Fact(topic=Topic.FINDING, code="pain_somewhere", status=Status.ABSENT, quote=quote))
    return found


ONLY_NO_PAIN = re.compile(
    r"\W*(?:我|他|她|倒|也|都|现在|一点|并|又|啊|哦)*(?:不|没有?)(?:怎么|太|觉得|感觉|感到)?[疼痛](?:了|的|啊|呀|过|呢)*\W*"
    r"|\W*(?:it )?(?:doesn'?t|does not|isn'?t|not|no) (?:hurt|hurting|painful|sore|pain)\W*"
)
_HAS_NONE = {
    Topic.MEDICINE: re.compile(
        r"\W*(?:我|他|她|孩子|现在|平时|目前|也|都)*(?:没有?在?|不)(?:吃|用|服)(?:过|什么|啥|任何)?药[了啊呀的]?\W*"
        r"|\W*(?:no,? )?(?:i'?m not|i am not|i don'?t|s?he doesn'?t|s?he'?s not|not) (?:on|take|taking) "
        r"(?:any )?(?:medicines?|medications?|tablets|pills|meds)\W*"
        r"|\W*(?:i |s?he )?(?:have|has)(?: not|n't) taken anything(?: for it)?(?: yet)?\W*"
        r"|\W*no (?:regular |other |prescribed )*(?:medicines?|medications?|tablets|pills|meds)\W*"
    ),
    Topic.CONDITION: re.compile(
        r"\W*(?:我|他|她|孩子|也|都)*没有?(?:得过)?(?:什么|啥)?(?:别的|其他|其它|大|老)?的?(?:病|毛病)[了啊呀的]?\W*"
        r"|\W*no (?:other |past |previous )*(?:illness(?:es)?|medical (?:history|problems?)|health problems?)\W*"
    ),
    Topic.ALLERGY: re.compile(
        r"\W*(?:我|他|她|孩子|也|都|对?药物?|对?什么|对?啥)*(?:没有?|不|无)(?:对)?(?:什么|啥|任何|药物?|青霉素)*(?:都不)?过敏(?:史|的)?[了啊呀过]?\W*"
        r"|\W*(?:i have |i've got |i've |s?he has )?(?:no|not got any|don't have any) (?:known |drug )*allerg(?:ies|y)"
        r"(?: that i know of| as far as i know)?\W*"
    ),
}

LACKS_A_SYMPTOM = re.compile(  # "no blood no" says of nothing how often
    r"(?:no|not any|without) (?:\w+ )?(?:blood|bleeding|fever|temperature|pain|phlegm|vomit\w*|sick\w*|cough|rash|"
    r"swelling|illness\w*|allerg\w*|medicines?|tablets|pills)\b|没有?(?:再)?(?:疼|痛|血|发?烧|吐|晕|咳|过敏)[过啊呀的]?$"
)


def has_none_of_another(topic: Topic, lower: str) -> bool:
    """没有别的病, asked for allergies."""
    first, _ = first_clause(lower)
    return any(words.fullmatch(first) for other, words in _HAS_NONE.items() if other is not topic)


def working_well(writing: Writing) -> list[Fact]:
    """What is told to work as it should, whatever was asked: "swallowing's fine", 胃口还行."""
    found = ((code, words.search(writing.lower)) for code, words in _WORKS.items())
    return [
        Fact(topic=Topic.FINDING, code=code, status=Status.ABSENT, quote=writing.words(*told.span()))
        for code, told in found
        if told
    ]


_WELL_SO = f"(?:{_CUES['works_en']}|{_CUES['works_zh']})"
_WORKS = {code: Cue([one.replace("#", _WELL_SO) for one in words]) for code, words in _CUES["works"].items()}
