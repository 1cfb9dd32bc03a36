"""Reads one utterance: what is there and is not, of whom, since when, and what the patient wants."""

import re
from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from models.embedded.scope import Scope, ScopeKind, scopes
from models.embedded.understanding.answers import FREE_TOPICS, answer_in, details_for, fact_for, person_for
from models.embedded.understanding.clauses import assign
from models.embedded.understanding.corrections import is_correction, marks
from models.embedded.understanding.details import Detail, details
from models.embedded.understanding.history import Told, family_spoken_of, told
from models.embedded.understanding.intents import intents, mood, questions
from models.embedded.understanding.lexicon import Lexicon, Mention, lexicon
from models.embedded.understanding.medicines import Medicine, medicines, names
from models.embedded.understanding.people import Passing, people
from models.embedded.understanding.writing import Writing, language_of, read
from models.facts import Answer, Details, Fact, Intent, Language, Person, Relation, Severity, Status, Topic, Understanding
from models.knowledge.schema import Knowledge

_HAN = re.compile(r"[\u4e00-\u9fff]")
_LATIN = re.compile(r"[a-z]{2,}")
_UNSURE_WHETHER = re.compile(r"不知道|不清楚|不确定|说不准|不晓得|\bnot sure\b|\bdon't know\b|\bno idea\b|\bcan't tell\b|\bcan't remember\b")


class _Hearing(NamedTuple):
    """The utterance with what holds for all its readers."""

    writing: Writing
    language: Language
    chinese: bool
    english: bool
    scopes: tuple[Scope, ...]
    passing: Passing
    asked: str | None

    def under(self, start: int, end: int) -> set[ScopeKind]:
        return {scope.kind for scope in self.scopes if scope.covers(start, end)}

    def cue(self, start: int, end: int, kind: ScopeKind) -> str:
        return next((scope.cue for scope in self.scopes if scope.kind is kind and scope.covers(start, end)), "")


def understand(
    text: str,
    *,
    language: Language | None = None,
    asked: str | None = None,
    now: datetime | None = None,
    known: Knowledge | None = None,
) -> Understanding:
    """What `text` says, with nothing concluded from it; facts have turn 0.

    `asked` is the key of the question just put ("finding:sweating", "duration", "past_history", ...). `now` places
    weekdays and dates. History facts use these codes: "none" (ABSENT) where the patient has no illness, medicine,
    allergy or operation; "pregnancy", "postpartum", "breastfeeding" under PREGNANCY; "smoking", "drinking" under HABIT;
    medicines by their English name or "unknown: " and the patient's words; else the patient's own words.
    """
    writing = read(text)
    spoken = language_of(text) or language or Language.ZH
    wanted = intents(writing)
    if Intent.NONSENSE in wanted:
        return Understanding(language=spoken, intents=wanted)
    hearing = _hear(writing, spoken, asked)
    return _understood(hearing, lexicon(known), wanted, now)


def _hear(writing: Writing, language: Language, asked: str | None) -> _Hearing:
    lower = writing.lower
    return _Hearing(
        writing,
        language,
        bool(_HAN.search(lower)),
        bool(_LATIN.search(lower)),
        scopes(writing.text, language),
        people(writing),
        asked,
    )


