"""What an allergy field tells: what somebody is allergic to, that it was asked and denied, or taken off the record."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from frontdesk.his_adapter.chart.facts import Fact, Kind, Line, Said
from frontdesk.his_adapter.chart.lines import LINES, clauses
from frontdesk.his_adapter.medical_names import denies_allergies
from frontdesk.models.allergies import allergens
from frontdesk.models.mentions import mentions

BRACKETED = re.compile(r"[（(][^（）()]*[）)]")
# Found not to be one, after it stood on record: by a challenge, or by what was taken since.
LIFTED = re.compile(
    r"\b(?:label|allergy|entry) (?:was |is |has been |now )*(?:removed|lifted|disproved|refuted|ruled out|excluded)"
    r"|\bde-?labell?ed\b|\bnot (?:\w+[ -])?allergic\b"
    r"|\b(?:negative (?:oral |drug )?challenge|challenge (?:was )?negative)"
    r"|(?:标签|标记|过敏史?)[^，。；]{0,6}(?:取消|去除|移除|撤销|排除|解除)|排除[^，。；]{0,10}过敏|激发试验[^，。；]{0,4}阴性",
    re.IGNORECASE,
)
TESTED_CLEAR = re.compile(
    r"皮试[^，。；]{0,4}(?:阴性|（-）|\(-\)|-$)|\bskin (?:prick )?test\w* (?:was )?negative", re.IGNORECASE
)
# Where it stands, or that nobody knows: no allergen.
ELSEWHERE = re.compile(
    r"\s*(?:(?:see|as) (?:below|above|before|notes?|previous)|unchanged|unknown|not (?:asked|recorded|documented)"
    r"|无变化|同[前上]|详?见[上下前][^，。；]{0,4}|不详|未问|未知|不明|n/?a)\s*",
    re.IGNORECASE,
)
REACTION = re.compile(
    r"休克|水肿|呼吸困难|喉头|恶心|呕吐|腹泻|头晕|\d{4}年|追问|\b(?:anaphyla\w*|angio-?o?edema|hives|swelling|wheez\w*|nausea|vomiting"
    r"|new|mild|severe|\d{4})\b",
    re.IGNORECASE,
)


@lru_cache(maxsize=LINES)
def allergies_of(line: Line) -> tuple[Fact, ...]:
    return tuple(_allergies(line)) if line.field == "drug_allergy_history" else ()


def standing(newest_first: Sequence[Fact]) -> tuple[Fact, ...]:
    """Without what was on record before it was found to be none."""
    kept: list[Fact] = []
    lifted: set[str] = set()
    for one in newest_first:
        if one.said is Said.DENIED and LIFTED.search(one.words):
            lifted.add(one.code)
        if one.said is not Said.SO or one.code not in lifted:
            kept.append(one)
    return tuple(kept)


def _allergies(line: Line) -> Iterator[Fact]:
    named = False
    for clause in _clauses(line.text):
        plain = BRACKETED.sub("", clause).strip() or clause
        if ELSEWHERE.fullmatch(plain):
            continue
        codes = [one.code for one in allergens(clause)] or [one.code for one in allergens(plain)]
        cleared = LIFTED.search(clause) or TESTED_CLEAR.search(clause)
        if cleared or denies_allergies(plain):
            known = (codes or _named_in(clause)) if cleared else []
            yield Fact(kind=Kind.ALLERGY, code=next(iter(known), "any"), words=clause, said=Said.DENIED, line=line)
        elif codes or not (named and _is_reaction(clause)):
            named = named or bool(codes)
            found = codes or [plain]
            yield from (Fact(kind=Kind.ALLERGY, code=code, words=clause, said=Said.SO, line=line) for code in found)


def _named_in(clause: str) -> list[str]:
    """青霉素 of "not penicillin allergic", which names it as no allergy."""
    words = re.split(r"[\s，,。；;]+|-(?=allergic)", BRACKETED.sub("", clause))
    parts = [*words, re.sub(r"过敏.*|皮试.*|标[签记].*|已.*|排除", "", clause)]
    return [one.code for part in parts if part for one in allergens(part)][:1]


def _is_reaction(clause: str) -> bool:
    """Whether it goes on to tell of the allergen before it: 全身皮疹、发热."""
    return not allergens(clause) and bool(mentions(clause) or REACTION.search(clause))


def _clauses(text: str) -> list[str]:
    """Apart at no comma inside brackets."""
    inside = {at: found[0] for at, found in enumerate(BRACKETED.finditer(text))}
    held = BRACKETED.sub(lambda found: f"\x00{[*inside.values()].index(found[0])}\x00", text)
    return [re.sub(r"\x00(\d+)\x00", lambda at: inside[int(at[1])], clause) for clause in clauses(held)]
