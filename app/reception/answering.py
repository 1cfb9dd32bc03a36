"""Questions the patient asks: answered, put off to the doctor, or told why we ask; then on with the talk."""

import re

from app.reception.asked import BETWEEN, PLAINLY_ASKED, put_as_question
from app.reception.events import Action, Entry, Option, Question
from app.reception.house import House
from app.reception.interview import interview, purpose_of
from app.reception.listen import Turn
from app.reception.look_up import LookedUp
from app.reception.manner import met, why_asked
from app.reception.questions import FINISH, OPEN, option, simple
from app.reception.replies import Findings, Spoken, again
from his_adapter.enquiries import Enquiry
from models.embedded.asking import is_complaint
from models.embedded.speaking import join, led, say
from models.embedded.speaking.manner import Manner, manners
from models.embedded.understanding.replies.free_words import names_the_body
from models.facts import Answer, Details, Language, Topic
from models.retrieval.subjects import asks_of_the_house

TOPICS = {
    "past_history": Topic.CONDITION,
    "medicines": Topic.MEDICINE,
    "allergies": Topic.ALLERGY,
    "adherence": Topic.ADHERENCE,
    "result": Topic.RESULT,
}
PATIENCE = 3  # times a question is put round the questions of the patient
TREATED_HERE = re.compile(
    r"能不?能?(?:看|治|查|做)|看不看|(?:看|治)[^，。？?]{1,8}(?:吗|么|不)[？?]?$"
    r"|\b(?:do|can|does) (?:you|i|someone|anyone|anybody|this hospital) (?:treat|see|deal with|look at|help with|get)",
    re.IGNORECASE,
)
OFFERED = 3  # texts that may be meant
PERSON_FIELDS = {"age": "age_months", "sex": "sex", "pregnancy": "pregnant"}


def answers(house: House, turn: Turn, findings: Findings, known: LookedUp) -> Spoken | None:
    """Questions about the hospital, answered with their sources; then back to where the talk was."""
    replies = known.enquiries
    if any(f.what == "perhaps_question" for f in findings):
        replies = tuple(reply for reply in replies if _tellable(reply, turn))
    medical = any(f.what == "medical_question" for f in findings)
    if Manner.ASKS_WHY in manners(turn.text) and turn.question is not None:
        return _tells_why(house, turn, findings, turn.question)
    if told_complaint(turn) and not PLAINLY_ASKED.search(turn.text):
        return None
    if told_complaint(turn) and TREATED_HERE.search(turn.text) and not any(reply.answered for reply in replies):
        return None  # 能看脱发吗: the department is the answer
    if replies:
        return _told(house, turn, findings, replies)
    if not medical or answered(turn) or told_complaint(turn):
        return None  # what was asked beside an answer is met in the next question's first words
    question = back(turn)
    text = join(turn.language, met(turn), question.text[turn.language] if question else "")
    return Spoken(action=Action.MEDICAL_ANSWER, why="question", text=text, question=question)


def _tellable(reply: Enquiry, turn: Turn) -> bool:
    """Whether it may be told to one who perhaps asks nothing; that it is not known, only to one who surely asks."""
    if reply.answered:
        return put_as_question(turn.text) or asks_of_the_house(turn.text)
    surely = turn.asked in BETWEEN and not told_complaint(turn)
    return surely and (asks_of_the_house(turn.text) or (put_as_question(turn.text) and _of_no_body(reply, turn)))


def _of_no_body(reply: Enquiry, turn: Turn) -> bool:
    """Whether a text may be meant, or nothing of a body is named: what is not known then is no trouble."""
    return bool(reply.near) or (turn.language is Language.ZH and not names_the_body(turn.text))


def _told(house: House, turn: Turn, findings: Findings, known: tuple[Enquiry, ...]) -> Spoken:
    told = join(turn.language, *(_words(reply, turn.language) for reply in known))
    sources = tuple(dict.fromkeys(source for reply in known for source in reply.sources))
    if answered(turn) or told_complaint(turn) or _put_often(turn):
        return going_on(house, turn, findings, told).model_copy(update={"sources": sources})
    question = back(turn)
    if question is not None and question.key == "anything_else":
        question = _perhaps_meant(known) or question
    text = join(turn.language, told, question.text[turn.language] if question else "")
    return Spoken(action=Action.ADMINISTRATIVE_ANSWER, why="question", text=text, question=question, sources=sources)


def going_on(house: House, turn: Turn, findings: Findings, told: str) -> Spoken:
    """What was asked beside an answer or a complaint is told before the interview's next words."""
    following = interview(house, turn, findings, LookedUp())
    asked = following.question.text[turn.language] if following.question and not following.before else ""
    return following.model_copy(update={"text": join(turn.language, told, asked or following.text)})


def _put_often(turn: Turn) -> bool:
    """The question on the screen has stood there for three answers; it is left open."""
    return turn.before.asked[-PATIENCE:] == (turn.asked,) * PATIENCE and turn.asked not in (*OPEN, "anything_else")


def _perhaps_meant(known: tuple[Enquiry, ...]) -> Question | None:
    """The titles of the texts nearest to what was asked, when none surely answers."""
    near = {near.id: near for reply in known for near in reply.near}
    if not near or any(reply.answered for reply in known):
        return None
    options = (Option(key=f"ask:{meant.id}", label=meant.title) for meant in near.values())
    return simple("meant", "question_meant", (*list(options)[:OFFERED], option("more", "option_more"), FINISH))


def _tells_why(house: House, turn: Turn, findings: Findings, question: Question) -> Spoken:
    reason = why_asked(purpose_of(turn, question), turn.language)
    if answered(turn):
        return going_on(house, turn, findings, reason)
    text = led(turn.language, (reason,), again(turn))
    return Spoken(action=Action.MEDICAL_ANSWER, why="why_asked", text=text, question=question)


def told_complaint(turn: Turn) -> bool:
    return turn.extension is not None and any(is_complaint(f) for f in turn.extension.facts)


def answered(turn: Turn) -> bool:
    """Whether the question on the screen has its answer in this turn."""
    key, heard = turn.asked, turn.heard
    facts = turn.extension.facts if turn.extension else ()
    if key is None:
        return False
    if heard.answer in (Answer.REFUSED, Answer.UNSURE):
        return True
    if key in OPEN:
        return told_complaint(turn)
    if key.startswith("finding:"):
        return any(f.topic is Topic.FINDING for f in facts)
    if key in PERSON_FIELDS:
        return heard.person is not None and getattr(heard.person, PERSON_FIELDS[key]) is not None
    if key in Details.model_fields:
        return any(getattr(d, key) is not None for d in (heard.details, *(f.details for f in facts)))
    return any(f.topic is TOPICS.get(key) for f in facts)


def _words(reply: Enquiry, language: Language) -> str:
    if reply.answered:
        return reply.text
    return say("question_unsure" if reply.near else "question_unknown", language)


def back(turn: Turn) -> Question | None:
    """The question that was open; for one who only asks, whether there is anything else."""
    if turn.before.recommended and turn.question is None:
        return None
    interviewing = any(is_complaint(f) for f in turn.record) or turn.before.earlier
    if interviewing or turn.before.misses:
        return turn.question
    return anything_else(turn.before.entry)


def anything_else(entry: Entry) -> Question:
    phrase = "anything_else" if entry is Entry.QUESTION else "anything_else_unwell"
    return simple("anything_else", phrase, (option("more", "option_more"), FINISH))
