"""Replies outside the interview: danger, a person wanted, refusals, questions answered, farewells."""

from app.reception import arrival
from app.reception.events import Action, AlertRaised, Closed, Event, Question, RetrievalRefused
from app.reception.house import House
from app.reception.insisted import department_wished
from app.reception.listen import Turn
from app.reception.look_up import LookedUp
from app.reception.own_records import Withheld
from app.reception.questions import FINISH, PERSON, option, put, simple
from app.reception.state import Phase
from app.reception.team.finding import Finding
from his_adapter.operation import Verb
from his_adapter.records import Level
from models.embedded.asking import Ask, Purpose, is_complaint
from models.embedded.speaking import join, led, say
from models.embedded.speaking.manner import Manner, manners
from models.facts import Answer, Details, Intent, Language, Value

Findings = tuple[Finding, ...]
ASKING_FOR_MORE = ("anything_else", "meant", "offer")  # where "that's all" ends the talk


class Spoken(Value):
    """One answer: its words, the question it ends with, and the events it brings along."""

    action: Action
    why: str
    text: str
    question: Question | None = None
    sources: tuple[str, ...] = ()
    before: tuple[Event, ...] = ()
    after: tuple[Event, ...] = ()


def emergency(house: House, turn: Turn, findings: Findings, known: LookedUp) -> Spoken | None:
    """Level A, told now or before: no more questions."""
    match turn.heard_by.phase:
        case Phase.PRIVATE:
            return Spoken(action=Action.PRIORITY, why="private", text=say("private", turn.language))
        case Phase.EMERGENCY:
            return Spoken(action=Action.PRIORITY, why="emergency", text=say("emergency", turn.language))
        case _:
            return None


def wants_person(house: House, turn: Turn, findings: Findings, known: LookedUp) -> Spoken | None:
    """A person was asked for, or a specialist that must answer could not."""
    wanted = turn.option == PERSON or any(f.what in ("wants_person", "failed") for f in findings)
    if not wanted:
        return None
    return Spoken(
        action=Action.PRIORITY,
        why="wants_person",
        text=say("call_nurse", turn.language),
        question=turn.question,
        before=calls(house, turn),
    )


def calls(house: House, turn: Turn) -> tuple[AlertRaised, ...]:
    """A call for a person, unless one is open already."""
    if turn.heard_by.person_called:
        return ()
    return (call(house, turn.text),)


def call(house: House, quote: str) -> AlertRaised:
    return AlertRaised(
        alert_id=house.new_id(),
        rule=0,
        level=Level.C,
        route="",
        reason={Language.ZH: "请求人工帮助", Language.EN: "Asks for a person"},
        quote=quote[:200],
    )


def out_of_bounds(house: House, turn: Turn, findings: Findings, known: LookedUp) -> Spoken | None:
    """Somebody else's record, or an attempt to talk the machine round; back to the point with the open question."""
    what = next((f.what for f in findings if f.what in ("others_data", "manipulation")), None)
    if what is None:
        return None
    text = join(turn.language, say(what, turn.language), again(turn))
    refused = (RetrievalRefused(verb=Verb.SELECT, why=Withheld.OTHERS),) if what == "others_data" else ()
    return Spoken(action=Action.ADMINISTRATIVE_ANSWER, why=what, text=text, question=turn.question, before=refused)


def again(turn: Turn) -> str:
    """The question on the screen in the words it is put again with, without the greeting."""
    if turn.question is None:
        return ""
    if turn.asked == "open":
        return say("open_again", turn.language, variant=turn.variant)
    return turn.question.text[turn.language]


def priority(house: House, turn: Turn, findings: Findings, known: LookedUp) -> Spoken | None:
    """A new red flag below level A: the way is decided by the rule, a person is told."""
    urgent = next((a for a in turn.alarms if a.level in (Level.B, Level.I)), None)
    if urgent is None:
        return None
    choice = arrival.place(house, turn, urgent.route) or arrival.place(house, turn, "emergency")
    if choice is None:
        return Spoken(
            action=Action.PRIORITY,
            why="no_department",
            text=say("call_nurse", turn.language),
            before=calls(house, turn),
        )
    reasons = arrival.reasons_of(turn, arrival.triaged(turn))
    phrase = "urgent" if urgent.level is Level.B else "infection"
    department = choice.department
    return Spoken(
        action=Action.PRIORITY,
        why=f"rule_{urgent.rule}",
        text=say(phrase, turn.language, department=department.name[turn.language]),
        before=(arrival.recommended(choice, urgent.route, 1.0, reasons),),
    )


