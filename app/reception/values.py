"""An alert for a value or a double dose that a person must see, and a second look at values that cannot be."""

from app.reception.events import Action, AlertRaised
from app.reception.house import House
from app.reception.interview import interview
from app.reception.listen import Turn
from app.reception.look_up import LookedUp
from app.reception.questions import simple
from app.reception.replies import Findings, Spoken
from app.reception.team import labs, medication
from his_adapter.records import Level, Text
from models.facts import Language

RULE = 90  # of alerts for measured values and double doses; the red flags have their own
GRAVE = frozenset({labs.CRITICAL, medication.DOUBLED})


def alerts(house: House, turn: Turn, findings: Findings) -> tuple[AlertRaised, ...]:
    """A nurse before the queue for what is grave, once; not beside a red flag that brings a person already."""
    grave = next((f for f in findings if f.what in GRAVE), None)
    told = any(alert.raised.rule == RULE for alert in turn.heard_by.alerts)
    if grave is None or grave.note is None or told or any(alarm.level is not Level.C for alarm in turn.alarms):
        return ()
    alert = AlertRaised(
        alert_id=house.new_id(),
        rule=RULE,
        level=Level.C,
        route="",
        reason=grave.note,
        quote=grave.quote,
        turn=turn.number,
    )
    return (alert,)


def ask_again(house: House, turn: Turn, findings: Findings, known: LookedUp) -> Spoken | None:
    """A value that cannot be is asked for once more, once; after that the doctor sees it marked."""
    if not any(f.what == labs.UNLIKELY for f in findings) or "value_again" in turn.before.asked:
        return None
    told = labs.unlikely(turn)
    if told is None:
        return None
    name, value, meant = told
    values: dict[str, Text] = {"name": _capital(name), "value": value, **({"meant": meant} if meant else {})}
    question = simple(labs.AGAIN, "value_again_meant" if meant else "value_again", (), values)
    return Spoken(
        action=Action.SYMPTOM_INQUIRY, why="value_again", text=question.text[turn.language], question=question
    )


def _capital(name: Text) -> Text:
    return {
        language: words[:1].upper() + words[1:] if language is Language.EN else words
        for language, words in name.items()
    }


def go_on(house: House, turn: Turn, findings: Findings, known: LookedUp) -> Spoken | None:
    """A value is an answer, though nothing else was understood: the interview goes on."""
    told = any(f.specialist == "labs" for f in findings) or turn.asked == labs.AGAIN
    return interview(house, turn, findings, known) if told and not turn.understood else None
