"""Whose medicine or illness is spoken of: the speaker's own, or of a relative named nearest before it."""

import re
from bisect import bisect_right
from functools import lru_cache

from models.embedded.kin import with_kin
from models.embedded.understanding.cues import cues, pattern
from models.embedded.understanding.hearing import Hearing
from models.embedded.understanding.medicines.medicine_states import CLAUSE
from models.embedded.understanding.persons.patients_kin import of_their_kin
from models.facts import Language, Person, Relation, Sex

_SELF = re.compile(r"我(?!们|家)|俺(?!们|家)|\b(?:i|i'm|i've|me|my|im|ive)\b")
_SENTENCE = re.compile(r"[。！？!?\n]|\.(?!\d)")
# Named beside the speaker (like my dad, 跟我爸一样), or a companion, and so no owner of what follows.
_BESIDE = re.compile(r"(?:跟|和|像|随|同|陪|带|替|帮|给)$|\b(?:with|like|from|by|and|told|gave|give|for) $")
_SUBJECT = re.compile(
    r"(?:'s|s)? (?:has|had|have|is|was|takes?|took|got|gets|needs?|used)\b"
)  # "and me sister had ..."
_ONLY_THERE = re.compile(
    r"也?(?:说|让|叫|带|陪|送|给|劝|催|在外|在门|看)|(?:的|'s )$"
    r"| (?:and i\b|told|says?|said|thinks?|brought|drove|made|gave|wants?|insisted|reckons?)"
    r"| is (?:outside|waiting|here)"
)


@lru_cache(maxsize=8)
def _sentence_starts(lower: str) -> tuple[int, ...]:
    return (0, *(stop.end() for stop in _SENTENCE.finditer(lower)))


def is_own(hearing: Hearing, place: int) -> bool | None:
    """True where the speaker is the last named before `place` in its sentence, False for a relative, else None."""
    lower = hearing.writing.lower
    starts = _sentence_starts(lower)
    begin = starts[bisect_right(starts, place) - 1]
    spans = [(start, end) for start, end, *_ in hearing.passing.mentioned]
    relatives = [
        start
        for start, end in spans
        if begin <= start < place
        and not (_BESIDE.search(lower[begin:start]) and not _joined_anew(lower, start, end))
        and not _ONLY_THERE.match(lower, end, place)
    ]
    own = [
        word.start()
        for word in _SELF.finditer(lower, begin, place)
        if not any(start <= word.start() < end for start, end in spans)
    ]
    if not relatives and not own:
        return None
    return max(own, default=-1) > max(relatives, default=-1)


def is_of_another_named(hearing: Hearing, place: int) -> bool:
    """Whether what is told at `place` is of another relative than the one somebody speaks for."""
    lower, patient = hearing.writing.lower, hearing.passing.person
    begin = max(lower.rfind(stop, 0, place) for stop in "，。；！？,.;!?") + 1
    named = [one for one in hearing.passing.mentioned if begin <= one[0] < place]
    if patient is None or not named or _ONLY_THERE.match(lower, named[-1][1], place):
        return False
    _, _, relation, sex = named[-1]
    return relation is not patient.relation or (None not in (sex, patient.sex) and sex is not patient.sex)


def _joined_anew(lower: str, start: int, end: int) -> bool:
    """Whether "and" begins what is told of the relative: "I'm on tablets and my sister had a hip replaced"."""
    return lower.endswith("and ", 0, start) and _SUBJECT.match(lower, end) is not None


def is_anothers(hearing: Hearing, place: int) -> bool:
    """Whether what is told at `place` is of a relative, in the words of somebody who is ill themselves."""
    person = hearing.passing.person
    of_self = person is None or person.relation in (None, Relation.SELF)
    return of_self and is_own(hearing, place) is False


def is_of_kin_behind(hearing: Hearing, start: int, end: int) -> bool:
    """Whether it is said behind its name to be of the family and not one's own: "gout? my brother has it, not me"."""
    lower = hearing.writing.lower
    if _KIN_BEHIND.match(lower, end) is None:
        return False
    clause = max((stop.end() for stop in CLAUSE.finditer(lower, 0, start)), default=0)
    return _SELF.search(lower, clause, start) is None  # "my diabetes runs in the family"


_KIN_BEHIND = pattern(cues("people")["of_kin_behind"])


def is_told_of_oneself(hearing: Hearing, place: int) -> bool:
    """Whether who speaks comes to themselves after their kin: "my dad had a stroke, I'm just a bit overweight"."""
    lower = hearing.writing.lower
    begin = _sentence_starts(lower)[bisect_right(_sentence_starts(lower), place) - 1]
    kin = max((one.end() for one in KIN.finditer(lower, begin, place)), default=None)
    if kin is None or hearing.speaks_for_another:
        return False
    return _OWN_TOLD.search(lower, kin, place) is not None


