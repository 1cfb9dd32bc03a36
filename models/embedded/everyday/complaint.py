"""Adds to what was heard the complaint that everyday words tell and no list holds."""

import re

from models.embedded.everyday.reading import NOTHING, Like, chance_of, like, likes, parts
from models.embedded.scope import ScopeKind, scopes
from models.embedded.triage.statistics import size
from models.embedded.understanding import normalise
from models.embedded.understanding.alone import felt_alone
from models.embedded.understanding.lexicon import VAGUE
from models.facts import Details, Fact, Language, Status, Topic, Understanding
from models.knowledge.load import knowledge

LIKELY = 0.3  # the chance from which the words are taken for the finding
AGAIN = 0.2  # where the patient was asked to say it again
WISHED = 0.5  # of what is no complaint but a wish
SURELY = 0.6  # beside something else that was heard, or instead of a place and a feeling
CERTAINLY = 0.8  # instead of what a list holds
_TELLING = 5  # words that may say better what was heard
_SOME = 0.05  # the chance from which what was heard may be meant as well
# Told of how somebody is, and no complaint by themselves.
_AROUND = VAGUE | {"after_birth", "blood_thinner", "new_medicine", "child_unwell", "exertion_trigger", "postpartum"}
# What it has been there since is no complaint either: "nothing tastes since that cold".
_SINCE = re.compile(
    r"\b(?:since|after|following)(?: (?:i|we|he|she)(?:'ve|'d)?)?(?: (?:had|got|caught|having|getting|catching))?"
    r"(?: (?:an?|the|that|this|my|his|her|last|bad|nasty))*\s*$",
    re.I,
)
COMPLAINTS = frozenset({Topic.FINDING, Topic.REQUEST})
_NOT_NOW = frozenset(ScopeKind) - {ScopeKind.UNCERTAIN, ScopeKind.IDIOM}


def with_everyday(heard: Understanding, text: str, *, again: bool = False) -> Understanding:
    """`heard`, said to a question that anything may answer, with the finding its words are like."""
    if heard.correction:
        return heard
    told = [fact for fact in heard.facts if _is_told(fact, text)]
    if told:
        return _with_others(_read_better(heard, told, text), text)
    found = None if felt_alone(normalise(text).lower()) else like(_without_what_is_well(heard, text))
    if found is None or found.chance < _least(found.code, again=again) or _spoken_of(found.code, heard):
        return heard
    if _is_denied(found.code, text, heard.language):
        return heard
    fact = _fact(found, text, heard.details)
    return heard.model_copy(update={"facts": (fact, *heard.facts), "details": Details()})


def _without_what_is_well(heard: Understanding, text: str) -> str:
    """`text` without what was heard to be absent, and what is as it should be: 胎动挺好的, "breathing's fine"."""
    for scope in reversed(scopes(text, heard.language)):
        if scope.kind is ScopeKind.NEGATED and scope.start < scope.end and text.startswith(scope.cue, scope.end):
            text = text[: scope.start] + text[scope.end + len(scope.cue) :]
    for fact in heard.facts:
        if fact.topic is Topic.FINDING and fact.status is Status.ABSENT:
            text = text.replace(fact.quote, "")
    return text


def _is_denied(code: str, text: str, language: Language) -> bool:
    """Whether what is denied is by itself like the finding: "no bleeding" is none, "no interest" is still low mood."""
    denied = [text[scope.start : scope.end] for scope in scopes(text, language) if scope.kind is ScopeKind.NEGATED]
    return any(chance_of(code, words) >= LIKELY for words in denied if words.strip())


def _is_told(fact: Fact, text: str) -> bool:
    """As a complaint of its own, and not of how somebody is or since when."""
    if fact.topic not in COMPLAINTS or fact.status is not Status.PRESENT or fact.code in _AROUND:
        return False
    before, found, _ = text.partition(fact.quote)
    return not (found and _SINCE.search(before))


def _spoken_of(code: str, heard: Understanding) -> bool:
    """As there, as not there, or as gone."""
    return any(fact.code == code for fact in heard.facts)


def _least(code: str, *, again: bool) -> float:
    """Who only speaks of glasses or of medicine need not want any."""
    if knowledge().findings[code].topic is Topic.REQUEST:
        return WISHED
    return AGAIN if again else LIKELY


def _read_better(heard: Understanding, told: list[Fact], text: str) -> Understanding:
    """What was put together out of a place and a feeling, or of a word or two, may be misread.

    Burning up to the throat is no sore throat, and what hurts when the bowels open is not told of love.
    """
    found = like(text) if len(told) == 1 else None
    kept = heard.language is Language.ZH  # what Chinese lists hold stays beside it
    least = SURELY if told[0].details.site or kept else CERTAINLY
    if found is None or found.chance < least or _spoken_of(found.code, heard) or size(found.words) < _TELLING:
        return heard
    if chance_of(told[0].code, text) > _SOME:
        return heard
    if kept:
        return heard.model_copy(update={"facts": (_fact(found, text, Details()), *heard.facts)})
    facts = tuple(
        fact.model_copy(update={"code": found.code, "quote": text[:120]}) if fact is told[0] else fact
        for fact in heard.facts
    )
    return heard.model_copy(update={"facts": facts})


def _with_others(heard: Understanding, text: str) -> Understanding:
    """Clauses in which nothing was heard may tell another complaint."""
    known = {fact.code for fact in heard.facts}
    bent = [
        scope for scope in scopes(text, heard.language) if scope.kind in _NOT_NOW and not scope.cue.startswith("can")
    ]
    silent = tuple(
        part
        for part in parts(text)
        if not any(fact.quote in part or part in fact.quote for fact in heard.facts)
        and not any(scope.start < text.find(part) + len(part) and text.find(part) < scope.end for scope in bent)
    )
    added = [one for one in likes(silent) if one.code not in {NOTHING, *known} and one.chance >= SURELY]
    facts = {one.code: _fact(one, one.words, Details()) for one in added}
    return heard.model_copy(update={"facts": (*heard.facts, *facts.values())}) if facts else heard


def _fact(found: Like, words: str, said: Details) -> Fact:
    finding = knowledge().findings[found.code]
    return Fact(topic=finding.topic, code=finding.code, quote=words[:120], details=said)
