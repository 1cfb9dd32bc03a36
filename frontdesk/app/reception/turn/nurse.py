"""The nurse speaks: by a language model where one is connected, checked and guarded, else the embedded way."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from time import perf_counter
from typing import NamedTuple

import structlog

from frontdesk.app.reception.guard.guarded import Guarded, guarded
from frontdesk.app.reception.services import Services
from frontdesk.app.reception.session.events import Event, Voiced
from frontdesk.app.reception.session.notes import UnderWay
from frontdesk.app.reception.session.questions import CHOICE
from frontdesk.app.reception.session.voices import Voice
from frontdesk.app.reception.team.finding import Finding
from frontdesk.app.reception.turn import speaking
from frontdesk.app.reception.turn.consult import consult
from frontdesk.app.reception.turn.decide import decide, events_of, first
from frontdesk.app.reception.turn.granting import Granted, Refused, fixed_by_code, granted
from frontdesk.app.reception.turn.interviewing import Standing, standing, unnamed_again
from frontdesk.app.reception.turn.look_up import MOST, LookedUp, look_up
from frontdesk.app.reception.turn.noted import Notes, with_notes
from frontdesk.app.reception.turn.notices import UNDECIDED, notices
from frontdesk.app.reception.turn.spoken import Spoken
from frontdesk.app.reception.turn.utterance import Turn
from frontdesk.app.reception.turn.voicing import ground, worded
from frontdesk.models.language.model import ModelFailed
from frontdesk.models.notes import NOTES
from frontdesk.models.nurse import NURSE, Decision, Does, Undecided, decided
from frontdesk.models.runner import EMBEDDED
from frontdesk.models.speaking import join

# An alarm, identity, somebody else's data and an attempt on them are answered in words we have weighed.
IN_OUR_WORDS = frozenset(
    {"emergency", "private", "no_department", "fetched", "others_data", "manipulation", "own_records", "identify"}
)
BY_RULE = "rule_"  # how an alarm's answer begins its reason
AFTER_NOTES = frozenset({Does.SEND, Does.CLOSE})  # wait for what the same words say for the record
OF_TWO_PARTS = frozenset({"who"})  # pages that ask two things
HELD = 2.0  # seconds that an alarm waits for the reading of the words that raise it
OF_THE_WORDS = frozenset({"policy", "human_intervention"})  # specialists that go by what the words ask
CALLS = 3  # of the model for one answer: one, another after looking up, one more where a decision could not be taken

log = structlog.get_logger(__name__)


class Interrupted(Exception):
    """The patient has spoken again; this answer is not wanted any more."""


class Endangered(Exception):
    """What the notes say for the record raises an alarm: no decision of the model's is wanted any more."""


def answer(
    services: Services,
    turn: Turn,
    findings: tuple[Finding, ...],
    known: LookedUp,
    voice: Voice,
    under_way: UnderWay[Notes],
    meanwhile: Callable[[], None],
) -> tuple[Event, ...]:
    """The events of the answer. Raises Interrupted. `meanwhile` is done while the model thinks."""
    model, noted = services.models.assigned(NURSE.name), tuple[Event, ...]()
    if turn.by_model and (model is None or turn.held):
        patience = services.models.patience(NOTES.name)
        read = reading_taken(services, turn, findings, under_way, patience if model is None else min(patience, HELD))
        turn, noted, findings, known = read or (turn, noted, findings, known)
    embedded = decide(services, turn, findings, known)
    if model is None or not _may_speak(embedded):
        return (*noted, *events_of(services, turn, findings, known, embedded))
    reply = Reply(services, turn, findings, known, embedded, voice, under_way, meanwhile)
    spoken, voiced = reply.spoken(model.name)
    if voice.stop:
        raise Interrupted
    voice.show(spoken.text)
    _tell(reply.turn, voiced, reply.waited)
    return (*noted, *reply.noted, *events_of(services, reply.turn, reply.findings, reply.known, spoken, voiced))


class Read(NamedTuple):
    """A turn whose words have been read, with what follows from that."""

    turn: Turn
    noted: tuple[Event, ...]
    findings: tuple[Finding, ...]
    known: LookedUp


