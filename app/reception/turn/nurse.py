"""The nurse speaks: by a language model where one is connected, checked and guarded, else the embedded way."""

import re
from collections.abc import Callable, Iterator
from time import perf_counter
from typing import NamedTuple

import structlog

from app.reception.department import arrival, naming
from app.reception.guard.faults import Ground
from app.reception.guard.guarded import Guarded, guarded
from app.reception.house import House
from app.reception.record.heard import OWN
from app.reception.record.interview import also, open_pages, questions_left
from app.reception.record.pages import put
from app.reception.session.events import Action, Event, Option, Question, Voiced
from app.reception.session.notes import UnderWay
from app.reception.session.voices import Voice
from app.reception.team.finding import Finding
from app.reception.turn import prompting, speaking
from app.reception.turn.decide import decide, events_of
from app.reception.turn.interviewing import HISTORY, Standing, first_after, standing, unnamed_again
from app.reception.turn.listen import Turn
from app.reception.turn.look_up import MOST, LookedUp
from app.reception.turn.noting import Notes, with_notes
from app.reception.turn.spoken import Spoken, again, calls
from his_adapter.records import Level
from models.facts import Language
from models.language.model import ModelFailed
from models.notes import NOTES, Line
from models.nurse import NURSE, Decision, Does, Undecided, decided
from models.speaking import join

# What is urgent, refused, or of somebody's own records is said in words we have weighed.
IN_OUR_WORDS = frozenset({"others_data", "manipulation", "repeat", "own_records", "identify", "value_again", "chosen"})
URGENT_BUT_OURS = frozenset({"impatient"})  # of what has priority she may speak
BESIDE = frozenset(
    {"caution", "keep", "double_dose", "over_maximum", "too_often", "critical_value", "unlikely_value"}
)  # put a sentence of ours first
AFTER_NOTES = frozenset({Does.SEND, Does.CLOSE})  # wait for what the same words say for the record
SEVERAL = re.compile(r" and |[,、(（]")  # what joins the parts of a department's name
CALLS = 3  # of the model for one answer: one, another after looking up, one more where a first line was wrong

log = structlog.get_logger(__name__)


class Interrupted(Exception):
    """The patient has spoken again; this answer is not wanted any more."""


class Refused(Exception):
    """A decision that may not be taken; says why in a word."""


class Granted(NamedTuple):
    """A decision that may be taken. `spoken` is what it does, in our words; `ends` is said behind the model's."""

    spoken: Spoken
    ends: str = ""
    must: str = ""  # words the line has to hold, else ours are said
    may_ask: bool = False
    in_our_words: bool = False
    own: bool = False  # the question is the model's


def answer(
    house: House,
    turn: Turn,
    findings: tuple[Finding, ...],
    known: LookedUp,
    voice: Voice,
    under_way: UnderWay[Notes],
    meanwhile: Callable[[], None],
) -> tuple[Event, ...]:
    """The events of the answer. Raises Interrupted. `meanwhile` is done while the model thinks."""
    embedded = decide(house, turn, findings, known)
    model = house.models.assigned(NURSE.name)
    if model is None or not _may_speak(turn, findings, embedded):
        return events_of(house, turn, findings, known, embedded)
    reply = Reply(house, turn, findings, known, embedded, voice, under_way, meanwhile)
    spoken, voiced = reply.spoken(model.name)
    if voice.stop:
        raise Interrupted
    voice.show(spoken.text)
    _tell(reply.turn, voiced, reply.waited)
    return (*reply.noted, *events_of(house, reply.turn, findings, reply.known, spoken, voiced))


def _may_speak(turn: Turn, findings: tuple[Finding, ...], embedded: Spoken) -> bool:
    urgent = embedded.action is Action.PRIORITY and embedded.why not in URGENT_BUT_OURS
    beside = any(f.what in BESIDE for f in findings) or any(a.level is Level.C and a.rule for a in turn.alarms)
    ends = any(event.kind == "closed" for event in embedded.after)
    return not (urgent or beside or ends or embedded.why in IN_OUR_WORDS)


