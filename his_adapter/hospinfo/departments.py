# ruff: noqa: E501
"""Departments named in an instruction: those of the directory, those every hospital has, or whatever is called one."""

import re
from collections.abc import Sequence
from functools import lru_cache

from his_adapter.hospinfo.script import Kind, Script
from his_adapter.hospinfo.vocabulary import any_of, pattern
from his_adapter.names import specialty_names

HAN = "\u4e00-\u9fff"
PERSONS = re.compile(r"doctor|specialist|ist$|surgeons?$|trician$|dentist|practitioner|医生|牙医|看眼睛")
SHORT = frozenset(["心内", "神内", "神外", "普外", "心外", "脑外", "急诊", "儿保"])
PLACE = r"(?:(?:who |that |which )?(?:were |was |are |is |have been |has been |had )?(?:seen|treated|visiting|visited|attending|attended|registered|admitted|been|coming|came|going|went|examined|recorded|made)(?: (?:in|at|to|by|with))?|in|at|to|from|by|for|under|of|department (?:is|of|=)|department:|dept:?)"
GENERIC = r"(?: (?:departments?|dept\.?|clinics?|outpatients?|outpatient clinic|unit|ward|division|service|section|out-patients?))"
NEVER = frozenset(
    [
        "which",
        "what",
        "the",
        "this",
        "that",
        "any",
        "every",
        "all",
        "our",
        "a",
        "each",
        "same",
        "outpatient",
        "other",
        "another",
    ]
)


def departments(script: Script, known: Sequence[str]) -> Script:
    """With departments as letters; their meaning is the name as it was written, without "department"."""
    english, chinese = _names(tuple(known))

    def written(match: re.Match[str]) -> str | None:
        return script.written(*match.span("name")) if match["name"] not in NEVER else None

    the = r"(?:the |our )?"
    for template in (
        rf"(?:{PLACE} )?{the}(?:department|dept\.?|division|clinic) of (?P<name>{english}|[a-z]+(?: and [a-z]+| [a-z]*(?:ology|surgery|medicine))?)(?:'s)?",
        rf"(?:{PLACE} )?{the}(?P<name>{english}){GENERIC}(?:'s)?",
        rf"{PLACE} {the}(?P<name>{english})(?:'s)?(?! (?:history|histories|pain|to|complaints?|status|problems?)\b)",
        rf"{PLACE} {the}(?P<name>[a-z]+(?: (?:and )?[a-z]+)?){GENERIC}(?![a-z])",
        rf"(?P<name>{_certain(english)})(?:'s)?",
    ):
        script = script.lettered(Kind.DEPARTMENT, pattern(template), written)
    if not re.search(f"[{HAN}]", script.text):
        return script
    place = r"(?:就诊科室|所在科室|科室|挂号科室)?(?:为|是|在|到|去|于|由|从|挂|:)?(?:的)?(?:医院|本院|我院)?"
    after = r"(?:门诊)?(?:就诊|看诊|看病|看过|看的?|接诊|挂号|诊治|治疗)?(?:过|了)?(?:的(?!科室|号))?"
    short = any_of(tuple(SHORT))
    for template in (
        rf"{place}(?P<name>{chinese}){after}",
        rf"{place}(?P<name>{short})(?=的|今|昨|⟨*⟩|门诊|患者|病人|看|就诊|病历){after}",
        rf"(?:就诊科室|所在科室|科室|挂号科室)(?:为|是|:)?(?P<name>[{HAN}]{{2,8}}?(?:科|门诊|中心|室))",
        rf"(?:在|到|去|于|挂|转到|转至|⟨W⟩|⟨P⟩|^)(?P<all>(?P<name>(?![各本该哪什同全专这那每几某一内外]科)[{HAN}]{{1,6}}科)(?:门诊)?)(?!室)",
    ):
        script = script.lettered(Kind.DEPARTMENT, pattern(template), written)
    return script


@lru_cache(maxsize=8)
def _names(known: tuple[str, ...]) -> tuple[str, str]:
    """Expressions for the English and the Chinese names; "clinic" belongs to a name only where it has none without."""
    names = {part.strip().lower() for name in known for part in re.split(r"[()（）]", name) if len(part.strip()) > 1}
    names |= {name.lower() for called in specialty_names().values() for name in called if name}
    names |= {part.strip() for name in names for part in re.split(r"[()]", name) if len(part.strip()) > 1}
    names |= {"surgery", "internal medicine", "内科", "外科", "emergency", "orthopaedics", "mental health", "ent"}
    names = {name for name in names if not PERSONS.search(name)}
    bare = {name for name in names if not _without(name, names)}
    english = tuple(name for name in bare if name.isascii())
    chinese = tuple(name for name in bare if not name.isascii() and name[-1] in "科诊心室部")
    return any_of(english), any_of(chinese)


def _without(name: str, names: set[str]) -> bool:
    shorter = re.sub(r" (?:clinic|department|unit)$|门诊$", "", name)
    return shorter != name and (shorter in names or (shorter + "科" in names and not name.startswith("发热")))


@lru_cache(maxsize=8)
def _certain(english: str) -> str:
    """Of the names those that mean a department wherever they stand."""
    words = re.findall(r"\(\?<!\[a-z\]\)((?:\\.|[^()|\\])+)\(\?!\[a-z\]\)", english)
    sure = re.compile(
        r"(?:olog(?:y|ical)|iatrics|aedics|opedics|surgery|gynecology|obstetrics|medicine|clinic|andrology|practice|geriatrics)$"
    )
    found = (re.sub(r"\\(.)", r"\1", word) for word in words)
    return any_of(tuple(word for word in found if sure.search(word)))
