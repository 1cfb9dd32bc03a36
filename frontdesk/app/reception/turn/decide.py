"""The one decision of a turn: the first of these answers that fits, gravest first; else the interview goes on."""

from collections.abc import Callable

from frontdesk.app.reception.services import Services
from frontdesk.app.reception.session.events import Action, ActionChosen, Event, FindingRaised, NurseSaid, Voiced
from frontdesk.app.reception.team import medication, policy
from frontdesk.app.reception.team.finding import Finding
from frontdesk.app.reception.turn.answers.beside import unanswered, unsure_unanswered
from frontdesk.app.reception.turn.answers.changed import changes
from frontdesk.app.reception.turn.answers.danger import (
    GRAVE,
    disputes,
    emergency,
    priority,
    put_right,
    value_again,
    value_alerts,
)
from frontdesk.app.reception.turn.answers.departments import WHY_DEPARTMENT, chosen, steers, wonders
from frontdesk.app.reception.turn.answers.lines import reviews
from frontdesk.app.reception.turn.answers.pages import which_of_these
from frontdesk.app.reception.turn.answers.person import impatient, wants_person
from frontdesk.app.reception.turn.answers.questions import enquiries, medical, visitors_words
from frontdesk.app.reception.turn.answers.records import reads_out
from frontdesk.app.reception.turn.answers.talk import about_the_talk, farewell, objects, out_of_bounds, small_talk
from frontdesk.app.reception.turn.interviewing import interview
from frontdesk.app.reception.turn.look_up import LookedUp
from frontdesk.app.reception.turn.spoken import Spoken
from frontdesk.app.reception.turn.understanding import is_understood, with_a_nurse
from frontdesk.app.reception.turn.utterance import Turn
from frontdesk.his_adapter.records import Level
from frontdesk.models.speaking import LONGEST, join, length, say

MEDICINE_WORDS = {
    medication.CAUTION: "medicine_caution",
    medication.OVER: "medicine_caution",
    medication.KEEP: "medicine_keep",
}

Answering = Callable[[Services, Turn, tuple[Finding, ...], LookedUp], Spoken | None]

ANSWERS: tuple[Answering, ...] = (
    emergency,
    wants_person,
    out_of_bounds,
    disputes,
    steers,
    chosen,
    wonders,
    objects,
    priority,
    impatient,
    reviews,
    about_the_talk,
    reads_out,
    enquiries,
    medical,
    farewell,
    visitors_words,
    small_talk,
    value_again,
    which_of_these,
    interview,
)


def decide(services: Services, turn: Turn, findings: tuple[Finding, ...], known: LookedUp) -> Spoken:
    """The embedded nurse's answer."""
    answered = next(said for answer in ANSWERS if (said := answer(services, turn, findings, known)))
    spoken = with_a_nurse(services, turn, answered)
    return spoken.model_copy(update={"text": _behind(turn, first(turn, findings), spoken)})


def events_of(
    services: Services,
    turn: Turn,
    findings: tuple[Finding, ...],
    known: LookedUp,
    spoken: Spoken,
    voiced: Voiced | None = None,
) -> tuple[Event, ...]:
    """Everything an answer consists of, the nurse's line last but for what it sets off."""
    unsure = () if spoken.why == WHY_DEPARTMENT else unsure_unanswered(turn, findings, known)
    if turn.by_model:
        findings = tuple(f for f in findings if f.what != "medical_question")  # the model sorts the questions
    elif unsure:
        findings = (*findings, policy.for_the_doctor(turn, unsure, what="unsure_question"))
    noted = tuple(
        FindingRaised(
            specialist=f.specialist,
            what=f.what,
            turn=turn.number,
            quote=f.quote,
            note=f.note,
            measured=f.measured,
            takes_back=f.takes_back,
        )
        for f in findings
    )
    line = NurseSaid(
        turn_id=turn.turn_id,
        text=spoken.text,
        language=turn.language,
        question=spoken.question,
        sources=spoken.sources,
        screening=spoken.screening,
        pages_left=spoken.pages_left,
        voiced=voiced,
    )
    action = ActionChosen(
        action=spoken.action,
        why=spoken.why,
        understood=is_understood(turn, spoken),
        unanswered=unanswered(turn, findings, known),
    )
    disputed = put_right(turn, findings)
    return (*noted, *value_alerts(services, turn, findings), *disputed, action, *spoken.before, line, *spoken.after)


def _behind(turn: Turn, first: tuple[str, ...], spoken: Spoken) -> str:
    """The answer behind what has to be said first; where a turn has no room for both, the question alone."""
    language = turn.language
    text = join(language, *first, spoken.text)
    gives_way = first and spoken.question and spoken.action in (Action.SYMPTOM_INQUIRY, Action.MEDICAL_ANSWER)
    if gives_way and spoken.question and length(text, language) > LONGEST[language]:
        return join(language, *first, spoken.question.text[language])
    return text


def first(turn: Turn, findings: tuple[Finding, ...]) -> tuple[str, ...]:
    """What has to be said in the same breath: lines put right, a harmful medicine, a nurse before the queue."""
    harmful = next((f for f in findings if f.what in MEDICINE_WORDS), None)
    grave = any(f.what in GRAVE for f in findings)
    called = grave or any(alarm.level is Level.C and alarm.rule for alarm in turn.alarms)
    nurse_first = called and all(alarm.level is Level.C for alarm in turn.alarms)
    medicine = medication.medicine_in(harmful, turn.language) if harmful else ""
    said = ((MEDICINE_WORDS[harmful.what] if harmful else "", harmful), ("nurse_first", nurse_first))
    became = "" if turn.alarms else changes(turn)
    return tuple(filter(None, (became, *(say(phrase, turn.language, medicine=medicine) for phrase, so in said if so))))
