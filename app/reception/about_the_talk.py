"""Questions about the talk itself: what a question means, and how long all this will take."""

from app.reception.answering import answered, going_on
from app.reception.events import Action, Question
from app.reception.house import House
from app.reception.interview import remaining
from app.reception.listen import Turn
from app.reception.look_up import LookedUp
from app.reception.questions import OPEN
from app.reception.replies import Findings, Spoken, again
from models.embedded.speaking import join, say
from models.embedded.speaking.manner import Manner, manners
from models.facts import Language
from models.knowledge.load import knowledge
from models.knowledge.schema import Finding

SHORT = {Language.ZH: 10, Language.EN: 32}  # characters of a wording that may stand as an example


def explains(house: House, turn: Turn, findings: Findings, known: LookedUp) -> Spoken | None:
    """What is meant by a question about a finding, or how to try it; other questions are said again."""
    question, wanted = turn.question, manners(turn.text) & {Manner.ASKS_MEANING, Manner.ASKS_HOW}
    if question is None or not wanted or answered(turn):
        return None
    told = _how(question, turn.language) if Manner.ASKS_HOW in wanted else _meaning(question, turn.language)
    if told is None:
        return None
    text = join(turn.language, told, question.text[turn.language])
    return Spoken(action=Action.ADMINISTRATIVE_ANSWER, why="explained", text=text, question=question)


def _how(question: Question, language: Language) -> str | None:
    finding = _asked_about(question)
    return (finding.how_zh if language is Language.ZH else finding.how_en) if finding else None


def _meaning(question: Question, language: Language) -> str | None:
    match _examples(question, language):
        case [first, second, *_]:
            return say("explain_finding", language, first=first, second=second)
        case _:
            return None


def _asked_about(question: Question) -> Finding | None:
    kind, _, code = question.key.partition(":")
    return knowledge().findings.get(code) if kind == "finding" else None


def _examples(question: Question, language: Language) -> list[str]:
    finding = _asked_about(question)
    if finding is None:
        return []
    return [words for words in finding.says.get(language, ()) if len(words) <= SHORT[language]]


def tells_how_long(house: House, turn: Turn, findings: Findings, known: LookedUp) -> Spoken | None:
    """About how many questions are left, and the one that is open again."""
    question = turn.question
    if question is None or Manner.ASKS_HOW_LONG not in manners(turn.text):
        return None
    left = remaining(turn.heard_by)
    phrase = "few_questions" if left is None or question.key in OPEN else "questions_left"
    told = say(phrase, turn.language, count=str(left))
    if answered(turn):
        return going_on(house, turn, findings, told)
    text = join(turn.language, told, again(turn))
    return Spoken(action=Action.ADMINISTRATIVE_ANSWER, why="how_long", text=text, question=question)