def _understood(hearing: _Hearing, words: Lexicon, wanted: frozenset[Intent], now: datetime | None) -> Understanding:
    writing, lower = hearing.writing, hearing.writing.lower
    history = told(lower)
    taken = medicines(writing, chinese=hearing.chinese, english=hearing.english)
    mentions = _outside(words.mentions(lower, chinese=hearing.chinese, english=hearing.english), history, taken)
    found = [d for d in details(writing, chinese=hearing.chinese, english=hearing.english, now=now) if not _used(d, hearing)]
    asked_parts, kinds = questions(writing)
    spoken_of = [m for m in mentions if ScopeKind.IDIOM not in hearing.under(m.start, m.end)]
    each, loose = assign(lower, spoken_of, found)
    facts = [fact for mention, one in zip(spoken_of, each, strict=True) if (fact := _fact(hearing, mention, one))]
    facts += [fact for one in history if (fact := _history_fact(hearing, one))]
    facts += [_medicine_fact(hearing, one) for one in taken if not _inside_any(one.start, one.end, history)]
    facts += _pregnancy_facts(hearing)
    facts, takes_back = _corrected(_merged(facts), marks(lower), lower)
    answer = answer_in(writing)
    person = hearing.passing.person
    if hearing.asked:
        reply = fact_for(hearing.asked, answer, writing, said=tuple(facts))
        facts += [reply] if reply else []
        loose = details_for(hearing.asked, writing, found=loose if not facts or reply else _chief(facts, loose))
        person = person_for(hearing.asked, answer, writing, found=person)
        facts += _free_words(hearing, facts, answer, wanted)
    return Understanding(
        language=hearing.language,
        facts=tuple(facts),
        person=person,
        answer=answer,
        correction=is_correction(lower),
        takes_back=takes_back,
        details=loose,
        intents=_settled(wanted | kinds, facts, hearing.asked, answer),
        mood=_felt(writing, facts),
        questions=asked_parts,
    )


def _chief(facts: list[Fact], loose: Details) -> Details:
    """Loose details as they are; a reply that names a finding keeps its details there."""
    return loose


def _used(detail: Detail, hearing: _Hearing) -> bool:
    """Whether the words were of an age or a pregnancy: they say nothing of how long a complaint has lasted."""
    return detail.kind == "duration" and any(start < detail.end and detail.start < end for start, end in hearing.passing.spans)


def _outside(mentions: Iterable[Mention], history: list[Told], taken: list[Medicine]) -> list[Mention]:
    """Mentions that are no part of a medicine's name or of an allergy, an operation or a habit."""
    kept = []
    for mention in mentions:
        inside_medicine = any(one.start <= mention.start and mention.end <= one.end for one in taken)
        if not inside_medicine and not _inside_any(mention.start, mention.end, history):
            kept.append(mention)
    return kept


def _inside_any(start: int, end: int, history: list[Told]) -> bool:
    return any(one.start <= start and end <= one.end for one in history)


def _fact(hearing: _Hearing, mention: Mention, said: Details) -> Fact | None:
    under = hearing.under(mention.start, mention.end)
    topic, status = mention.topic, Status.PRESENT
    if ScopeKind.HYPOTHETICAL in under and topic is not Topic.REQUEST:
        return None
    if mention.topic is Topic.CONDITION and _of_family(hearing, mention):
        topic = Topic.FAMILY
    elif ScopeKind.OTHER_PERSON in under and not _is_the_ill_one(hearing):
        return None
    if ScopeKind.NEGATED in under:
        status = Status.ABSENT
    elif ScopeKind.UNCERTAIN in under and _UNSURE_WHETHER.search(hearing.cue(mention.start, mention.end, ScopeKind.UNCERTAIN)):
        status = Status.UNKNOWN
    past = topic is Topic.FINDING and bool({ScopeKind.PAST, ScopeKind.RECOVERED} & under)
    if mention.where and said.site is None and status is Status.PRESENT:
        said = said.model_copy(update={"site": hearing.writing.words(*mention.where)})
    quote = _quote(hearing, mention.start, mention.end)
    return Fact(topic=topic, code=mention.code, status=status, past=past, quote=quote, details=said)


def _of_family(hearing: _Hearing, mention: Mention) -> bool:
    lower = hearing.writing.lower
    if hearing.asked in ("family", "family_history"):
        return True
    spoken = family_spoken_of(lower)
    if spoken and spoken.start() <= mention.start:
        return True
    if ScopeKind.OTHER_PERSON in hearing.under(mention.start, mention.end) and not _is_the_ill_one(hearing):
        return True
    clause_start = max(lower.rfind(stop, 0, mention.start) for stop in "，。；,.;") + 1
    relatives = [who for who in hearing.passing.mentioned if clause_start <= who[0] < mention.start]
    return bool(relatives) and not _is_the_ill_one(hearing)


