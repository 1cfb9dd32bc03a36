"""What the pre-visit record still lacks, and which of it an utterance answers; the questions are the interview's."""

from typing import NamedTuple

from models.embedded.asking import CHILDBEARING, Known, is_complaint, questions, sex_of
from models.embedded.summarization import extend
from models.embedded.understanding import understand
from models.facts import Fact, Person, Record, Relation, Sex, Topic, Understanding

TOPICS = {
    "past_history": (Topic.CONDITION, Topic.OPERATION),
    "medicines": (Topic.MEDICINE,),
    "allergies": (Topic.ALLERGY,),
    "course": (Topic.COURSE,),
    "adherence": (Topic.ADHERENCE,),
    "result": (Topic.RESULT,),
}
FIRST_VISIT = ("complaint", "duration", "age", "sex", "past_history", "medicines", "allergies")
OF_A_PERSON = (None, "open", "who", "age", "sex")  # questions that a relative may answer for being who is ill
WANTED = frozenset({*FIRST_VISIT, "pregnancy", "course", "adherence", "result"})
FOLLOW_UP = ("course", "adherence", "result", "medicines", "allergies")


class Checklist(NamedTuple):
    """`answers`: items this utterance settled, "don't know" counting; `lacks`: those still open, in asking order."""

    answers: tuple[str, ...]
    lacks: tuple[str, ...]


def checklist(utterance: str, known: Known) -> Checklist:
    """What `utterance` adds to what is `known`; the last of `known.asked` is the question it may answer."""
    after = told(utterance, known)
    before, left = open_items(known), open_items(after)
    said = {f"finding:{fact.code}" for fact in after.record} - {f"finding:{fact.code}" for fact in known.record}
    gone = [item for item in before if item not in left and (not item.startswith("finding:") or item in said)]
    asked = [key for key in known.asked[-1:] if key in said or (key in WANTED and not _is_known(key, known))]
    settled = [key for key in asked if key in said or _is_known(key, after)]
    return Checklist(tuple(dict.fromkeys([*gone, *settled])), left)


def open_items(known: Known) -> tuple[str, ...]:
    """The items of a whole record that are not known, then the questions about danger that are open."""
    wanted = [*(FOLLOW_UP if known.follow_up else FIRST_VISIT), *(["pregnancy"] if _may_be_pregnant(known) else [])]
    danger = [ask.key for ask in questions(known) if ask.key.startswith("finding:")]
    return tuple(item for item in wanted if not _is_known(item, known)) + tuple(danger)


def _is_known(item: str, known: Known) -> bool:
    complaints = [fact for fact in known.record if is_complaint(fact)]
    match item:
        case "complaint":
            return bool(complaints)
        case "duration":
            return any(fact.details.duration for fact in complaints)
        case "age":
            return known.person.age_months is not None
        case "sex":
            return sex_of(known) is not None
        case "pregnancy":
            return known.person.pregnant is not None or any(f.topic is Topic.PREGNANCY for f in known.record)
        case _:
            return any(fact.topic in TOPICS[item] for fact in known.record)


def _may_be_pregnant(known: Known) -> bool:
    age = known.person.age
    return sex_of(known) is Sex.FEMALE and age is not None and CHILDBEARING[0] <= age < CHILDBEARING[1]


def told(utterance: str, known: Known) -> Known:
    """What is known once `utterance` is heard as the answer to the last question."""
    asked = known.asked[-1] if known.asked else None
    heard = _of_the_patient(understand(utterance, asked=asked), known, asked)
    facts, withdrawn = extend(known.record, heard, asked=asked, turn=len(known.asked) + 1)
    record = _laid_over(known.record, facts, withdrawn)
    return known.model_copy(update={"record": record, "person": _person(known.person, heard)})


def _of_the_patient(heard: Understanding, known: Known, asked: str | None) -> Understanding:
    """Once a complaint is told, a relative named in an answer is not who is ill; their illness is of the family."""
    named = heard.person.relation if heard.person else None
    same = named in (None, Relation.SELF, known.person.relation)
    if same or asked in OF_A_PERSON or not any(map(is_complaint, known.record)) or any(map(is_complaint, heard.facts)):
        return heard
    own = (fact for fact in heard.facts if fact.topic not in (Topic.MEDICINE, Topic.ALLERGY, Topic.OPERATION))
    facts = tuple(f.model_copy(update={"topic": Topic.FAMILY}) if f.topic is Topic.CONDITION else f for f in own)
    return heard.model_copy(update={"person": None, "facts": facts})


def _laid_over(record: Record, facts: Record, withdrawn: tuple[str, ...]) -> Record:
    held: dict[tuple[Topic, str], Fact] = {fact.name: fact for fact in record}
    held = {name: fact for name, fact in held.items() if f"{fact.topic}:{fact.code}" not in withdrawn}
    return tuple((held | {fact.name: fact for fact in facts}).values())


def _person(person: Person, heard: Understanding) -> Person:
    return person.updated(heard.person)
