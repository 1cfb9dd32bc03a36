"""Recommending: which department, why in the patient's words, and how to say where it is."""

import re
from functools import cache

from app.reception.came_for import put_aside
from app.reception.directory import Choice, choose
from app.reception.events import DepartmentRecommended, Reason
from app.reception.house import House
from app.reception.listen import Turn
from app.reception.state import State
from his_adapter.directory_answers import day_name
from his_adapter.records import Department
from models.embedded.asking import WORRIES, in_own_words, is_complaint, wants_only
from models.embedded.certainty import CLOSE, LOST
from models.embedded.speaking import join, say
from models.embedded.triage import Triage, triage
from models.facts import Fact, Language, Mood, Record, Side, Status, Topic
from models.knowledge.load import knowledge
from models.knowledge.schema import Condition, Finding, names_of

QUOTE = 24  # characters of the patient's words repeated aloud; twice as many letters
SHORT = 4
# Characters; a shorter line that names no trouble is a mere answer ("about three days", "三天了").
TELLING = {Language.ZH: 12, Language.EN: 30}
TAKEN_BACK = re.compile(r"[左右](?:边|侧|面)?的?|\b(?:left|right)(?:-hand)? ?", re.I)
SIDE_WORDS = {Side.LEFT: ("左", "left"), Side.RIGHT: ("右", "right")}
CAME_FOR, HISTORY = (Topic.FINDING, Topic.REQUEST), (Topic.CONDITION, Topic.MEDICINE)
NAMING = (*CAME_FOR, *HISTORY)
FEWEST = {Language.ZH: 2, Language.EN: 4}  # characters of words worth repeating
INTERJECTION = re.compile(
    r"^(?:(?:哎[呀哟呦]?|唉|嗯+|呃|那个|这个|护士(?:小姐|同志)?[啊呀]?|大夫|医生|您?你?好"
    r"|oh|well|ow|ouch|um+|er|hello|hi|dear|nurse|doctor|and|but|so|because)(?=[\s，。,.!！…]|$)[\s，。,.!！…]*)+",
    re.IGNORECASE,
)
# 睡不着觉啊护士, "my back is killing me, nurse": who is addressed is no part of it.
ADDRESSED = re.compile(
    r"(?:[啊呀呢吧嘛哎]|[\s，,]+)(?:护士(?:小姐|同志)?|大夫|医生|同志|姑娘)[啊呀]?\W*$|,\s*(?:nurse|doctor|doc|love|dear|please)\W*$",
    re.I,
)
HESITATES = re.compile(r"\b(?:um+|uh+|er+m*|you know|i mean|sort of|kind of)\b|\blike,?$|^like\b", re.IGNORECASE)
A_TIME = re.compile(
    r"[一二两三四五六七八九十几半\d]+(?:个|多)*(?:天|周|星期|礼拜|月|年|小时)|\b(?:days?|weeks?|months?|years?|hours?)\b",
    re.I,
)
LED_UP_TO = re.compile(r"^(?:然后|就是说?|不过|可是|但是|但|而且|反正|还有就是|还有|主要是?|我是说|那个)(?=[^，。]{2})")
DREADED = re.compile(r"癌|瘤|死|\b(?:cancer|tumou?r|dying|die)\b", re.I)  # not said back to one who fears it
CLAUSE_MARKS = "，。；！？…,.;!? "
CLAUSE_END = re.compile(r"[，。；！？…]+|[,.;!?]+(?=\s)|\s+(?=(?:and|but|so|because)\s)")


def triaged(turn: Turn) -> Triage:
    """Specialties for what is known after this turn."""
    aside = aside_of(turn) | _worries_besides(turn.record)
    record = tuple(f for f in turn.record if f.code not in aside and not _is_background(f, turn.record))
    answer = triage(record, person=turn.person, text=" ".join(dict.fromkeys(_telling(turn, record))))
    if answer.confidence >= CLOSE or answer.reasons:
        return answer
    by_findings = triage(record, person=turn.person)  # "my wee is red!!" sounds like skin, and tells of none
    return by_findings if by_findings.reasons else answer


def _worries_besides(record: Record) -> frozenset[str]:
    """What comes with worry, told after what they came for: "I couldn't sleep for worry"."""
    first = min((fact.turn for fact in record if is_complaint(fact) and fact.code not in WORRIES), default=None)
    return frozenset(f.code for f in record if f.code in WORRIES and first is not None and f.turn > first)


def aside_of(turn: Turn) -> frozenset[str]:
    """Codes of the complaints that they said they did not come for."""
    own = ((line.number, line.text) for line in turn.before.lines if line.speaker == "patient" and not line.undone)
    return put_aside(turn.record, [(number, text) for number, text in (*own, (turn.number, turn.text)) if number])


def _is_background(fact: Fact, record: Record) -> bool:
    """An illness or a medicine told after what they came for, and what it is taken for: "ibuprofen for my knee"."""
    complaints = (one.turn for one in record if one.topic in CAME_FOR and one.status is Status.PRESENT)
    treated = fact.quote == fact.details.site and any(
        one.topic is Topic.MEDICINE and one.turn == fact.turn for one in record
    )
    history = fact.topic in HISTORY and not wants_only(record)
    return (history or treated) and fact.turn > min(complaints, default=fact.turn)


def _telling(turn: Turn, record: Record) -> list[str]:
    """The patient's lines that name a trouble or are long enough to tell of one; all of them when none does."""
    naming = {fact.turn for fact in record if fact.topic in NAMING and fact.status is Status.PRESENT}
    own = [(line.number, line.text) for line in turn.before.lines if line.speaker == "patient" and not line.undone]
    said = [(number, text) for number, text in (*own, (turn.number, turn.text)) if text]
    besides = {fact.turn for fact in turn.record} - {fact.turn for fact in record}
    telling = [t for n, t in said if n in naming or (n not in besides and len(t) > TELLING[turn.language])]
    return telling or [text for _, text in said]


