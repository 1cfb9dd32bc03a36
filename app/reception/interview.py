"""The interview: hear the complaint, ask about danger, find the department, fill the record, recommend."""

from app.reception import arrival
from app.reception.directory import Choice
from app.reception.events import Action, DepartmentRecommended, Event, Option, Question
from app.reception.house import House
from app.reception.listen import Turn
from app.reception.questions import how, put, simple
from app.reception.replies import Spoken, call
from app.reception.state import State
from app.reception.team.finding import Finding
from app.reception.wording import sentence_of
from his_adapter.enquiries import Enquiry
from his_adapter.records import Department
from models.embedded.asking import SURE, Ask, Known, Purpose, is_open, next_question, questions
from models.embedded.speaking import say
from models.embedded.triage import Triage
from models.facts import Intent, Language, Mood, Status, Topic

ACTIONS = {
    Purpose.DANGER: Action.SYMPTOM_INQUIRY,
    Purpose.DEPARTMENT: Action.SYMPTOM_INQUIRY,
    Purpose.RECORD: Action.HISTORY_INQUIRY,
    Purpose.FOLLOW_UP: Action.HISTORY_INQUIRY,
}
CLOSE = 0.45  # below, when nothing is left to ask, the two candidates are offered
LOST = 0.15  # below, a nurse decides


def interview(house: House, turn: Turn, findings: tuple[Finding, ...], known: tuple[Enquiry, ...]) -> Spoken:
    """Always answers: with the next question, a recommendation, candidates or a person."""
    if turn.option is not None and turn.option.key.startswith("site:"):
        question = how(turn.option.key.removeprefix("site:"))
        return _asks(turn, question, Purpose.DEPARTMENT, "where")
    answer = arrival.triaged(turn)
    asking = _known(turn, answer)
    named = turn.heard_by.recommended
    ask = next_question(asking)
    if named is None and not asking.follow_up and _names(answer, asking):
        return _name(house, turn, answer, ask)
    if ask is not None and not _enough(turn):
        question = put(ask, turn.person, variant=turn.number, optional=named is not None)
        return _asks(turn, question, ask.purpose, "next")
    return _concludes(house, turn, answer)


def _known(turn: Turn, answer: Triage) -> Known:
    state = turn.heard_by
    return Known(
        record=turn.record,
        person=turn.person,
        asked=state.asked,
        likely=_likely(turn, answer),
        follow_up=state.earlier is not None,
        brief=is_brief(turn),
    )


def _likely(turn: Turn, answer: Triage) -> tuple[tuple[str, float], ...]:
    """The specialties still open; once a department is named, no question serves to find one."""
    named = turn.heard_by.recommended
    if named is not None:
        return ((named.specialty, 1.0),)
    return ((answer.specialty, answer.confidence), *answer.alternatives) if answer.specialty else ()


def is_brief(turn: Turn) -> bool:
    """The patient asked to be spared, or lost patience earlier."""
    return any(f.what == "impatient" for f in turn.heard_by.findings) or turn.before.mood is Mood.ANGRY


def _enough(turn: Turn) -> bool:
    """Asked to stop: "skip", "straight to a department", "that's all"."""
    skipped = turn.option is not None and turn.option.key in ("skip", "shortest", "finish")
    return skipped or Intent.FINISH in turn.heard.intents


def _names(answer: Triage, asking: Known) -> bool:
    """Whether to name a department now: there is a complaint, nothing about danger is open, and one stands out."""
    if not any(f.topic in (Topic.FINDING, Topic.REQUEST) and f.status is Status.PRESENT for f in asking.record):
        return False
    open_danger = any(ask.purpose is Purpose.DANGER and is_open(ask, asking) for ask in questions(asking))
    return not open_danger and answer.confidence >= SURE


def _name(house: House, turn: Turn, answer: Triage, ask: Ask | None) -> Spoken:
    """Names the department; goes on asking for the record if the patient has the patience."""
    choice = arrival.place(house, turn, answer.specialty)
    if choice is None:
        return _person(house, turn)
    decided = _decided(turn, answer, choice)
    if ask is None or _enough(turn) or is_brief(turn):
        return _recommends(turn, choice, decided)
    words = arrival.announce(choice, decided.reasons, turn)
    question = put(ask, turn.person, variant=turn.number, optional=True)
    text = arrival.join(turn.language, words, question.text[turn.language])
    return Spoken(action=Action.RECOMMENDATION, why="named", text=text, question=question, before=(decided,))


