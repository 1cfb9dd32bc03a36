"""What an utterance asks of the talk itself, beside whatever it tells: a person, an answer, a correction, an end."""

from models import parsers
from models.facts import Language, Mood, Value
from models.retrieval.subjects import asks_of_the_house


class Signals(Value):
    """All are off for a tap. `rest` is the text without the questions it puts."""

    rest: str = ""
    questions: tuple[str, ...] = ()
    of_the_house: bool = False  # what is asked is about the hospital
    about_talk: parsers.TalkQuestion | None = None
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
        """Nothing is told beside a question."""
        return bool(self.questions) and parsers.empty(self.rest)

    @property
    def tells_nothing(self) -> bool:
        """Not of the visit: nothing in it belongs into the record."""
        away = self.others_data or self.manipulation or self.own_records or self.off_topic
        return (
            self.empty or self.courtesy or self.wants_back or away or self.only_asks or self.about_talk is not None
        )


def signals_of(text: str) -> Signals:
    questions = parsers.questions(text)
    rest = text
    for question in questions:
        rest = rest.replace(question, " ")
    return Signals(
        rest=rest.strip(),
        questions=questions,
        of_the_house=any(map(asks_of_the_house, questions)),
        about_talk=parsers.asks_about_talk(text),
        wants_person=parsers.wants_person(text),
        objects=parsers.objects(text),
        finished=parsers.finished(text),
        wants_back=parsers.wants_back(text),
        impatient=parsers.impatient(text),
        courtesy=parsers.courtesy(text),
        off_topic=parsers.off_topic(text),
        others_data=parsers.others_data(text),
        manipulation=parsers.manipulation(text),
        own_records=parsers.own_records(text),
        empty=parsers.empty(text),
        mood=parsers.distressed(text) or Mood.CALM,
    )


def language_after(text: str, language: Language) -> Language:
    """The language to go on in: the patient's, unless the reply is too short to tell."""
    said = parsers.language_of(text)
    if said is None or said is language:
        return language
    has_han = any("\u4e00" <= char <= "\u9fff" for char in text)
    return language if said is Language.EN and (len(text.split()) < FEWEST or has_han) else said


FEWEST = 3  # English words that switch a Chinese talk: "ok" and the name of a medicine do not
