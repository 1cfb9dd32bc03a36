"""Danger: alarms told now or before, values and doses, and an alarm that is disputed."""

from frontdesk.app.reception.department import arrival
from frontdesk.app.reception.record.pages import simple
from frontdesk.app.reception.services import Services
from frontdesk.app.reception.session.events import (
    VALUE_OR_DOSE,
    Action,
    AlertDisputed,
    AlertRaised,
)
from frontdesk.app.reception.session.state import Phase
from frontdesk.app.reception.team import labs, medication
from frontdesk.app.reception.team.finding import Findings
from frontdesk.app.reception.turn.interviewing import going_on
from frontdesk.app.reception.turn.look_up import LookedUp
from frontdesk.app.reception.turn.spoken import Spoken, calls
from frontdesk.app.reception.turn.utterance import Turn
from frontdesk.his_adapter.opening import standing
from frontdesk.his_adapter.records import Level
from frontdesk.models.speaking import say

ALERT_RULE = VALUE_OR_DOSE
GRAVE = frozenset({labs.CRITICAL, medication.DOUBLED, medication.OVER, medication.TOO_OFTEN})


def emergency(services: Services, turn: Turn, findings: Findings, known: LookedUp) -> Spoken | None:
    """Level A, told now or before: no more questions. Who speaks on with nobody beside them calls the nurse again."""
    alarm = turn.heard_by.emergency
    called = calls(services, turn) if alarm is not None and alarm.acknowledged is not None else ()
    match turn.heard_by.phase:
        case Phase.PRIVATE:
            phrase = why = "private"
        case Phase.EMERGENCY:
            why, phrase = "emergency", "emergency_again" if "emergency" in turn.before.whys else "emergency"
        case _:
            return None
    return Spoken(action=Action.PRIORITY, why=why, text=say(phrase, turn.language), before=called)


def disputes(services: Services, turn: Turn, findings: Findings, known: LookedUp) -> Spoken | None:
    """An alarm that the patient says is none: the nurse is told so and still comes; the talk goes on."""
    standing = {alert.raised.alert_id for alert in turn.before.alerts if alert.disputed}
    new = [a for a in turn.heard_by.alerts if a.disputed and a.raised.alert_id not in standing]
    if not any(alert.raised.level is not Level.C for alert in new):
        return None
    return going_on(services, turn, findings, say("disputed", turn.language))


def priority(services: Services, turn: Turn, findings: Findings, known: LookedUp) -> Spoken | None:
    """A new red flag below level A: the way is decided by the rule, a person is told."""
    urgent = next((a for a in turn.alarms if a.level in (Level.B, Level.I)), None)
    if urgent is None:
        return None
    choice = arrival.place(services, turn, urgent.route)
    if choice is None or choice.opens is not None or not standing(choice.department, turn.now).reached:
        open_now = arrival.place(services, turn, "emergency")  # nobody is sent to a door that is shut
        choice = open_now if open_now and standing(open_now.department, turn.now).reached else choice or open_now
    if choice is None:
        text = say("call_nurse", turn.language)
        return Spoken(action=Action.PRIORITY, why="no_department", text=text, before=calls(services, turn))
    reasons = arrival.reasons_of(turn, arrival.triaged(turn))
    phrase = (
        "urgent" if urgent.level is Level.B else "infection_small" if arrival.is_small(turn.person) else "infection"
    )
    return Spoken(
        action=Action.PRIORITY,
        why=f"rule_{urgent.rule}",
        text=say(phrase, turn.language, department=choice.department.name[turn.language]),
        before=(arrival.recommended(choice, urgent.route, 1.0, reasons).model_copy(update={"chosen": "rule"}),),
    )


def value_alerts(services: Services, turn: Turn, findings: Findings) -> tuple[AlertRaised, ...]:
    """A nurse before the queue for a grave value or dose, once; not beside a red flag that brings a person already."""
    grave = next((f for f in findings if f.what in GRAVE), None)
    before = any(alert.raised.rule == ALERT_RULE for alert in turn.heard_by.standing)
    if grave is None or grave.note is None or before or any(alarm.level is not Level.C for alarm in turn.alarms):
        return ()
    alert = AlertRaised(
        alert_id=services.new_id(),
        rule=ALERT_RULE,
        level=Level.C,
        route="",
        reason=grave.note,
        quote=grave.quote,
        turn=turn.number,
    )
    return (alert,)


def put_right(turn: Turn, findings: Findings) -> tuple[AlertDisputed, ...]:
    """The alert for a dose that the patient has put right, disputed in their words; on the board a nurse clears it."""
    if not any(finding.takes_back for finding in findings):
        return ()
    return tuple(
        AlertDisputed(alert_id=alert.raised.alert_id, quote=turn.text[:200])
        for alert in turn.heard_by.standing
        if alert.raised.rule == ALERT_RULE and alert.acknowledged is None and alert.disputed is None
    )


def value_again(services: Services, turn: Turn, findings: Findings, known: LookedUp) -> Spoken | None:
    """A value that cannot be, or may be critical, is asked for once more, once; after that the doctor sees it."""
    if not any(f.what in labs.ASKED_AGAIN for f in findings) or labs.AGAIN in turn.before.asked:
        return None
    asked = labs.again(turn)
    if asked is None:
        return None
    phrase, values = asked
    question = simple(labs.AGAIN, phrase, (), values)
    text = question.text[turn.language]
    return Spoken(action=Action.SYMPTOM_INQUIRY, why="value_again", text=text, question=question)
