"""One whole reception between a scripted patient and the real engine, in this process."""

from random import Random
from time import perf_counter

from frontdesk.app.ledger.records.store import OursFirst
from frontdesk.app.reception.reception import Reception
from frontdesk.app.reception.session.events import DepartmentRecommended, Entry, NurseSaid, Question, Voiced
from frontdesk.app.reception.session.state import Phase, State
from frontdesk.app.reception.turn.utterance import Utterance
from frontdesk.evaluation.simulation.patient import Patient, Said
from frontdesk.evaluation.simulation.personas import Persona
from frontdesk.his_adapter.records import Visit
from frontdesk.models.facts import Value

MOST_TURNS = 24
OVER = frozenset({Phase.EMERGENCY, Phase.PRIVATE, Phase.ENDED, Phase.WITH_NURSE})


class Exchange(Value):
    """What the patient did on the page `asked`, and what the nurse answered."""

    asked: str | None  # key of the question on the screen when they spoke or tapped
    several: bool  # the page takes more than one tile
    said: Said
    words: str  # as they stand in the session; of a tap the label
    known: frozenset[str]  # what the patient had told before
    nurse: str
    question: Question | None  # the next one
    why: str
    seconds: float
    named: bool  # a department was named in this answer
    voiced: Voiced | None = None  # a model's share in the nurse's words


class Conversation(Value):
    persona: Persona
    seed: int
    greeting: str
    exchanges: tuple[Exchange, ...]
    state: State
    told: frozenset[str]

    @property
    def voiced(self) -> tuple[Voiced, ...]:
        """What became of each line a model worded."""
        return tuple(exchange.voiced for exchange in self.exchanges if exchange.voiced)


def visit_of(desk: Reception, number: int) -> Visit:
    """What a reception handed over, as the ledger keeps it."""
    records = desk.hospital.records
    assert isinstance(records, OursFirst)
    return records.store.visit(number)


def converse(desk: Reception, persona: Persona, *, seed: int) -> Conversation:
    """From hello to goodbye; the same seed gives the same words."""
    patient = Patient(persona, Random(f"{seed}:{persona.id}"))
    state = _arrives(desk, persona)
    greeting = state.reply.text if state.reply else ""
    exchanges: list[Exchange] = []
    while len(exchanges) < MOST_TURNS and not _over(state):
        state, exchange = _turn(desk, patient, state)
        exchanges.append(exchange)
    if not state.closed and state.phase not in OVER:
        state = desk.finish(state.session_id)
    return Conversation(
        persona=persona,
        seed=seed,
        greeting=greeting,
        exchanges=tuple(exchanges),
        state=state,
        told=frozenset(patient.told),
    )


def _arrives(desk: Reception, persona: Persona) -> State:
    """Agrees, and goes on as a guest, or as themselves when they come again."""
    entry = Entry.FOLLOW_UP if persona.returning else Entry.UNWELL
    session = desk.start(kiosk="simulated", language=persona.language, entry=entry).session_id
    desk.consent(session, agreed=True)
    if persona.returning is None:
        return desk.as_guest(session)
    known = desk.hospital.patients.patient(persona.returning)
    return desk.identify(session, number=known.patient_id, name=known.name, birth_date=known.birth_date)


def _over(state: State) -> bool:
    return state.phase in OVER or state.person_called or (state.phase is Phase.RECOMMENDATION and not state.question)


def _turn(desk: Reception, patient: Patient, state: State) -> tuple[State, Exchange]:
    known, before = frozenset(patient.told), state
    said = patient.answer(state.question)
    utterance = Utterance(
        turn_id=f"{state.session_id}-{state.turns + 1}", number=state.turns + 1, text=said.text, options=said.options
    )
    began = perf_counter()
    after = desk.take_turn(state.session_id, utterance)
    seconds = perf_counter() - began
    return after, Exchange(
        asked=before.question.key if before.question else None,
        several=bool(before.question and before.question.several),
        said=said,
        words=after.last.text if after.last else said.text,
        known=known,
        nurse=after.reply.text if isinstance(after.reply, NurseSaid) else "",
        question=after.question,
        why=after.whys[-1] if after.whys else "",
        seconds=seconds,
        voiced=after.reply.voiced if after.reply else None,
        named=isinstance(after.recommended, DepartmentRecommended) and before.recommended is None,
    )