class Reply:
    """One reply of the model's on its way: decision, checks, words; what fails is said the embedded way."""

    def __init__(
        self,
        house: House,
        turn: Turn,
        findings: tuple[Finding, ...],
        known: LookedUp,
        embedded: Spoken,
        voice: Voice,
        under_way: UnderWay[Notes],
        meanwhile: Callable[[], None],
    ) -> None:
        self.house = house
        self.turn = turn
        self.findings = findings
        self.known = known
        self.embedded = embedded
        self.noted: tuple[Event, ...] = ()
        self.waited = 0.0
        self._voice = voice
        self._under_way = under_way
        self._meanwhile = meanwhile
        self._faults: list[str] = []
        self._standing: Standing | None = None

    def spoken(self, model: str) -> tuple[Spoken, Voiced]:
        """What is said, and how it came about."""
        outcome, kept, said = "answered", False, self.embedded
        try:
            said = self._said()
            kept = said is not self.embedded
        except ModelFailed as failure:
            outcome = failure.fault.value
            said = self.embedded
        except Undecided:
            outcome = "undecided"
            said = self.embedded
        except Refused as refusal:
            outcome = "refused"
            self._faults.append(str(refusal))
            said = self.embedded
        prompt = NURSE.version(self.turn.language)
        return said, Voiced(model=model, prompt=prompt, outcome=outcome, faults=tuple(self._faults), kept=kept)

    def _said(self) -> Spoken:
        """Raises ModelFailed, Undecided and Refused."""
        decision, words = self._decided()
        if decision.does in AFTER_NOTES:
            self._take_notes()
        granted = self._granted(decision)
        if granted.in_our_words:
            return granted.spoken
        reply = Guarded(self._ground(granted), may_ask=granted.may_ask)
        whole = True
        try:
            for text in guarded(words, reply):
                self._voice.show(text)
        except ModelFailed as failure:
            whole = False
            if not reply.kept or self._voice.stop:
                raise
            self._faults.append(failure.fault.value)
        text = reply.end(whole=whole)
        self._faults += [kind.value for kind in reply.faults]
        if not reply.kept:
            return self.embedded if granted.may_ask else granted.spoken
        sources = tuple(dict.fromkeys(s for found in self.known.enquiries for s in found.sources))
        spoken = _worded(granted, text, reply.question, self.turn)
        return spoken.model_copy(update={"sources": spoken.sources or sources})

    # --- the first line ----------------------------------------------------------------------------------------------

    def _decided(self) -> tuple[Decision, Iterator[str]]:
        """The decision, and the words as they come; what is to be looked up is looked up once."""
        wrong = looked_up = False
        for left in reversed(range(CALLS)):
            asked = speaking.asked(self.house, self.turn, self.findings, self.known, self._stands, wrong=wrong)
            words = self.house.models.stream(NURSE, asked, stop=self._voice.stop, meanwhile=self._meanwhile)
            try:
                decision, words = decided(self._timed(words))
            except Undecided:
                if wrong or not left:
                    raise
                wrong = True
                self._faults.append("undecided")
                continue
            if decision.does is not Does.LOOK_UP:
                return decision, words
            if looked_up:
                raise Refused("look_up")
            looked_up = True
            self._look_up(decision.what)
        raise Refused("look_up")

    def _look_up(self, question: str) -> None:
        found = self.house.enquiries.answer(question, self.turn.language, now=self.turn.now)
        self.known = self.known._replace(enquiries=(*self.known.enquiries, found)[-MOST:])

    def _timed(self, pieces: Iterator[str]) -> Iterator[str]:
        """Counts the seconds spent waiting for the model, apart from what we do with its words."""
        while True:
            began = perf_counter()
            try:
                piece = next(pieces, None)
            finally:
                self.waited += perf_counter() - began
            if piece is None:
                return
            yield piece

    def _take_notes(self) -> None:
        """What the patient's last words say for the record, before a department is named on it."""
        began = perf_counter()
        with self.house.models.aside():
            notes = self._under_way.take(self.house.models.patience(NOTES.name))
        self.waited += perf_counter() - began
        if notes is None:
            return
        self.turn, self.noted = with_notes(self.house, self.turn, notes)
        self._standing = None
        self.embedded = decide(self.house, self.turn, self.findings, self.known)
        if not _may_speak(self.turn, self.findings, self.embedded):
            raise Refused("danger")

    # --- what a decision may do --------------------------------------------------------------------------------------

    @property
    def _stands(self) -> Standing:
        if self._standing is None:
            stands = standing(self.turn)
            self._standing = stands._replace(known=unnamed_again(self.house, self.turn, stands.known))
        return self._standing

    def _granted(self, decision: Decision) -> Granted:
        """Raises Refused."""
        stands = self._stands
        match decision.does:
            case Does.ASK:
                return self._asking(decision.what, stands)
            case Does.SEND:
                return self._sending(decision.what, stands)
            case Does.CALL:
                spoken = self._beside(Action.PRIORITY, "wants_person")
                return Granted(spoken.model_copy(update={"before": calls(self.house, self.turn)}), must="")
            case Does.CLOSE:
                return self._closing(stands)
            case _:
                return self._answering()

    def _asking(self, item: str, stands: Standing) -> Granted:
        known = stands.known
        pages = open_pages(known)
        if not questions_left(known) and item != "danger":
            raise Refused("questions")
        if item == OWN:
            question = Question(key=OWN, text={})
        elif item in pages:
            question = put(item, known, stands.offers, variant=self.turn.variant)
        elif item in also(known):
            question = _one_of(put("also", known), item)
        else:
            raise Refused("ask")
        text = question.text.get(self.turn.language, "")
        action = Action.HISTORY_INQUIRY if item in HISTORY else Action.SYMPTOM_INQUIRY
        spoken = Spoken(
            action=action,
            why=f"next:{question.key}",
            text=text,
            question=question,
            obligations=known.obligations,
            pages_left=questions_left(known),
        )
        return Granted(spoken, ends=text, may_ask=True, own=item == OWN)

    def _sending(self, specialty: str, stands: Standing) -> Granted:
        known = stands.known
        if any(not one.met for one in known.obligations):
            raise Refused("obligations")
        if specialty not in speaking.specialties(self.house):
            raise Refused("specialty")
        if self.turn.before.booked:
            raise Refused("booked")
        question = first_after(self.turn, known)
        spoken = naming.sent(self.house, self.turn, specialty, stands.answer, question)
        if spoken is None:
            raise Refused("specialty")
        spoken = spoken.model_copy(update={"obligations": known.obligations, "pages_left": None})
        choice = arrival.place(self.house, self.turn, specialty)
        name = choice.department.name[self.turn.language] if choice else ""
        ours = spoken.question is not None and spoken.question.key == "choose"
        ends = naming.for_the_doctor(self.turn, spoken.question) if spoken.question and not ours else ""
        closed = choice is not None and choice.opens is not None
        return Granted(spoken, ends=ends, must=name, in_our_words=ours or closed)

    def _closing(self, stands: Standing) -> Granted:
        named = self.turn.heard_by.recommended if stands.known.named else None
        department = self.house.department(named.department_id) if named else None
        if department is None:
            raise Refused("close")
        return Granted(naming.sends(self.house, self.turn, department), must=department.name[self.turn.language])

    def _answering(self) -> Granted:
        spoken = self._beside(Action.ADMINISTRATIVE_ANSWER, "answered")
        return Granted(spoken, ends=spoken.text, may_ask=True)

    def _beside(self, action: Action, why: str) -> Spoken:
        """Something said beside the open question, which stays; where none is open, the next one."""
        turn, embedded = self.turn, self.embedded
        stays = turn.question is not None and not (turn.answers or turn.tapped)
        names = any(event.kind == "department_recommended" for event in embedded.before)
        question = turn.question if stays or names else embedded.question
        put_again = again(turn) if stays else question.text[turn.language] if question else ""
        return Spoken(action=action, why=why, text=put_again, question=question)

    # --- what the words are held against -----------------------------------------------------------------------------

    def _ground(self, granted: Granted) -> Ground:
        language, question = self.turn.language, granted.spoken.question
        lines = prompting.lines_of(self.turn, prompting.names_kept(self.house))
        talk = "\n".join(line.shown for line in lines)  # without names: she was told none
        tiles = " ".join(option.label[language] for option in question.options) if question else ""
        put_as = question.text.get(language, "") if question else ""
        known = speaking.known_told(self.known, language)
        return Ground(
            language=language,
            facts="\n".join((talk, known, granted.spoken.text, granted.must, put_as, tiles)),
            told=talk,
            record=self.turn.record,
            answered=self._answered(lines, granted),
            departments=tuple(name for d in self.house.departments for name in d.name.values()),
        )

    def _answered(self, lines: tuple[Line, ...], granted: Granted) -> str:
        """What she said before, but for a question that is put once more."""
        said = [line.text for line in lines if not line.by_patient]
        question = granted.spoken.question
        again = question is not None and self.turn.question is not None and question.key == self.turn.question.key
        return "\n".join(said[:-1] if again else said)


