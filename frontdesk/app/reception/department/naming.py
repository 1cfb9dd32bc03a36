"""Naming a department: one that stands out, two to choose from, or a nurse who decides."""

from frontdesk.app.reception.department import arrival, same_day
from frontdesk.app.reception.department.differential import of_its_own_doctors
from frontdesk.app.reception.department.directory import Choice
from frontdesk.app.reception.department.wished import refused_so_far, wished_so_far
from frontdesk.app.reception.record.pages import simple
from frontdesk.app.reception.services import Services
from frontdesk.app.reception.session.events import Action, DepartmentRecommended, Option, Question
from frontdesk.app.reception.session.questions import DOCTOR_READS
from frontdesk.app.reception.turn.spoken import Spoken, calls
from frontdesk.app.reception.turn.utterance import Turn
from frontdesk.his_adapter.records import Department
from frontdesk.models.speaking import join, led, say
from frontdesk.models.triage import Triage
from frontdesk.models.triage.certainty import APART, GUESSED, LOST, SURE


def decides(services: Services, turn: Turn, answer: Triage, question: Question | None) -> Spoken:
    """One department when it stands out, two to choose from when they lie close, a nurse when none does.

    `question` is the first one for the doctor, put with the department's name.
    """
    answer = _without_emergency(answer)
    wished = wished_so_far(services, turn) if answer.specialty != "emergency" else None
    if wished is not None:
        return chosen(services, turn, wished, question)
    answer = _without_refused(services, turn, answer)
    first = arrival.place(services, turn, answer.specialty) if answer.confidence >= LOST else None
    if first is None:
        return person(services, turn, question)
    if answer.confidence < GUESSED:  # a doctor for everything looks first
        general = arrival.place(services, turn, "general_practice")
        if general is not None:
            return _name(services, turn, general, _decided(turn, answer, general, "general_practice"), question)
    if own := of_its_own_doctors(turn, answer):
        there = arrival.place(services, turn, own)
        if there is not None:
            return _name(services, turn, there, _decided(turn, answer, there, own), question)
    if answer.alternatives and answer.confidence - answer.alternatives[0][1] < APART:
        today = same_day.offer(services, turn, first)
        second = None if today else _second(services, turn, answer, first.department)
        if second is not None and "choose" not in turn.heard_by.asked:  # nothing is asked twice
            return _candidates(turn, first.department, second)
    return _name(services, turn, first, _decided(turn, answer, first, answer.specialty), question)


def sent(services: Services, turn: Turn, specialty: str, answer: Triage, question: Question | None) -> Spoken | None:
    """Where a nurse who decides sends; both to choose from where triage is sure of another; None if nowhere fits."""
    choice = arrival.place(services, turn, specialty)
    if choice is None:
        return None
    answer = _without_emergency(answer)
    other = arrival.place(services, turn, answer.specialty) if answer.confidence >= SURE else None
    wanted = other is not None and other.department.department_id not in refused_so_far(turn)
    if other is not None and wanted and other.department != choice.department and "choose" not in turn.heard_by.asked:
        return _candidates(turn, choice.department, other.department)
    chances = dict(((answer.specialty, answer.confidence), *answer.alternatives))
    decided = arrival.recommended(choice, specialty, chances.get(specialty, 0.0), arrival.reasons_of(turn, answer))
    return _name(services, turn, choice, decided, question)


def _without_emergency(answer: Triage) -> Triage:
    """Red flags send to emergency; a mere likelihood below certainty does not."""
    others = tuple(pair for pair in answer.alternatives if pair[0] != "emergency")
    if answer.specialty != "emergency" or answer.confidence >= SURE or not others:
        return answer.model_copy(update={"alternatives": others})
    (specialty, confidence), *rest = others
    return answer.model_copy(update={"specialty": specialty, "confidence": confidence, "alternatives": tuple(rest)})


def _without_refused(services: Services, turn: Turn, answer: Triage) -> Triage:
    """The likeliest whose department the patient has not refused."""
    refused = refused_so_far(turn)
    if not refused:
        return answer
    ranked = ((answer.specialty, answer.confidence), *answer.alternatives)
    places = {code: arrival.place(services, turn, code) for code, _ in ranked}
    left = [(code, p) for code, p in ranked if (at := places[code]) and at.department.department_id not in refused]
    if not left:
        return answer.model_copy(update={"specialty": "general_practice", "alternatives": ()})
    (specialty, confidence), *rest = left
    return answer.model_copy(update={"specialty": specialty, "confidence": confidence, "alternatives": tuple(rest)})


def _decided(turn: Turn, answer: Triage, choice: Choice, specialty: str) -> DepartmentRecommended:
    return arrival.recommended(choice, specialty, answer.confidence, arrival.reasons_of(turn, answer))