def has_fever(record: Record) -> bool:
    return any(f.code == "fever" and f.status is Status.PRESENT and not f.past for f in record)


def place(house: House, turn: Turn, specialty: str) -> Choice | None:
    """The department of this hospital for `specialty` and this patient."""
    fever = has_fever(turn.record)
    return choose(house.departments, house.fallbacks, specialty, turn.person, fever=fever, now=turn.now)


def likeliest(house: House, state: State) -> Department | None:
    """Where an interview that was broken off points so far; general practice when it points nowhere."""
    answer = triage(state.record, person=state.person, text=" ".join(dict.fromkeys(state.said)))
    specialty = answer.specialty if answer.confidence >= LOST else "general_practice"
    fever = has_fever(state.record)
    choice = choose(house.departments, house.fallbacks, specialty, state.person, fever=fever, now=house.now())
    return choice.department if choice else None


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
    named: dict[str, Finding | Condition] = {**knowledge().conditions, **knowledge().findings}
    over = {(f.quote, f.code) for f in turn.record if f.past}
    present = [reason for reason in answer.reasons if reason not in over] or answer.reasons
    said = {
        _holding(clause(quote, turn), quote, turn): {Language.ZH: named[code].zh, Language.EN: named[code].en}
        for quote, code in reversed(present)
        if code in named and _of_their_own(code, quote, turn)
    }
    whole = [quote for quote in said if not any(quote in other for other in said if other != quote)]
    reasons = [Reason(quote=quote, meaning=said[quote]) for quote in reversed(whole)]
    return tuple(reasons[:3]) or tuple(
        Reason(quote=f.quote, meaning={language: f.quote for language in Language})
        for f in complaints(turn)[:1]
        if in_own_words(f) and _of_their_own(f.code, f.quote, turn)
    )


def _of_their_own(code: str, quote: str, turn: Turn) -> bool:
    """Not the bare yes to a question whether it is there, which makes no sense when it is repeated."""
    number = next((f.turn for f in turn.record if f.code == code and f.quote == quote), 0)
    asked = next((q.key for before, q in reversed(turn.heard_by.questions) if before < number), "")
    return not asked.startswith("finding:")


def _holding(words: str, quote: str, turn: Turn) -> str:
    """The clause, unless the patient has since taken back the side or time it names; then only what still holds."""
    fact = next((f for f in turn.record if f.quote == quote), None)
    if fact and fact.details.duration and A_TIME.search(words) and fact.details.duration.words not in words:
        return quote
    sides = {f.details.side for f in turn.record if f.details.side}
    taken_back = tuple(w for side, named in SIDE_WORDS.items() if sides and side not in sides for w in named)
    if not any(word in words.lower() for word in taken_back):
        return words
    return TAKEN_BACK.sub("", quote) if any(word in quote.lower() for word in taken_back) else quote


def clause(quote: str, turn: Turn) -> str:
    """The patient's whole clause around `quote`, with the one before it when it is too short to make sense alone."""
    said = next((text for text in reversed((*turn.before.said, turn.text)) if quote in text), quote)
    ends = [0, *(m.end() for m in CLAUSE_END.finditer(said)), len(said)]
    at = said.index(quote)
    first = max(place for place, end in enumerate(ends) if end <= at)
    last = next(end for end in ends if end >= at + len(quote))
    while first > 0 and last - ends[first] <= SHORT and _names_a_place(said[ends[first - 1] : ends[first]]):
        first -= 1
    whole = LED_UP_TO.sub("", INTERJECTION.sub("", said[ends[first] : last].strip()))
    whole, quote = (ADDRESSED.sub("", words).rstrip(CLAUSE_MARKS) for words in (whole, quote))
    if _in_anger(said, turn) or quote not in whole or HESITATES.search(whole):
        return quote
    return whole if len(whole) <= QUOTE * (1 if turn.language is Language.ZH else 2) else quote


def _in_anger(said: str, turn: Turn) -> bool:
    number = next((line.number for line in turn.heard_by.lines if line.text == said), None)
    extended = (*turn.before.extended, *((turn.extension,) if turn.extension else ()))
    return any(e.mood is Mood.ANGRY for e in extended if e.turn == number)


def _names_a_place(words: str) -> bool:
    return any(place in words.lower() for place in _places())


@cache
def _places() -> frozenset[str]:
    sites = knowledge().sites.values()
    return frozenset(name for site in sites for name in names_of(site))


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
    fever = [f.quote for f in turn.record if f.code == "fever" and f.status is Status.PRESENT]
    quotes = [*(fever if "fever_clinic" in choice.department.specialties else ()), *(r.quote for r in reasons)]
    fitting = (words for words in quotes if FEWEST[language] <= len(words) <= longest)
    quote = next((words for words in fitting if not DREADED.search(words)), None)
    words = (
        say("recommend", language, variant=turn.variant, quote=quote, department=name)
        if quote
        else say("recommend_plain", language, variant=turn.variant, department=name)
    )
    if choice.opens is None:
        return words
    told = day_name(choice.opens.date(), language, turn.now)
    opens = f"{told}{choice.opens:%H:%M}" if language is Language.ZH else f"{told} at {choice.opens:%H:%M}"
    return join(language, words, say("recommend_closed", language, department=name, opens=opens))


def where(department: Department, language: Language) -> str:
    return say(
        "recommend_where",
        language,
        building=department.building[language],
        floor=str(department.floor),
        room=department.room,
    )
