"""What an utterance asks, beside whatever it tells: of the hospital, of a doctor, of the talk; a person, an end."""

from app.reception.turn.everyday_words import everyday
from models import parsers
from models.facts import Language, Mood, Topic, Value
from models.parsers import TalkQuestion
from models.parsers.own_records import records_asked
from models.parsers.writing import read
from models.question_kinds import TALK, Asked, Kind, asked
from models.retrieval.subjects import asks_the_hospital
from models.specialists.medication.listing import never_taken
from models.triage.hints import hints

ILLS = (Topic.FINDING, Topic.CONDITION)
PLAINLY = 0.97  # chance from which a question that the texts do not show to be of the hospital is
FEWEST = 3  # words that switch a Chinese talk
FEWEST_EVERYDAY = 2  # everyday English words among them: names of medicines and results in Latin letters do not switch


class Signals(Value):
    """All are off for a tap. `rest` is the text without the questions it puts and without what only vents."""

    rest: str = ""
    questions: tuple[str, ...] = ()  # for the hospital to answer, also where it is not sure what is asked
    unsure: tuple[str, ...] = ()  # those of them
    to_doctor: tuple[str, ...] = ()  # only a doctor can tell
    medical: bool = False  # there are such, or a model says so
    which_department: bool = False  # asks what the interview is there to find
    about_talk: TalkQuestion | None = None
    wants_person: bool = False
    objects: bool = False
    finished: bool = False
    wants_back: bool = False
    impatient: bool = False
    courtesy: bool = False
    off_topic: bool = False
    others_data: bool = False
    manipulation: bool = False
    own_records: bool = False
    empty: bool = False
    mood: Mood = Mood.CALM

    @property
    def only_asks(self) -> bool:
        """Nothing is told beside a question to the hospital."""
        return bool(self.questions) and not self.medical and parsers.empty(self.rest)

    def of_the_page(self) -> "Signals":
        """On the page of what the doctor will read: what stands there is asked of that page, and of no record."""
        return self.model_copy(update={"own_records": False})

    @property
    def of_the_hospital(self) -> "Signals":
        """Where a model reads the words: whose data is asked for, attempts at the machine, what may be looked up."""
        kept = {"questions", "others_data", "manipulation", "own_records", "empty"}
        return Signals(**{name: value for name, value in self if name in kept}, rest=self.rest)

    @property
    def tells_nothing(self) -> bool:
        """Not of the visit: nothing in it belongs into the record."""
        asks_of_old = self.own_records and parsers.empty(self.rest)
        away = self.others_data or self.manipulation or asks_of_old or self.off_topic
        asks_of_the_talk = (self.about_talk or self.which_department or self.impatient) and parsers.empty(self.rest)
        of_the_talk = asks_of_the_talk or self.courtesy or self.wants_back or self.finished
        return self.empty or away or bool(of_the_talk) or self.only_asks


def signals_of(text: str) -> Signals:
    """Everything that closed lists and the classifier of questions are sure of in the patient's words."""
    by_form = parsers.asks_about_talk(text)
    if by_form in (TalkQuestion.REPEAT, TalkQuestion.MEANING) and hints(text):
        by_form = None  # who hears badly, or cannot speak, tells of an illness
    of_old = _own_records(text)
    found = tuple(map(_of_the_hospital, (one for one in asked(text) if not of_old or one.words not in of_old)))
    kinds = {one.kind for one in found}
    about_talk = by_form or next((TALK[one.kind] for one in found if one.kind in TALK), None)
    questions = tuple(one.words for one in found if one.kind in (Kind.PRACTICAL, None))
    mood = parsers.distressed(text) or Mood.CALM
    rest = _without(text, (*(one.words for one in found), of_old), angry=mood is Mood.ANGRY, of_talk=by_form)
    return Signals(
        rest=rest,
        questions=questions,
        unsure=tuple(one.words for one in found if one.kind is None),
        to_doctor=tuple(one.words for one in found if one.kind is Kind.MEDICAL),
        medical=Kind.MEDICAL in kinds,
        which_department=Kind.DEPARTMENT in kinds and not of_old,
        about_talk=about_talk,
        wants_person=_wants_person(text),
        objects=parsers.objects(text) and not never_taken(text),  # "he offered me statins, I said no"
        finished=parsers.finished(text),
        wants_back=parsers.wants_back(text),
        impatient=Kind.IMPATIENCE in kinds,
        courtesy=parsers.courtesy(text),
        off_topic=parsers.off_topic(text) and not hints(text),
        others_data=parsers.others_data(text) and Kind.PRIVACY not in kinds,
        manipulation=parsers.manipulation(text),
        own_records=bool(of_old),
        empty=parsers.empty(text),
        mood=mood,
    )


def _wants_person(text: str) -> bool:
    """Not who asks whether a machine speaks: "are you a real person?"."""
    others = (one for one in parsers.clauses(text) if parsers.asks_about_talk(one) is not TalkQuestion.MACHINE)
    return parsers.wants_person("".join(others))


def _of_the_hospital(one: Asked) -> Asked:
    """A question that the hospital's texts are likely to answer is for them; not what names an illness alone."""
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
    for words in filter(None, asked_words):
        text = text.replace(words, " ")
    told = (
        clause
        for clause in parsers.clauses(text)
        if not (angry and parsers.distressed(clause) is Mood.ANGRY)
        and not (of_talk and parsers.asks_about_talk(clause))
    )
    return "".join(told).strip() if angry or of_talk else text.strip()


def _own_records(text: str) -> str:
    """The words that ask for records of their own; empty where none do."""
    writing = read(text)
    asked = records_asked(writing.lower)
    if asked is None or asked.others:
        return ""
    return writing.words(asked.start, asked.start + len(asked.words))


def language_after(text: str, language: Language) -> Language:
    """The language to go on in: the patient's, unless the reply is too short to tell."""
    said = parsers.language_of(text)
    if said is None or said is language:
        return language
    has_han = any("\u4e00" <= char <= "\u9fff" for char in text)
    if said is Language.ZH:
        return said
    words = text.split()
    spoken = len(words) >= FEWEST and not has_han and everyday(words) >= FEWEST_EVERYDAY
    return said if spoken else language
