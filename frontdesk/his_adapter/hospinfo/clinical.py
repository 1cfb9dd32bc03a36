"""Illnesses, symptoms, allergies and other text asked for, in the field each belongs to."""

import re
from collections.abc import Callable
from functools import cache, partial

from frontdesk.his_adapter.hospinfo.script import Kind, Script
from frontdesk.his_adapter.hospinfo.vocabulary import pattern, rules
from frontdesk.his_adapter.medical_names import field_of
from frontdesk.his_adapter.operation import Column
from frontdesk.models.facts import Language, Topic
from frontdesk.models.knowledge.load import knowledge
from frontdesk.models.knowledge.schema import Condition, Finding
from frontdesk.models.mentions import mentions

ALTERNATIVES = re.compile(r",? or |或者?是?|、")

Told = tuple[Column, str]
Read = Callable[..., Told | None]


def clinical(script: Script) -> Script:
    """With such conditions as letters; their meaning is a column and the words to be found in it."""
    script = script.lettered(Kind.QUOTED, _joined_names(), lambda match: script.written(*match.span()))
    for expression, reads in rules("clinical", script.text):
        script = script.lettered(
            Kind.CLINICAL, expression, partial(READS.get(reads) or _in(Column(reads)), script=script)
        )
    return script


def _in(column: Column) -> Read:
    return lambda match, script: _told(column, match, script)


def _told(column: Column, match: re.Match[str], script: Script) -> Told | None:
    start, end = match.span("v")
    if pattern("^⟨Q⟩$").match(script.text[start:end].strip()):
        return column, script.means(script.text[start:end].strip())
    if pattern("^(?:⟨P⟩|⟨N⟩|⟨F⟩|⟨W⟩|⟨A⟩|⟨K⟩|⟨M⟩)").search(script.text[start:end]):
        return None
    words = script.written(start, end).strip(" \"'“”")
    words = pattern(r"^(?:请|帮我|给我|麻烦|⟨show_zh⟩|下|所有|全部|有)+").sub("", words)
    words = re.sub(r"^(?:an?|the|any|some) |(?:的|了)$", "", words, flags=re.I)
    words = re.sub(r"(?: and| or| but)?(?: the| their| his| her| an?| th(?:ese|ose|is|at))?$", "", words, flags=re.I)
    words = re.sub(
        r"(?:^|,? )(?:(?:the )?(?:last|previous|first) time|last|before|lately|recently)$", "", words, flags=re.I
    )
    words = re.sub(r"(?:^(?:有|过|了|对))|(?: too| as well| please)$|(?:且|并且?|而且|同时|以及)$", "", words)
    return (column, words) if words and words.lower() not in NOTHING else None


NOTHING = frozenset(
    [
        "anything",
        "what",
        "any",
        "drug",
        "drugs",
        "them",
        "it",
        "me",
        "you",
        "him",
        "her",
        "什么",
        "哪些",
        "有",
        "对",
        "没有",
        "无",
        "有没有",
        "药物",
        "啥",
        "多少",
        "哪种",
        "哪个",
        "全部",
        "所有",
        "药",
        "病",
        "医生",
        "大夫",
        "诊",
        "门诊",
        "过",
        "的",
        "no",
        "none",
        "如何",
        "怎么样",
    ]
)
TEXTS = frozenset(Column) - {Column.AGE, Column.VISIT_DATE, Column.OUTPATIENT_NUMBER, Column.PATIENT_ID}


def _labelled(match: re.Match[str], script: Script) -> Told | None:
    letter = match.groupdict().get("f") or next(c for c in match[0] if pattern("⟨F⟩").match(c))
    column = script.means(letter)
    return _told(column, match, script) if column in TEXTS else None


def _allergy_field(match: re.Match[str], script: Script) -> Told | None:
    letter = next(c for c in match[0][::-1] if pattern("⟨F⟩").match(c))
    if script.means(letter) is not Column.DRUG_ALLERGY_HISTORY:
        return None
    return _told(Column.DRUG_ALLERGY_HISTORY, match, script)