_OWN_TOLD = pattern(cues("people")["told_of_oneself"])


def is_of_patients_kin(hearing: Hearing, place: int) -> bool:
    """Whether it is told of a relative of the one who is ill: "his mum has hay fever", 他爸有鼻炎."""
    lower = hearing.writing.lower
    begin = max(lower.rfind(stop, 0, place) for stop in "，。；！？,.;!?") + 1
    kin = [one[:2] for one in hearing.passing.mentioned if begin <= one[0] < place]
    return bool(kin) and of_their_kin(lower, place, kin[-1])


def is_back_to_patient(hearing: Hearing, place: int, kin: int) -> bool:
    """Whether, after what the `kin` named at that place has, it is told of the patient: "but he hasn't got asthma"."""
    lower = hearing.writing.lower
    sex = next((sex for start, end, _, sex in hearing.passing.mentioned if start <= kin < end), None)
    told = (_THEY_THEN.finditer(lower, kin, place)) if _OF_PATIENT_EN.search(lower, 0, kin) else ()
    return any(then["but"] or sex is not (Sex.MALE if then["they"] == "he" else Sex.FEMALE) for then in told)


_OF_PATIENT_EN = re.compile(r"\b(?:his|her|their) (?:\w+ )?$")
_THEY_THEN = re.compile(r"[,;.]? (?P<but>but |though )?(?:and |while )?(?P<they>s?he)\b")

_EN, _ZH = Language.EN, Language.ZH
_FATHER = with_kin(r"\b(?:father|{father})\b", _EN) + with_kin("|{father}|爸|老?爹", _ZH)
_MOTHER = with_kin(r"\b(?:mother|{mother})\b", _EN) + with_kin("|{mother}|妈|老娘", _ZH)
_KINDRED = with_kin(
    r"\b(?:parents|brothers?|sisters?|uncles?|aunt(?:ie)?s?|cousins?|gran\w*|{grandmother}|{grandfather})\b", _EN
) + with_kin("|{grandmother}|{grandfather}|{sister}|{brother}|叔叔|姑姑|舅舅|(?<!师)[哥姐弟妹爷奶姥叔姑舅]|姨妈?", _ZH)
KIN = re.compile(
    r"(?:\b(?:my|our) (?:mum|mom|mam|dad|mother|father)'s )?"
    r"(?P<mine>\b(?:my|our) (?:(?:late|own|dear|poor|old|older|younger|elder|little|big|twin|half) )*"
    r"|(?:我|俺|咱)(?:们|家)?的?)?"
    rf"(?:爸妈|父母|(?P<father>{_FATHER})|(?P<mother>{_MOTHER})|{_KINDRED})"
    r"(?:'s side(?: of the family)?)?(?!-in-law|'s (?!got|had|been))"
)


def is_no_blood(lower: str, place: int, patient: Person) -> bool:
    """Whether the relative named last before `place` is the speaker's and no blood of who is ill.

    The mother somebody comes with had a husband in their father; their wife has parents of her own.
    """
    kin = list(KIN.finditer(lower, 0, place))
    if not kin or not kin[-1]["mine"]:
        return False
    if patient.relation is Relation.SPOUSE:
        return True
    other_parent = {Sex.FEMALE: kin[-1]["father"], Sex.MALE: kin[-1]["mother"]}
    return patient.relation is Relation.PARENT and patient.sex is not None and other_parent[patient.sex] is not None


def is_of_no_kin(hearing: Hearing, place: int) -> bool:
    """Whether the one named last before `place` is no blood relation of who is ill: a neighbour, a husband."""
    lower, patient = hearing.writing.lower, hearing.passing.person or Person()
    if patient.relation is Relation.CHILD:  # whose father is the speaker's husband
        return False
    return bool(_NO_KIN.search(lower[max(0, place - 60) : place])) or is_no_blood(lower, place, patient)


_NO_KIN = re.compile(  # the last one named before an illness that is no family history
    r"(?:朋友|同事|邻居|同学|师[哥兄弟姐妹]|徒弟|搭档|牌友|球友|街坊|工友|战友|羊|牛|猪|马(?!上)|鸡|老公|丈夫|我先生|老婆|妻子|媳妇|我太太|爱人|老伴)[^爸妈爹娘爷奶姥公哥弟姐妹儿女叔舅姑]*$"
    r"|\b(?:friend|colleague|neighbou?r|co-?worker|flatmate|husband|wife|partner|spouse)\b"
    r"(?!.*\b(?:my|our|(?:her|his) \w*(?:mother|father|brother|sister|mum|mom|dad|aunt|uncle))\b)"
)
