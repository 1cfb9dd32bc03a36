"""Answers outside the interview: danger, a person wanted, refusals, objections, questions, farewells."""

from app.reception.department import arrival
from app.reception.record.corrected import is_reviewed
from app.reception.record.pages import FINISH, MORE, UNWELL, option, read_back, simple
from app.reception.record.screening import fits
from app.reception.record.statements import complaints_of, told
from app.reception.record.understood import guessed
from app.reception.services import Services
from app.reception.session.events import (
    Action,
    AlertRaised,
    Closed,
    Entry,
    Option,
    Question,
    RetrievalRefused,
)
from app.reception.session.questions import BETWEEN, COMPLAINT
from app.reception.session.state import Phase
from app.reception.team import labs, medication
from app.reception.team.finding import Finding
from app.reception.turn.beside import asks_only, beside
from app.reception.turn.interviewing import acknowledgement, interview, passed_on
from app.reception.turn.look_up import LookedUp
from app.reception.turn.own_records import Withheld
from app.reception.turn.spoken import CONFIRM, DANGER_AGAIN, Spoken, again, calls
from app.reception.turn.utterance import Turn
from his_adapter.enquiries import Enquiry
from his_adapter.opening import standing
from his_adapter.operation import Verb
from his_adapter.records import Level
from models.ages import MASK_FROM
from models.facts import Answer, Language, Mood, Person, Topic
from models.knowledge.load import knowledge
from models.parsers import TalkQuestion, asks_for_nurse, empty, plain_reply
from models.reading import Addressee, DialogueAct
from models.reading.dialogue_acts import PRACTICAL
from models.speaking import join, led, say
from models.triage.hints import hints

Findings = tuple[Finding, ...]
OFFERED = 3  # texts that may be meant
ALERT_RULE = "value_or_dose"  # of alerts for measured values and double doses; the red flags have their own
GRAVE = frozenset({labs.CRITICAL, medication.DOUBLED, medication.OVER, medication.TOO_OFTEN})


# --- danger, and who is to be fetched --------------------------------------------------------------------------------


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


def wants_person(services: Services, turn: Turn, findings: Findings, known: LookedUp) -> Spoken | None:
    """A person was asked for, or a specialist that must answer could not; the question stays on the screen."""
    if not any(f.what in ("wants_person", "failed") for f in findings):
        return None
    loud = turn.text.rstrip().endswith(("!", "！")) or "! " in turn.text or "！" in turn.text
    told_also = join(turn.language, *dict.fromkeys(reply.text for reply in known.enquiries if reply.answered))
    if asks_for_nurse(turn.for_code) and (where_she_is := _of_the_nurse(turn)):
        return _and_back(turn, "nurse_asked_for", join(turn.language, where_she_is, told_also))
    angry = turn.acts.mood is Mood.ANGRY or turn.acts.does(DialogueAct.HURRIES) or loud
    upset = angry and "wants_person" not in turn.before.whys and turn.before.mood is not Mood.ANGRY
    sorry = say("soothe_angry", turn.language) if upset else ""
    text = join(turn.language, sorry, say("call_nurse", turn.language), told_also)
    tells = hints(turn.for_code) or complaints_of(turn.told)
    if turn.answers and turn.asked in COMPLAINT and tells:
        following = going_on(services, turn, findings, text)
        return following.model_copy(update={"before": (*calls(services, turn), *following.before)})
    question = None if turn.asked == "offer" else turn.question
    return Spoken(
        action=Action.PRIORITY, why="wants_person", text=text, question=question, before=calls(services, turn)
    )


