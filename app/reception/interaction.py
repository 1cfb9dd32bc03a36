"""The nurse's answer to a turn: the first of these replies that fits, gravest first."""

from collections.abc import Callable

from app.reception import about_the_talk, replies, values
from app.reception.answering import answers
from app.reception.consult import late
from app.reception.events import Action, ActionChosen, Event, FindingRaised, NurseSaid
from app.reception.house import House
from app.reception.interview import chosen, interview
from app.reception.listen import Turn
from app.reception.look_up import LookedUp
from app.reception.reading_out import reads_out
from app.reception.replies import Spoken
from app.reception.team import medication
from app.reception.team.finding import Finding
from app.reception.wished import comes_back, registers
from his_adapter.records import Level
from models.embedded.speaking import LONGEST, join, led, length, say

MEDICINE_WORDS = {medication.CAUTION: "medicine_caution", medication.KEEP: "medicine_keep"}

Answering = Callable[[House, Turn, tuple[Finding, ...], LookedUp], Spoken | None]

REPLIES: tuple[Answering, ...] = (
    replies.emergency,
    replies.wants_person,
    replies.out_of_bounds,
    chosen,
    replies.priority,
    replies.impatient,
    about_the_talk.explains,
    replies.repeat,
    replies.farewell,
    replies.shy,
    replies.sent_by_others,
    registers,
    comes_back,
    replies.wants_medicine,
    reads_out,
    about_the_talk.tells_how_long,
    answers,
    values.ask_again,
    values.go_on,
    replies.nothing_yet,
    replies.small_talk,
    replies.not_understood,
    interview,
)


def speak(house: House, turn: Turn, findings: tuple[Finding, ...], known: LookedUp) -> tuple[Event, ...]:
    """Everything the answer consists of, the nurse's line last but for what it sets off."""
    spoken = next(said for reply in REPLIES if (said := reply(house, turn, findings, known)))
    noted = tuple(
        FindingRaised(specialist=f.specialist, what=f.what, turn=turn.number, quote=f.quote, note=f.note)
        for f in findings
    )
    text = _behind(turn, _first(turn, (*late(turn), *findings)), spoken)
    line = NurseSaid(
        turn_id=turn.turn_id,
        text=text,
        language=turn.language,
        question=spoken.question,
        sources=spoken.sources,
    )
    chosen = ActionChosen(action=spoken.action, why=spoken.why)
    return (*noted, *values.alerts(house, turn, findings), chosen, *spoken.before, line, *spoken.after)


def _behind(turn: Turn, first: tuple[str, ...], spoken: Spoken) -> str:
    """The answer behind what has to be said first; where a turn has no room for both, the question alone."""
    language, body = turn.language, _not_twice(turn, spoken)
    text = join(language, *first, body)
    gives_way = first and spoken.question and spoken.action in (Action.SYMPTOM_INQUIRY, Action.MEDICAL_ANSWER)
    if gives_way and spoken.question and length(text, language) > LONGEST[language]:
        return join(language, *first, spoken.question.text[language])
    return text


def _not_twice(turn: Turn, spoken: Spoken) -> str:
    """Never the same words twice running, unless they were asked for."""
    last = turn.before.reply
    if last is None or last.text != spoken.text or spoken.question is None:
        return spoken.text
    return led(turn.language, (say("still_asked", turn.language, variant=turn.variant),), spoken.text)


def _first(turn: Turn, findings: tuple[Finding, ...]) -> tuple[str, ...]:
    """What has to be said in the same breath: a medicine that may do harm, a nurse who comes before the queue."""
    harmful = next((f for f in findings if f.what in MEDICINE_WORDS), None)
    first = any(alarm.level is Level.C and alarm.rule for alarm in turn.alarms)
    first = first or any(f.what in values.GRAVE for f in findings)
    first = first and all(alarm.level is Level.C for alarm in turn.alarms)
    called = any(f.what == "wants_person" and f.late for f in findings) and turn.before.person_called
    medicine = medication.medicine_in(harmful, turn.language) if harmful else ""
    said = (("call_nurse", called), (MEDICINE_WORDS[harmful.what] if harmful else "", harmful), ("nurse_first", first))
    return tuple(say(phrase, turn.language, medicine=medicine) for phrase, so in said if so)
