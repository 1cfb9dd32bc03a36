"""Every rule fires on what must fire and stays silent on what must not, in both languages."""

import pytest

from models.embedded.red_flags import alarming, check
from models.embedded.red_flags.check import by_rules
from models.embedded.red_flags.learning import harmless, phrasings
from models.embedded.red_flags.rules import RULES
from models.facts import Language
from models.knowledge.load import tellings

AT_LEAST = 5  # phrasings that fire, and that must not, for each rule and language


def rules_of(text: str, language: Language) -> set[int]:
    return {flag.rule for flag in check(text, language=language)}


@pytest.mark.parametrize(("rule", "language", "text"), list(phrasings("fires")))
def test_the_rule_fires(rule: int, language: Language, text: str) -> None:
    assert rule in rules_of(text, language)


@pytest.mark.parametrize(("rule", "language", "text"), list(phrasings("silent")))
def test_the_rule_stays_silent(rule: int, language: Language, text: str) -> None:
    assert rule not in rules_of(text, language)


@pytest.mark.parametrize(("language", "text"), list(harmless()))
def test_nothing_is_raised_over_what_is_harmless(language: Language, text: str) -> None:
    assert not rules_of(text, language)


@pytest.mark.parametrize("kind", ["fires", "silent"])
def test_every_rule_is_tried_in_both_languages(kind: str) -> None:
    tried = [(rule, language) for rule, language, _ in phrasings(kind)]
    short = [(rule, lang.value) for rule in RULES for lang in Language if tried.count((rule, lang)) < AT_LEAST]
    assert not short


def test_few_everyday_tellings_of_what_is_no_emergency_make_a_rule_hold() -> None:
    """Some do, and may: a line of an ordinary complaint can tell of a bad one."""
    for language in Language:
        told = [line for code, line in tellings(language) if not alarming(code)]
        held = [line for line in told if by_rules(line)]
        assert len(held) <= 0.03 * len(told), held
