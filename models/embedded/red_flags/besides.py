"""What an utterance sounds like although no rule found it, by its likeness to the phrasings of emergencies."""

from models.embedded.red_flags.expression import excluded
from models.embedded.red_flags.flag import LEVELS, RedFlag, flag_of
from models.embedded.red_flags.likeness import alike, left_standing
from models.embedded.red_flags.rules import (
    NEEDED,
    OF_CHILDREN,
    OF_MEN,
    OF_OLD,
    OF_PREGNANCY,
    RULES,
    SPEAKING_FOR,
    table,
)
from models.embedded.red_flags.signs import QUOTE_LENGTH, languages_of, said
from models.embedded.scope import lowered, scopes
from models.embedded.understanding.words.writing import language_of
from models.facts import Language, Person, Sex


def heard_besides(
    text: str, flags: list[RedFlag], signs: dict[str, str], person: Person, *, answer: bool
) -> list[RedFlag]:
    """The emergency that `text` is most like, where that is worse than what was found."""
    heard = said(text)
    chances = _chances(text, doubted=answer or OF_OLD.because(heard.asserted) is not None)
    likely = [r for r in chances if heard.denied.isdisjoint(SPEAKING_FOR[r]) and _can_be(r, signs, person)]
    if not likely:
        return []
    entry = table()[max(likely, key=lambda rule: chances[rule])]
    if any(LEVELS.index(flag.level) <= LEVELS.index(entry.level) for flag in flags):
        return []
    return [flag_of(entry, (_HEARD,), signs | {_HEARD: text[:QUOTE_LENGTH].strip()})]


_HEARD = "heard"  # the whole utterance, as a sign


def _chances(text: str, *, doubted: bool) -> dict[int, float]:
    """How likely each rule is to be meant; what is `doubted` has to be much like it."""
    chances: dict[int, float] = {}
    for language in languages_of(lowered(text)):
        if language is Language.EN and language_of(text) is Language.ZH:
            continue  # mmHg and HbA1c are no English
        chances |= alike(left_standing(text, scopes(text, language)), answer=doubted)
    return chances


def _can_be(rule: int, signs: dict[str, str], person: Person) -> bool:
    """Whether nothing known speaks against the rule: what it must not be with, what it needs, age and sex."""
    if any(part.because(signs) is None for part in excluded(RULES[rule])):
        return False
    if rule in NEEDED and NEEDED[rule].because(signs) is None:
        return False
    if rule in OF_CHILDREN and "adult" in signs and "infant" not in signs:
        return False
    if rule in OF_PREGNANCY and (person.pregnant is False or person.sex is Sex.MALE):
        return False
    return not (rule in OF_MEN and person.sex is Sex.FEMALE)


def possible(text: str, signs: dict[str, str], person: Person) -> dict[int, float]:
    """The rules that `text` may be an emergency of although it is not sure, with their chances."""
    heard = said(text)
    chances = {
        rule: chance
        for language in languages_of(lowered(text))
        for rule, chance in alike(left_standing(text, scopes(text, language)), at_least=POSSIBLE).items()
    }
    return {
        rule: chance
        for rule, chance in chances.items()
        if heard.denied.isdisjoint(SPEAKING_FOR[rule]) and _can_be(rule, signs, person)
    }


POSSIBLE = 0.1  # the chance from which a rule's sign is asked about
