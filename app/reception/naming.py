"""Naming a department: one that stands out, two to choose from, or a nurse who decides."""

from app.reception import arrival
from app.reception.directory import Choice, next_opening
from app.reception.events import Action, DepartmentRecommended, Event, Option
from app.reception.house import House
from app.reception.insisted import sensibly_wished
from app.reception.listen import Turn
from app.reception.manner import met
from app.reception.questions import put, simple
from app.reception.replies import Spoken, call
from his_adapter.records import Department
from models.embedded.asking import Ask, complaints_of
from models.embedded.certainty import CLOSE, LOST, SURE
from models.embedded.speaking import join, led, say
from models.embedded.triage import Triage
from models.facts import Intent, Mood

CHOICES = 2  # times two departments are put to choose from; who answers something else then needs a person


def decides(house: House, turn: Turn, answer: Triage, ask: Ask | None, *, brief: bool) -> Spoken:
    """One department when it stands out, two to choose from when they lie close, a nurse when none does."""
    answer = _without_emergency(answer)
    if wished := sensibly_wished(house, turn, answer):
        department, specialty = wished
        opens = None if department.is_open(turn.now) else next_opening(department, turn.now)
        theirs = Choice(department=department, opens=opens)
        decided = arrival.recommended(theirs, specialty, answer.confidence, arrival.reasons_of(turn, answer))
        return _name(turn, theirs, decided, None if brief else ask)
    choice = arrival.place(house, turn, answer.specialty) if answer.confidence >= LOST else None
    if choice is None:
        return person(house, turn, ask)
    if answer.confidence < CLOSE:
        second = _second(house, turn, answer, choice.department)
        if turn.heard_by.asked.count("choose") >= CHOICES:
            return person(house, turn, ask)
        if second is not None:
            return _candidates(turn, choice.department, second)
    return _name(turn, choice, _decided(turn, answer, choice), None if brief else ask)


def _without_emergency(answer: Triage) -> Triage:
    """Red flags send to emergency; a mere likelihood below certainty does not."""
    others = tuple(pair for pair in answer.alternatives if pair[0] != "emergency")
    if answer.specialty != "emergency" or answer.confidence >= SURE or not others:
        return answer.model_copy(update={"alternatives": others})
    (specialty, confidence), *rest = others
    return answer.model_copy(update={"specialty": specialty, "confidence": confidence, "alternatives": tuple(rest)})


def _name(turn: Turn, choice: Choice, decided: DepartmentRecommended, ask: Ask | None) -> Spoken:
    """Names the department; goes on asking for the record if the patient has the patience."""
    if ask is None:
        return _recommends(turn, choice, decided)
    words, plain = (arrival.announce(choice, reasons, turn) for reasons in (decided.reasons, ()))
    asked = put(ask, turn.person, variant=turn.variant, optional=True).text[turn.language]
    if _worry(turn) not in led(turn.language, (_worry(turn),), join(turn.language, words, asked)):
        words = plain  # who is afraid hears a kind word rather than their own
    return _and_asks(turn, words, ask, "named", decided)


def _and_asks(turn: Turn, words: str, ask: Ask, why: str, decided: DepartmentRecommended) -> Spoken:
    """The department and the first question for the record, with as much between as there is room for."""
    question = put(ask, turn.person, variant=turn.variant, optional=True)
    asked = question.text[turn.language]
    more = say("lead_record", turn.language, variant=turn.variant)
    text = led(turn.language, (_worry(turn),), led(turn.language, (join(turn.language, words, more),), asked))
    if _worry(turn) not in text:
        text = led(turn.language, (_worry(turn),), join(turn.language, words, asked))
    if words not in text:
        text = join(turn.language, words, asked)
    return Spoken(action=Action.RECOMMENDATION, why=why, text=text, question=question, before=(decided,))