def _decided(turn: Turn, answer: Triage, choice: Choice) -> DepartmentRecommended:
    return arrival.recommended(choice, answer.specialty, answer.confidence, arrival.reasons_of(turn, answer))


def _concludes(house: House, turn: Turn, answer: Triage) -> Spoken:
    """Nothing left to ask."""
    state = turn.heard_by
    if state.recommended is not None:
        department = house.department(state.recommended.department_id)
        if department is not None:
            return _sends(turn, department)
    if state.earlier is not None:
        return _same_again(house, turn, answer)
    said_something = any(f.status is Status.PRESENT for f in turn.record)
    if not said_something or not answer.specialty or answer.confidence < LOST:
        return _person(house, turn)
    choice = arrival.place(house, turn, answer.specialty)
    if choice is None:
        return _person(house, turn)
    if "choose" in state.asked:
        return _person(house, turn)
    second = _second(house, turn, answer, choice.department)
    if answer.confidence < CLOSE and second is not None:
        return _candidates(turn, choice.department, second)
    return _recommends(turn, choice, _decided(turn, answer, choice))


def _same_again(house: House, turn: Turn, answer: Triage) -> Spoken:
    """A follow-up goes back to the department of the earlier visit, unless something new points elsewhere."""
    earlier = turn.heard_by.earlier
    name = earlier.department if earlier else ""
    before = next((d for d in house.departments if name in d.name.values()), None)
    choice = arrival.place(house, turn, answer.specialty) if answer.specialty else None
    if before is None:
        return _recommends(turn, choice, _decided(turn, answer, choice)) if choice else _person(house, turn)
    new = arrival.complaints(turn) and choice and answer.confidence >= SURE
    if new and choice and choice.department != before:
        return _candidates(turn, before, choice.department)
    decided = DepartmentRecommended(
        department_id=before.department_id, specialty=before.specialties[0], confidence=1.0, reasons=()
    )
    text = arrival.join(
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


def _person(house: House, turn: Turn) -> Spoken:
    events: tuple[Event, ...] = () if turn.heard_by.person_called else (call(house, turn.text),)
    return Spoken(action=Action.PRIORITY, why="unsure_nurse", text=say("unsure_nurse", turn.language), before=events)


def _recommends(turn: Turn, choice: Choice, decided: DepartmentRecommended) -> Spoken:
    text = arrival.join(
        turn.language,
        arrival.announce(choice, decided.reasons, turn),
        arrival.where(choice.department, turn.language),
    )
    return Spoken(action=Action.RECOMMENDATION, why="recommended", text=text, before=(decided,))


def _sends(turn: Turn, department: Department) -> Spoken:
    """The department was named before; now the way there."""
    text = arrival.join(
        turn.language,
        say("chosen", turn.language, department=department.name[turn.language]),
        arrival.where(department, turn.language),
    )
    return Spoken(action=Action.CONCLUSION, why="sent", text=text)


def _asks(turn: Turn, question: Question, purpose: Purpose, why: str) -> Spoken:
    text = arrival.join(turn.language, _acknowledges(turn), question.text[turn.language])
    return Spoken(action=ACTIONS[purpose], why=f"{why}:{question.key}", text=text, question=question)


def _acknowledges(turn: Turn) -> str:
    """A word that shows the patient was heard: a correction repeated, pain or fear met, otherwise now and then."""
    language = turn.language
    if turn.heard.correction and turn.extension and turn.extension.facts:
        return _corrected(turn, language)
    mood = turn.heard.mood
    if mood is not Mood.CALM and mood is not turn.before.mood:
        return say(f"soothe_{mood}", language, variant=turn.number)
    return say("soothe_calm", language, variant=turn.number) if turn.number > 1 else ""


def _corrected(turn: Turn, language: Language) -> str:
    fact = turn.extension.facts[-1] if turn.extension else None
    if fact is None:
        return say("corrected", language)
    what = sentence_of(fact, language)
    return say("corrected_to", language, what=what) if len(what) <= 40 else say("corrected", language)


def remaining(state: State) -> int | None:
    """About how many more questions; None before a complaint is known."""
    if not state.record or state.question is None:
        return None
    asking = Known(
        record=state.record,
        person=state.person,
        asked=state.asked,
        likely=(("", 1.0),),  # how many it takes to find the department cannot be told before
        follow_up=state.earlier is not None,
    )
    return sum(1 for ask in questions(asking) if is_open(ask, asking)) + 1