ILLNESSES_IN_BING = re.compile(
    r"(?:糖尿|冠心|心脏|肾|肝|胃|肺|血管|眼|皮肤|精神|血液|传染|遗传|白血|风湿|结缔组织|帕金森|脑血管|心血管|甲状腺|慢性|基础|牙周|颈椎|腰椎|关节)病$"
)


def _history(match: re.Match[str], script: Script) -> Told | None:
    letter = match.groupdict().get("f")
    if letter and script.means(letter) is Column.DRUG_ALLERGY_HISTORY:
        return _told(Column.DRUG_ALLERGY_HISTORY, match, script)
    if letter and script.means(letter) is not Column.PAST_HISTORY:
        return None
    told = _told(Column.PAST_HISTORY, match, script)
    if told is None:
        return None
    words = re.sub(r"病?史$", "", told[1])
    known = words + "病"
    return told[0], known if ILLNESSES_IN_BING.search(known) and known in script.written(*match.span()) else words


def _guessed(match: re.Match[str], script: Script) -> Told | None:
    """An illness that lasts is past history, a symptom a complaint, any other illness a diagnosis."""
    told = _told(Column.PRELIMINARY_DIAGNOSIS, match, script)
    return (_field_of_all(told[1]) or told[0], told[1]) if told else None


def _guessed_known(match: re.Match[str], script: Script) -> Told | None:
    told = _told(Column.PRELIMINARY_DIAGNOSIS, match, script)
    column = field_of(told[1]) if told else None
    return (column, told[1]) if told and column else None


def _guessed_named(match: re.Match[str], script: Script) -> Told | None:
    """A name that ends as those of illnesses do is one, known here or not."""
    return _told(Column.PRELIMINARY_DIAGNOSIS, match, script)


def _complained(match: re.Match[str], script: Script) -> Told | None:
    told = _told(Column.CHIEF_COMPLAINT, match, script)
    words = re.sub("^(?:得|患|生)了?", "", told[1]) if told else ""
    return (Column.CHIEF_COMPLAINT, words) if words and (field_of(words) or complains(words)) else None


def complains(words: str) -> bool:
    """Whether `words` tell of a symptom, however it is put."""
    if field_of(words) is Column.CHIEF_COMPLAINT:
        return True
    return any(one.topic is Topic.FINDING and not one.denied for one in mentions(words))


@cache
def _joined_names() -> re.Pattern[str]:
    """Names with "and" in them, with or without commas: hand, foot and mouth disease."""
    known = knowledge()
    entries: list[Finding | Condition] = [*known.findings.values(), *known.conditions.values()]
    names = {name.lower() for entry in entries for name in (entry.en, *entry.says.get(Language.EN, ()))}
    joined = (re.escape(name).replace(r"\ ", ",? ") for name in names if " and " in name)
    return re.compile(rf"\b(?:{'|'.join(sorted(joined, key=len, reverse=True))})(?: disease| disorder| syndrome)?\b")


def _field_of_all(words: str) -> Column | None:
    """The field of every alternative in "headache or dizziness"."""
    fields = {field_of(part) for part in ALTERNATIVES.split(words)}
    return fields.pop() if len(fields) == 1 else None


LASTING = {"asthmatic": "asthma", "diabetic": "diabetes", "hypertensive": "hypertension", "epileptic": "epilepsy"}


def _sufferers(match: re.Match[str], script: Script) -> Told:
    """ "Asthmatic patients": records name the illness."""
    return Column.PAST_HISTORY, LASTING[match["v"]]


READS: dict[str, Read] = {
    "labelled": _labelled,
    "allergy_field": _allergy_field,
    "history": _history,
    "sufferers": _sufferers,
    "complained": _complained,
    "guessed": _guessed,
    "guessed_known": _guessed_known,
    "guessed_named": _guessed_named,
}  # any other name is a column
