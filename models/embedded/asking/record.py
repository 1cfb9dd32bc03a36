"""Questions that fill the record, at a first visit and when somebody comes again."""

import re
from collections.abc import Iterator, Mapping

from models.embedded.asking.known import CHILDBEARING, MOST, Ask, Known, Purpose, complaints_of, is_complaint, sex_of
from models.facts import Fact, Sex, Status, Topic
from models.knowledge.formulary import formulary
from models.knowledge.load import knowledge

MOST_DETAILS = 4  # about the chief complaint
ASKABLE = ("side", "duration", "value", "severity", "course", "sudden", "character", "frequency", "worse_with")
A_COURSE = 36  # hours something has to have lasted before it has got better or worse
GIVES_WAY = "past_history"  # before medicines and allergies, where there is no room for all
NO_ILLNESS = frozenset({"contact_lenses"})
CONTRACEPTIVES = frozenset({"hormonal_contraceptive", "hormonal_coil"})
CLASS = re.compile(r"\bmedicine$|^unknown")  # a kind of medicine, not which one


def to_fill_the_record(known: Known, complaints: list[Fact]) -> Iterator[Ask]:
    """How old and, of a guest, which sex; the complaint; pregnancy; what was before; what is taken.

    At the end the age and allergies once more, if they were passed over.
    """
    if known.person.age_months is None and "age" not in known.asked:
        yield Ask(key="age", purpose=Purpose.RECORD)
    left = to_spare(known)
    chief = complaints[0] if complaints and complaints[0].topic is Topic.FINDING else None
    details = _details(chief, known) if chief else []
    for name in details[: max(0, min(left, MOST_DETAILS))]:
        yield Ask(key=name, purpose=Purpose.RECORD, about=chief.code if chief and name == "value" else None)
    for ask in _history(known):
        if left >= 0 or ask.key != GIVES_WAY:
            yield ask
    if known.person.age_months is None:
        yield Ask(key="age", purpose=Purpose.RECORD)
    if Topic.ALLERGY not in _told_of(known):
        yield Ask(key="allergies", purpose=Purpose.RECORD)


def to_spare(known: Known) -> int:
    """How many questions there is room for besides those of the person and the history; below 0: not even for them."""
    person = known.person
    age_follows = person.age_months is None and "age" not in known.asked
    unknown = sex_of(known) is None or person.age_months is None
    pregnancy_may_follow = unknown and sex_of(known) is not Sex.MALE and "pregnancy" not in known.asked
    return MOST - len(set(known.asked)) - sum(1 for _ in _history(known)) - age_follows - pregnancy_may_follow


def _details(chief: Fact, known: Known) -> list[str]:
    """What is worth asking of the chief complaint: what its knowledge names; of a pain how bad; how it goes on."""
    finding = knowledge().findings.get(chief.code)
    wanted = list(finding.details) if finding else ["duration"]
    pain = finding is not None and ("pain" in finding.en or "ache" in finding.en or "疼" in finding.zh)
    wanted = [name for name in wanted if pain or name != "character"]
    if pain:
        wanted += ["severity", "worse_with"]
    if chief.details.duration is None or chief.details.duration.hours >= A_COURSE:
        wanted.append("course")
    spent = sum(1 for name in ASKABLE if name in known.asked)
    told = {"duration"} if any(f.details.duration and is_complaint(f) for f in known.record) else set()
    names = [n for n in dict.fromkeys(wanted) if n in ASKABLE and n not in told and getattr(chief.details, n) is None]
    fresh = [name for name in names if name not in known.asked]
    return fresh[: max(0, MOST_DETAILS - spent)]


def _history(known: Known) -> Iterator[Ask]:
    if sex_of(known) is None and "sex" not in known.asked:
        yield Ask(key="sex", purpose=Purpose.RECORD)
    if _may_be_pregnant(known) and "pregnancy" not in known.asked:
        yield Ask(key="pregnancy", purpose=Purpose.RECORD)
    told = _told_of(known)
    for key, topic in (("past_history", Topic.CONDITION), ("medicines", Topic.MEDICINE), ("allergies", Topic.ALLERGY)):
        if topic not in told and key not in known.asked:
            yield Ask(key=key, purpose=Purpose.RECORD)


def _told_of(known: Known) -> set[Topic]:
    """The parts of the history that need no question: told, on record since the last visit, or plain from the wish."""
    eases = {f.details.better_with.lower() for f in known.record if f.details.better_with}
    chief = next((f for f in known.record if is_complaint(f)), None)
    told = {
        f.topic
        for f in known.record
        if not (f.only_asked or _leaves_open(f, eases) or _is_the_complaint_itself(f, chief))
    }
    if known.follow_up:
        return told | {Topic.CONDITION, Topic.MEDICINE}
    if any(f.code == "repeat_prescription" for f in known.record):  # 高血压的药: says what for, and not yet which
        medicines = [f.code for f in known.record if f.topic is Topic.MEDICINE and f.status is Status.PRESENT]
        told |= {Topic.CONDITION} if medicines else set()
        told -= {Topic.MEDICINE} if all(CLASS.search(code) for code in medicines) else set()
    return told


def _is_the_complaint_itself(fact: Fact, chief: Fact | None) -> bool:
    """Whether an illness is what they came with by another name: "my gout is back in my toe", "piles, and bleeding"."""
    illness = knowledge().conditions.get(fact.code) if fact.topic is Topic.CONDITION else None
    finding = knowledge().findings.get(chief.code) if chief else None
    if illness is None or finding is None or chief is None or fact.turn != chief.turn:
        return False
    return _chiefly_seen_by(illness.specialties) == _chiefly_seen_by(finding.specialties)


def _chiefly_seen_by(specialties: Mapping[str, float]) -> str | None:
    return max(specialties, key=lambda name: specialties[name], default=None)


def _leaves_open(fact: Fact, eases: set[str]) -> bool:
    """Whether it leaves open what is taken or was had.

    So do one thing denied by its name ("I don't take metformin"), lenses worn, and a medicine that is taken no more,
    is a contraceptive or is named for what eases the complaint.
    """
    if fact.status is Status.ABSENT and fact.code != "none":
        return True
    if fact.topic is Topic.CONDITION:
        return fact.code in NO_ILLNESS
    if fact.topic is not Topic.MEDICINE:
        return False
    contraceptive = not CONTRACEPTIVES.isdisjoint(formulary().counts_as(fact.code))
    return fact.past or contraceptive or any(fact.quote.lower() in words for words in eases)


def _may_be_pregnant(known: Known) -> bool:
    person = known.person
    if sex_of(known) is not Sex.FEMALE or person.pregnant is not None or person.age is None:
        return False
    return CHILDBEARING[0] <= person.age < CHILDBEARING[1]


def of_a_follow_up(known: Known) -> Iterator[Ask]:
    """How it went, the treatment, the results; then whether anything is new."""
    topics = {f.topic for f in known.record}
    for key, topic in (
        ("course", Topic.COURSE),
        ("adherence", Topic.ADHERENCE),
        ("result", Topic.RESULT),
    ):
        if topic not in topics:
            yield Ask(key=key, purpose=Purpose.FOLLOW_UP)
    if not complaints_of(known.record, follow_up=True):
        yield Ask(key="new", purpose=Purpose.FOLLOW_UP)
