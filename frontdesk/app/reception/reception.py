"""The reception as the web sees it: every step a session can take, each returning the session's new state."""

from contextlib import suppress
from dataclasses import dataclass
from datetime import date, timedelta

from frontdesk.app.reception import staff
from frontdesk.app.reception.errors import DamagedSession, NoDraft, NotNow, OutOfOrder, SessionEnded
from frontdesk.app.reception.guard.guarded import warm_up
from frontdesk.app.reception.permitted import Command, check
from frontdesk.app.reception.rehearsal import PRACTICE, rehearse
from frontdesk.app.reception.services import Services
from frontdesk.app.reception.session.events import Entry, Event, Found, Resumed, Started
from frontdesk.app.reception.session.log import EventLog
from frontdesk.app.reception.session.state import State
from frontdesk.app.reception.steps import identifying, linking, steps
from frontdesk.app.reception.steps.consent_text import versions
from frontdesk.app.reception.turn import retrieval
from frontdesk.app.reception.turn.anonymity import anonymous
from frontdesk.app.reception.turn.overheard import Completeness, alarming, completeness
from frontdesk.app.reception.turn.turn import take_turn
from frontdesk.app.reception.turn.utterance import Utterance
from frontdesk.app.reception.watch import TURN
from frontdesk.his_adapter import hospinfo
from frontdesk.his_adapter.errors import NotFound
from frontdesk.his_adapter.hospital import Hospital
from frontdesk.models import red_flags
from frontdesk.models.facts import Language, Person
from frontdesk.models.notes import NOTES
from frontdesk.models.speaking import phrases
from frontdesk.models.specialists import labs_vitals, medication, nutrition
from frontdesk.models.specialists.case import Patient
from frontdesk.models.triage import triage
from frontdesk.models.triage.hints import hints

TRIES = 3  # something else may be recorded while a nurse presses
DRAFT_KEPT = timedelta(hours=1)
WAITING_KEPT = timedelta(hours=12)

CRUSHING = "胸口像被石头压着，一直出冷汗"


