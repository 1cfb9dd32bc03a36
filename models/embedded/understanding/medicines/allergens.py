"""What is not borne, told in sentences of their own to whom asks for allergies: "I get a rash off plasters"."""

import re
from collections.abc import Iterator
from itertools import takewhile

from models.embedded.understanding.cues import Cue, cues, pattern
from models.embedded.understanding.hearing import Hearing
from models.embedded.understanding.medicines.medicine_names import UNKNOWN, is_group, is_kind_of, is_medicine
from models.embedded.understanding.medicines.medicines import medicines
from models.embedded.understanding.past.history import NOT_AN_ALLERGEN
from models.embedded.understanding.replies.answers import answer_in
from models.embedded.understanding.words.writing import read
from models.facts import Answer, Details, Fact, Language, Status, Topic

_CUES = cues("allergens")
_CLAUSES = re.compile(r"[,.;!?，。；！？、\n]+|\b(?:and|plus|but)\b|还有|以及")
_LEAD = pattern(_CUES["lead"])
_TAIL = pattern(_CUES["tail"])
_DENIED = pattern(_CUES["denied"])
_OF_DRINK = pattern(_CUES["of_drink"])
_WHAT = Cue(_CUES["what"])
_REACTION = Cue(_CUES["reaction"])
_REACTION_LEAD, _REACTION_TAIL = pattern(_CUES["reaction_lead"]), pattern(_CUES["reaction_tail"])
_LONGEST = 80  # characters of what one did
_SIDE_EFFECT, _OF_ALLERGY = pattern(_CUES["side_effect"]), pattern(_CUES["of_allergy"])
_KNOWN = Cue(_CUES["known"])
NO_SUBSTANCE = pattern(_CUES["no_substance"])
_LIKENED = re.compile(r"\blike (?:an?|the|my) (?:\w+ )?$")  # "makes me scratch like a dog"
_SAID = pattern(_CUES["said"])
_CORRECTS = pattern(_CUES["corrects"])
_NO_MEDICINE = pattern(_CUES["no_medicine"])
_OF_MEDICINES_TOLD = pattern(_CUES["of_medicines"])
_NAMELESS = pattern(_CUES["nameless"])
_DOUBT, _SURE = pattern(_CUES["doubt"]), pattern(_CUES["sure"])
_OF_HISTORY = ("allergies", "past_history", "medicines", "operations")
_MOST = 40  # characters of a name
_UNSURE = {Language.ZH: "不确定", Language.EN: "not sure"}
_NO_ALLERGY = {Language.ZH: "不耐受，不像过敏", Language.EN: "not tolerated, not an allergy as told"}

OF_MEDICINES = "medicines"  # of what there is no allergy, beside one to something else


def with_allergens(hearing: Hearing, facts: list[Fact]) -> list[Fact]:
    """The facts with what a reply names as not borne, which is not taken; a "none" beside it is of medicines alone."""
    if hearing.asked not in _OF_HISTORY:
        return facts
    facts = [_no_allergy(fact) if _is_denied_remedy(hearing, fact) else fact for fact in facts]
    facts = [fact for fact in facts if not (_is_of_drink(hearing, fact) or _is_in_jest(fact))]
    denial = _denial(hearing, facts)
    told = [fact for fact in facts if fact.topic is Topic.ALLERGY and fact.status is Status.PRESENT]
    added = {fact.code: fact for fact in _named(hearing, facts) if not any(_says_it(one, fact) for one in told)}
    allergens = _without_kinds([*told, *(fact for code, fact in added.items() if code not in {f.code for f in told})])
    if not allergens:
        return [*facts, denial] if denial and denial not in facts else facts
    told_in = [fact.quote for fact in added.values()]
    kept = [f for f in facts if f.topic is not Topic.ALLERGY and not any(f.quote in words for words in told_in)]
    denied = denial or _begins_with_no(hearing)
    if denied and not any(is_medicine(fact.code) for fact in allergens):
        kept.append(denied.model_copy(update={"code": OF_MEDICINES}))
    quoted = [_with_reaction(hearing, _in_doubt(hearing, fact, allergens)) for fact in allergens]
    named = [fact for fact in quoted if not any(_is_form_of(fact, one) for one in quoted)]
    return [*kept, *(_as_not_tolerated(hearing, fact) for fact in named)]


def _is_in_jest(fact: Fact) -> bool:
    return fact.topic is Topic.ALLERGY and NO_SUBSTANCE.search(fact.code.lower()) is not None


def _as_not_tolerated(hearing: Hearing, fact: Fact) -> Fact:
    """Marked where all that a medicine did is what it does to many: "codeine bunged me up", 红霉素吃了就吐."""
    quote = fact.quote.lower()
    if fact.details.character or not _SIDE_EFFECT.search(quote) or _OF_ALLERGY.search(hearing.writing.lower):
        return fact
    marked = fact.details.model_copy(update={"character": _NO_ALLERGY[hearing.language]})
    return fact.model_copy(update={"details": marked})