def _name(
    services: Services, turn: Turn, choice: Choice, decided: DepartmentRecommended, question: Question | None
) -> Spoken:
    if (today := same_day.offer(services, turn, choice)) is not None:
        return _chooses(turn, today)
    if question is not None:
        words = join(turn.language, arrival.announce(services, choice, decided.reasons, turn), arrival.mask(turn))
        return _and_asks(turn, words, question, "named", decided)
    there = join(turn.language, arrival.where(choice.department, turn.language), arrival.mask(turn))
    text = arrival.announce(services, choice, decided.reasons, turn, there=there)
    return Spoken(action=Action.RECOMMENDATION, why="recommended", text=text, before=(decided,))


def _and_asks(turn: Turn, words: str, question: Question, why: str, decided: DepartmentRecommended) -> Spoken:
    text = join(turn.language, words, for_the_doctor(turn, question))
    return Spoken(action=Action.RECOMMENDATION, why=why, text=text, question=question, before=(decided,))


def for_the_doctor(turn: Turn, question: Question) -> str:
    """The first question after a department is named, and what it is for."""
    if question.key == DOCTOR_READS:
        return question.text[turn.language]
    more = say("lead_record", turn.language, variant=turn.variant)
    return led(turn.language, (more,), question.text[turn.language])


def chosen(services: Services, turn: Turn, department: Department, question: Question | None) -> Spoken:
    """The patient picked a department, offered or their own."""
    answer = arrival.triaged(turn)
    decided = _decided(turn, answer, Choice(department=department), department.specialties[0])
    decided = decided.model_copy(update={"chosen": "patient"})
    words = say("chosen", turn.language, department=department.name[turn.language])
    words = join(turn.language, words, arrival.mask(turn))
    if question is not None:
        words = join(turn.language, words, arrival.too_late(services, department, turn.now, turn.language))
        return _and_asks(turn, words, question, "chosen", decided)
    text = join(turn.language, words, arrival.way(services, department, turn.now, turn.language))
    return Spoken(action=Action.RECOMMENDATION, why="chosen", text=text, before=(decided,))


def same_again(services: Services, turn: Turn, answer: Triage, question: Question | None) -> Spoken:
    """A follow-up goes back to the department of the earlier visit; what is new beside it is for the doctor there."""
    earlier = turn.heard_by.earlier
    name = earlier.department if earlier else ""
    before = next((d for d in services.departments if name in d.name.values()), None)
    if before is None:
        return decides(services, turn, answer, question)
    decided = DepartmentRecommended(
        department_id=before.department_id,
        specialty=before.specialties[0],
        confidence=1.0,
        reasons=(),
        chosen="earlier_visit",
    )
    words = say("recommend_follow_up", turn.language, department=before.name[turn.language])
    words = join(turn.language, words, arrival.mask(turn))
    if question is not None:
        words = join(turn.language, words, arrival.too_late(services, before, turn.now, turn.language))
        return _and_asks(turn, words, question, "follow_up", decided)
    text = join(turn.language, words, arrival.way(services, before, turn.now, turn.language))
    return Spoken(action=Action.RECOMMENDATION, why="follow_up", text=text, before=(decided,))


def _second(services: Services, turn: Turn, answer: Triage, first: Department) -> Department | None:
    """The next candidate that is really another department."""
    others = (arrival.place(services, turn, code) for code, chance in answer.alternatives if chance >= LOST / 2)
    return next((o.department for o in others if o and o.department != first), None)


def _candidates(turn: Turn, first: Department, second: Department) -> Spoken:
    options = tuple(Option(key=f"department:{d.department_id}", label=d.name) for d in (first, second))
    question = simple("choose", "candidates", options, {"first": first.name, "second": second.name})
    return _chooses(turn, question)


def _chooses(turn: Turn, question: Question) -> Spoken:
    return Spoken(action=Action.RECOMMENDATION, why="unsure", text=question.text[turn.language], question=question)


def person(services: Services, turn: Turn, question: Question | None = None) -> Spoken:
    """A nurse decides; until she is there the record is filled."""
    if turn.heard_by.person_called and question is not None:
        text = question.text[turn.language]
        return Spoken(action=Action.HISTORY_INQUIRY, why="unsure_nurse", text=text, question=question)
    text = say("unsure_nurse", turn.language)
    return Spoken(action=Action.PRIORITY, why="unsure_nurse", text=text, before=calls(services, turn))


def sends(services: Services, turn: Turn, department: Department) -> Spoken:
    """The department was named before; now the way there."""
    language, booked = turn.language, turn.heard_by.booked
    words = say("sent", language, variant=turn.variant, department=department.name[language])
    words = join(language, words, arrival.mask(turn))
    nurse = say("nurse_before_you_go", language) if turn.heard_by.nurse_awaited else ""
    if booked and turn.now < booked.starts:
        time = arrival.booked_words("sent_booked", booked, turn.now, language)
        text = join(language, words, time, arrival.where(department, language), nurse)
    else:
        text = join(language, words, arrival.way(services, department, turn.now, language), nurse)
    return Spoken(action=Action.CONCLUSION, why="sent", text=text)