def impatient(house: House, turn: Turn, findings: Findings, known: LookedUp) -> Spoken | None:
    """Out of patience: apologise once, offer a nurse now or the shortest way."""
    if turn.option and turn.option.key == "now":
        return Spoken(
            action=Action.PRIORITY, why="nurse_now", text=say("call_nurse", turn.language), before=calls(house, turn)
        )
    upset = any(f.what == "impatient" for f in findings)
    if not upset or any(f.what == "impatient" for f in turn.before.findings) or turn.before.recommended:
        return None  # once is enough; and who has a department is sent there without more questions
    if department_wished(house, turn.text) and arrival.complaints(turn):
        return None  # 少废话，给我挂骨科，手腕疼: nothing is left to choose
    offer = simple("offer", "offer", (option("now", "option_nurse_now"), option("shortest", "option_shortest")))
    text = join(turn.language, say(_apology(turn), turn.language), offer.text[turn.language])
    return Spoken(action=Action.PRIORITY, why="impatient", text=text, question=offer)


def _apology(turn: Turn) -> str:
    """For what they are angry about, where they say it."""
    about = manners(turn.text)
    if Manner.TOLD_BEFORE in about:
        return "soothe_told_before"
    return "soothe_waited" if Manner.WAITED in about else "soothe_angry"


def repeat(house: House, turn: Turn, findings: Findings, known: LookedUp) -> Spoken | None:
    last = turn.before.reply
    if Intent.REPEAT not in turn.heard.intents or last is None:
        return None
    named = turn.before.whys[-1:] == ("named",)
    text = last.text if last.language is turn.language and (named or not turn.question) else again(turn) or last.text
    return Spoken(
        action=Action.ADMINISTRATIVE_ANSWER,
        why="repeat",
        text=led(turn.language, (say("repeat_lead", turn.language),), text),
        question=turn.question,
        sources=last.sources,
    )


def farewell(house: House, turn: Turn, findings: Findings, known: LookedUp) -> Spoken | None:
    """Nothing more to ask: a visitor who only had a question goes without a record."""
    finished = (turn.option is not None and turn.option.key == "finish") or Intent.FINISH in turn.heard.intents
    declined = turn.asked in ("anything_else", "meant") and turn.heard.answer is Answer.NO and not turn.heard.questions
    if not (finished or declined) or arrival.complaints(turn) or turn.before.earlier or turn.before.recommended:
        return None
    if turn.asked not in ASKING_FOR_MORE:
        return None
    return Spoken(
        action=Action.CONCLUSION,
        why="question_only",
        text=say("goodbye_plain", turn.language),
        after=(Closed(reason="question_only"),),
    )


def small_talk(house: House, turn: Turn, findings: Findings, known: LookedUp) -> Spoken | None:
    """Off the point: kind and short, and back; the second time with a way out."""
    language, intents = turn.language, turn.heard.intents
    if turn.option is not None and turn.option.key == "more":
        question = simple("open", "open_question", ())
        return Spoken(action=Action.ADMINISTRATIVE_ANSWER, why="more", text=question.text[language], question=question)
    if Intent.OFF_TOPIC in intents and not (turn.extension and turn.extension.facts):
        before = sum(1 for why in turn.before.whys if why == "off_topic")
        if before:
            offer = simple("offer", "off_topic_offer", (option("now", "option_nurse_now"), FINISH))
            return Spoken(
                action=Action.ADMINISTRATIVE_ANSWER, why="off_topic", text=offer.text[language], question=offer
            )
        text = join(language, say("off_topic", language, variant=turn.variant), again(turn))
        return Spoken(action=Action.ADMINISTRATIVE_ANSWER, why="off_topic", text=text, question=turn.question)
    heard = turn.heard
    said = heard.answer or heard.person or heard.details != Details()  # "female, thank you"
    only = intents and intents <= {Intent.THANKS, Intent.GREETING} and not said
    if only and not (turn.extension and turn.extension.facts) and turn.question:
        words = say("thanks", language, variant=turn.variant) if Intent.THANKS in intents else ""
        text = join(language, words, again(turn))
        return Spoken(action=Action.CONCLUSION, why="small_talk", text=text, question=turn.question)
    return None


