"""What stands behind a complaint: the history that is told, the medicines that are taken, a pregnancy."""

import re

from models.embedded.scope import ScopeKind
from models.embedded.understanding.cues import cues, pattern
from models.embedded.understanding.hearing import Hearing
from models.embedded.understanding.medicines.medicine_names import UNKNOWN, is_group
from models.embedded.understanding.medicines.medicine_states import Medicine, State
from models.embedded.understanding.medicines.medicines import medicines
from models.embedded.understanding.past.history import Told
from models.embedded.understanding.persons.whose import is_anothers, is_of_another_named, is_own
from models.embedded.understanding.words.writing import read
from models.facts import Details, Duration, Fact, Status, Topic


def history_fact(hearing: Hearing, one: Told) -> Fact | None:
    """The allergy, operation, habit or family history told; None where it is supposed or another's."""
    if _is_supposed_or_anothers(hearing, one):
        return None
    code, status = one.code, one.status
    if one.about:
        code = _substance(hearing, one.about) if one.topic is Topic.ALLERGY else hearing.writing.words(*one.about)
        if ScopeKind.NEGATED in hearing.under(*one.about):
            status = Status.ABSENT
    often = _amounts(hearing, one) if one.topic is Topic.HABIT and status is Status.PRESENT else None
    words = hearing.writing.words(one.start, one.end)
    return Fact(topic=one.topic, code=code, status=status, past=one.past, quote=words, details=Details(frequency=often))


def _is_supposed_or_anothers(hearing: Hearing, one: Told) -> bool:
    under = hearing.under(one.start, one.end) if one.code != "none" else set()
    of_another = ScopeKind.OTHER_PERSON in under and not hearing.speaks_for_another
    if ScopeKind.HYPOTHETICAL in under or of_another or (one.code != "none" and is_anothers(hearing, one.start)):
        return True
    # 爸爸头晕，我妈对磺胺过敏
    return one.topic is Topic.ALLERGY and hearing.speaks_for_another and is_of_another_named(hearing, one.start)


def _amounts(hearing: Hearing, habit: Told) -> str | None:
    """How much is smoked or drunk, up to where the other habit is told of."""
    lower = hearing.writing.lower
    other = _OTHER_HABIT[habit.code].search(lower, habit.end)
    amounts = _AMOUNT.finditer(lower, max(0, habit.start - 12), other.start() if other else len(lower))
    gap = "，" if hearing.chinese else ", "
    return gap.join(hearing.writing.words(*amount.span()) for amount in amounts) or None


_AMOUNT = pattern(cues("statements")["amount"])
_OTHER_HABIT = {"smoking": re.compile("酒|drink|alcohol|wine|beer"), "drinking": re.compile("烟|smok|cig|fag")}


def _substance(hearing: Hearing, about: tuple[int, int]) -> str:
    """The standard name of what somebody is allergic to where it is a known medicine, else their words."""
    words = hearing.writing.words(*about)
    inside = medicines(read(words), chinese=hearing.chinese, english=hearing.english)
    return inside[0].code if inside and not inside[0].code.startswith(UNKNOWN) else words


def medicine_fact(hearing: Hearing, one: Medicine, how: Details) -> Fact | None:
    """What is told of a medicine, with how it is taken."""
    under = hearing.under(one.start, one.end)
    own = is_own(hearing, one.start)  # "I took my husband's codeine", though he is named
    of_another = ScopeKind.OTHER_PERSON in under and not own and not hearing.speaks_for_another
    supposed = ScopeKind.HYPOTHETICAL in under and not _ADVISED_AGAINST.fullmatch(
        hearing.cue(one.start, one.end, ScopeKind.HYPOTHETICAL)
    )
    if one.state is State.BORNE or supposed or of_another or is_anothers(hearing, one.start):
        return None
    if one.reaction:
        return Fact(topic=Topic.ALLERGY, code=one.code, quote=hearing.writing.words(*one.reaction))
    start, end = (min(one.start, one.dose[0]), max(one.end, one.dose[1])) if one.dose else (one.start, one.end)
    lead = _one_more(hearing.writing.lower, one.start) if is_group(one.code) else one.start
    return Fact(
        topic=Topic.MEDICINE,
        code=one.code if lead == one.start else UNKNOWN + hearing.writing.words(lead, one.end),
        status=Status.ABSENT if ScopeKind.NEGATED in under else _STATUSES[one.state],
        past=(ScopeKind.PAST in under and not _is_still_had(hearing, one)) or one.state is State.PAST,
        quote=hearing.quote(min(lead, start), end),
        details=how,
    )


def _one_more(lower: str, start: int) -> int:
    """Where the name at `start` begins with the words that make it one more: 还有一种降压药."""
    another = _ANOTHER.search(lower, max(0, start - 16), start)
    return another.start() if another else start


_ANOTHER = pattern(cues("medicines")["another"])


def _is_still_had(hearing: Hearing, one: Medicine) -> bool:
    """ "Asthma as a kid, still got a puffer": what was long ago is the illness."""
    return _STILL_HAD.search(hearing.writing.lower, max(0, one.start - 24), one.start) is not None


_STILL_HAD = re.compile(r"\bstill (?:\w+ ){1,3}$|(?:还|仍)(?:在|有|用|吃|喷|备)[^，。]{0,6}$")
_ADVISED_AGAINST = re.compile(r"avoid|避免")

# UNKNOWN: asked about, and whether it will be taken is open.
_STATUSES = {
    State.CURRENT: Status.PRESENT,
    State.PAST: Status.PRESENT,
    State.NOT_TAKEN: Status.ABSENT,
    State.NOT_BORNE: Status.PRESENT,
    State.ASKED: Status.UNKNOWN,
}


def pregnancy_facts(hearing: Hearing) -> list[Fact]:
    passing, writing = hearing.passing, hearing.writing
    found = []
    if passing.pregnancy and passing.person and passing.person.pregnant is not None:
        words = writing.words(*passing.pregnancy)
        hours = passing.pregnancy_hours
        which = _WHICH_CHILD.search(writing.lower)
        said = Details(
            duration=Duration(hours=hours, words=words) if hours else None,
            value=writing.words(*which.span()) if which else None,
        )
        status = Status.PRESENT if passing.person.pregnant else Status.ABSENT
        found.append(Fact(topic=Topic.PREGNANCY, code="pregnancy_known", status=status, quote=words, details=said))
    for code, span in (("postpartum", passing.postpartum), ("breastfeeding", passing.breastfeeding)):
        if span and not {ScopeKind.NEGATED, ScopeKind.HYPOTHETICAL} & hearing.under(*span):
            found.append(Fact(topic=Topic.PREGNANCY, code=code, quote=writing.words(*span)))
    return found


_WHICH_CHILD = re.compile(r"(?:第[一二三四]|[头二三四])胎|\b(?:first|second|third|fourth) (?:baby|pregnancy|child)\b")
