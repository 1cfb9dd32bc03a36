"""The data the rules are made of hangs together."""

import re

import yaml

from models.embedded.red_flags import rules
from models.embedded.red_flags.literals import alternatives, needed
from models.embedded.red_flags.who import AGED
from models.embedded.red_flags.wordings import HERE
from models.facts import Language

MEASURED = {
    "temp_38", "temp_below_38", "dry_too_short", "vitals_adult", "vitals_child", "vitals_failing", *AGED,
}  # fmt: skip
READ_OFF = {"elderly", "pregnancy_doubted", "pregnancy_sure"}  # become over_50, over_60 or (not) pregnant


def signs_by_file() -> dict[str, dict[str, dict[str, object]]]:
    return {file.name: yaml.safe_load(file.read_text("utf-8")) for file in (HERE / "signs").glob("*.yaml")}


def written() -> set[str]:
    return {name for signs in signs_by_file().values() for name in signs}


def used() -> set[str]:
    return set(re.findall(r'"([a-z_0-9]+)"', (HERE / "rules.py").read_text("utf-8"))) & written()


def test_every_sign_is_used_by_a_rule() -> None:
    assert written() - used() - READ_OFF == set()


def test_every_sign_a_rule_names_is_written_or_measured() -> None:
    named = set(re.findall(r"Sign\(name='([a-z_0-9]+)'\)", repr(rules.RULES)))
    assert len(named) > 100
    assert named <= written() | MEASURED


def test_every_sign_is_worded_in_both_languages() -> None:
    short = [
        n for signs in signs_by_file().values() for n, s in signs.items() if not all(s.get(lang) for lang in Language)
    ]
    assert not short


def test_the_records_facts_stand_for_signs_that_exist() -> None:
    meanings = yaml.safe_load((HERE / "facts.yaml").read_text("utf-8"))
    assert {name for names in meanings.values() for name in names} <= written()


def test_a_pattern_is_split_only_at_its_outer_bars() -> None:
    assert alternatives(r"a(b|c)|[|d]|e\|f") == ["a(b|c)", "[|d]", r"e\|f"]


def test_the_needed_words_stand_in_every_match() -> None:
    assert set(needed("chest(?: is)? (?:pain|ache)")) == {
        frozenset({"chest"}),
        frozenset({" "}),
        frozenset({"pain", "ache"}),
    }
    assert needed(r"\d+(?:a|b)?") == ()