def _with_reaction(hearing: Hearing, fact: Fact) -> Fact:
    """The allergen with what it did, in its clause or in those behind that tell of nothing else.

    磺胺过敏，年轻时候吃了浑身起红疙瘩; "penicillin, it brings me out in hives".
    """
    lower, start = hearing.writing.lower, hearing.writing.lower.find(fact.quote.lower())
    clauses = [span for span in _spans(lower) if span[1] > start >= 0]
    if not clauses:
        return fact
    told = [clauses[0], *takewhile(lambda clause: _only_reaction(hearing, fact, *clause), clauses[1:])]
    did = [words for clause in told if (words := _reaction(hearing, fact, *clause))]
    if not did:
        return fact
    gap = "，" if hearing.chinese else ", "
    quote = max(fact.quote, hearing.writing.words(start, told[-1][1]).strip(), key=len)
    details = fact.details.model_copy(update={"value": gap.join(did)[:_LONGEST]})
    return fact.model_copy(update={"quote": quote, "details": details})


def _reaction(hearing: Hearing, fact: Fact, start: int, end: int) -> str:
    """What it did, told in the clause behind its name, ahead of it, or without it."""
    lower = hearing.writing.lower
    names = [one for one in _names(hearing, start, end) if one[2] == fact.code]
    first, last = (names[0][0], names[-1][1]) if names else (end, start)
    lead = _REACTION_LEAD.match(lower, last, end)
    begin = lead.end() if lead else last
    if _REACTION.search(lower, begin, end) and not _DENIED.match(lower, begin, end):
        return hearing.writing.words(begin, end).strip()
    if names and _REACTION.search(lower, start, first):
        return _REACTION_TAIL.sub("", hearing.writing.words(start, first)).strip()
    return ""


def _names(hearing: Hearing, start: int, end: int) -> list[tuple[int, int, str]]:
    """Where the clause names allergens, with their codes."""
    start += len(hearing.writing.lower[start:end]) - len(hearing.writing.lower[start:end].lstrip())
    words = read(hearing.writing.words(start, end))
    taken = medicines(words, chinese=hearing.chinese, english=hearing.english)
    known = [(*match.span(), match[0]) for match in _KNOWN.finditer(words.lower)]
    told = [*known, *((one.start, one.end, one.code) for one in taken)]
    return sorted((start + first, start + last, code) for first, last, code in told)


def _only_reaction(hearing: Hearing, fact: Fact, start: int, end: int) -> bool:
    lower = hearing.writing.lower
    if not _REACTION.search(lower, start, end) or _DENIED.match(lower, start, end):
        return False
    return all(code == fact.code for *_, code in _names(hearing, start, end))


def _says_it(told: Fact, fact: Fact) -> bool:
    return told.quote in fact.quote or fact.quote in told.quote


def _is_denied_remedy(hearing: Hearing, fact: Fact) -> bool:
    """ "No allergy medicine", or asked for allergies "no medicines": what is denied is an allergy to them."""
    if fact.topic is not Topic.MEDICINE or fact.status is not Status.ABSENT:
        return False
    lower = hearing.writing.lower
    asked = hearing.asked == "allergies" and fact.code == "none" and _NO_MEDICINE.search(lower) is not None
    return fact.code == "allergy medicine" or (asked and not _BOTH.search(lower))  # "no allergies and no meds"


_BOTH = re.compile(r"\ballerg(?:y|ies)\b|过敏")


def _no_allergy(fact: Fact) -> Fact:
    return fact.model_copy(update={"topic": Topic.ALLERGY, "code": "none"})


def _is_of_drink(hearing: Hearing, fact: Fact) -> bool:
    """喝酒脸红, told to whom asks for allergies: what drink does to many, and neither an allergy nor there today."""
    quote = fact.quote.lower()
    told = hearing.asked == "allergies" and fact.topic in (Topic.FINDING, Topic.HABIT)
    return told and any(quote in clause[0] for clause in _OF_DRINK.finditer(hearing.writing.lower))


def _denial(hearing: Hearing, facts: list[Fact]) -> Fact | None:
    """What denies allergies, in so many words or of medicines alone: 药倒是没有, "nothing with tablets"."""
    none = next((fact for fact in facts if fact.topic is Topic.ALLERGY and fact.status is Status.ABSENT), None)
    of_medicines = _NO_MEDICINE.search(hearing.writing.lower) if hearing.asked == "allergies" else None
    if none or not of_medicines:
        return none
    words = hearing.writing.words(*of_medicines.span())
    return Fact(topic=Topic.ALLERGY, code="none", status=Status.ABSENT, quote=words)