def reading_taken(
    services: Services,
    turn: Turn,
    findings: tuple[Finding, ...],
    under_way: UnderWay[Notes],
    seconds: float,
    *,
    gives_up: bool = True,
) -> Read | None:
    """The turn as the model reads it, or as the embedded reader does where the model fails, or is late and given up."""
    with services.models.aside():
        notes = under_way.take(seconds, gives_up=gives_up)
    if notes is None:
        return None
    turn, noted = with_notes(services, turn, notes)
    earlier = tuple(one for one in findings if one.specialist not in OF_THE_WORDS)
    found = {(one.specialist, one.what): one for one in (*earlier, *consult(turn))}
    findings = tuple(sorted(found.values(), key=lambda one: (one.rank, one.specialist)))
    return Read(turn, noted, findings, look_up(services, turn, findings))


def _may_speak(embedded: Spoken) -> bool:
    return not (embedded.why in IN_OUR_WORDS or embedded.why.startswith(BY_RULE))


class Reply:
    """One reply of the model's on its way: decision, checks, words; what fails is said the embedded way."""

    def __init__(
        self,
        services: Services,
        turn: Turn,
        findings: tuple[Finding, ...],
        known: LookedUp,
        embedded: Spoken,
        voice: Voice,
        under_way: UnderWay[Notes],
        meanwhile: Callable[[], None],
    ) -> None:
        self.services = services
        self.turn = turn
        self.findings = findings
        # What code took for a question and found no answer to is hers to read: she may have it looked up.
        self.known = known._replace(enquiries=tuple(one for one in known.enquiries if one.answered))
        self.embedded = embedded
        self.noted: tuple[Event, ...] = ()
        self.waited = 0.0
        self._voice = voice
        self._under_way = under_way
        self._meanwhile = meanwhile
        self._faults: list[str] = []
        self._standing: Standing | None = None
        self._notes_taken = False

    def spoken(self, model: str) -> tuple[Spoken, Voiced]:
        """What is said, and how it came about."""
        outcome, kept, said = "answered", False, self.embedded
        try:
            said = self._said()
            kept = said is not self.embedded
        except ModelFailed as failure:
            outcome = failure.fault.value
            said = self._ours()
        except Undecided:
            outcome = UNDECIDED
            said = self._ours()
        except (Refused, Endangered):
            outcome = "refused"
            said = self._ours()
        prompt = NURSE.version(self.turn.language)
        return said, Voiced(model=model, prompt=prompt, outcome=outcome, faults=tuple(self._faults), kept=kept)

    def _said(self) -> Spoken:
        """Raises ModelFailed, Undecided, Refused and Endangered."""
        decision, words, may = self._decided()
        ours = first(self.turn, self.findings)  # what has to be said in the same breath
        if may.in_ours:
            return self._without_words(self._settled(decision, may), ours)
        against = ground(self.services, self.turn, decision, may, self.known, self._stands)
        page = may.spoken.question
        reply = Guarded(against, may_ask=may.may_ask, parts=2 if page and page.key in OF_TWO_PARTS else 1)
        whole = True
        try:
            for text in guarded(words, reply):
                self._voice.show(join(self.turn.language, *ours, text))
        except ModelFailed as failure:
            whole = False
            if not reply.kept or self._voice.stop:
                raise
            self._faults.append(failure.fault.value)
        text = reply.end(whole=whole)
        self._faults += [kind.value for kind in reply.faults]
        if not reply.kept:
            return self._without_words(may, ours)
        may = self._settled(decision, may)
        sources = tuple(dict.fromkeys(s for found in self.known.enquiries for s in found.sources))
        text = join(self.turn.language, *ours, text)
        spoken = worded(self.services, self.turn, may, text, reply.question, self.embedded)
        return spoken.model_copy(update={"sources": spoken.sources or sources})

    def _without_words(self, may: Granted, ours: tuple[str, ...]) -> Spoken:
        """Nothing of hers is left: the decision in our words, or the embedded answer where it was to be hers."""
        if may.may_ask or may.spoken is self.embedded:
            return self._ours()
        return may.spoken.model_copy(update={"text": join(self.turn.language, *ours, may.spoken.text)})

    # --- the first line ----------------------------------------------------------------------------------------------

    def _decided(self) -> tuple[Decision, Iterator[str], Granted]:
        """A decision that may be taken, and the words as they come.

        What is to be looked up is looked up once; a first line that is no decision, or one that may not be taken, is
        asked for anew once, within the time a patient waits.
        """
        wrong, looked_up = "", False
        for left in reversed(range(CALLS)):
            words = self._asked(wrong)
            try:
                decision, words = decided(words)
                if decision.does is not Does.LOOK_UP:
                    return decision, words, self._granted(decision)
                if looked_up:
                    raise Refused("look_up")
            except (Undecided, Refused) as fault:
                again = str(fault) if isinstance(fault, Refused) else UNDECIDED
                self._faults.append(again)
                if wrong or not left or self.waited > self.services.models.budget:
                    raise
                wrong = again
                continue
            looked_up = True
            self._look_up(decision.what)
        raise Refused("look_up")

    def _asked(self, wrong: str) -> Iterator[str]:
        told = notices(self.services, self.turn, fixed_by_code(self.embedded), wrong)
        asked = speaking.asked(self.services, self.turn, self.findings, self.known, self._stands, told)
        words = self.services.models.stream(NURSE, asked, stop=self._voice.stop, meanwhile=self._meanwhile)
        return self._timed(words)

    def _granted(self, decision: Decision) -> Granted:
        """Raises Refused and Endangered."""
        if decision.does in AFTER_NOTES or self._may_be_steered:
            self._take_notes(self.services.models.patience(NOTES.name))
        try:
            return granted(self.services, self.turn, decision, self._stands, self.embedded)
        except Refused:
            if self._is_read:
                raise
        self._take_notes(self._left)  # what she asks may be open by what was just said
        return granted(self.services, self.turn, decision, self._stands, self.embedded)

    def _settled(self, decision: Decision, may: Granted) -> Granted:
        """The decision by what the words have been read to mean, where that is there by now. Raises Endangered."""
        if self._is_read:
            return may
        self._take_notes(self._left, gives_up=False)
        try:
            return granted(self.services, self.turn, decision, self._stands, self.embedded) if self._is_read else may
        except Refused:
            return may

    def _look_up(self, question: str) -> None:
        found = self.services.enquiries.answer(question, self.turn.language, now=self.turn.now)
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

    @property
    def _may_be_steered(self) -> bool:
        """A department is named or offered: a refusal among the words has to have its effect."""
        return self.turn.before.department_id is not None or self.turn.asked in CHOICE

    @property
    def _is_read(self) -> bool:
        return self._notes_taken or not self.turn.by_model or self.turn.reading.by != EMBEDDED

    @property
    def _left(self) -> float:
        """Seconds of those that a patient waits for a model."""
        return max(0.0, self.services.models.budget - self.waited)

    def _ours(self) -> Spoken:
        """The embedded answer, to the words as they were read in what is left of the time."""
        with suppress(Endangered):
            self._take_notes(self._left)
        return self.embedded

    def _take_notes(self, seconds: float, *, gives_up: bool = True) -> None:
        """What the patient's last words say for the record. Raises Endangered."""
        if self._is_read or self._voice.stop:
            return
        began = perf_counter()
        read = reading_taken(self.services, self.turn, self.findings, self._under_way, seconds, gives_up=gives_up)
        self.waited += perf_counter() - began
        if read is None:
            return
        self._notes_taken = True
        self.turn, self.noted, self.findings = read.turn, read.noted, read.findings
        self.known = self.known._replace(own=read.known.own)
        self._standing = None
        self.embedded = decide(self.services, self.turn, self.findings, read.known)
        if not _may_speak(self.embedded):
            self._faults.append("danger")
            raise Endangered

    @property
    def _stands(self) -> Standing:
        if self._standing is None:
            stands = standing(self.turn)
            self._standing = stands._replace(known=unnamed_again(self.services, self.turn, stands.known))
        return self._standing


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
