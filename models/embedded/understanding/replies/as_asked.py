"""What is named, as the question just put makes it: an illness of old, an allergy, a weakness of one side."""

import re

from models.embedded.understanding.cues import cues, pattern
from models.embedded.understanding.hearing import Hearing
from models.embedded.understanding.medicines.medicine_states import NOT_BORNE
from models.embedded.understanding.past.of_old import with_those_unasked
from models.embedded.understanding.past.past_illness import READINGS, as_illness_beside, as_illnesses
from models.facts import Answer, Fact, Side, Status, Topic

_CUES = cues("statements")


def as_asked(facts: list[Fact], hearing: Hearing, answer: Answer | None) -> list[Fact]:
    """Asked for past illness or for allergies, what is named is that: 小时候得过湿疹, 打青霉素不行.

    And asked what a pain is like, "aching" is no new complaint.
    """
    asked = hearing.asked
    if asked in _WEAKNESSES:
        return _weaknesses(facts, hearing, asked.removeprefix("finding:"))
    if asked == "character":
        whole = hearing.writing.original.strip(" .,!。，！")
        return [fact for fact in facts if fact.quote != whole]
    if asked == "past_history":
        return as_illnesses(facts, hearing)
    facts = with_those_unasked(facts, hearing)
    if asked not in (None, "open", "new"):
        facts = as_illness_beside(facts, hearing)
    if asked == "pregnancy":
        return _beside_a_pregnancy(facts, hearing)
    if asked == "allergies":
        return _as_allergies(facts, hearing, denied=answer is Answer.NO)
    return facts


_WEAKNESSES = ("finding:weak_one_side", "finding:limb_weakness")


def _weaknesses(facts: list[Fact], hearing: Hearing, asked: str) -> list[Fact]:
    weak = [_as_weakness(fact, asked) for fact in facts]
    return [*weak, *_weak_on_both(hearing, weak)]


def _as_weakness(fact: Fact, asked: str) -> Fact:
    """Asked whether a side or a limb is weak, "no weakness" does not deny being tired."""
    one_sided = fact.code == "limb_weakness" and fact.details.side in (Side.LEFT, Side.RIGHT)
    denied = fact.code == "fatigue" and fact.status is Status.ABSENT and _WEAK.search(fact.quote.lower())
    if one_sided:
        return fact.model_copy(update={"code": "weak_one_side"})
    return fact.model_copy(update={"code": asked}) if denied else fact


_WEAK = re.compile(r"\bweak|没劲|没力|无力|没有(?:劲|力)")


def _weak_on_both(hearing: Hearing, facts: list[Fact]) -> list[Fact]:
    """ "Not one side, it's both feet", asked whether one side is weak."""
    both = _BOTH_LIMBS.search(hearing.writing.lower) if hearing.asked == "finding:weak_one_side" else None
    if both is None or any(fact.code == "limb_weakness" for fact in facts):
        return []
    return [Fact(topic=Topic.FINDING, code="limb_weakness", quote=hearing.writing.words(*both.span()))]


_BOTH_LIMBS = pattern(_CUES["both_limbs"])


def _beside_a_pregnancy(facts: list[Fact], hearing: Hearing) -> list[Fact]:
    wished = _CONTRACEPTION_WISHED.search(hearing.writing.lower)
    aside = _OF_THE_MONTH if wished else _OF_THE_MONTH | _CONTRACEPTION
    return [fact for fact in facts if fact.code not in aside]


# 我上环了, "I've got the coil", asked for a pregnancy.
_CONTRACEPTION = frozenset({"iud", "contraception", "vasectomy"})
_CONTRACEPTION_WISHED = pattern(_CUES["contraception_wished"])
# 刚来完例假, 早绝经了: why they cannot be pregnant, and no complaint.
_OF_THE_MONTH = frozenset({"period_irregular", "period_concern", "menopause", "hot_flush", "missed_period"})


def _as_allergies(facts: list[Fact], hearing: Hearing, *, denied: bool) -> list[Fact]:
    """The medicines that are not borne, however long ago that was found out."""
    denied = denied and not _NO_OTHER.search(hearing.writing.lower)
    named = not denied and _names_what_is_not_borne(facts, hearing)
    return [
        fact.model_copy(update={"topic": Topic.ALLERGY, "past": False})
        if _is_taken(fact) and (named or _upsets(fact, hearing))
        else fact
        for fact in facts
    ]


_NO_OTHER = pattern(_CUES["no_other_allergy"])


def _is_taken(fact: Fact) -> bool:
    return fact.topic is Topic.MEDICINE and fact.status is Status.PRESENT


def _upsets(fact: Fact, hearing: Hearing) -> bool:
    """Whether it is told of the medicine what it does: 不过敏，就是吃头孢拉肚子."""
    lower = hearing.writing.lower
    return _UPSETS.match(lower, lower.find(fact.quote.lower()) + len(fact.quote)) is not None


_UPSETS = pattern(_CUES["upsets"])


def _names_what_is_not_borne(facts: list[Fact], hearing: Hearing) -> bool:
    """Not where it is only said what is taken: 血脂高，吃他汀, "warfarin for my heart"."""
    if any(fact.topic is Topic.ALLERGY for fact in facts):
        return False
    lower = hearing.writing.lower
    ill = (fact for fact in facts if fact.topic is Topic.FINDING and fact.code not in READINGS)
    suffers = any(fact.status is Status.PRESENT for fact in ill)
    return suffers or not _TAKES.search(lower) or NOT_BORNE.search(lower) is not None


_TAKES = pattern(_CUES["only_taken"])


def without_reactions(facts: list[Fact], asked: str | None) -> list[Fact]:
    """Asked for allergies, what one did is not there today, and what it is called is no medicine: 磺胺过敏，起皮疹."""
    allergens = {fact.code for fact in facts if fact.topic is Topic.ALLERGY and fact.status is Status.PRESENT}
    if asked != "allergies" or not allergens:
        return facts
    return [
        fact
        for fact in facts
        if fact.topic is not Topic.FINDING and not (fact.topic is Topic.MEDICINE and fact.code in allergens)
    ]