def _of_the_nurse(turn: Turn) -> str:
    """Whether the nurse was called and has answered; empty where nobody was called."""
    state, language = turn.heard_by, turn.language
    if state.nurse_awaited:
        minutes = int((turn.now - min(alert.at for alert in state.nurse_awaited)).total_seconds() // 60)
        phrase = "nurse_waited_for" if minutes > 1 else "nurse_waited_for_now"
        return say(phrase, language, minutes=str(minutes))
    answered = [alert.acknowledged for alert in state.standing if alert.acknowledged]
    return say("nurse_knows", language, name=answered[-1].name) if answered else ""


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
    phrase = "urgent" if urgent.level is Level.B else "infection_small" if is_small(turn.person) else "infection"
    return Spoken(
        action=Action.PRIORITY,
        why=f"rule_{urgent.rule}",
        text=say(phrase, turn.language, department=choice.department.name[turn.language]),
        before=(arrival.recommended(choice, urgent.route, 1.0, reasons).model_copy(update={"chosen": "rule"}),),
    )


def is_small(person: Person) -> bool:
    """Too small for a mask."""
    return person.age_told and person.may_be_under(MASK_FROM)


def impatient(services: Services, turn: Turn, findings: Findings, known: LookedUp) -> Spoken | None:
    """Out of patience: apologise once, offer a nurse now or the shortest way."""
    upset = any(f.what == "impatient" for f in findings)
    if not upset or any(f.what == "impatient" for f in turn.before.findings) or turn.before.recommended:
        return None
    if any(wish.department and not wish.refuses for wish in turn.wishes) and told(turn.record):
        return None  # 少废话，给我挂骨科，手腕疼: nothing is left to choose
    offer = simple("offer", "offer", (option("now", "option_nurse_now"), option("shortest", "option_shortest")))
    text = join(
        turn.language,
        say("soothe_angry", turn.language),
        beside(services, turn, findings, known),
        offer.text[turn.language],
    )
    return Spoken(action=Action.PRIORITY, why="impatient", text=text, question=offer)


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


# --- what is refused, taken back, or asked of the talk itself --------------------------------------------------------


def out_of_bounds(services: Services, turn: Turn, findings: Findings, known: LookedUp) -> Spoken | None:
    """Somebody else's record, or an attempt to talk the machine round; back to the point with the open question."""
    what = next((f.what for f in findings if f.what in ("others_data", "manipulation")), None)
    if what is None:
        return None
    refused = (RetrievalRefused(verb=Verb.SELECT, why=Withheld.OTHERS),) if what == "others_data" else ()
    return _and_back(turn, what, say(what, turn.language)).model_copy(update={"before": refused})


def disputes(services: Services, turn: Turn, findings: Findings, known: LookedUp) -> Spoken | None:
    """An alarm that the patient says is none: the nurse is told so and still comes; the talk goes on."""
    standing = {alert.raised.alert_id for alert in turn.before.alerts if alert.disputed}
    new = [a for a in turn.heard_by.alerts if a.disputed and a.raised.alert_id not in standing]
    if not any(alert.raised.level is not Level.C for alert in new):
        return None
    return going_on(services, turn, findings, say("disputed", turn.language))


def objects(services: Services, turn: Turn, findings: Findings, known: LookedUp) -> Spoken | None:
    """What was understood is shown, line by line, to be taken out by a tap."""
    earlier = next((o.key.partition(":")[2] for o in turn.tapped if o.key.startswith("earlier:")), None)
    if earlier is not None:
        page = read_back(turn.record, shown=int(earlier))
        text = page.text[turn.language]
        return Spoken(action=Action.CONCLUSION, why="earlier_lines", text=text, question=page)
    revises = turn.acts.does(DialogueAct.OBJECTS, DialogueAct.GOES_BACK)
    if is_reviewed(turn.before) or not revises or not turn.before.record or turn.asked in ("read_back", labs.AGAIN):
        return None
    if _put_right(turn):
        return _and_back(turn, "corrected", say("corrected", turn.language))
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
        return _and_back(
            turn,
            "which_department",
            join(language, _which_department(services, turn), beside(services, turn, findings, known)),
        )
    match turn.acts.about_talk:
        case None:
            return None
        case TalkQuestion.REPEAT if last is not None:
            text = led(language, (say("repeat_lead", language),), again(turn) or last.text)
            return _asked_again(turn, "repeat", text).model_copy(update={"sources": last.sources})
        case TalkQuestion.HOW_LONG:
            why = "how_long"
        case TalkQuestion.WHY:
            why = "why_asked"
        case _:
            why = "about_the_talk"
    text = beside(services, turn, findings, known)
    return going_on(services, turn, findings, text) if turn.answers else _and_back(turn, why, text)


def _which_department(services: Services, turn: Turn) -> str:
    """It is being found out; once it is named, what can be done where it is shut, or not what was wished."""
    named = services.department(turn.heard_by.department_id or "") if turn.before.recommended else None
    if named is None:
        return say("which_department", turn.language)
    reached = standing(named, turn.now).reached
    wait = "" if reached else say("recommend_emergency", turn.language)
    return join(turn.language, say("department_stands", turn.language, department=named.name[turn.language]), wait)


def which_of_these(services: Services, turn: Turn, findings: Findings, known: LookedUp) -> Spoken | None:
    """A page of several comes once more: with what the words may mean ticked, or with what they leave open."""
    if turn.answers or turn.tapped or turn.question is None or not turn.question.several:
        return None
    yes = plain_reply(turn.for_code) is Answer.YES
    page = guessed(turn.question, turn.reading, turn.text) if turn.asked != "danger" else None
    if not (yes or page or turn.asked == "danger"):
        return None
    why = DANGER_AGAIN if turn.asked == "danger" else CONFIRM if page else "which_of_these"
    phrase = "which_of_these" if yes else why
    text = join(turn.language, acknowledgement(turn, findings), say(phrase, turn.language))
    return _asked_again(turn, why, text, page or _left_open(turn.question, turn))


def _left_open(question: Question, turn: Turn) -> Question:
    """The tiles of which nothing is known yet, and that whoever is ill may have, as far as that is known by now."""
    told = {fact.code for fact in turn.told if fact.asked == question.key}
    codes = {option.key: option.key.rpartition(":")[2] for option in question.options}
    left = tuple(one for one in question.options if codes[one.key] not in told and _may_be_had(codes[one.key], turn))
    return question.model_copy(update={"options": left}) if left else question


def _may_be_had(code: str, turn: Turn) -> bool:
    known = knowledge()
    if code in known.signs:
        return fits(known.signs[code], turn.person, turn.record)
    return code not in known.findings or known.findings[code].may_be_had_by(turn.person)


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
        return _and_back(turn, "off_topic", say("off_topic", language, variant=turn.variant))
    if turn.acts.does(DialogueAct.THANKS) and turn.question is not None:
        return _and_back(turn, "small_talk", say("thanks", language, variant=turn.variant))
    nothing = (turn.acts.empty or not turn.text.strip()) and not turn.tapped
    if nothing and turn.question is not None:
        return _and_back(turn, "empty", say("empty", language, variant=turn.variant))
    return None


def _and_back(turn: Turn, why: str, told_first: str) -> Spoken:
    """An answer, then the question that was on the screen."""
    text = join(turn.language, told_first, again(turn))
    return _asked_again(turn, why, text)


def _asked_again(turn: Turn, why: str, text: str, page: Question | None = None) -> Spoken:
    left = turn.before.reply.pages_left if turn.before.reply else None
    question = page or turn.question
    return Spoken(action=Action.ADMINISTRATIVE_ANSWER, why=why, text=text, question=question, pages_left=left)


# --- questions to the hospital ---------------------------------------------------------------------------------------


def enquiries(services: Services, turn: Turn, findings: Findings, known: LookedUp) -> Spoken | None:
    """Questions about the hospital, answered with their sources; then back to where the talk was."""
    replies = known.enquiries
    if not replies:
        return None
    answered = any(reply.answered for reply in replies)
    if not answered and not turn.acts.asks(*PRACTICAL):
        return None  # what may have been a question tells of something else
    words = beside(services, turn, findings, known)
    sources = tuple(dict.fromkeys(source for reply in replies for source in reply.sources))
    if turn.answers and not asks_only(turn):
        return going_on(services, turn, findings, words).model_copy(update={"sources": sources})
    question = back(turn)
    if question is not None and question.key == "anything_else":
        question = _perhaps_meant(replies) or question
    text = join(turn.language, words, again(turn) if question == turn.question else _asked(question, turn.language))
    left = turn.before.reply.pages_left if turn.before.reply and question == turn.question else None
    return Spoken(
        action=Action.ADMINISTRATIVE_ANSWER,
        why="question",
        text=text,
        question=question,
        sources=sources,
        pages_left=left,
    )


def visitors_words(services: Services, turn: Turn, findings: Findings, known: LookedUp) -> Spoken | None:
    """Somebody who came to ask says what is no question: the way into the interview is offered, not taken."""
    if turn.tapped or turn.asked not in BETWEEN or turn.before.entry is not Entry.QUESTION or not asks_only(turn):
        return None
    if not turn.answers:
        return None
    question = anything_else()
    text = join(turn.language, say("question_or_complaint", turn.language), question.text[turn.language])
    return Spoken(action=Action.ADMINISTRATIVE_ANSWER, why="question_or_complaint", text=text, question=question)


def going_on(services: Services, turn: Turn, findings: Findings, words: str) -> Spoken:
    """What was asked beside an answer or a complaint is told before the interview's next words."""
    rest = tuple(finding for finding in findings if finding.what != "medical_question")  # that is told already
    following = interview(services, turn, rest, LookedUp())
    asked = following.question.text[turn.language] if following.question and not following.before else ""
    return following.model_copy(update={"text": join(turn.language, words, asked or following.text)})


def back(turn: Turn) -> Question | None:
    """The question that was open; for one who only asks, whether there is anything else."""
    if turn.before.recommended and turn.question is None:
        return None
    return anything_else() if asks_only(turn) or turn.question is None else turn.question


def anything_else() -> Question:
    return simple("anything_else", "anything_else", (MORE, UNWELL, FINISH))


def opening_question() -> Question:
    return simple("open_question", "open_question", (UNWELL,))


def _perhaps_meant(replies: tuple[Enquiry, ...]) -> Question | None:
    """The titles of the texts nearest to what was asked, when none surely answers."""
    near = {near.id: near for reply in replies for near in reply.near}
    if not near or any(reply.answered for reply in replies):
        return None
    options = (Option(key=f"ask:{meant.id}", label=meant.title) for meant in near.values())
    return simple("meant", "question_meant", (*list(options)[:OFFERED], MORE, UNWELL, FINISH))


def _asked(question: Question | None, language: Language) -> str:
    return question.text[language] if question else ""


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


def medical(services: Services, turn: Turn, findings: Findings, known: LookedUp) -> Spoken | None:
    """What only a doctor can tell is passed on; beside a complaint the interview says so in its next words."""
    only_asks = turn.acts.asks(Addressee.DOCTOR) and empty(turn.acts.rest)
    if not only_asks or turn.asked in COMPLAINT:
        return None
    return _and_back(turn, "medical_question", passed_on(turn, findings)).model_copy(
        update={"action": Action.MEDICAL_ANSWER}
    )


# --- a value that cannot be ------------------------------------------------------------------------------------------


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
