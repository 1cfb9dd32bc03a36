"""The dialogue acts of an utterance: questions by whom they are for, a call for a person, an objection, an end."""

import re
from collections.abc import Iterator
from itertools import pairwise

from frontdesk.models import parsers
from frontdesk.models.assertion import Assertion, lowered, scopes
from frontdesk.models.assertion.kin_not_known import is_not_known_of_kin
from frontdesk.models.facts import Language, Mood, Topic, Value
from frontdesk.models.parsers import TalkQuestion
from frontdesk.models.parsers.own_records import records_asked
from frontdesk.models.parsers.writing import read
from frontdesk.models.question_kinds import TALK, Asked, Kind, asked
from frontdesk.models.reading.commands import Addressee, DialogueAct, SpokenAct
from frontdesk.models.retrieval.subjects import asks_the_hospital
from frontdesk.models.specialists.medication.listing import never_taken
from frontdesk.models.triage.hints import hints

ILLS = (Topic.FINDING, Topic.CONDITION)
PLAINLY = 0.97  # chance from which a question that the texts do not show to be of the hospital is
PRACTICAL = (Addressee.HOSPITAL, Addressee.UNSURE)
ADDRESSEES = {
    Kind.PRACTICAL: Addressee.HOSPITAL,
    None: Addressee.UNSURE,
    Kind.MEDICAL: Addressee.DOCTOR,
    Kind.DEPARTMENT: Addressee.TRIAGE,
}
_OF_CATCHING_IT = re.compile(
    r"\bcontagious\b|\b(?:is|am|are) (?:it|this|i|we) (?:catching|infectious)\b"
    r"|是(?:不是)?传染病吗?[?？]?$|传染[吗么不][?？]?$"
)
RECORDS = (Addressee.RECORDS, Addressee.OTHERS_RECORDS)


class DialogueActs(Value):
    """None for a tap. `rest` is the text without the questions it puts and without what only vents."""

    acts: tuple[SpokenAct, ...] = ()
    about_talk: TalkQuestion | None = None  # what is asked of the talk itself
    rest: str = ""
    empty: bool = False
    mood: Mood = Mood.CALM

    def does(self, *acts: DialogueAct) -> bool:
        return any(one.act in acts for one in self.acts)

    def asks(self, *addressees: Addressee) -> tuple[str, ...]:
        """The questions put to any of these, in the patient's words."""
        return tuple(one.quote for one in self.acts if one.act is DialogueAct.ASKS and one.target in addressees)

    @property
    def only_asks(self) -> bool:
        """Nothing is told beside a question to the hospital."""
        return bool(self.asks(*PRACTICAL)) and not self.asks(Addressee.DOCTOR) and parsers.empty(self.rest)

    def of_the_page(self) -> "DialogueActs":
        """On the page of what the doctor will read: what stands there is asked of that page, and of no record."""
        return self._with(tuple(one for one in self.acts if one.target != Addressee.RECORDS))

    @property
    def of_the_hospital(self) -> "DialogueActs":
        """Where a model reads the words: whose data is asked for, attempts at the machine, what may be looked up."""
        kept = tuple(
            one for one in self.acts if one.act is DialogueAct.MANIPULATES or one.target in (*PRACTICAL, *RECORDS)
        )
        return DialogueActs(acts=kept, rest=self.rest, empty=self.empty)

    @property
    def tells_nothing(self) -> bool:
        """Not of the visit: nothing in it belongs into the record."""
        if self.empty or self.only_asks or self.asks(Addressee.OTHERS_RECORDS):
            return True
        if self.does(
            DialogueAct.MANIPULATES, DialogueAct.STRAYS, DialogueAct.THANKS, DialogueAct.GOES_BACK, DialogueAct.FINISHES
        ):
            return True
        of_the_talk = (
            self.about_talk or self.asks(Addressee.TRIAGE, Addressee.RECORDS) or self.does(DialogueAct.HURRIES)
        )
        return bool(of_the_talk) and parsers.empty(self.rest)

    def _with(self, acts: tuple[SpokenAct, ...]) -> "DialogueActs":
        return self.model_copy(update={"acts": acts})


