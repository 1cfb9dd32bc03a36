"""Which items of the pre-visit record an utterance settles, and which are still open."""

import re
from datetime import datetime
from typing import NamedTuple

from models.ages import is_of_childbearing_age
from models.allergies import allergens
from models.facts import Answer, Details, Duration, Fact, Person, Record, Relation, Sex, Status, Topic, Value
from models.knowledge.load import knowledge
from models.mentions import Mention, mentions
from models.parsers import (
    age_months,
    conditions,
    courtesy,
    duration,
    empty,
    impatient,
    medicines,
    normalise,
    objects,
    person_of,
    plain_reply,
    questions,
    relation,
    sex,
    temperature,
    wants_person,
)
from models.parsers.persons import relatives

TOPICS = {
    "past_history": (Topic.CONDITION, Topic.OPERATION),
    "medicines": (Topic.MEDICINE,),
    "allergies": (Topic.ALLERGY,),
    "course": (Topic.COURSE,),
    "adherence": (Topic.ADHERENCE,),
    "result": (Topic.RESULT,),
}
FIRST_VISIT = ("complaint", "duration", "age", "sex", "past_history", "medicines", "allergies")
FOLLOW_UP = ("course", "adherence", "result", "medicines", "allergies")
_STATUS = {
    Answer.YES: Status.PRESENT,
    Answer.NO: Status.ABSENT,
    Answer.NONE_OF_THESE: Status.ABSENT,
    Answer.UNSURE: Status.UNKNOWN,
    Answer.REFUSED: Status.REFUSED,
}
_NOT_KNOWN = frozenset({Answer.UNSURE, Answer.REFUSED})
_OF_WHO = (None, "open", "who", "age", "sex")  # questions that a relative may answer for being who is ill
_CLAUSE = re.compile(r"[，。！；,.!;\n]")
_ALLERGIC = re.compile(r"过敏|\ballerg|\breact")
_NO_MEDICINE = re.compile(r"\bno (?:meds|medicines?|medications?|tablets|pills)\b(?! allerg)|没吃药|不吃药")
_FEVERISH = 37.3  # °C
_UNSURE = re.compile(
    r"\b(?:maybe|perhaps|might|could be|not sure|don't know|no idea)\b|可能|也许|不知道|不清楚|说不|记不"
)
_OWN = re.compile(r"\bi(?:'m|'ve)?\b|\bme\b|我(?![家爸妈爹娘爷奶姥外哥姐弟妹儿女孩老])")


class Known(Value):
    """What was told so far; the last of `asked` is the question that the next utterance may answer."""

    record: Record = ()
    person: Person = Person()
    asked: tuple[str, ...] = ()
    follow_up: bool = False


class Checklist(NamedTuple):
    """`answers`: items this utterance settled, "don't know" counting; `lacks`: those still open, in asking order."""

    answers: tuple[str, ...]
    lacks: tuple[str, ...]


def checklist(utterance: str, known: Known) -> Checklist:
    """What `utterance` adds to what is `known`."""
    after = told(utterance, known)
    left = open_items(after)
    gone = [item for item in open_items(known) if item not in left and not item.startswith("finding:")]
    asked = [key for key in known.asked[-1:] if not _is_known(key, known) and _is_known(key, after)]
    return Checklist(tuple(dict.fromkeys([*gone, *asked])), left)


def open_items(known: Known) -> tuple[str, ...]:
    """The items of a whole record that are not known, then what is dangerous beside the complaints."""
    wanted = [*(FOLLOW_UP if known.follow_up else FIRST_VISIT), *(["pregnancy"] if _may_be_pregnant(known) else [])]
    findings = knowledge().findings
    danger = [
        f"finding:{code}" for fact in known.record if fact.code in findings for code in findings[fact.code].danger
    ]
    return tuple(item for item in dict.fromkeys([*wanted, *danger]) if not _is_known(item, known))


def _is_known(item: str, known: Known) -> bool:
    match item:
        case "complaint":
            return any(map(_is_complaint, known.record))
        case "duration":
            return any(fact.details.duration or fact.code == "duration" for fact in known.record)
        case "age":
            return known.person.age_told
        case "sex":
            return known.person.sex is not None
        case "pregnancy":
            return known.person.pregnant is not None
        case _ if item in TOPICS:
            return any(fact.topic in TOPICS[item] and fact.code != "duration" for fact in known.record)
        case _:
            return any(f"{fact.topic}:{fact.code}" == item for fact in known.record)


def _is_complaint(fact: Fact) -> bool:
    return fact.topic in (Topic.FINDING, Topic.REQUEST) and fact.status is Status.PRESENT and fact.code != "unwell"


def _may_be_pregnant(known: Known) -> bool:
    return known.person.sex is Sex.FEMALE and is_of_childbearing_age(known.person)


def told(utterance: str, known: Known) -> Known:
    """What is known once `utterance` is heard as the answer to the last question."""
    asked = known.asked[-1] if known.asked else None
    if empty(utterance) or courtesy(utterance):
        return known
    if asked not in _OF_WHO and _is_of_kin(utterance, known):
        return known
    person = known.person.updated(_person(utterance, known, asked))
    facts = [*_complaints(utterance, known, asked), *_named(utterance, asked)]
    if asked and not _asks_or_objects(utterance):
        facts += _answered(utterance, asked, known, facts)
    record = {fact.name: fact for fact in known.record} | {fact.name: fact for fact in facts}
    return known.model_copy(update={"record": tuple(record.values()), "person": person})


