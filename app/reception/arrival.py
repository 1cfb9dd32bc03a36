"""Recommending: which department, why in the patient's words, and how to say where it is."""

import re

from app.reception.directory import Choice, choose
from app.reception.events import DepartmentRecommended, Reason
from app.reception.house import House
from app.reception.listen import Turn
from his_adapter.records import Department
from models.embedded.speaking import say
from models.embedded.triage import Triage, triage
from models.facts import Fact, Language, Side, Status, Topic
from models.knowledge.load import knowledge

QUOTE = 24  # characters of the patient's words repeated aloud; twice as many letters
SHORT = 4
TELLING = 12  # characters; a shorter line that names no trouble is a mere answer ("no", "三天了")
SIDE_WORDS = {Side.LEFT: ("左", "left"), Side.RIGHT: ("右", "right")}
NAMING = (Topic.FINDING, Topic.REQUEST, Topic.CONDITION)
CLAUSE_MARKS = "，。；！？…,.;!? "
CLAUSE_END = re.compile(r"[，。；！？…]+|[,.;!?]+(?=\s)")


def triaged(turn: Turn) -> Triage:
    """Specialties for what is known after this turn."""
    return triage(turn.record, person=turn.person, text=" ".join(dict.fromkeys(_telling(turn))))


def _telling(turn: Turn) -> list[str]:
    """The patient's lines that name a trouble or are long enough to tell of one; all of them when none does."""
    naming = {fact.turn for fact in turn.record if fact.topic in NAMING and fact.status is Status.PRESENT}
    own = [(line.number, line.text) for line in turn.before.lines if line.speaker == "patient" and not line.undone]
    said = [(number, text) for number, text in (*own, (turn.number, turn.text)) if text]
    return [text for number, text in said if number in naming or len(text) > TELLING] or [text for _, text in said]


def has_fever(turn: Turn) -> bool:
    return any(f.code == "fever" and f.status is Status.PRESENT and not f.past for f in turn.record)


def place(house: House, turn: Turn, specialty: str) -> Choice | None:
    """The department of this hospital for `specialty` and this patient."""
    return choose(house.departments, house.fallbacks, specialty, turn.person, fever=has_fever(turn), now=turn.now)


def recommended(
    choice: Choice, specialty: str, confidence: float, reasons: tuple[Reason, ...]
) -> DepartmentRecommended:
    instead = (choice.instead.department_id,) if choice.instead else ()
    return DepartmentRecommended(
        department_id=choice.department.department_id,
        specialty=specialty,
        confidence=round(confidence, 3),
        reasons=reasons,
        alternatives=instead,
    )


def reasons_of(turn: Turn, answer: Triage) -> tuple[Reason, ...]:
    """The patient's own words that point to the department, and what they were taken for."""
    findings = knowledge().findings
    said = {
        _holding(clause(quote, turn), quote, turn): {Language.ZH: findings[code].zh, Language.EN: findings[code].en}
        for quote, code in reversed(answer.reasons)
        if code in findings
    }
    whole = [quote for quote in said if not any(quote in other for other in said if other != quote)]
    reasons = [Reason(quote=quote, meaning=said[quote]) for quote in reversed(whole)]
    return tuple(reasons[:3]) or tuple(
        Reason(quote=f.quote, meaning={language: f.quote for language in Language}) for f in complaints(turn)[:1]
    )


def _holding(words: str, quote: str, turn: Turn) -> str:
    """The clause, unless the patient has since taken back the side it names; then only what still holds."""
    sides = {f.details.side for f in turn.record if f.details.side}
    taken_back = (w for side, named in SIDE_WORDS.items() if sides and side not in sides for w in named)
    return quote if any(word in words.lower() for word in taken_back) else words


def clause(quote: str, turn: Turn) -> str:
    """The patient's whole clause around `quote`, with the one before it when it is too short to make sense alone."""
    said = next((text for text in reversed((*turn.before.said, turn.text)) if quote in text), quote)
    ends = [0, *(m.end() for m in CLAUSE_END.finditer(said)), len(said)]
    at = said.index(quote)
    first = max(place for place, end in enumerate(ends) if end <= at)
    last = next(end for end in ends if end >= at + len(quote))
    while first > 0 and last - ends[first] <= SHORT:
        first -= 1
    whole = said[ends[first] : last].strip().rstrip(CLAUSE_MARKS)
    return whole if len(whole) <= QUOTE * (1 if turn.language is Language.ZH else 2) else quote


def complaints(turn: Turn) -> list[Fact]:
    return [
        f
        for f in turn.record
        if f.topic in (Topic.FINDING, Topic.REQUEST) and f.status is Status.PRESENT and f.code != "unwell"
    ]


def announce(choice: Choice, reasons: tuple[Reason, ...], turn: Turn) -> str:
    """Department and why, in one or two short sentences."""
    language = turn.language
    name = choice.department.name[language]
    longest = QUOTE if language is Language.ZH else 2 * QUOTE
    quote = next((r.quote for r in reasons if len(r.quote) <= longest), None)
    words = (
        say("recommend", language, variant=turn.number, quote=quote, department=name)
        if quote
        else say("recommend_plain", language, department=name)
    )
    if choice.opens is None:
        return words
    opens = f"{choice.opens:%m-%d %H:%M}" if choice.opens.date() != turn.now.date() else f"{choice.opens:%H:%M}"
    return join(language, words, say("recommend_closed", language, department=name, opens=opens))


def where(department: Department, language: Language) -> str:
    return say(
        "recommend_where",
        language,
        building=department.building[language],
        floor=str(department.floor),
        room=department.room,
    )


def join(language: Language, *sentences: str) -> str:
    return ("" if language is Language.ZH else " ").join(s for s in sentences if s)