def chosen(turn: Turn, department: Department, ask: Ask | None) -> Spoken:
    """The patient picked one of the departments offered."""
    answer = arrival.triaged(turn)
    decided = DepartmentRecommended(
        department_id=department.department_id,
        specialty=department.specialties[0],
        confidence=answer.confidence,
        reasons=arrival.reasons_of(turn, answer),
    )
    words = say("chosen", turn.language, department=department.name[turn.language])
    if ask is not None:
        return _and_asks(turn, words, ask, "chosen", decided)
    text = join(turn.language, words, arrival.where(department, turn.language))
    return Spoken(action=Action.RECOMMENDATION, why="chosen", text=text, before=(decided,))


def _worry(turn: Turn) -> str:
    """Pain or fear is met even where a department is named; plain acknowledgement is not needed there."""
    calm = turn.heard.mood is Mood.CALM and Intent.MEDICAL_QUESTION not in turn.heard.intents
    return "" if calm and not turn.heard.correction else met(turn)


def _decided(turn: Turn, answer: Triage, choice: Choice) -> DepartmentRecommended:
    return arrival.recommended(choice, answer.specialty, answer.confidence, arrival.reasons_of(turn, answer))


def same_again(house: House, turn: Turn, answer: Triage) -> Spoken:
    """A follow-up goes back to the department of the earlier visit, unless something new points elsewhere."""
    earlier = turn.heard_by.earlier
    name = earlier.department if earlier else ""
    before = next((d for d in house.departments if name in d.name.values()), None)
    choice = arrival.place(house, turn, answer.specialty) if answer.specialty else None
    if before is None:
        return _recommends(turn, choice, _decided(turn, answer, choice)) if choice else person(house, turn)
    new = complaints_of(turn.record, follow_up=True) and choice and answer.confidence >= SURE
    if new and choice and choice.department != before:
        return _candidates(turn, before, choice.department)
    decided = DepartmentRecommended(
        department_id=before.department_id, specialty=before.specialties[0], confidence=1.0, reasons=()
    )
    text = join(
        turn.language,
        say("recommend_follow_up", turn.language, department=before.name[turn.language]),
        arrival.where(before, turn.language),
    )
    return Spoken(action=Action.RECOMMENDATION, why="follow_up", text=text, before=(decided,))


def _second(house: House, turn: Turn, answer: Triage, first: Department) -> Department | None:
    """The next candidate that is really another department."""
    others = (arrival.place(house, turn, code) for code, chance in answer.alternatives if chance >= LOST / 2)
    return next((o.department for o in others if o and o.department != first), None)


def _candidates(turn: Turn, first: Department, second: Department) -> Spoken:
    options = tuple(Option(key=f"department:{d.department_id}", label=d.name) for d in (first, second))
    question = simple("choose", "candidates", options, {"first": first.name, "second": second.name})
    return Spoken(action=Action.RECOMMENDATION, why="unsure", text=question.text[turn.language], question=question)


def person(house: House, turn: Turn, ask: Ask | None = None) -> Spoken:
    """A nurse decides; until she is there the record is filled."""
    if turn.heard_by.person_called and ask is not None:
        question = put(ask, turn.person, variant=turn.variant, optional=True)
        text = led(turn.language, (met(turn),), question.text[turn.language])
        return Spoken(action=Action.HISTORY_INQUIRY, why="unsure_nurse", text=text, question=question)
    events: tuple[Event, ...] = () if turn.heard_by.person_called else (call(house, turn.text),)
    return Spoken(action=Action.PRIORITY, why="unsure_nurse", text=say("unsure_nurse", turn.language), before=events)


def _recommends(turn: Turn, choice: Choice, decided: DepartmentRecommended) -> Spoken:
    text = join(
        turn.language,
        arrival.announce(choice, decided.reasons, turn),
        arrival.where(choice.department, turn.language),
    )
    return Spoken(action=Action.RECOMMENDATION, why="recommended", text=text, before=(decided,))


def sends(turn: Turn, department: Department) -> Spoken:
    """The department was named before; now the way there, with an apology for one who has lost patience."""
    upset = turn.heard.mood is Mood.ANGRY
    words = say(
        "sent_at_once" if upset else "sent",
        turn.language,
        variant=turn.variant,
        department=department.name[turn.language],
    )
    text = join(turn.language, words, arrival.where(department, turn.language))
    return Spoken(action=Action.CONCLUSION, why="sent", text=text)
