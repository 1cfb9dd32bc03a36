"""The interview: hear the complaint, ask about danger, find the department, fill the record, recommend."""

import re
from collections.abc import Iterator

from app.reception import arrival, naming
from app.reception.came_for import came_for
from app.reception.directory import accepts
from app.reception.events import Action, Question
from app.reception.house import House
from app.reception.insisted import department_wished, left_of_two
from app.reception.listen import Turn
from app.reception.look_up import LookedUp
from app.reception.manner import met
from app.reception.questions import how, put, which
from app.reception.replies import ASKING_FOR_MORE, Spoken
from app.reception.state import State
from app.reception.team.finding import Finding
from his_adapter.records import Department
from models.embedded.asking import WORRIES, Ask, Known, Purpose, in_own_words, is_open, next_question, questions
from models.embedded.speaking import led, say
from models.embedded.speaking.manner import Manner, manners
from models.embedded.triage import Triage
from models.embedded.understanding import understand
from models.facts import Fact, Intent, Mood, Status, Topic
from models.knowledge.load import knowledge
from models.knowledge.schema import names_of

ACTIONS = {
    Purpose.DANGER: Action.SYMPTOM_INQUIRY,
    Purpose.DEPARTMENT: Action.SYMPTOM_INQUIRY,
    Purpose.RECORD: Action.HISTORY_INQUIRY,
    Purpose.FOLLOW_UP: Action.HISTORY_INQUIRY,
}

GO_ON = re.compile(
    r"(?:继续|接着|尽管|随便)(?:往下)?问|你问吧"
    r"|\b(?:carry on|keep going|go ahead|ask (?:me )?(?:the rest|away|the questions))\b"
    r"|\b(?:go on|continue) with the questions\b",
    re.I,
)


def interview(house: House, turn: Turn, findings: tuple[Finding, ...], known: LookedUp) -> Spoken:
    """Always answers: with the next question, a recommendation, candidates or a person."""
    tells = turn.extension is not None and bool(turn.extension.facts)
    if turn.option is not None and turn.option.key.startswith("site:") and not tells:
        return _asks(turn, how(turn.option.key.removeprefix("site:"), turn.person), Purpose.DEPARTMENT, "where")
    if place := _place_alone(turn):
        told = turn.text if any(map(in_own_words, turn.extension.facts if turn.extension else ())) else ""
        return _asks(turn, how(place, turn.person, told=told), Purpose.DEPARTMENT, "where")
    answer = arrival.triaged(turn)
    asking = _known(turn, answer)
    if any(f.what == "impatient" for f in findings):
        asking = asking.model_copy(update={"brief": True})
    ask = None if _enough(turn) else next_question(asking)
    unnamed = turn.heard_by.recommended is None or _turned_away(house, turn) or _came_for_another(turn)
    if unnamed and not asking.follow_up and _may_name(ask, asking):
        return naming.decides(house, turn, answer, ask, brief=asking.brief)
    if ask is not None:
        if ask.key == "site" and (nearest := _like_what_others_tell(turn)):
            return _asks(turn, nearest, ask.purpose, "where")
        question = put(ask, turn.person, variant=turn.variant, optional=turn.heard_by.recommended is not None)
        return _asks(turn, question, ask.purpose, "next")
    return _concludes(house, turn, answer)


def _place_alone(turn: Turn) -> str | None:
    """The region of the body where it troubles them, when that is all that is understood of what they have said."""
    facts = [f for f in (turn.extension.facts if turn.extension else ()) if f.topic is Topic.FINDING]
    vague = len(facts) == 1 and (facts[0].code == "unwell" or in_own_words(facts[0]))
    if not vague or "how" in turn.heard_by.asked:
        return None
    named = (facts[0].details.site or "").lower()
    spoken = {named, named.removesuffix("s")}
    return next((code for code, site in knowledge().sites.items() if spoken.intersection(names_of(site))), None)


def _like_what_others_tell(turn: Turn) -> Question | None:
    """Asked rather than where it is, when what they have just said sounds like something, though not surely."""
    facts = turn.extension.facts if turn.extension else ()
    return which(turn.text, turn.person) if len(facts) == 1 and in_own_words(facts[0]) else None


def chosen(house: House, turn: Turn, findings: tuple[Finding, ...], known: LookedUp) -> Spoken | None:
    """The patient picked a department, by a tap or by its name; the record is filled after that."""
    kind, _, department_id = (turn.option.key if turn.option else "").partition(":")
    department = house.department(department_id) if kind == "department" else _insisted_on(house, turn)
    if department is None:
        return None
    asking = _known(turn, arrival.triaged(turn)).model_copy(update={"likely": ((department.specialties[0], 1.0),)})
    return naming.chosen(turn, department, next_question(asking))


def _insisted_on(house: House, turn: Turn) -> Department | None:
    """Another department than the one named, or one of two to choose from, if it takes the patient."""
    named, choosing = turn.before.recommended, turn.asked == "choose"
    if turn.option or turn.question is None or not (named or choosing):
        return None
    wished = department_wished(house, turn.text, choosing=choosing)
    if choosing and wished is None:
        offered = [option.key.removeprefix("department:") for option in turn.question.options]
        wished = left_of_two(house, turn.text, offered)
    same = wished is not None and named is not None and wished.department_id == named.department_id
    if wished is None or same or not accepts(wished.rules, turn.person, fever=arrival.has_fever(turn.record)):
        return None
    return wished


