"""Who speaks: of a complaint of their own, or for somebody whose relative they say they are."""

import re
from collections.abc import Iterator

from models.embedded.scope.cues import cues as scope_cues
from models.embedded.understanding.cues import Cue, cues
from models.embedded.understanding.persons.relatives import Who, any_of, called, calls
from models.facts import Language, Relation, Sex

OWN_COMPLAINT = Cue(cues("people")["own_complaint"])
OF_ANOTHER = re.compile("[^。！？]*(?:[他她]|孩子|宝宝|娃|家属|老人|病人|患者)")
_OF_ANOTHER_EN = re.compile(r"(?: here| speaking)?[,.;:]? (?:and |but )?(?:(?:s?he|they)\b|(?:his|her|their) \w)")

_CALLED_ZH, _CALLED_EN = calls("speaking_zh"), calls("speaking_en")
_SPEAKER_ZH = re.compile(
    r"(?:我(?:自己)?是(?P<whose>他|她|(?:孩子|宝宝|娃儿?|小孩)[他她]?|病人|患者|老人)|(?P<alone>我(?:自己|就)?是)"
    r"|^\W*(?:大夫|医生|您?你?好|护士|\W)*(?:孩子|宝宝|娃儿?|小孩)[他她]?)的?"
    rf"(?:{any_of(_CALLED_ZH)})(?=[，,。！ ]|$|带|陪|抱|替)"
)
_SPEAKER_EN = re.compile(
    r"(?:\b(?:i'm|i am|im|this is) (?P<whose>his|her|their|the) "
    r"|(?P<alone>\b(?:i'm|i am|im) (?=m[ou]m|mam|dad|gran|nan)|^\W*(?=\w+ (?:here|speaking)\b)))"
    rf"(?:{any_of(_CALLED_EN)})\b"
)


def speakers(lower: str) -> Iterator[Who]:
    """ "I'm his gran", 我是她女儿, 孩子妈妈，…: those who speak for somebody, as that somebody is related to them."""
    for calling, expression in ((_CALLED_ZH, _SPEAKER_ZH), (_CALLED_EN, _SPEAKER_EN)):
        for name in expression.finditer(lower):
            if _speaks_for_another(lower, name):
                one = called(calling, name)
                relation = Relation.CHILD if _THE_CHILD.search(name[0]) else one.relation
                yield Who(*name.span(), relation, _SEX_OF.get(name["whose"] or "", one.sex), ill=True, speaks=True)


def speaks_of_own(text: str) -> bool:
    """Whether who speaks tells of their own trouble, and so is the patient until they say for whom they come."""
    lower = text.lower()
    return bool(OWN_COMPLAINT.search(lower) or any(scope_cues(one, "self").search(lower) for one in Language))


_THE_CHILD = re.compile("孩子|宝宝|娃|小孩")
_SEX_OF = {"她": Sex.FEMALE, "her": Sex.FEMALE, "his": Sex.MALE}


def _speaks_for_another(lower: str, speaker: re.Match[str]) -> bool:
    if speaker["whose"] == "the":
        return _SPOKEN_FOR_EN.search(lower, speaker.end()) is not None
    if speaker["alone"] is None or speaker[0].endswith("家长"):
        return True
    return _tells_of_another(lower, speaker.end())


_SPOKEN_FOR_EN = re.compile(r"\b(?:of|to|s?he|him|his|her|they|their|patient)\b")


def _tells_of_another(lower: str, place: int) -> bool:
    """我是老公，她肚子疼 and "mum here, he's four", unlike 我是老公，男的, tell of whom one speaks for."""
    another = OF_ANOTHER.match(lower, place) or _OF_ANOTHER_EN.match(lower, place)
    return another is not None and OWN_COMPLAINT.search(lower[place:]) is None
