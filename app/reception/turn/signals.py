"""What an utterance asks of the talk itself, beside whatever it tells: a person, an answer, a correction, an end."""

from app.reception.record.clauses import asks_what_is_written
from app.reception.turn.everyday_words import everyday
from models import parsers
from models.facts import Language, Mood, Value
from models.parsers import TalkQuestion
from models.parsers.own_records import records_asked
from models.parsers.writing import read
from models.retrieval.subjects import asks_of_the_house
from models.triage.hints import hints

FEWEST = 3  # words that switch a Chinese talk
FEWEST_EVERYDAY = 2  # everyday English words among them: names of medicines and results in Latin letters do not switch


class Signals(Value):
    """All are off for a tap. `rest` is the text without the questions it puts and without what only vents."""

    rest: str = ""
    questions: tuple[str, ...] = ()  # for the hospital to answer
    medical: bool = False  # asks what only a doctor can tell
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
        questions = tuple(one for one in self.questions if not asks_what_is_written(one))
        medical = self.medical and (bool(questions) or not self.questions)
        return self.model_copy(update={"questions": questions, "medical": medical, "own_records": False})

    @property
    def of_the_house(self) -> "Signals":
        """Where a model reads the words: whose data is asked for, attempts at the machine, what may be looked up."""
        kept = {"questions", "others_data", "manipulation", "own_records", "empty"}
        return Signals(**{name: value for name, value in self if name in kept}, rest=self.rest)

    @property
    def tells_nothing(self) -> bool:
        """Not of the visit: nothing in it belongs into the record."""
        asks_of_old = self.own_records and parsers.empty(self.rest)
        away = self.others_data or self.manipulation or asks_of_old or self.off_topic
        asks_of_the_talk = (self.about_talk is not None or self.which_department) and parsers.empty(self.rest)
        of_the_talk = asks_of_the_talk or self.courtesy or self.wants_back or self.finished
        return self.empty or away or of_the_talk or self.only_asks


def signals_of(text: str) -> Signals:
    """Everything that closed lists are sure of in the patient's words."""
    about_talk = parsers.asks_about_talk(text)
    if about_talk in (TalkQuestion.REPEAT, TalkQuestion.MEANING) and hints(text):
        about_talk = None  # who hears badly, or cannot speak, tells of an illness
    asks_nothing = parsers.asks_to_be_seen(text) or parsers.plain_reply(text)
    questions = () if asks_nothing else parsers.questions(text)
    of_old = _own_records(text)
    which_department = parsers.asks_which_department(text) and not of_old
    impatient = parsers.impatient(text) and not of_old  # "can we hurry up?" asks nothing
    mood = parsers.distressed(text) or Mood.CALM
    rest = parsers.without_temper(text) if impatient or mood is Mood.ANGRY else text
    rest = parsers.without_talk(rest) if about_talk else rest
    for question in (*questions, of_old):
        rest = rest.replace(question, " ") if question else rest
    return Signals(
        rest=rest.strip(),
        questions=() if about_talk or which_department or impatient else questions,
        medical=parsers.asks_medical(text) and not any(map(asks_of_the_house, questions)),
        which_department=which_department,
        about_talk=about_talk,
        wants_person=parsers.wants_person(text),
        objects=parsers.objects(text),
        finished=parsers.finished(text),
        wants_back=parsers.wants_back(text),
        impatient=impatient,
        courtesy=parsers.courtesy(text),
        off_topic=parsers.off_topic(text) and not hints(text),
        others_data=parsers.others_data(text),
        manipulation=parsers.manipulation(text),
        own_records=bool(of_old),
        empty=parsers.empty(text),
        mood=mood,
    )


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