def _one_of(page: Question, code: str) -> Question:
    """The page with the one tile that is asked about."""
    kept: tuple[Option, ...] = tuple(option for option in page.options if option.key.endswith(f":{code}"))
    return page.model_copy(update={"options": kept})


def _worded(granted: Granted, text: str, question: str, turn: Turn) -> Spoken:
    """The decision in the model's words; what they lack of it is added in ours."""
    spoken, language = granted.spoken, turn.language
    if granted.must and not _says(granted.must, text):
        return spoken
    if granted.may_ask and question:
        asked = spoken.question
        if asked is not None and spoken.why.startswith("next:"):
            words = {**dict.fromkeys(Language, question), **asked.text, language: question}
            asked = asked.model_copy(update={"text": words})
        return spoken.model_copy(update={"text": text, "question": asked})
    if granted.own:
        raise Refused("question")
    return spoken.model_copy(update={"text": join(language, text, granted.ends)})


def _says(name: str, text: str) -> bool:
    """The department is named, if only by the first part of a name of several."""
    return SEVERAL.split(name)[0].lower() in text.lower()


def _tell(turn: Turn, voiced: Voiced, waited: float) -> None:
    """Counts for the journal, never a word."""
    log.info(
        "voiced",
        session=turn.session_id,
        turn=turn.number,
        model=voiced.model,
        outcome=voiced.outcome,
        kept=voiced.kept,
        faults=list(voiced.faults),
        waited_ms=round(1000 * waited, 1),
    )
