"""Other people who come up beside an answer: a sister who had the same, a husband who said to come, a neighbour."""

import re
from collections.abc import Callable

from app.reception.questions import OPEN
from app.reception.state import State
from models.embedded.asking import is_complaint
from models.embedded.understanding.persons.speakers import speaks_of_own
from models.embedded.understanding.persons.whose import is_no_blood
from models.facts import Details, Fact, Person, Relation, Topic, Understanding

OF_A_PERSON = ("age", "sex", "who")
JUST_LIKE = re.compile(r"也(?:是|有|这样|一样|这么)|一样|\b(?:too|as well|the same|just like|also)\b", re.I)
ALSO = "也(?!不|没)"  # after the name of a relative: 我女儿也感冒了
FOR_ANOTHER = re.compile(
    r"不是我(?!的)|(?:给|替|帮|为)(?:我|俺|咱)?[\u4e00-\u9fff]{1,4}(?:看|问|挂|来)|是(?:给)?(?:我|俺|咱)[^，。]{1,4}(?:病|看|不舒服)"
    r"|\b(?:it'?s|it is|this is|i'?m (?:here|asking)|calling|asking) (?:for|about|on behalf of) (?:my|our|the)\b"
    r"|\bi'?ve brought my\b",
    re.I,
)
FOR_ONESELF = re.compile(
    r"我(?:自己|本人)?(?:就|才)?是(?:这个|那个)?(?:病人|患者)(?!的|家)|(?:病人|患者)(?:就)?是我|不是(?:他|她)[，,]?是我"
    r"|我自己(?:来)?看(?:的|病|$)|给我自己|是我自己(?:看|病|不舒服|难受)"
    r"|\bthe patient is me\b"
    r"|\bi(?:'m| am) the (?:patient|one (?:who|that)(?:'s| is) (?:ill|sick|unwell|poorly|in pain))\b"
    r"|\bit(?:'s| is) (?:for )?(?:me|myself)(?=\W*$|[,.;!]| not\b)",
    re.I,
)
NOT_ME = re.compile(r"\bnot (?:for )?me\b", re.I)
OF_HISTORY = ("past_history", "medicines", "allergies", "operations")
OF_ONE_ALONE = frozenset({Topic.MEDICINE, Topic.ALLERGY, Topic.OPERATION})  # unlike an illness, no family's
# Another child than the one who was brought: 我家老大, "my eldest".
SIBLING = re.compile(r"老[大二三小]|[大二三]宝|\b(?:eldest|oldest|older|elder|younger|other|twin)\b", re.I)
GRANDCHILD = re.compile(r"孙|\bgrand", re.I)
CHILD = re.compile(r"儿子|女儿|闺女|\b(?:son|daughter)\b", re.I)
CLAUSES = re.compile(r"(?<=[，。；！？;!?])|(?<=[,.] )|(?=\b(?:but|though|and)\b|但|不过)", re.I)
# What they gave or bought is taken by who speaks: 老婆给了我一粒, "my wife gave me one".
FOR_ME = re.compile(
    r"(?:给|叫|让|喊|俾)[^，。]{0,8}(?:我|俺)|[给俾]咗?[^，。]{0,6}我[吃食喝用]"
    r"|\b(?:gave|bought|got|lent|gives?|brought|makes?) me\b",
    re.I,
)
SENTENCE_ENDS = re.compile(r"[。！？.!?]\s*$")
ONESELF = re.compile(r"我(?!们?[\u4e00-\u9fff]{0,2}[妈爸娘爹爷奶哥姐弟妹儿女夫妻公婆居友])|\bi\b", re.I)


def without_others(
    heard: Understanding, state: State, asked: str | None, text: str, *, read: Callable[[str], Understanding]
) -> Understanding:
    """What the patient says of themselves. `read` understands a part of the text as an answer to the same question.

    Once a complaint is told, who is ill changes only when it is said whom the visit is for, or when trouble is told
    of a relative where nobody was named before and the question has no answer.
    """
    heard = _of_their_blood(heard, state.person, text.lower())
    person = heard.person
    told = any(is_complaint(fact) for fact in state.record)
    if person is None or person.relation is None or not told:
        return heard
    if person.relation is state.person.relation and _may_be_the_same(person, state.person):
        named = person.words or ""
        if _is_parent_of(named, state.person.words or ""):
            return heard.model_copy(update={"person": None})
        other = named != state.person.words and SIBLING.search(named)
        return _of_the_other(heard).model_copy(update={"person": None}) if other else heard
    comes_for_another = FOR_ANOTHER.search(text) or (NOT_ME.search(text) and asked not in OF_HISTORY)
    says_self = person.relation is Relation.SELF and (asked in OF_A_PERSON or FOR_ONESELF.search(text))
    if comes_for_another or says_self:
        return heard
    if asked not in OPEN and person.words:
        own = read(_own_clauses(text, person.words))
        if own.answer or own.person or own.facts or own.details != Details():
            names = {f.name for f in own.facts}
            others = _of_the_other(heard).facts
            family = (f for f in others if f.topic is Topic.FAMILY or (asked == "past_history" and f.name not in names))
            married = _is_by_marriage(person, state.person)
            kept = () if married else (_of_the_family(fact, person, text) for fact in family)
            return own.model_copy(update={"facts": (*own.facts, *kept)})
    return _mentioned(heard, state, asked, text)