def _is_the_ill_one(hearing: _Hearing) -> bool:
    person = hearing.passing.person
    return person is not None and person.relation not in (None, Relation.SELF)


def _quote(hearing: _Hearing, start: int, end: int) -> str:
    """The patient's words for it, with the word that denies or dates it where that stands close before."""
    lower = hearing.writing.lower
    for scope in hearing.scopes:
        if scope.kind in (ScopeKind.NEGATED, ScopeKind.UNCERTAIN, ScopeKind.PAST) and scope.covers(start, end) and scope.cue:
            place = lower.rfind(scope.cue.lower(), max(0, start - 24), start)
            if place >= 0 and not re.search(r"[。.!?！？;；]", lower[place:start]):
                return hearing.writing.words(place, end)
    return hearing.writing.words(start, end)


def _history_fact(hearing: _Hearing, one: Told) -> Fact | None:
    under = hearing.under(one.start, one.end) if one.code != "none" else set()
    if {ScopeKind.HYPOTHETICAL, ScopeKind.IDIOM} & under or (ScopeKind.OTHER_PERSON in under and not _is_the_ill_one(hearing)):
        return None
    status = one.status
    code = one.code
    if one.about:
        code = _substance(hearing, one.about) if one.topic is Topic.ALLERGY else hearing.writing.words(*one.about)
        place = max((scope.start for scope in hearing.scopes if scope.kind is ScopeKind.NEGATED), default=-1)
        if ScopeKind.NEGATED in hearing.under(*one.about) and place >= 0:
            status = Status.ABSENT
    said = Details()
    if one.topic is Topic.HABIT:
        amount = _AMOUNT.search(hearing.writing.lower, max(0, one.start - 12))
        if amount and status is Status.PRESENT:
            said = Details(frequency=hearing.writing.words(*amount.span()))
    return Fact(topic=one.topic, code=code, status=status, past=one.past, quote=hearing.writing.words(one.start, one.end), details=said)


_AMOUNT = re.compile(
    r"(?:一天|每天|一周|每周|天天|一顿|每顿|一次)(?:抽|吸|喝|要)?(?:大概|差不多|有)?[一二两三四五六七八九十半\d]+(?:多|来)?(?:包|支|根|两|斤|瓶|杯|盒)|[一二两三四五六七八九十半\d]+(?:多|来)?(?:包|支|根|两|斤|瓶|杯)(?:白酒|啤酒|烟)?(?:一天|每天)?|偶尔|应酬|天天"
    r"|\b(?:a|one|two|three|half a|\d+|ten|fifteen|twenty|about \w+|a few|a couple of)(?: or \w+)? (?:packs?|cigarettes?|cigs|pints?|glass(?:es)?|units|beers?|drinks?|bottles?)(?: of \w+)?(?: (?:a|per|every|each) (?:day|week|night|weekend))?|\b(?:socially|occasionally|at weekends|on weekends|every (?:day|night|weekend))\b"
)


def _substance(hearing: _Hearing, about: tuple[int, int]) -> str:
    """The standard name of what somebody is allergic to where it is a known medicine, else their words."""
    words = hearing.writing.words(*about)
    inside = medicines(read(words), chinese=hearing.chinese, english=hearing.english)
    return inside[0].code if inside and not inside[0].code.startswith("unknown") else words


def _medicine_fact(hearing: _Hearing, one: Medicine) -> Fact:
    under = hearing.under(one.start, one.end)
    dose = hearing.writing.words(*one.dose) if one.dose else None
    status = Status.ABSENT if ScopeKind.NEGATED in under else Status.PRESENT
    start, end = (min(one.start, one.dose[0]), max(one.end, one.dose[1])) if one.dose else (one.start, one.end)
    past = bool({ScopeKind.PAST, ScopeKind.RECOVERED} & under)
    return Fact(topic=Topic.MEDICINE, code=one.code, status=status, past=past, quote=hearing.writing.words(start, end), details=Details(value=dose))