def purpose_of(turn: Turn, question: Question) -> Purpose:
    """What the question on the screen is for, to tell one who asks why."""
    asking = _known(turn, arrival.triaged(turn))
    unlisted = Purpose.DEPARTMENT if question.key.startswith("finding:") else Purpose.RECORD
    return next((ask.purpose for ask in questions(asking) if ask.key == question.key), unlisted)


def _known(turn: Turn, answer: Triage) -> Known:
    state = turn.heard_by
    return Known(
        record=turn.record,
        person=turn.person,
        asked=state.asked,
        settled=frozenset(_settled(turn)),
        likely=_likely(turn, answer),
        follow_up=state.earlier is not None,
        aside=arrival.aside_of(turn),
        brief=is_brief(turn),
    )


def _settled(turn: Turn) -> Iterator[str]:
    """Questions about danger that were answered with another finding: "a little fever", asked about fever.

    What a model heard beside the answer settles none.
    """
    asked = turn.heard_by.questions
    heard = (extension for extension in turn.before.extended if not extension.late)
    for extension in (*heard, *((turn.extension,) if turn.extension else ())):
        question = next((q for before, q in reversed(asked) if before < extension.turn), None)
        told = (fact for fact in extension.facts if fact.turn == extension.turn)
        if question and question.key.startswith("finding:") and any(map(_is_there, told)):
            yield question.key
    if any(question.key == "age" and _declined(turn, before + 1) for before, question in asked):
        yield "age"


def _is_there(fact: Fact) -> bool:
    """As a finding of its own; a temperature answers no other question, and a worry none at all."""
    there = fact.topic is Topic.FINDING and fact.status is Status.PRESENT
    return there and fact.details.value is None and fact.code not in WORRIES


def _declined(turn: Turn, number: int) -> bool:
    """Whether their turn of this number answered that they do not know or will not say."""
    if number == turn.number:
        return turn.option is not None or turn.heard.answer is not None
    said = next((line.text for line in turn.before.lines if line.speaker == "patient" and line.number == number), "")
    return understand(said, language=turn.language, asked="age").answer is not None


def _likely(turn: Turn, answer: Triage) -> tuple[tuple[str, float], ...]:
    """The specialties still open; once a department is named, no question serves to find one."""
    named = turn.heard_by.recommended
    if named is not None:
        return ((named.specialty, 1.0),)
    return ((answer.specialty, answer.confidence), *answer.alternatives) if answer.specialty else ()


def is_brief(turn: Turn) -> bool:
    """The patient asked to be spared, or lost patience earlier; not once they say to go on."""
    if any(map(GO_ON.search, (*turn.before.said, turn.text))):
        return False
    return any(f.what == "impatient" for f in turn.heard_by.findings) or turn.before.mood is Mood.ANGRY


def _enough(turn: Turn) -> bool:
    """Asked to stop: "skip", "straight to a department", goodbye; "nothing else" ends only what they were answering."""
    skipped = turn.option is not None and turn.option.key in ("skip", "shortest", "finish")
    finished = Intent.FINISH in turn.heard.intents and turn.asked in (None, *ASKING_FOR_MORE)
    return skipped or finished or Manner.LEAVES in manners(turn.text)


def _turned_away(house: House, turn: Turn) -> bool:
    """The department named does not take the patient, as an age or a sex told since shows."""
    named = turn.heard_by.recommended
    if named is None or turn.extension is None or turn.extension.person is None or turn.before.booked:
        return False
    department = house.department(named.department_id)
    return department is not None and not accepts(department.rules, turn.person, fever=arrival.has_fever(turn.record))


def _came_for_another(turn: Turn) -> bool:
    """They say only now what they really came for, and a department is named for something else."""
    return bool(came_for(turn.record, turn.text)) and bool(arrival.aside_of(turn)) and not turn.before.booked


def _may_name(ask: Ask | None, asking: Known) -> bool:
    """Whether to decide on a department now: they have said why they came, and only the record is left to ask for."""
    told = [f for f in asking.record if f.status is Status.PRESENT]
    if not told or (all(f.code == "unwell" for f in told) and not {"site", "how"} & set(asking.asked)):
        return False
    return ask is None or ask.purpose is Purpose.RECORD


def _concludes(house: House, turn: Turn, answer: Triage) -> Spoken:
    """Nothing left to ask."""
    state = turn.heard_by
    if state.recommended is not None:
        department = house.department(state.recommended.department_id)
        if department is not None:
            return naming.sends(turn, department)
    if state.earlier is not None:
        return naming.same_again(house, turn, answer)
    return naming.person(house, turn)


def _asks(turn: Turn, question: Question, purpose: Purpose, why: str) -> Spoken:
    once_more = question.key == turn.asked and not (turn.extension and turn.extension.facts)
    first = say("still_asked", turn.language, variant=turn.variant) if once_more else met(turn)
    text = led(turn.language, (first, _lead(turn, question, purpose)), question.text[turn.language])
    return Spoken(action=ACTIONS[purpose], why=f"{why}:{question.key}", text=text, question=question)


def _lead(turn: Turn, question: Question, purpose: Purpose) -> str:
    """Why a question about danger comes first, said once; and a word before one that is hard to be asked."""
    if question.key == "finding:wants_to_die":
        return say("lead_gently", turn.language)
    first = not any(key.startswith("finding:") for key in turn.heard_by.asked) and question.key != "age"
    return say("lead_danger", turn.language, variant=turn.variant) if first and purpose is Purpose.DANGER else ""


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
