"""What is said of the talk itself: out of bounds, an objection, why and how long, small talk, a farewell."""

from itertools import takewhile

from frontdesk.app.reception.record.corrected import is_reviewed
from frontdesk.app.reception.record.pages import FINISH, option, read_back, simple
from frontdesk.app.reception.record.statements import told
from frontdesk.app.reception.services import Services
from frontdesk.app.reception.session.events import (
    Action,
    Closed,
    RetrievalRefused,
)
from frontdesk.app.reception.session.questions import BETWEEN
from frontdesk.app.reception.team import labs
from frontdesk.app.reception.team.finding import Findings
from frontdesk.app.reception.turn.answers.beside import beside
from frontdesk.app.reception.turn.answers.questions import opening_question
from frontdesk.app.reception.turn.interviewing import going_on
from frontdesk.app.reception.turn.look_up import LookedUp
from frontdesk.app.reception.turn.retrieval import Withheld
from frontdesk.app.reception.turn.spoken import Spoken, again, and_back, asked_again, is_supposed
from frontdesk.app.reception.turn.utterance import Turn
from frontdesk.his_adapter.opening import standing
from frontdesk.his_adapter.operation import Verb
from frontdesk.models.facts import Answer, Topic
from frontdesk.models.parsers import TalkQuestion, plain_reply
from frontdesk.models.reading import Addressee, DialogueAct
from frontdesk.models.speaking import join, led, say


def out_of_bounds(services: Services, turn: Turn, findings: Findings, known: LookedUp) -> Spoken | None:
    """Somebody else's record, or an attempt to talk the machine round; back to the point with the open question."""
    what = next((f.what for f in findings if f.what in ("others_data", "manipulation")), None)
    if what is None:
        return None
    refused = (RetrievalRefused(verb=Verb.SELECT, why=Withheld.OTHERS),) if what == "others_data" else ()
    return and_back(turn, what, say(what, turn.language)).model_copy(update={"before": refused})


def objects(services: Services, turn: Turn, findings: Findings, known: LookedUp) -> Spoken | None:
    """What was understood is shown, line by line, to be taken out by a tap."""
    if any(option.key.startswith("earlier:") for option in turn.tapped):
        pages = takewhile(lambda one: one.key == "read_back", (page for _, page in reversed(turn.before.questions)))
        page = read_back(turn.record, shown={option.key for page in pages for option in page.options})
        text = page.text[turn.language]
        return Spoken(action=Action.CONCLUSION, why="earlier_lines", text=text, question=page)
    revises = turn.acts.does(DialogueAct.OBJECTS, DialogueAct.GOES_BACK)
    if is_reviewed(turn.before) or not revises or not turn.before.record or turn.asked in ("read_back", labs.AGAIN):
        return None
    if _put_right(turn):
        return and_back(turn, "corrected", say("corrected", turn.language))
    question = read_back(turn.record, turn.text)
    sorry = say("misheard", turn.language, variant=turn.variant) if turn.acts.does(DialogueAct.OBJECTS) else ""
    text = join(turn.language, sorry, question.text[turn.language])
    return Spoken(action=Action.CONCLUSION, why="objection", text=text, question=question)


def _put_right(turn: Turn) -> bool:
    """In the same breath: "no, the left one", "I'm 67", 点错了，我对头孢过敏."""
    person = turn.extension.person if turn.extension else None
    before = {fact.key for fact in turn.before.record}
    other = (*turn.withdrawn, *(fact.key for fact in turn.told if fact.topic is not Topic.SAID))
    return person is not None or any(fact.topic is Topic.DETAIL for fact in turn.told) or not before.isdisjoint(other)


def about_the_talk(services: Services, turn: Turn, findings: Findings, known: LookedUp) -> Spoken | None:
    """What is asked of the talk, beside what else is asked; or the last line once more."""
    language, last = turn.language, turn.before.reply
    if turn.acts.asks(Addressee.TRIAGE) and not turn.answers:
        return and_back(
            turn,
            "which_department",
            join(language, _which_department(services, turn), beside(services, turn, findings, known)),
        )
    match turn.acts.about_talk:
        case None:
            return None
        case TalkQuestion.REPEAT if last is not None:
            text = led(language, (say("repeat_lead", language),), again(turn) or last.text)
            return asked_again(turn, "repeat", text).model_copy(update={"sources": last.sources})
        case TalkQuestion.HOW_LONG:
            why = "how_long"
        case TalkQuestion.WHY:
            why = "why_asked"
        case _:
            why = "about_the_talk"
    text = beside(services, turn, findings, known)
    return going_on(services, turn, findings, text) if turn.answers else and_back(turn, why, text)


def _which_department(services: Services, turn: Turn) -> str:
    """It is being found out; once it is named, what can be done where it is shut, or not what was wished."""
    if is_supposed(turn):
        return say("if_worse", turn.language)
    named = services.department(turn.heard_by.department_id or "") if turn.before.recommended else None
    if named is None:
        return say("which_department", turn.language)
    reached = standing(named, turn.now).reached
    wait = "" if reached else say("recommend_emergency", turn.language)
    return join(turn.language, say("department_stands", turn.language, department=named.name[turn.language]), wait)


def small_talk(services: Services, turn: Turn, findings: Findings, known: LookedUp) -> Spoken | None:
    """Off the point, a thank you, or nothing at all: kind and short, and back; the second time with a way out."""
    language, strays = turn.language, turn.acts.does(DialogueAct.STRAYS)
    if turn.has_tapped("more"):
        question = opening_question()
        text = question.text[language]
        return Spoken(action=Action.ADMINISTRATIVE_ANSWER, why="more", text=text, question=question)
    if strays and "off_topic" in turn.before.whys:
        offer = simple("offer", "off_topic_offer", (option("now", "option_nurse_now"), FINISH))
        text = offer.text[language]
        return Spoken(action=Action.ADMINISTRATIVE_ANSWER, why="off_topic", text=text, question=offer)
    if strays:
        return and_back(turn, "off_topic", say("off_topic", language, variant=turn.variant))
    if turn.acts.does(DialogueAct.THANKS) and turn.question is not None:
        return and_back(turn, "small_talk", say("thanks", language, variant=turn.variant))
    nothing = (turn.acts.empty or not turn.text.strip()) and not turn.tapped
    if nothing and turn.question is not None:
        return and_back(turn, "empty", say("empty", language, variant=turn.variant))
    return None


def farewell(services: Services, turn: Turn, findings: Findings, known: LookedUp) -> Spoken | None:
    """Nothing more to ask: a visitor who only had a question goes without a record."""
    declined = turn.asked in BETWEEN and not turn.tapped and plain_reply(turn.for_code) is Answer.NO
    done = turn.has_tapped("finish") or turn.acts.does(DialogueAct.FINISHES) or declined
    if not done or turn.asked not in BETWEEN:
        return None
    if told(turn.record) or turn.before.earlier or turn.before.recommended:
        return None
    return Spoken(
        action=Action.CONCLUSION,
        why="question_only",
        text=say("goodbye_plain", turn.language),
        after=(Closed(reason="question_only"),),
    )
