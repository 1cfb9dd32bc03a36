"""Who is ill, in the nurse's words: the one who speaks, their child, or somebody they speak for."""

import re

from frontdesk.models.facts import Language, Person, Relation
from frontdesk.models.speaking import say

KIN_ZH = {"我妈": "您妈妈", "我爸": "您爸爸", "我娘": "您母亲", "我爹": "您父亲", "我爷": "您爷爷", "我奶": "您奶奶"}
CHILDREN_ZH = ("宝宝", "孩子", "儿子", "女儿", "闺女", "娃", "小孩")
SELF = (None, Relation.SELF)
# "Do you have ...?" asked of somebody else. The first that matches is taken; then what is left of "you" follows.
ABOUT_ANOTHER = (
    (r"^Do you\b", "Does {who}"),
    (r"^Are you\b", "Is {who}"),
    (r"^Have you\b", "Has {who}"),
    (r"^Were you\b", "Was {who}"),
    (r"^(Did|Could|Can|Will) you\b", r"\1 {who}"),
)
THEN = ((r"\byours\b", "theirs"), (r"\byour\b", "their"), (r"\byou\b", "they"), (r"\bYour\b", "Their"))


def who(person: Person, language: Language) -> str:
    """ "you", "your child", "your father": as they were named, where that can be turned round."""
    if person.relation in SELF:
        return say("who_self", language)
    named = _turned_round((person.words or "").strip(), language)
    if named:
        return named
    return say("who_child" if person.relation is Relation.CHILD else "who_other", language)


def _turned_round(words: str, language: Language) -> str:
    if language is Language.ZH:
        if words in KIN_ZH:
            return KIN_ZH[words]
        if words.removeprefix("我").removeprefix("我家") in CHILDREN_ZH:
            return say("who_child", language)
        return f"您{words[1:]}" if re.fullmatch(r"我[\u4e00-\u9fff]{1,4}", words) else ""
    kin = re.fullmatch(r"(?:my|our) ([a-z]+(?:[ -][a-z]+)?)", words.lower())
    return f"your {kin[1]}" if kin else ""


def of_person(question: str, person: Person, language: Language) -> str:
    """A question written for the one who speaks, asked about the one who is ill."""
    if person.relation in SELF:
        return question
    name = who(person, language)
    if language is Language.ZH:
        return question.replace("您", name, 1)
    for pattern, words in ABOUT_ANOTHER:
        turned, times = re.subn(pattern, words.format(who=name), question, count=1)
        if times:
            return _then(turned, after=len(words.format(who=name)) - 2)
    named, times = re.subn(r"\b([Yy])our\b", rf"{name}'s", question, count=1)
    return _then(named, after=named.find(name) + len(name)) if times else question


def _then(question: str, *, after: int) -> str:
    """What is left of "you" and "your" once the person has been named."""
    head, tail = question[: max(after, 0)], question[max(after, 0) :]
    for pattern, words in THEN:
        tail = re.sub(pattern, words, tail)
    return head + tail