def _asks_or_objects(utterance: str) -> bool:
    return bool(questions(utterance)) or wants_person(utterance) or objects(utterance) or impatient(utterance)


def _is_of_kin(utterance: str, known: Known) -> bool:
    """Whether an answer is of a relative who is not the one who is ill: "my dad had a heart attack at fifty"."""
    named = {one.relation for one in relatives(normalise(utterance).lower())}
    return bool(named) and known.person.relation not in named and not _OWN.search(normalise(utterance).lower())


def _person(utterance: str, known: Known, asked: str | None) -> Person:
    found = person_of(utterance)
    child = Relation.CHILD in (found.relation, known.person.relation)
    told_now: dict[str, object] = {}
    if asked == "age":
        told_now["age_months"] = age_months(utterance, asked=True, child=child)
    if asked == "sex":
        told_now["sex"] = sex(utterance, asked=True)
    if asked == "pregnancy" and found.pregnant is None and not _UNSURE.search(utterance.lower()):
        told_now["pregnant"] = {Answer.YES: True, Answer.NO: False}.get(_leading(utterance) or Answer.UNSURE)
    if known.record and asked not in _OF_WHO:
        found = found.model_copy(update={"relation": None, "words": None})
    return found.model_copy(update={name: value for name, value in told_now.items() if value is not None})


def _leading(utterance: str) -> Answer | None:
    """What a reply plainly says as a whole or in its first clause: "yes, ten weeks"."""
    return plain_reply(utterance) or plain_reply(_CLAUSE.split(utterance.strip(), 1)[0])


def _complaints(utterance: str, known: Known, asked: str | None) -> list[Fact]:
    """What is spoken of, with its time; in the patient's words where no list knows it."""
    spoken = [one for one in mentions(utterance) if one.topic in (Topic.FINDING, Topic.REQUEST)]
    since = duration(utterance, now=datetime.now().astimezone()) if asked != "pregnancy" else None
    complaints = [fact for fact in known.record if _is_complaint(fact)]
    found = [_fact(one) for one in spoken]
    opens = asked in (None, "open") and not any(map(_is_complaint, [*complaints, *found]))
    if opens and _complains(utterance, since):
        found.append(Fact(topic=Topic.FINDING, code=utterance.strip()[:60], quote=utterance.strip()))
    first = next((fact for fact in [*found, *complaints] if _is_complaint(fact)), None)
    if since is None or first is None:
        return found
    dated = first.model_copy(update={"details": first.details.updated(Details(duration=since))})
    return [dated, *(fact for fact in found if fact is not first)]


def _complains(utterance: str, since: Duration | None) -> bool:
    """Whether words that no list knows tell of a trouble: they ask nothing, and say since when or whose it is."""
    return not _asks_or_objects(utterance) and (since is not None or relation(utterance) is not None)


def _fact(one: Mention) -> Fact:
    status = Status.ABSENT if one.denied else Status.PRESENT
    return Fact(topic=one.topic, code=one.code, status=status, quote=one.words)


def _named(utterance: str, asked: str | None) -> list[Fact]:
    """Illnesses, medicines and what is not borne, where the dictionary holds them."""
    clauses = [one for one in _CLAUSE.split(utterance) if _ALLERGIC.search(normalise(one).lower())]
    told_of_allergy = [utterance] if asked == "allergies" else clauses
    not_borne = [one for clause in told_of_allergy for one in allergens(clause)]
    codes = {one.code for one in not_borne}
    named = [
        *((Topic.CONDITION, one) for one in conditions(utterance)),
        *((Topic.MEDICINE, one) for one in medicines(utterance) if one.code not in codes),
        *((Topic.ALLERGY, one) for one in not_borne),
    ]
    found = [Fact(topic=topic, code=one.code, quote=one.words) for topic, one in named]
    none = _NO_MEDICINE.search(normalise(utterance).lower()) if asked == "allergies" else None
    if none:
        found.append(Fact(topic=Topic.MEDICINE, code="none", status=Status.ABSENT, quote=none[0]))
    return found


def _answered(utterance: str, asked: str, known: Known, said: list[Fact]) -> list[Fact]:
    """The reply itself under the question it answers, where nothing in it was named."""
    answer, quote = _leading(utterance), utterance.strip()
    if asked.startswith("finding:"):
        return _answered_finding(asked.removeprefix("finding:"), quote, answer, said)
    if asked == "duration":
        other = any(_is_complaint(fact) and fact not in known.record for fact in said)
        untold = answer in _NOT_KNOWN or other or _UNSURE.search(quote.lower())
        return [] if untold else [Fact(topic=Topic.COURSE, code="duration", quote=quote)]
    topics = TOPICS.get(asked)
    if topics is None or any(fact.topic in topics for fact in said):
        return []
    return [Fact(topic=topics[0], code=quote[:60], status=_STATUS[answer or Answer.YES], quote=quote)]


def _answered_finding(code: str, quote: str, answer: Answer | None, said: list[Fact]) -> list[Fact]:
    """What was asked about, as answered; a reply that says neither yes nor no stays in the patient's words."""
    if any(fact.code == code for fact in said):
        return []
    status = _STATUS[answer or Answer.UNSURE]
    degrees = temperature(quote, asked=True) if code == "fever" else None
    if degrees is not None:
        status = Status.PRESENT if degrees >= _FEVERISH else Status.ABSENT
    return [Fact(topic=Topic.FINDING, code=code, status=status, quote=quote)]