def _may_be_the_same(named: Person, patient: Person) -> bool:
    """Not a mother, once a father is known to be the one who is ill."""
    return None in (named.sex, patient.sex) or named.sex is patient.sex


def _is_by_marriage(person: Person, patient: Person) -> bool:
    """Whether it is the patient's husband or wife, whose illnesses are no family history."""
    return person.relation is Relation.SPOUSE and patient.relation is not Relation.CHILD


def _is_parent_of(one: str, other: str) -> bool:
    """Whether a grandparent names their own child beside the grandchild who was brought."""
    return bool(GRANDCHILD.search(other)) and not GRANDCHILD.search(one) and bool(CHILD.search(one))


def _of_their_blood(heard: Understanding, patient: Person, lower: str) -> Understanding:
    """Without the illnesses of the speaker's own kin where these are none of the patient's."""
    facts = tuple(
        fact
        for fact in heard.facts
        if fact.topic is not Topic.FAMILY or not is_no_blood(lower, _end_of(fact, lower), patient)
    )
    return heard if facts == heard.facts else heard.model_copy(update={"facts": facts})


def _end_of(fact: Fact, lower: str) -> int:
    return lower.find(fact.quote.lower()) + len(fact.quote)


def _own_clauses(text: str, words: str) -> str:
    """The text without what is said of the one called `words`, up to the sentence's end or the next "I"."""
    own, aside = [], False
    for clause in CLAUSES.split(text):
        named = words.lower() in clause.lower() and not FOR_ME.search(clause)
        aside = named or (aside and not ONESELF.search(clause))
        if not aside:
            own.append(clause)
        aside = aside and not SENTENCE_ENDS.search(clause)
    return "".join(own).strip()


def _mentioned(heard: Understanding, state: State, asked: str | None, text: str) -> Understanding:
    """An answer that says nothing of oneself."""
    person = heard.person or Person()
    beside = bool(JUST_LIKE.search(text) or (person.words and re.search(re.escape(person.words) + ALSO, text)))
    tells = any(is_complaint(fact) for fact in heard.facts)
    answers = asked in OF_A_PERSON and (asked != "age" or person.age_months is not None)
    own = state.person.relation is None and any(map(speaks_of_own, state.said))
    if state.person.relation is None and not own and not beside and (tells or answers):
        return heard
    kept = person.age_months if asked == "age" and not beside else None
    update: dict[str, object] = {"person": Person(age_months=kept) if kept else None}
    if beside or asked not in Details.model_fields:
        update["details"] = Details()
    heard = _of_the_other(heard)
    married = _is_by_marriage(person, state.person)
    kept_facts = (
        fact
        for fact in heard.facts
        if not (married and fact.topic is Topic.CONDITION)
        and (fact.topic is not Topic.FINDING or not (beside or own) or asked == "past_history")
    )
    update["facts"] = tuple(_of_the_family(fact, person, text) for fact in kept_facts)
    return heard.model_copy(update=update)


def _of_the_other(heard: Understanding) -> Understanding:
    """Without the medicines, allergies and operations, which are told of somebody else."""
    return heard.model_copy(update={"facts": tuple(fact for fact in heard.facts if fact.topic not in OF_ONE_ALONE)})


def _of_the_family(fact: Fact, kin: Person, text: str) -> Fact:
    """An illness as one of the family, quoted with whose it is."""
    if fact.topic is not Topic.CONDITION:
        return fact
    end = _end_of(fact, text.lower())
    start = text.lower().find(kin.words.lower(), 0, max(0, end)) if kin.words else -1
    told = text[start:end] if start >= 0 else fact.quote
    # "So I worry a bit" is no degree of a sister's glaucoma.
    return fact.model_copy(update={"topic": Topic.FAMILY, "quote": told, "details": Details()})
