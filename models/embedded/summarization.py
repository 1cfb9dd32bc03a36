"""Extends and corrects the record with what one utterance said."""

import re

from models.embedded.understanding.details.temperatures import FEVERS, celsius, reading_at
from models.embedded.understanding.medicines.allergens import OF_MEDICINES
from models.embedded.understanding.medicines.medicine_names import is_medicine
from models.embedded.understanding.medicines.taking import with_kinds_named
from models.facts import Details, Fact, Record, Status, Topic, Understanding

# Questions about a complaint already told; their answers belong to the first, chief one.
_OF_THE_COMPLAINT = frozenset(Details.model_fields)
HOURS_A_MONTH = 730.5
_ROUGHLY = re.compile(
    r"[这近前][一二两几]天|最近|近来|这阵|这段|\b(?:lately|recently|these days|the last few|a while)\b"
)
_WORRIES = frozenset({"anxiety", "cancer_worry", "poor_sleep"})
_Name = tuple[Topic, str]
_VAGUE = frozenset({"unwell", "pain_somewhere"})


def extend(
    record: Record, heard: Understanding, *, asked: str | None, turn: int
) -> tuple[tuple[Fact, ...], tuple[str, ...]]:
    """The facts to add or put in the place of those of the same name, and the names ("topic:code") withdrawn."""
    heard = _as_asked(record, heard, asked)
    before = {fact.name: fact for fact in record}
    changed: dict[_Name, Fact] = {}
    for fact in heard.facts:
        if _only_says_where(fact, record, heard, asked) or _is_none_beside_one(fact, record, heard):
            continue
        if pain := _pain_told(fact, record):
            fact = pain.model_copy(update={"details": fact.details})
        earlier = changed.get(fact.name) or before.get(fact.name)
        if earlier is not None and _is_unasked_denial(earlier, fact, record, heard, asked):
            continue
        merged = _merged(earlier, fact, turn, at_will=heard.correction or asked in (*_WHEN, f"finding:{fact.code}"))
        if merged != earlier:
            changed[fact.name] = merged
    none = before.get((Topic.ALLERGY, "none"))
    if none and _of_other_things(_not_borne(heard)):
        changed[Topic.ALLERGY, OF_MEDICINES] = none.model_copy(update={"code": OF_MEDICINES})
    kinds = _kinds_named(before, changed)
    spoken_of = _spoken_of(record, heard, asked) if heard.details != Details() else None
    if spoken_of:
        earlier = changed.get(spoken_of.name, spoken_of)
        refined = earlier.model_copy(update={"details": _refined(earlier, heard, asked)})
        if refined != earlier:
            changed[refined.name] = refined
    return tuple(changed.values()), (*_withdrawn(record, heard), *kinds)


def _kinds_named(before: dict[_Name, Fact], changed: dict[_Name, Fact]) -> list[str]:
    """Withdrawn: the kind of medicine that has its name now, 降压药, then 氨氯地平; what was told of it goes over."""
    together = before | changed
    named = {fact.name: fact for fact in with_kinds_named(list(together.values()))}
    changed.update((name, fact) for name, fact in named.items() if fact != together[name])
    gone = [name for name in together if name not in named]
    for name in gone:
        changed.pop(name, None)
    return [f"{topic}:{code}" for topic, code in gone if (topic, code) in before]


def _as_asked(record: Record, heard: Understanding, asked: str | None) -> Understanding:
    """An age is no duration; and what was asked of the complaint is not told of a worry named beside the answer."""
    if asked == "age" and _is_the_age(heard):
        return heard.model_copy(update={"details": heard.details.model_copy(update={"duration": None})})
    if asked not in _OF_THE_COMPLAINT or _complaint(record) is None or getattr(heard.details, asked) is not None:
        return heard
    told = next((f for f in heard.facts if f.code in _WORRIES and getattr(f.details, asked) is not None), None)
    if told is None:
        return heard
    facts = tuple(f.model_copy(update={"details": Details()}) if f is told else f for f in heard.facts)
    details = heard.details.model_copy(update={asked: getattr(told.details, asked)})
    return heard.model_copy(update={"facts": facts, "details": details})


