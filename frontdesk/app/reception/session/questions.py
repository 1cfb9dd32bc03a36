"""Every question there is, one row each: what a page is, and what becomes of its answers, by its key."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Literal

from frontdesk.models.facts import Topic


class Of(StrEnum):
    """What a question is of."""

    COMPLAINT = "complaint"  # its words are the complaint told
    DANGER = "danger"
    PERSON = "person"
    STORY = "story"  # a detail of the complaint, or what goes with it
    HISTORY = "history"
    FOLLOW_UP = "follow_up"
    PURPOSE = "purpose"  # of who comes for no complaint
    MORE = "more"  # anything else the doctor should know; a complaint may be told there
    RECORD = "record"  # whether what was heard is so
    VISITOR = "visitor"  # what somebody says beside it is no complaint until they tap that they are unwell
    DEPARTMENT = "department"  # which one
    TALK = "talk"  # how the talk goes on; its words are no record


class Ways(StrEnum):
    """The answers a page has beside its own."""

    USUAL = "usual"  # none of these where several may be chosen, not sure, a person
    ELSE = "else"  # something that is on none of its tiles, not sure, a person
    PERSON = "person"
    ALL_RIGHT = "all_right"
    THAT_IS_ALL = "that_is_all"
    NOTHING_NEW = "nothing_new"


class Full(StrEnum):
    """What fills a question before it is put: its page is left out. The conditions: `record/interview.py`."""

    NOTHING = ""  # it is always put
    RELATION = "relation"
    AGE = "age"
    SEX = "sex"
    PREGNANCY = "pregnancy"
    ONSET = "onset"
    COURSE = "course"
    SEVERITY = "severity"
    QUALIFIERS = "qualifiers"
    SIDE = "side"
    TEMPERATURE = "temperature"
    TOPIC = "topic"  # a fact of its topic, told of all of it
    APPOINTMENT = "appointment"


@dataclass(frozen=True, kw_only=True)
class Asked:
    """A question. `topic`: of what its tiles are recorded; None where they say it themselves, or nothing is recorded.

    `several`: more than one tile may be chosen. `none_denies`: "none of these" is a no to every tile of it.
    `taken_as_heard`: what is filled in from the words stands unless it is tapped away. `detail`: the code of its fact
    is its key. `full`: what fills it unasked. `of_complaint`: falls with the complaint that it was asked about.
    `offered`: made of what the words may mean. `unsaid`: only for who taps. `for_the_doctor`: no department turns on
    it. `about_anybody`: put alike whoever is ill.
    """

    of: Of
    topic: Topic | None = None
    full: Full = Full.NOTHING
    several: bool = False
    ways: Ways = Ways.USUAL
    pad: Literal["years", "temperature", "of_ten"] | None = None
    body_map: bool = False
    none_denies: bool = False
    taken_as_heard: bool = False
    detail: bool = False
    of_complaint: bool = False
    offered: bool = False
    unsaid: bool = False
    for_the_doctor: bool = False
    about_anybody: bool = False
    puts_right: bool = False  # asks whether what was heard is so
    interrupts: bool = False  # in place of the page that somebody who is upset or objects did not answer


OWN = "own"  # a question of the nurse's own, where a language model speaks
DOCTOR_READS = "doctor_reads"  # what the doctor will read: the last page of everybody
BACKGROUND = "background"  # illnesses, medicines and allergies on one page
STORY = "story"  # since when, its course and how bad it is, with whatever else the doctor should know
CHOOSE_AGAIN = "choose_again"  # a department, after one was refused
DANGER, DANGER_ONE = "danger", "danger_one"
# What tells the likely departments apart, and once more where it is still open.
_DIFFERENTIAL = Asked(of=Of.COMPLAINT, several=True, none_denies=True, of_complaint=True, offered=True)

QUESTIONS: Mapping[str, Asked] = MappingProxyType(
    {
        "open": Asked(of=Of.COMPLAINT, several=True, ways=Ways.PERSON, body_map=True, unsaid=True),
        "offered": Asked(of=Of.COMPLAINT, several=True, puts_right=True, of_complaint=True, offered=True, unsaid=True),
        "site": Asked(of=Of.COMPLAINT, body_map=True, unsaid=True),
        "place": Asked(of=Of.COMPLAINT, ways=Ways.ELSE, of_complaint=True, offered=True, unsaid=True),
        "differential": _DIFFERENTIAL,
        "differential_again": _DIFFERENTIAL,
        DANGER: Asked(of=Of.DANGER, several=True, none_denies=True, of_complaint=True),
        DANGER_ONE: Asked(of=Of.DANGER),
        "who": Asked(of=Of.PERSON, full=Full.RELATION, about_anybody=True),
        "age": Asked(of=Of.PERSON, full=Full.AGE, pad="years", about_anybody=True),
        "sex": Asked(of=Of.PERSON, full=Full.SEX, about_anybody=True),
        "pregnant": Asked(of=Of.PERSON, full=Full.PREGNANCY, topic=Topic.PREGNANCY),
        "pregnant_again": Asked(of=Of.PERSON, full=Full.PREGNANCY, topic=Topic.PREGNANCY),
        "since": Asked(of=Of.STORY, full=Full.ONSET, topic=Topic.DETAIL, detail=True, of_complaint=True),
        "side": Asked(of=Of.STORY, full=Full.SIDE, topic=Topic.DETAIL, detail=True, of_complaint=True),
        "progress": Asked(of=Of.STORY, full=Full.COURSE, topic=Topic.DETAIL, detail=True, of_complaint=True),
        "severity": Asked(
            of=Of.STORY, full=Full.SEVERITY, topic=Topic.DETAIL, detail=True, of_complaint=True, pad="of_ten"
        ),
        "temperature": Asked(
            of=Of.STORY, full=Full.TEMPERATURE, topic=Topic.DETAIL, detail=True, of_complaint=True, pad="temperature"
        ),
        "how": Asked(of=Of.STORY, full=Full.QUALIFIERS, topic=Topic.DETAIL, several=True, of_complaint=True),
        "also": Asked(of=Of.STORY, several=True, none_denies=True, of_complaint=True, offered=True, unsaid=True),
        OWN: Asked(of=Of.STORY),
        "past_history": Asked(
            of=Of.HISTORY,
            topic=Topic.CONDITION,
            full=Full.TOPIC,
            several=True,
            none_denies=True,
            for_the_doctor=True,
            about_anybody=True,
        ),
        "medicines": Asked(
            of=Of.HISTORY,
            topic=Topic.MEDICINE,
            full=Full.TOPIC,
            several=True,
            taken_as_heard=True,
            for_the_doctor=True,
            about_anybody=True,
        ),
        "allergies": Asked(
            of=Of.HISTORY,
            topic=Topic.ALLERGY,
            full=Full.TOPIC,
            several=True,
            taken_as_heard=True,
            for_the_doctor=True,
            about_anybody=True,
        ),
        BACKGROUND: Asked(of=Of.HISTORY, for_the_doctor=True, about_anybody=True),
        "course": Asked(of=Of.FOLLOW_UP, topic=Topic.COURSE, for_the_doctor=True),
        "adherence": Asked(of=Of.FOLLOW_UP, topic=Topic.ADHERENCE, for_the_doctor=True),
        "result": Asked(of=Of.FOLLOW_UP, topic=Topic.RESULT, for_the_doctor=True),
        "helping": Asked(of=Of.FOLLOW_UP, topic=Topic.COURSE, for_the_doctor=True),
        "supply": Asked(of=Of.FOLLOW_UP, topic=Topic.ADHERENCE, for_the_doctor=True),
        "new": Asked(of=Of.MORE, several=True, ways=Ways.NOTHING_NEW, for_the_doctor=True, about_anybody=True),
        STORY: Asked(of=Of.MORE, ways=Ways.THAT_IS_ALL, for_the_doctor=True, about_anybody=True),
        "tell_doctor": Asked(of=Of.MORE, ways=Ways.THAT_IS_ALL, for_the_doctor=True, about_anybody=True),
        "appointment": Asked(of=Of.PURPOSE, full=Full.APPOINTMENT),
        "report": Asked(of=Of.PURPOSE, ways=Ways.PERSON, for_the_doctor=True),
        DOCTOR_READS: Asked(of=Of.RECORD, ways=Ways.PERSON, puts_right=True),
        "read_back": Asked(of=Of.TALK, puts_right=True, several=True, ways=Ways.ALL_RIGHT, interrupts=True),
        "open_question": Asked(of=Of.VISITOR, ways=Ways.PERSON),
        "anything_else": Asked(of=Of.VISITOR, ways=Ways.PERSON),
        "meant": Asked(of=Of.VISITOR, ways=Ways.PERSON),
        "offer": Asked(of=Of.TALK, ways=Ways.PERSON, interrupts=True),
        "identify": Asked(of=Of.TALK, ways=Ways.PERSON),
        "read_on": Asked(of=Of.TALK, ways=Ways.PERSON),
        "choose": Asked(of=Of.DEPARTMENT, ways=Ways.PERSON),
        CHOOSE_AGAIN: Asked(of=Of.DEPARTMENT, ways=Ways.PERSON, interrupts=True),
    }
)
USUAL = Asked(of=Of.TALK)  # of a key that is none of ours


def asked(key: str | None) -> Asked:
    """What is asked by the page of that key."""
    return QUESTIONS.get(key or "", USUAL)


def keys(fits: Callable[[Asked], bool]) -> frozenset[str]:
    return frozenset(key for key, question in QUESTIONS.items() if fits(question))


def topics(of: Of) -> dict[str, Topic]:
    """What the pages of one kind are recorded as, in their order."""
    return {key: one.topic for key, one in QUESTIONS.items() if one.of is of and one.topic is not None}


HISTORY = topics(Of.HISTORY)
ROWS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {STORY: ("side", "since", "progress", "severity"), BACKGROUND: tuple(HISTORY)}
)  # the questions of the pages that ask several
FOLLOW_UP = topics(Of.FOLLOW_UP)
PREGNANCY = tuple(key for key, one in QUESTIONS.items() if one.topic is Topic.PREGNANCY)  # and once more in other words
COMPLAINT = keys(lambda one: one.of is Of.COMPLAINT) | {"new"}  # whose words are the complaint told
OF_ANYTHING_MORE = keys(lambda one: one.of is Of.MORE)
OF_THE_PERSON = keys(lambda one: one.of is Of.PERSON)
OF_THE_STORY = keys(lambda one: one.of in (Of.DANGER, Of.PERSON, Of.STORY))
OF_THE_TALK = keys(lambda one: one.of is Of.TALK)
QUESTIONS_ONLY = keys(lambda one: one.of is Of.VISITOR)
VALUE_AGAIN = "value_again"  # asks for a value once more
BETWEEN = QUESTIONS_ONLY | {"offer"}  # of nobody's interview
CHOICE = keys(lambda one: one.of is Of.DEPARTMENT)
DETAILS = keys(lambda one: one.detail)
LISTED = keys(lambda one: one.none_denies and one.of is Of.HISTORY)  # "none of these" is no "none at all"
BESIDE = keys(lambda one: one.none_denies) - LISTED  # what goes with a complaint and is none by itself
TAKEN_AS_HEARD = keys(lambda one: one.taken_as_heard)  # heard of illnesses may be somebody else's
OF_A_COMPLAINT = keys(lambda one: one.of_complaint)
OFFERED = keys(lambda one: one.offered)
UNSAID = keys(lambda one: one.unsaid)
PUT_RIGHT = keys(lambda one: one.puts_right)
FOR_THE_DOCTOR = keys(lambda one: one.for_the_doctor)
INTERRUPTING = keys(lambda one: one.interrupts)
