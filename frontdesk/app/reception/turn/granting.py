"""What a decision of the model's may do: each is held against screening, directory and what was already decided."""

from typing import NamedTuple

from frontdesk.app.reception.department import arrival, naming
from frontdesk.app.reception.record.interview import also, open_pages, questions_left
from frontdesk.app.reception.record.pages import put
from frontdesk.app.reception.services import Services
from frontdesk.app.reception.session.events import Action, Option, Question
from frontdesk.app.reception.session.questions import DOCTOR_READS, FOR_THE_DOCTOR, OWN
from frontdesk.app.reception.turn import speaking
from frontdesk.app.reception.turn.interviewing import Standing, asks, first_after
from frontdesk.app.reception.turn.spoken import Spoken, again, calls
from frontdesk.app.reception.turn.utterance import Turn
from frontdesk.his_adapter.records import Department
from frontdesk.models.nurse import Decision, Does
from frontdesk.models.red_flags import DANGER_PAGES
from frontdesk.models.triage import Triage
from frontdesk.models.triage.certainty import GUESSED, SURE

# Plain code has decided: a tap, a call, a value that cannot be, a good-bye. She words it.
FIXED = frozenset({"chosen", "wants_person", "value_again"})
SAID_WHOLE = frozenset(
    {"next:doctor_reads", "refused", "doctor", "floor", "time"}
)  # of these our words are said behind hers


class Refused(Exception):
    """A decision that may not be taken; says why in a word."""


class Granted(NamedTuple):
    """A decision that may be taken. `spoken` is what it does, in our words; `ends` is said behind the model's.

    `names`: the department her words are to name; where they do not, name and way are added. `in_ours`: none of hers.
    """

    spoken: Spoken
    ends: str = ""
    names: Department | None = None
    may_ask: bool = False
    in_ours: bool = False


def fixed_by_code(embedded: Spoken) -> Spoken | None:
    """The embedded decision where it is not the model's to take."""
    ends = any(event.kind == "closed" for event in embedded.after)
    return embedded if ends or embedded.why in FIXED | SAID_WHOLE else None


def granted(services: Services, turn: Turn, decision: Decision, stands: Standing, embedded: Spoken) -> Granted:
    """Raises Refused."""
    fixed = fixed_by_code(embedded)
    if fixed is not None:
        return _fixed(services, turn, fixed)
    match decision.does:
        case Does.ASK:
            return _asking(turn, decision.what, stands, embedded)
        case Does.SEND:
            return _sending(services, turn, decision.what, stands)
        case Does.CALL:
            spoken = _beside(turn, embedded, Action.PRIORITY, "wants_person")
            return Granted(spoken.model_copy(update={"before": calls(services, turn)}))
        case Does.CLOSE:
            return _closing(services, turn, stands)
        case _:
            spoken = _beside(turn, embedded, Action.ADMINISTRATIVE_ANSWER, "answered")
            return Granted(spoken, ends=spoken.text, may_ask=True)


def _fixed(services: Services, turn: Turn, fixed: Spoken) -> Granted:
    if fixed.why in SAID_WHOLE:
        return Granted(fixed, ends=fixed.text)
    named = next((event.department_id for event in fixed.before if event.kind == "department_recommended"), "")
    department = services.department(named) if named else None
    if department is not None and fixed.question is not None:
        return Granted(fixed, ends=naming.for_the_doctor(turn, fixed.question), names=department)
    asks = fixed.question.text[turn.language] if fixed.question and fixed.why == "value_again" else ""
    return Granted(fixed, ends=asks, names=department, may_ask=bool(asks))


def _asking(turn: Turn, item: str, stands: Standing, embedded: Spoken) -> Granted:
    known = stands.known
    pages = open_pages(known)
    if not questions_left(known) and item not in DANGER_PAGES:
        raise Refused("questions")
    if item == OWN:
        question = Question(key=OWN, text={})
    elif item in pages:
        question = put(item, known, stands.offers, variant=turn.variant)
    elif item in also(known):
        question = _one_of(put("also", known), item)
    else:
        raise Refused("ask")
    text = question.text.get(turn.language, "")
    if item == OWN:  # where none comes, or it is cut, the next page is put
        text = embedded.question.text[turn.language] if embedded.question else ""
    spoken = Spoken(
        action=Action.HISTORY_INQUIRY if item in FOR_THE_DOCTOR else Action.SYMPTOM_INQUIRY,
        why=f"next:{question.key}",
        text=text,
        question=question,
        screening=known.screening,
        pages_left=questions_left(known),
    )
    return Granted(spoken, ends=text, may_ask=True)


def _sending(services: Services, turn: Turn, specialty: str, stands: Standing) -> Granted:
    """Both to choose from, where triage by code is sure of another department."""
    known = stands.known
    if any(not one.met for one in known.screening):
        raise Refused("screening")
    if turn.before.booked:
        raise Refused("booked")
    unlikely = _is_unlikely(specialty, stands.answer)
    if unlikely and ("choose" in turn.heard_by.asked or stands.answer.confidence < SURE):
        raise Refused("unlikely")
    sent = None
    if specialty in speaking.specialties(services):
        sent = naming.sent(services, turn, specialty, stands.answer, first_after(turn, known))
    choice = arrival.place(services, turn, specialty) if sent is not None else None
    if sent is None or choice is None:
        raise Refused("specialty")
    spoken = sent.model_copy(update={"screening": known.screening, "pages_left": None})
    if spoken.question is None:
        return Granted(spoken, names=choice.department)
    if spoken.question.key == "choose":
        return Granted(spoken, ends=spoken.text, in_ours=unlikely)
    return Granted(spoken, ends=naming.for_the_doctor(turn, spoken.question), names=choice.department)


def _is_unlikely(specialty: str, answer: Triage) -> bool:
    """Triage gives it no chance: where it is sure of another, both are put to the patient, once and in our words."""
    likely = {answer.specialty, *(code for code, _ in answer.alternatives)}
    return answer.confidence >= GUESSED and specialty not in likely


def _closing(services: Services, turn: Turn, stands: Standing) -> Granted:
    named = turn.heard_by.recommended if stands.known.named else None
    department = services.department(named.department_id) if named else None
    if department is None:
        raise Refused("close")
    if not stands.known.confirmed:
        page = asks(turn, (), put(DOCTOR_READS, stands.known, variant=turn.variant))
        return Granted(page, ends=page.text)
    return Granted(naming.sends(services, turn, department), names=department)


def _beside(turn: Turn, embedded: Spoken, action: Action, why: str) -> Spoken:
    """Something said beside the open question, which stays; where none is open, the next one."""
    stays = turn.question is not None and not (turn.answers or turn.tapped)
    names = any(event.kind == "department_recommended" for event in embedded.before)
    question = turn.question if stays or names else embedded.question
    put_again = again(turn) if stays else question.text[turn.language] if question else ""
    return Spoken(action=action, why=why, text=put_again, question=question)


def _one_of(page: Question, code: str) -> Question:
    """The page with the one tile that is asked about."""
    kept: tuple[Option, ...] = tuple(option for option in page.options if option.key.endswith(f":{code}"))
    return page.model_copy(update={"options": kept})