def _is_the_age(heard: Understanding) -> bool:
    months, lasted = heard.person.age_months if heard.person else None, heard.details.duration
    return months is not None and lasted is not None and abs(lasted.hours / HOURS_A_MONTH - months) < 1


def _only_says_where(fact: Fact, record: Record, heard: Understanding, asked: str | None) -> bool:
    """A bare place in answer to "where?" refines the complaint that is there; only with none it is one itself."""
    bare = asked == "site" and heard.details.site is not None and fact.details.site is not None
    return bare and fact.quote.strip(" .。") == heard.details.site and _complaint(record) is not None


def _is_unasked_denial(earlier: Fact, fact: Fact, record: Record, heard: Understanding, asked: str | None) -> bool:
    """What they came with is not denied in passing: only when it was asked for, is put right or is over."""
    if fact.status is not Status.ABSENT or earlier.status is not Status.PRESENT or fact.past:
        return False
    return earlier == _complaint(record) and not heard.correction and asked != f"finding:{fact.code}"


def _is_none_beside_one(fact: Fact, record: Record, heard: Understanding) -> bool:
    """ "No", asked for medicines by who told one before, is that there are no others."""
    if fact.code != "none" or fact.topic is Topic.FAMILY or heard.correction:
        return False
    told = (f for f in (*record, *heard.facts) if f.topic is fact.topic and f.status is Status.PRESENT)
    return any(not f.past for f in told)


def _pain_told(fact: Fact, record: Record) -> Fact | None:
    """The pain in the record that "the worst pain I've ever had" is of; it is none of its own."""
    if fact.code != "pain_somewhere" or fact.status is not Status.PRESENT or fact.details.site:
        return None
    pains = (f for f in record if f.status is Status.PRESENT and f.code.endswith(_PAINS) and f.code != fact.code)
    return next(pains, None)


_PAINS = ("pain", "ache", "cramps", "injury", "sprain")


def _complaint(record: Record) -> Fact | None:
    present = [f for f in record if f.topic is Topic.FINDING and f.status is Status.PRESENT]
    return next((fact for fact in present if fact.code not in _VAGUE), None)


def _merged(earlier: Fact | None, fact: Fact, turn: int, *, at_will: bool) -> Fact:
    """What is said later refines; when it began and on which side changes only `at_will`, asked for or put right."""
    new = fact.model_copy(update={"turn": turn})
    if earlier is not None and fact.only_asked:
        return earlier  # asking about a medicine leaves what was told of it
    if earlier is not None and not at_will and _has_gone_down(earlier, fact):
        new = fact.model_copy(update={"status": earlier.status, "details": _with_it_as_the_latest(fact.details)})
        return _merged(earlier, new, turn, at_will=at_will)
    if earlier is None or earlier.status is not fact.status:
        return new
    if fact.past and not earlier.past and not at_will:  # "I had one as a child too" leaves the one there is now
        then = fact.details.model_copy(update={"duration": None})
        return earlier.model_copy(update={"details": then.updated(earlier.details)})
    details = earlier.details.updated(fact.details)
    if not at_will and earlier.turn != turn:
        details = details.updated(_kept(earlier.details))
    return new.model_copy(update={"details": details, "past": fact.past and earlier.past})


def _has_gone_down(earlier: Fact, fact: Fact) -> bool:
    """Whether a fever was measured that was higher before: 37.2 this morning does not undo last night's 38.4."""
    if fact.code not in FEVERS or earlier.status is not Status.PRESENT:
        return False
    return _is_lower(earlier.details.value, fact.details.value)


def _is_lower(before: str | None, now: str | None) -> bool:
    return before is not None and now is not None and celsius(now) < celsius(before)