def dialogue_acts(text: str) -> DialogueActs:
    """Everything that closed lists and the classifier of questions are sure of in the patient's words."""
    by_form = parsers.asks_about_talk(text)
    if by_form in (TalkQuestion.REPEAT, TalkQuestion.MEANING) and hints(text):
        by_form = None  # who hears badly, or cannot speak, tells of an illness
    of_old = _own_records(text)
    found = tuple(map(_for_the_hospital, (one for one in asked(text) if not of_old or one.words not in of_old)))
    mood = parsers.distressed(text) or Mood.CALM
    return DialogueActs(
        acts=(*_questions(text, found, of_old), *_others(text, found)),
        about_talk=by_form or next((TALK[one.kind] for one in found if one.kind in TALK), None),
        rest=_without(text, (*(one.words for one in found), of_old), angry=mood is Mood.ANGRY, of_talk=by_form),
        empty=parsers.empty(text),
        mood=mood,
    )


def asking(quote: str, addressee: Addressee) -> SpokenAct:
    """A question, by whom it is for."""
    return SpokenAct(act=DialogueAct.ASKS, quote=quote, sure=addressee is not Addressee.UNSURE, target=addressee)


def _questions(text: str, found: tuple[Asked, ...], of_old: str) -> Iterator[SpokenAct]:
    for one in found:
        addressee = ADDRESSEES.get(one.kind)
        if addressee and not (of_old and addressee is Addressee.TRIAGE):
            yield asking(one.words, addressee)
    if of_old:
        yield asking(of_old, Addressee.RECORDS)
    if parsers.others_data(text) and all(one.kind is not Kind.PRIVACY for one in found):
        yield asking(text, Addressee.OTHERS_RECORDS)


def _others(text: str, found: tuple[Asked, ...]) -> Iterator[SpokenAct]:
    """The acts that are no questions."""
    does = {
        DialogueAct.WANTS_PERSON: _wants_person(text),
        DialogueAct.OBJECTS: parsers.objects(text) and not never_taken(text),  # "he offered me statins, I said no"
        DialogueAct.FINISHES: parsers.finished(text),
        DialogueAct.GOES_BACK: parsers.wants_back(text),
        DialogueAct.HURRIES: any(one.kind is Kind.IMPATIENCE for one in found),
        DialogueAct.THANKS: parsers.courtesy(text),
        DialogueAct.STRAYS: parsers.off_topic(text) and not hints(text),
        DialogueAct.MANIPULATES: parsers.manipulation(text),
    }
    return (SpokenAct(act=act, quote=text, sure=True) for act, so in does.items() if so)


def _wants_person(text: str) -> bool:
    """Not who asks whether a machine speaks: "are you a real person?"."""
    clauses = (one for one in parsers.clauses(text) if not is_not_known_of_kin(one))  # 不清楚家里有没有人得过
    others = (one for one in clauses if parsers.asks_about_talk(one) is not TalkQuestion.MACHINE)
    return parsers.wants_person("".join(others))


def _for_the_hospital(one: Asked) -> Asked:
    """A question that the hospital's texts are likely to answer is for them; not what names an illness alone."""
    if _OF_CATCHING_IT.search(read(one.words).lower):
        return one._replace(kind=Kind.MEDICAL)
    plainly = asks_the_hospital(one.words)
    if one.kind in (Kind.MEDICAL, None) and plainly:
        return one._replace(kind=Kind.PRACTICAL)
    if one.kind is Kind.PRACTICAL and one.chance < PLAINLY and not plainly:
        return one._replace(kind=None)
    if one.kind is None and any(hint.topic in ILLS for hint in hints(one.words)):
        return one._replace(kind=Kind.MEDICAL)
    return one


def _without(text: str, asked_words: tuple[str, ...], *, angry: bool, of_talk: TalkQuestion | None) -> str:
    """What is told: without what is asked, what only vents, and what is said of the talk."""
    for words in filter(None, (*_conditions(text, asked_words), *asked_words)):
        text = text.replace(words, " ")
    told = (
        clause
        for clause in parsers.clauses(text)
        if not (angry and parsers.distressed(clause) is Mood.ANGRY)
        and not (of_talk and parsers.asks_about_talk(clause))
    )
    return "".join(told).strip() if angry or of_talk else text.strip()


def _conditions(text: str, asked_words: tuple[str, ...]) -> Iterator[str]:
    """The clauses that say for which case the next one asks: "if it is 39 again tonight, do I go to Emergency?"."""
    for clause, then in pairwise(parsers.clauses(text)):
        if then.strip() and any(then.strip() in one or one in then for one in asked_words if one):
            supposed = scopes(lowered(clause), parsers.language_of(clause) or Language.EN)
            if any(scope.kind is Assertion.CONDITIONAL for scope in supposed):
                yield clause


def _own_records(text: str) -> str:
    """The words that ask for records of their own; empty where none do."""
    writing = read(text)
    found = records_asked(writing.lower)
    if found is None or found.others:
        return ""
    return writing.words(found.start, found.start + len(found.words))
