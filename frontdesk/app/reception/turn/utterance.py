"""What reached the kiosk, and the turn that is made of it."""

from datetime import datetime
from typing import NamedTuple
from zlib import crc32

from frontdesk.app.reception.department.steering import Wish
from frontdesk.app.reception.record.corrected import is_reviewed
from frontdesk.app.reception.record.pages import options_of
from frontdesk.app.reception.session.events import AlertRaised, Event, Option, PatientSaid, Question, RecordExtended
from frontdesk.app.reception.session.state import State
from frontdesk.models.facts import Language, Person, Record, Value
from frontdesk.models.reading import Reading
from frontdesk.models.reading.dialogue_acts import DialogueActs
from frontdesk.models.red_flags import RedFlag


class Utterance(Value):
    """What reached the kiosk. `number` is the patient turn it claims to be, from 1; `options` the tiles tapped.

    `corrects` is the key of a line of the read-back that is taken out, or said anew where there is `text`.
    `heard` and `confidence` are a recogniser's, of what was spoken; it `goes_on` from the turn before where a pause in
    it was taken for its end.
    """

    turn_id: str
    number: int
    text: str = ""
    option: str | None = None
    options: tuple[str, ...] = ()
    means: str = "typed"
    corrects: str | None = None
    heard: str = ""
    confidence: float | None = None
    goes_on: bool = False

    @property
    def tapped(self) -> tuple[str, ...]:
        return self.options or ((self.option,) if self.option else ())


class Reply(NamedTuple):
    """An utterance before it is read: its words and tiles, the page they may answer, the session before it."""

    state: State
    utterance: Utterance
    question: Question | None  # none while a person has taken over
    tapped: tuple[Option, ...]  # also the one tile whose label was said
    text: str
    language: Language
    number: int  # of the patient's turn
    now: datetime
    acts: DialogueActs = DialogueActs()
    reading: Reading = Reading()

    @property
    def key(self) -> str | None:
        return self.question.key if self.question else None

    @property
    def typed(self) -> bool:
        """Words alone, that are to be read."""
        tiles = options_of(self.question, self.utterance.tapped)
        return bool(self.text) and self.tapped == tiles and not self.utterance.corrects

    @property
    def names_a_tile(self) -> bool:
        return bool(self.tapped) and not self.utterance.tapped

    @property
    def of_the_lines(self) -> bool:
        """Of the lines that the doctor will read."""
        return self.typed and is_reviewed(self.state, self.text)


def utterance_of(said: PatientSaid) -> Utterance:
    """What reached the kiosk, as it was recorded."""
    return Utterance(
        turn_id=said.turn_id,
        number=said.number,
        text=said.text,
        options=said.options,
        means=said.means,
        corrects=said.corrects,
        heard=said.heard,
        confidence=said.confidence,
    )


class Turn(Value):
    """One utterance with everything it says; frozen, so that many may look at it at once."""

    session_id: str
    before: State  # as the session stood when the patient began to speak
    heard_by: State  # as it stands with the utterance and its alarms
    unwritten: tuple[Event, ...]  # those of them that are not recorded yet
    text: str
    tapped: tuple[Option, ...]
    language: Language
    question: Question | None  # the one this may answer
    acts: DialogueActs = DialogueActs()
    reading: Reading = Reading()  # what the words mean on that page
    by_model: bool = False  # a model reads the words, and no code
    held: tuple[RedFlag, ...] = ()  # alarms of words that have to be read first
    answers: bool  # the question has its answer in it
    telling: str = ""  # the text without the clauses that only put lines of the record right
    corrects: bool  # a line of what was understood is taken out or said anew
    wishes: tuple[Wish, ...]  # of where they are sent, in the order they were said
    alarms: tuple[AlertRaised, ...]  # those raised by this turn
    suspected: tuple[str, ...]  # red flags that the words make possible, likeliest first
    extension: RecordExtended | None
    record: Record
    person: Person
    now: datetime

    @property
    def for_code(self) -> str:
        """The words, where code is to say what they mean; none where a model reads them."""
        return "" if self.by_model else self.text

    @property
    def asked(self) -> str | None:
        return self.question.key if self.question else None

    @property
    def number(self) -> int:
        return self.heard_by.turns

    @property
    def variant(self) -> int:
        """Which wording of a phrase to take: another one in every turn, and other ones for other patients."""
        return crc32(self.session_id.encode()) % 60 + self.number

    @property
    def turn_id(self) -> str:
        return self.heard_by.last.turn_id if self.heard_by.last else ""

    @property
    def silent(self) -> bool:
        """A person has taken over: the machine says nothing."""
        return self.heard_by.in_hands

    @property
    def told(self) -> Record:
        """What this turn added to the record."""
        return self.extension.facts if self.extension else ()

    @property
    def withdrawn(self) -> tuple[str, ...]:
        return self.extension.withdrawn if self.extension else ()

    def has_tapped(self, *keys: str) -> bool:
        return any(option.key in keys for option in self.tapped)
