"""The answers to all that a turn asks, in one breath: of the talk, of the hospital, of a doctor."""

from frontdesk.app.reception.record.corrected import is_reviewed
from frontdesk.app.reception.record.statements import told
from frontdesk.app.reception.services import Services
from frontdesk.app.reception.session.events import Entry
from frontdesk.app.reception.team.finding import Findings
from frontdesk.app.reception.turn.interviewing import passed_on
from frontdesk.app.reception.turn.look_up import MOST, LookedUp
from frontdesk.app.reception.turn.utterance import Turn
from frontdesk.his_adapter.enquiries import Enquiry
from frontdesk.his_adapter.records import Level
from frontdesk.models.parsers import TalkQuestion
from frontdesk.models.parsers.content import content
from frontdesk.models.reading import Addressee
from frontdesk.models.reading.dialogue_acts import PRACTICAL
from frontdesk.models.speaking import join, say

WHY = {
    "danger": "why_danger",
    "danger_one": "why_danger",
    "pregnant": "why_department",
    "pregnant_again": "why_department",
    "open": "why_department",
    "who": "why_department",
    "age": "why_department",
}
TOLD = {
    TalkQuestion.MACHINE: "talk_machine",
    TalkQuestion.MEANING: "talk_meaning",
    TalkQuestion.NOT_ASKED: "talk_not_asked",
}
OF_AGE = 18
KEPT = 200  # characters of a question that nobody could answer


def beside(services: Services, turn: Turn, findings: Findings, known: LookedUp) -> str:
    """Nothing where nothing was asked."""
    looked_up = asked_and_told(findings, known)
    if wonders := _wonders(turn):
        looked_up = tuple(one for one in looked_up if one[0] not in wonders)
    replies = dict.fromkeys(words_of_reply(reply, turn, asked) for asked, reply in looked_up)
    of_talk = of_the_talk(services, turn) or (why_sent(services, turn) if wonders else "")
    told = [one for one in (of_talk, *replies, passed_on(turn, findings)) if one]
    noted = say("question_noted", turn.language)
    told = [one for one in told if one != noted] or told  # it is noted, and something else is answered
    return join(turn.language, *told)


def _wonders(turn: Turn) -> tuple[str, ...]:
    """What somebody who waits to be fetched asks of that: "Emergency? I'm not that bad, am I?"

    It is of no service of the hospital, or has no word that says of what it is.
    """
    if not turn.before.is_fetched:
        return ()
    bare = (one for one in turn.acts.asks(Addressee.HOSPITAL) if not content(one))
    return (*turn.acts.asks(Addressee.UNSURE, Addressee.DOCTOR, Addressee.TRIAGE), *bare)


def of_the_talk(services: Services, turn: Turn) -> str:
    """Why something is asked, how long it takes, who comes, who learns of it, what is written."""
    language, asked = turn.language, turn.acts.about_talk
    match asked:
        case None | TalkQuestion.REPEAT:
            return ""
        case TalkQuestion.HOW_LONG:
            left = turn.before.reply.pages_left if turn.before.reply else None
            if left is None and (turn.before.recommended or turn.question is None):
                return say("talk_done", language)
            return say("questions_left" if left else "few_questions", language, count=str(left))
        case TalkQuestion.WHY:
            return say(WHY.get(turn.asked or "", "why_record"), language)
        case TalkQuestion.NURSE:
            return why_sent(services, turn)
        case TalkQuestion.WRITTEN:
            return say("talk_written_here" if is_reviewed(turn.before) else "talk_written", language)
        case TalkQuestion.PRIVACY:
            minor = turn.person.age_told and turn.person.may_be_under(OF_AGE)
            return say("talk_privacy_minor" if minor else "talk_privacy", language)
        case _:
            return say(TOLD[asked], language)


def why_sent(services: Services, turn: Turn) -> str:
    """Why a nurse or this department, and what comes next."""
    state, language = turn.heard_by, turn.language
    if any(not alert.disputed and alert.raised.level is not Level.I for alert in state.standing):
        return say("why_nurse", language)
    if (named := services.department(state.department_id or "")) is None:
        return say("what_next", language)
    reasons = state.recommended.reasons if state.recommended else ()
    quote = next((one.quote for one in reasons if one.quote), "")
    phrase = "why_this_department" if quote else "why_this_department_plain"
    if state.on_infection_route:
        phrase = "why_infection" if quote else "why_infection_plain"
    return say(phrase, language, department=named.name[language], quote=quote)


def asked_and_told(findings: Findings, known: LookedUp) -> tuple[tuple[str, Enquiry], ...]:
    """Each question that was looked up, with what was found."""
    asks = [ask for finding in findings for ask in finding.asks][:MOST]
    return tuple(zip(asks, known.enquiries, strict=False))


def words_of_reply(reply: Enquiry, turn: Turn, asked: str = "") -> str:
    """What is known; what is of the hospital and not known goes to the desk, what may be of the patient to a doctor."""
    if reply.answered:
        return reply.text
    if asked in turn.acts.asks(Addressee.DOCTOR):
        return say("medical_question", turn.language, variant=turn.variant)
    if asked in turn.acts.asks(Addressee.UNSURE) and not asks_only(turn):
        return say("question_noted", turn.language)
    offers_near = bool(reply.near) and asks_only(turn)
    return say("question_unsure" if offers_near else "question_unknown", turn.language)


def unsure_unanswered(turn: Turn, findings: Findings, known: LookedUp) -> tuple[str, ...]:
    """What was asked, found nowhere, and may be for the doctor."""
    if asks_only(turn):
        return ()
    replies = asked_and_told(findings, known)
    return tuple(asked for asked, reply in replies if not reply.answered and asked in turn.acts.asks(Addressee.UNSURE))


def unanswered(turn: Turn, findings: Findings, known: LookedUp) -> tuple[str, ...]:
    """What was asked of the hospital and found nowhere; what only a doctor can tell is none of it."""
    practical, to_doctor = turn.acts.asks(*PRACTICAL), turn.acts.asks(Addressee.DOCTOR)
    missed = (asked for asked, reply in asked_and_told(findings, known) if not reply.answered)
    return tuple(asked[:KEPT] for asked in missed if asked not in to_doctor and (asked in practical or asks_only(turn)))


def asks_only(turn: Turn) -> bool:
    """Somebody who has so far only wanted to know something, whichever button was pressed."""
    began = turn.before.entry is Entry.QUESTION or turn.acts.only_asks
    return began and not (told(turn.before.record) or turn.before.earlier or turn.before.recommended)