def _with_it_as_the_latest(told: Details) -> Details:
    when = told.duration.words if told.duration else ""
    latest = told.latest or reading_at(when, told.value or "")
    return told.model_copy(update={"value": None, "duration": None, "latest": latest})


def _kept(known: Details) -> Details:
    vague = known.duration is not None and _ROUGHLY.search(known.duration.words.lower())
    return Details(duration=None if vague else known.duration, side=known.side)


_WHEN = ("duration", "onset", "sudden", "side")


def _spoken_of(record: Record, heard: Understanding, asked: str | None) -> Fact | None:
    """The complaint that details without one of their own belong to."""
    there = [f for f in record if f.status is Status.PRESENT]
    present = [f for f in there if f.topic is Topic.FINDING] or [f for f in there if f.topic is Topic.REQUEST]
    if not present:
        return None
    if heard.correction and (meant := _corrected(present, heard.details)):
        return meant
    if asked in _OF_THE_COMPLAINT and not heard.correction:
        return present[0]
    reply = next((fact for fact in heard.facts if f"finding:{fact.code}" == asked), None)
    if reply and reply.status is not Status.ABSENT:
        return None  # "a fever, the day before yesterday" dates the fever
    if any(fact.status is Status.PRESENT and fact.topic is Topic.FINDING for fact in heard.facts):
        return None  # they were heard beside a complaint of this turn and are not its own
    if reply:
        return present[0]  # "no. It's the right one, about three weeks"
    last = max(fact.turn for fact in present)
    return next(fact for fact in present if fact.turn == last)


def _corrected(present: list[Fact], details: Details) -> Fact | None:
    """ "The left one, sorry" is of the complaint whose side was told, not of the last one spoken of."""
    said = details.model_dump(exclude_none=True)
    holding = (fact for fact in reversed(present) if any(getattr(fact.details, name) is not None for name in said))
    return next(holding, None)


def _refined(told: Fact, heard: Understanding, asked: str | None) -> Details:
    """What was asked for, or corrected, replaces what was known; details said in passing only fill gaps."""
    known = told.details
    if heard.correction:
        return known.updated(heard.details)
    if known.duration and heard.details.duration and _ROUGHLY.search(known.duration.words.lower()):
        known = known.model_copy(update={"duration": heard.details.duration})  # 这两天, then 有半个月了
    if asked == "value" and told.code in FEVERS and _is_lower(known.value, heard.details.value):
        return known.updated(_with_it_as_the_latest(heard.details))
    filled = heard.details.updated(known)
    if asked is None or asked not in _OF_THE_COMPLAINT or getattr(heard.details, asked) is None:
        return filled
    return filled.model_copy(update={asked: getattr(heard.details, asked)})


def _not_borne(heard: Understanding) -> list[str]:
    return [fact.code for fact in heard.facts if fact.topic is Topic.ALLERGY and fact.status is Status.PRESENT]


def _of_other_things(codes: list[str]) -> bool:
    """Whether what is not borne is named and is no medicine: "no allergies", and later "oh, mangoes"."""
    return bool(codes) and not any(map(is_medicine, codes))


def _withdrawn(record: Record, heard: Understanding) -> tuple[str, ...]:
    """ "None" goes when one is named after all; so does what was taken back without a word in its place."""
    named = {fact.topic for fact in heard.facts if fact.status is Status.PRESENT}
    said = {fact.code for fact in heard.facts}
    stale = [fact for fact in record if fact.code in ("none", "any") and fact.topic in named]
    told = _not_borne(heard)
    if told and not _of_other_things(told):
        stale += [fact for fact in record if fact.name == (Topic.ALLERGY, OF_MEDICINES)]
    back = [fact for fact in record if fact.code in heard.takes_back - said]
    return tuple(f"{fact.topic}:{fact.code}" for fact in (*stale, *back))