def _begins_with_no(hearing: Hearing) -> Fact | None:
    if hearing.asked != "allergies" or answer_in(hearing.writing) is not Answer.NO:
        return None
    quote = hearing.writing.original.strip()
    return Fact(topic=Topic.ALLERGY, code="none", status=Status.ABSENT, quote=quote)


def _without_kinds(allergens: list[Fact]) -> list[Fact]:
    """Without what has no name, or that of its kind, where it is named too: "some antibiotic, amoxicillin I think"."""
    codes = [fact.code for fact in allergens]
    named = any(not _NAMELESS.search(code) for code in codes)
    return [
        fact
        for fact in allergens
        if not (named and _NAMELESS.search(fact.code)) and not any(is_kind_of(fact.code, code) for code in codes)
    ]


def _is_form_of(fact: Fact, named: Fact) -> bool:
    """氯霉素眼药水: the drops are of what is named right before them."""
    return is_group(fact.code) and fact.quote != named.quote and named.quote.endswith(fact.quote)


def _in_doubt(hearing: Hearing, fact: Fact, allergens: list[Fact]) -> Fact:
    """The allergen, marked where the patient is not sure of it: 好像, "I think", 不知道 ahead of it."""
    lower = hearing.writing.lower
    place = max(0, lower.find(fact.quote.lower()))
    others = [lower.find(one.quote.lower()) for one in allergens if one is not fact]
    end = min((other for other in others if other > place), default=len(lower))
    start = max((stop.end() for stop in _CLAUSES.finditer(lower, 0, place)), default=0)
    doubts = (match.start() for match in _DOUBT.finditer(lower, start, end))
    of_it = (doubt for doubt in doubts if doubt < place or not _of_medicines(lower, place, doubt))
    doubt = answer_in(hearing.writing) is Answer.UNSURE or any(True for _ in of_it)
    if not doubt or _SURE.search(lower, place, end):
        return fact
    return fact.model_copy(update={"details": Details(character=_UNSURE[hearing.language])})


def _of_medicines(lower: str, place: int, doubt: int) -> bool:
    """Whether the doubt stands in a clause behind the allergen that is of medicines: 对花粉过敏，药的话不知道."""
    start = max((stop.end() for stop in _CLAUSES.finditer(lower, place, doubt)), default=place)
    return start > place and _OF_MEDICINES_TOLD.search(lower, start, doubt) is not None


def _named(hearing: Hearing, facts: list[Fact]) -> Iterator[Fact]:
    lower = hearing.writing.lower
    none = next((fact for fact in facts if fact.topic is Topic.ALLERGY and fact.status is Status.ABSENT), None)
    denied = none is not None and not _CORRECTS.search(lower)
    for (start, end), clause in _things(lower):
        if hearing.asked != "allergies" and not _tells_by_itself(lower, clause):
            continue
        words = hearing.writing.words(start, end)
        if NO_SUBSTANCE.search(words.lower()) or _LIKENED.search(lower, 0, start):
            continue
        if not words or words in NOT_AN_ALLERGEN or (denied and not _KNOWN.search(lower, start, end)):
            continue
        known = medicines(read(words), chinese=hearing.chinese, english=hearing.english)
        code = known[0].code if known and not known[0].code.startswith(UNKNOWN) else words
        yield Fact(topic=Topic.ALLERGY, code=code[:_MOST], quote=hearing.writing.words(*clause).strip())


def _tells_by_itself(lower: str, clause: tuple[int, int]) -> bool:
    """Whether it is plain without the question that something is not borne: a substance, and what it does."""
    known = _KNOWN.search(lower, *clause)
    return known is not None and bool(_WHAT.search(lower, *clause) or _REACTION.search(lower, *clause))


def _things(lower: str) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Where something that is not borne is named, and the clause that tells it."""
    for clause in _spans(lower):
        if _DENIED.match(lower, *clause) or _OF_DRINK.match(lower, *clause):
            continue
        known, name = _KNOWN.search(lower, *clause), _trimmed(lower, *clause)
        if told := _WHAT.search(lower, *clause):
            yield _trimmed(lower, *told.span(told.lastgroup or 0)), clause
        elif known and (_REACTION.search(lower, *clause) or name[1] - name[0] > _MOST):
            yield known.span(), clause
        elif known and not _SAID.search(lower, *name):
            yield name, clause


def _spans(lower: str) -> Iterator[tuple[int, int]]:
    last = 0
    for stop in _CLAUSES.finditer(lower):
        yield last, stop.start()
        last = stop.end()
    yield last, len(lower)


def _trimmed(lower: str, start: int, end: int) -> tuple[int, int]:
    """The name without what leads up to it."""
    lead = _LEAD.match(lower, start, end)
    start = lead.end() if lead else start
    tail = _TAIL.search(lower, start, end)
    return start, tail.start() if tail else end