def _pregnancy_facts(hearing: _Hearing) -> list[Fact]:
    passing, writing = hearing.passing, hearing.writing
    found = []
    if passing.pregnancy and passing.person and passing.person.pregnant is not None:
        said = Details()
        if passing.pregnancy_hours:
            from models.facts import Duration

            said = Details(duration=Duration(hours=passing.pregnancy_hours, words=writing.words(*passing.pregnancy)))
        status = Status.PRESENT if passing.person.pregnant else Status.ABSENT
        found.append(Fact(topic=Topic.PREGNANCY, code="pregnancy", status=status, quote=writing.words(*passing.pregnancy), details=said))
    for code, span in (("postpartum", passing.postpartum), ("breastfeeding", passing.breastfeeding)):
        if span and ScopeKind.NEGATED not in hearing.under(*span):
            found.append(Fact(topic=Topic.PREGNANCY, code=code, quote=writing.words(*span)))
    return found


def _merged(facts: list[Fact]) -> list[Fact]:
    """One fact of each name: details laid together, present before absent where both were said without a correction."""
    kept: dict[tuple[Topic, str], Fact] = {}
    for fact in facts:
        earlier = kept.get(fact.name)
        if earlier is None:
            kept[fact.name] = fact
        elif earlier.status is fact.status:
            quote = earlier.quote if len(earlier.quote) >= len(fact.quote) else fact.quote
            kept[fact.name] = earlier.model_copy(update={"quote": quote, "past": earlier.past and fact.past, "details": fact.details.updated(earlier.details)})
        else:
            present, other = (fact, earlier) if fact.status is Status.PRESENT else (earlier, fact)
            kept[fact.name] = fact if present.past or other is fact and present.past else present if present.status is Status.PRESENT else fact
    return list(kept.values())


def _corrected(facts: list[Fact], taken_back: list[tuple[int, int]], lower: str) -> tuple[list[Fact], frozenset[str]]:
    absent = frozenset(fact.code for fact in facts if fact.status is Status.ABSENT and fact.code != "none")
    return facts, absent if is_correction(lower) else frozenset()


def _free_words(hearing: _Hearing, facts: list[Fact], answer: Answer | None, wanted: frozenset[Intent]) -> list[Fact]:
    """What was said to a question of history that no list knows, kept in the patient's words."""
    topic = FREE_TOPICS.get(hearing.asked or "")
    if topic is None or topic is Topic.WISH or answer or wanted or any(fact.topic in (topic, Topic.FAMILY) for fact in facts):
        return []
    words = hearing.writing.original.strip()
    if not words or len(words) > 120 or re.search(r"[?？]", words):
        return []
    if topic is Topic.ALLERGY:
        spans = medicines(hearing.writing, chinese=hearing.chinese, english=hearing.english)
        code = spans[0].code if spans else words
    else:
        code = f"unknown: {words}" if topic is Topic.MEDICINE else words
    return [Fact(topic=topic, code=code[:80], quote=words)]


def _settled(found: frozenset[Intent], facts: list[Fact], asked: str | None, answer: Answer | None) -> frozenset[Intent]:
    """Intents that do not stand beside what else was said are dropped."""
    settled = set(found)
    complaint = any(fact.status is Status.PRESENT and fact.topic in (Topic.FINDING, Topic.REQUEST) for fact in facts)
    if complaint:
        settled -= {Intent.OFF_TOPIC, Intent.AGREES, Intent.DISAGREES, Intent.REPEAT}
    if Intent.MANIPULATION in settled:
        settled -= {Intent.QUESTION, Intent.MEDICAL_QUESTION}
    if Intent.OTHERS_DATA in settled or Intent.OFF_TOPIC in settled:
        settled -= {Intent.QUESTION}
    if Intent.WANTS_PERSON in settled:
        settled -= {Intent.WANTS_DOCTOR}
    return frozenset(settled)


def _felt(writing: Writing, facts: list[Fact]):  # type: ignore[no-untyped-def]
    return mood(writing)


__all__ = ["names", "understand", "Person", "Severity"]