@dataclass(frozen=True)
class Reception:
    """Raises the errors of `frontdesk.app.reception.errors`, and the hospital's own."""

    services: Services

    @property
    def log(self) -> EventLog:
        return self.services.log

    @property
    def hospital(self) -> Hospital:
        return self.services.hospital

    def start(self, *, kiosk: str, language: Language, entry: Entry) -> State:
        session_id = self.services.new_id()
        event = Started(kiosk=kiosk, language=language, entry=entry)
        return self.log.append(session_id, (event,), after=0, at=self.services.now())

    def consent(self, session_id: str, *, agreed: bool, text: str = "") -> State:
        """`text`: the version of the text that was shown; none: the newest."""
        shown = text or versions()[-1]
        return self._write(
            session_id, Command.CONSENT, lambda state: steps.consent(self.services, state, agreed=agreed, text=shown)
        )

    def identify(self, session_id: str, *, number: str, name: str | None, birth_date: date | None) -> State:
        return self._write(
            session_id,
            Command.IDENTIFY,
            lambda state: identifying.identify(self.services, state, number=number, name=name, birth_date=birth_date),
        )

    def as_guest(self, session_id: str) -> State:
        return self._write(session_id, Command.IDENTIFY, lambda state: steps.as_guest(self.services, state))

    def switch_language(self, session_id: str, language: Language) -> State:
        return self._write(session_id, Command.LANGUAGE, lambda state: steps.switch_language(state, language))

    def take_turn(self, session_id: str, utterance: Utterance) -> State:
        with self.services.models.at_work(), self.services.watch.step(TURN, session_id):
            state = take_turn(self.services, session_id, utterance)
        return steps.book_chosen(self.services, state)

    def overhear(self, session_id: str, utterance: Utterance, *, again: bool) -> bool:
        """Whether words that are still being spoken would alarm; at once where they did before, and do `again`.

        A word further on may deny what one alone would alarm of (胸痛没有), or make another danger of it. Nothing else
        is recorded: the words are, once they are sent.
        """
        for _ in range(TRIES):
            with suppress(OutOfOrder):
                state = self.log.state(session_id)
                check(state, Command.TURN)
                alarms = alarming(self.services, state, utterance.model_copy(update={"number": state.turns + 1}))
                if alarms and again:
                    self.log.append(session_id, alarms, after=state.sequence, at=self.services.now())
                return bool(alarms)
        return False

    def completeness(self, session_id: str, utterance: Utterance) -> Completeness:
        """Whether words that are still being spoken answer the page that stands, so that little quiet ends them."""
        state = self.log.state(session_id)
        check(state, Command.TURN)
        return completeness(self.services, state, utterance.model_copy(update={"number": state.turns + 1}))

    def correct(self, session_id: str, *, turn_id: str, number: int, key: str, text: str) -> State:
        """Takes out (`text` empty) or says anew one line of what was understood; a turn of its own. Raises NotNow."""
        state = self.log.state(session_id)
        known = turn_id in state.turn_ids
        if not known:
            check(state, Command.CORRECT)
        fact = next((fact for fact in state.record if fact.key == key), None)
        if fact is None and not known and not key.startswith("person:"):
            raise NotNow("there is no such line to correct")
        said = text.strip()
        return self.take_turn(session_id, Utterance(turn_id=turn_id, number=number, text=said, corrects=key))

    def undo(self, session_id: str) -> State:
        return self._write(session_id, Command.UNDO, steps.undo)

    def call_nurse(self, session_id: str) -> State:
        return self._write(session_id, Command.NURSE, lambda state: steps.call_nurse(self.services, state))

    def book(self, session_id: str, slot_id: str) -> State:
        return steps.book(self.services, session_id, slot_id)

    def cancel_booking(self, session_id: str) -> State:
        return self._write(session_id, Command.CANCEL, steps.cancel_booking)

    def finish(self, session_id: str) -> State:
        """Hands the record over when there is one, and closes the session."""
        check(self.log.state(session_id), Command.FINISH)
        self._settle(session_id)
        return steps.finish(self.services, session_id)

    def suspend(self, session_id: str) -> State:
        """The screen is blanked: a finished reception is handed over, an unfinished one kept as a draft."""
        self._settle(session_id)
        return steps.suspend(self.services, session_id)

    def resume(
        self, *, kiosk: str, number: str, name: str | None, birth_date: date | None, language: Language
    ) -> State:
        """The patient's draft of the last hour, after identity was compared again. Raises NoDraft, telling no more."""
        try:
            patient = identifying.compared(self.services, kiosk=kiosk, number=number, name=name, birth_date=birth_date)
        except NotFound:
            patient = None
        since = self.services.now() - DRAFT_KEPT
        draft = self.log.draft(patient.patient_id, since=since) if patient else None
        if draft is None:
            raise NoDraft("no unfinished session for these identifiers")
        return self._write(
            draft.session_id, Command.RESUME, lambda state: (Resumed(kiosk=kiosk), *steps.welcome_back(state, language))
        )

    def take_over(self, session_id: str, *, by: str, name: str) -> State:
        """A person speaks from now on; what the machine is saying at this moment stops."""
        taken = self._write(session_id, None, lambda state: staff.take_over(state, by=by, name=name))
        self.services.voices.stop(session_id)
        return taken

    def release(self, session_id: str, *, by: str, name: str, reason: str = "", lowers: bool = True) -> State:
        """Hands back to the machine; from danger with a reason, and lowered unless it `lowers` nothing."""
        return self._write(
            session_id,
            None,
            lambda state: staff.release(self.services, state, by=by, name=name, reason=reason, lowers=lowers),
        )

    def message(self, session_id: str, *, message_id: str, text: str, by: str, name: str) -> State:
        return self._write(
            session_id, None, lambda state: staff.message(state, message_id=message_id, text=text, name=name)
        )

    def reroute(self, session_id: str, department_id: str, *, by: str, name: str, reason: str) -> State:
        return self._write(
            session_id, None, lambda state: staff.reroute(self.services, state, department_id, name=name, reason=reason)
        )

    def link(self, session_id: str, *, number: str, birth_date: date, by: str) -> State:
        """A nurse links a guest's session to a chart. Raises NotCompared, telling no more."""
        return self._write(
            session_id,
            None,
            lambda state: linking.link(self.services, state, number=number, birth_date=birth_date, by=by),
        )

    def unlink(self, session_id: str, *, by: str, name: str, reason: str) -> State:
        """Takes back a link that a nurse made; what was said stays."""
        return self._write(session_id, None, lambda state: linking.unlink(state, by=by, name=name, reason=reason))

    def acknowledge(
        self, session_id: str, alert_id: str, *, by: str, name: str, reason: str, found: Found = "unseen"
    ) -> State:
        """A named nurse answers an alert with what she found; an emergency's hand-over is written with it."""
        return staff.acknowledge(self.services, session_id, alert_id, by=by, name=name, reason=reason, found=found)

    def close(self, session_id: str, *, by: str, name: str = "", why: str = "") -> State:
        """A member of staff ends the session; what there is, of a damaged one what is left, is handed over."""
        try:
            self.log.state(session_id)
        except DamagedSession:
            self.log.salvage(session_id)
        self._settle(session_id)
        return staff.close(self.services, session_id, by=by, name=name, why=why)

    def close_forgotten(self) -> int:
        """Ends sessions nobody has touched for an hour, for half a day where a person is waited for; how many."""
        now = self.services.now()
        return steps.close_forgotten(self.services, before=now - DRAFT_KEPT, waiting_before=now - WAITING_KEPT)

    def warm(self) -> None:
        """Loads what the first patient would otherwise wait for: words, rules, weights, the hospital's texts."""
        for language, said in PRACTICE.items():
            rehearse(self.services, language)
            phrases(language)
            for look in (medication.check, labs_vitals.check, nutrition.check):
                look(said[0], Patient())
            if self.services.models.speaks:
                warm_up(language)
                anonymous(said[0])
        medication.warm()
        hospinfo.warm(self.services.now(), retrieval.department_names(self.services))
        red_flags.warm()
        self.services.enquiries.warm()

    def is_well(self) -> bool:
        """Whether the embedded nurse answers: she hears a danger, and knows where the complaint belongs."""
        alarms = red_flags.check(CRUSHING, language=Language.ZH)
        return bool(alarms) and triage(hints(CRUSHING), person=Person(), text=CRUSHING).confidence > 0

    def _settle(self, session_id: str) -> None:
        """Notes that are under way belong into what is handed over."""
        self.services.notes.settle(session_id, self.services.models.patience(NOTES.name))

    def slip(self, session_id: str) -> State:
        """The session whose slip is wanted. Raises NotNow before a department is named."""
        state = self.log.state(session_id)
        check(state, Command.SLIP)
        if state.recommended is None:
            raise NotNow("no department is named yet")
        return state

    def _write(self, session_id: str, command: Command | None, step: "steps.Step") -> State:
        """One step; `command` is what it is to a kiosk, None for what staff do, whose press is not lost."""
        for _ in range(0 if command else TRIES):
            with suppress(OutOfOrder):
                return self._once(session_id, command, step)
        return self._once(session_id, command, step)

    def _once(self, session_id: str, command: Command | None, step: "steps.Step") -> State:
        state = self.log.state(session_id)
        if command is not None:
            check(state, command)
        elif state.closed:
            raise SessionEnded(session_id)
        events: tuple[Event, ...] = step(state)
        return self.log.append(session_id, events, after=state.sequence, at=self.services.now()) if events else state