def nothing_yet(house: House, turn: Turn, findings: Findings, known: LookedUp) -> Spoken | None:
    """A yes or no, asked what the trouble is, tells nothing yet: the same question once more, in other words."""
    heard = turn.heard
    only = heard.answer in (Answer.YES, Answer.NO) and not heard.facts and heard.details == Details()
    if turn.asked != "open" or not only or turn.option or "nothing_yet" in turn.before.whys or heard.questions:
        return None
    text = say("open_again", turn.language, variant=turn.variant)
    return Spoken(action=Action.SYMPTOM_INQUIRY, why="nothing_yet", text=text, question=turn.question)


def shy(house: House, turn: Turn, findings: Findings, known: LookedUp) -> Spoken | None:
    """Too embarrassed to say it, or pointing at it: a word of ease, and the body map, which asks for no words."""
    told = turn.extension is not None and any(is_complaint(f) for f in turn.extension.facts)
    without_words = manners(turn.text) & {Manner.SHY, Manner.POINTS}
    if turn.asked not in ("open", "site") or told or turn.option or not without_words:
        return None
    why = "shy" if Manner.SHY in without_words else "points"
    buttons = put(Ask(key="site", purpose=Purpose.DEPARTMENT), turn.person)
    text = say(f"open_{why}", turn.language, variant=turn.variant)
    return Spoken(action=Action.SYMPTOM_INQUIRY, why=why, text=text, question=buttons)


def sent_by_others(house: House, turn: Turn, findings: Findings, known: LookedUp) -> Spoken | None:
    """Came because somebody else says so, and has nothing to complain of: what was it that they noticed?"""
    if turn.asked != "open" or turn.question is None or Manner.SENT_BY_OTHERS not in manners(turn.text):
        return None
    if "sent_by_others" in turn.before.whys or (turn.extension and turn.extension.facts):
        return None
    text = say("open_sent", turn.language)
    return Spoken(action=Action.SYMPTOM_INQUIRY, why="sent_by_others", text=text, question=turn.question)


def wants_medicine(house: House, turn: Turn, findings: Findings, known: LookedUp) -> Spoken | None:
    """Only asks for a medicine by name: the doctor decides, who is told, and what is it for."""
    told = turn.extension.facts if turn.extension else ()
    wished = bool(told) and all(fact.only_asked for fact in told)
    if turn.asked != "open" or not wished or "wants_medicine" in turn.before.whys:
        return None
    language = turn.language
    text = join(language, say("medicine_wished", language), say("open_again", language, variant=turn.variant))
    return Spoken(action=Action.MEDICAL_ANSWER, why="wants_medicine", text=text, question=turn.question)


def not_understood(house: House, turn: Turn, findings: Findings, known: LookedUp) -> Spoken | None:
    """Nothing usable: the same question once more, then buttons, then a person; a lesser question is left open."""
    if turn.understood or turn.option is not None or turn.question is None or department_wished(house, turn.text):
        return None
    language, misses = turn.language, turn.before.misses
    if misses == 0:
        phrase = "not_understood" if turn.text.strip() else "empty"
        text = led(language, (say(phrase, language, variant=turn.variant),), again(turn))
        return Spoken(action=Action.SYMPTOM_INQUIRY, why="not_understood", text=text, question=turn.question)
    if turn.asked not in ("open", "site", "how"):
        return None
    if misses > 2:
        text = say("unsure_nurse", language)
        return Spoken(action=Action.PRIORITY, why="not_understood", text=text, before=calls(house, turn))
    buttons = put(Ask(key="site", purpose=Purpose.DEPARTMENT), turn.person)
    text = say("not_understood_offer", language)
    return Spoken(action=Action.SYMPTOM_INQUIRY, why="not_understood", text=text, question=buttons)
