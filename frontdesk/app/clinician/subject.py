"""Whom a question is about, decided once and before anything is planned: the patient of the chart, or somebody else."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import accumulate
from pathlib import Path

import rjieba
import yaml

from frontdesk.app.clinician.planning.wishes import QUOTED
from frontdesk.app.clinician.task import Chart
from frontdesk.app.reception.turn.anonymity import STAFF_ZH, begins_no_given_name, is_known, names_in
from frontdesk.his_adapter.hospinfo.people import NamedPatients, may_be_name, named_in
from frontdesk.models.facts import Language
from frontdesk.models.identity import HAN, is_part, patient_number, places_of, same_name
from frontdesk.models.mentions import mentions
from frontdesk.models.parsers.folding import fold
from frontdesk.models.specialists.labs_vitals.catalogue import find
from frontdesk.models.specialists.labs_vitals.named import mentions_of as tests_in
from frontdesk.models.specialists.medication.lexicon import names as medicines
from frontdesk.models.specialists.privacy.cues import words as cue_words
from frontdesk.models.specialists.privacy.identifiers import Kind, identifiers
from frontdesk.models.specialists.privacy.names import DOUBLE

DIGITS = 3  # of a patient's number
TELEPHONE = 7  # digits from which a number can be a telephone's or an identity card's
LATIN_NAME = re.compile(r"[^\W\d_\u3400-\u9fff]{2,}(?:['’-](?!s\b)[^\W\d_\u3400-\u9fff]+)*")
HAN_RUN = re.compile(r"[\u3400-\u9fff]{2,}")
GIVEN = re.compile(r"[\u3400-\u9fff]{1,2}")
# What stands before a name: a clause's beginning, or a word that leads to somebody.
LEADS = re.compile(
    r"(?:^|[^\u3400-\u9fffA-Za-z0-9]|[看查查给问和跟与比把将替叫为是找帮那请下对说让像]|患者|病人|一下|关于|还有|以及|名字)$"
)
FOLLOWS = re.compile(
    r"$|[^\u3400-\u9fff]|[的有吃用服对最今昨上呢是现血体肌尿心诊过发之前以近做查能可该需在住几怎什没还会来和跟与比这那病情什怀]"
)
SHORTEST_WHOLE = 2  # characters of a whole name
SHORTEST = 3  # letters of a name in Latin letters that nothing else says to be one
SHORTENED = re.compile(r"[A-Z]{2,5}s|[B-DF-HJ-NP-TV-XZ]{2,5}|[A-Z][a-z]?[A-Z][a-z]?|CrCl")  # LFTs, DVT, KCl: no names
ABBREVIATED = re.compile(r"[A-Z][A-Z0-9]{1,5}")  # beside a word of everyday no name either: "newest APRI"
WINDOWS_HAN, WINDOWS_LATIN = (2, 3, 4), (2, 3)  # characters, words
WORDS = {
    Language.EN: {
        "whose": "{whose}:",
        "other": (
            "This is the page of {whose}; you name {others}. I cannot look up others here and answer from the"
            " records of this page's patient alone:"
            " open the other patient's page to ask there, or ask again about {whose}."
        ),
        "unseen": "{whose}: record {records} is another department's, which you may not see.",
        "hidden": "Besides, other departments hold {count} of this patient's records, which you may not see.",
        "and": ", ",
    },
    Language.ZH: {
        "whose": "{whose}：",
        "other": (
            "这是{whose}的页面，您提到的是：{others}。这里不能查其他患者，只根据本页患者的病历回答："
            "请打开那位患者的页面再问，或者改问{whose}。"
        ),
        "unseen": "{whose}：病历{records}属于其他科室，您无权查看。",
        "hidden": "另外，这位患者在其他科室还有{count}份病历，您无权查看。",
        "and": "、",
    },
}


def whose(chart: Chart) -> str:
    return f"{chart.name} {chart.patient_id}".strip()


def unanswered(question: str, chart: Chart) -> str | None:
    """What is answered where somebody else is named, or a record that may not be seen; else None."""
    words = WORDS[chart.language]
    others = others_in(question, chart)
    unseen = [f"{one}" for one in named_in(question).records if one in chart.hidden]
    if unseen and not others:
        return words["unseen"].format(whose=whose(chart), records=words["and"].join(unseen))
    return words["other"].format(whose=whose(chart), others=words["and"].join(others)) if others else None


def told_of(answer: str, chart: Chart) -> str:
    """An answer with whose data it is, and that there is more which this doctor may not see."""
    words = WORDS[chart.language]
    hidden = [words["hidden"].format(count=len(chart.hidden))] if chart.hidden else []
    return "\n".join([words["whose"].format(whose=whose(chart)), answer, *hidden])


def others_in(question: str, chart: Chart) -> tuple[str, ...]:
    """Patients other than the chart's whom a question names or means, as it says them; words in quotes are nobody's."""
    asked = fold(QUOTED.sub(" ", question)).text
    named = named_in(asked)
    low = asked.lower()
    found = [
        *(one for one in named.patients if not _is_own_number(one, chart) and sum(map(str.isdigit, one)) >= DIGITS),
        *(f"{one}" for one in named.records if one not in chart.visits),
        *(() if _names_own(asked, named, chart) else _numbers(asked, named)),
        *(one for one in _names(asked, named.names, chart) if not _is_own(one, chart)),
        *(one[0].strip() for shape in _shapes("references") for one in shape.finditer(low)),
    ]
    return tuple(dict.fromkeys(found))


def nameless(question: str, chart: Chart) -> str:
    """The question without the name of the page's patient, which may hold other words: 铁 in 冯铁柱, Emily."""
    if len(chart.name) < SHORTEST_WHOLE:
        return question
    found = re.compile(rf"{re.escape(chart.name)}(?:['’]s(?= ))?的?", re.IGNORECASE).sub(" ", question)
    parts = [part for part in chart.name.split() if part.isascii() and len(part) >= SHORTEST and not is_known(part)]
    if parts:
        found = re.sub(rf"\b(?:{'|'.join(map(re.escape, parts))})(?:['’]s)?\b", " ", found, flags=re.IGNORECASE)
    return re.sub(r"\s{2,}", " ", found).strip(" ，,:：") or question


def _is_own_number(number: str, chart: Chart) -> bool:
    own, given = patient_number(chart.patient_id), patient_number(number)
    return given == own or (given.isdigit() and given == own.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ"))


def _names_own(asked: str, named: NamedPatients, chart: Chart) -> bool:
    by_name = bool(chart.name) and any(True for _ in places_of(chart.name, asked, parts=False))
    return by_name or any(_is_own_number(one, chart) for one in named.patients)


def _numbers(asked: str, named: NamedPatients) -> Iterator[str]:
    """Telephones and numbers of papers: nobody's that this page knows."""
    known = {*named.patients, *map(str, named.records)}
    for one in identifiers(asked):
        digits = re.sub(r"\D", "", asked[one.start : one.end])
        if one.kind is Kind.NUMBER and len(digits) >= TELEPHONE and not any(digits in number for number in known):
            yield asked[one.start : one.end].strip()


def _is_own(name: str, chart: Chart) -> bool:
    return bool(chart.name) and (same_name(name, chart.name) or is_part(re.sub("^[老小]", "", name), chart.name))


def _names(asked: str, read: Sequence[str], chart: Chart) -> Iterator[str]:
    """Names of people but the staff: as the records box reads them, by form of address, and the hospital's patients."""
    staff = [one.physician_signature for one in chart.records if one.physician_signature]
    if chart.clinic:
        staff += [name for one in chart.clinic.physicians("") for name in one.physician.name.values()]
    addressed = list(_addressed(asked))
    others = (one for one in (*read, *_chinese(asked)) if not one.startswith(tuple(addressed)))
    found = [*addressed, *(one for one in others if _is_strange(one, asked))]
    if chart.clinic:
        found += chart.clinic.patients(_windows(asked))
    for name in dict.fromkeys(found):
        if not any(same_name(name, one) for one in staff):
            yield name


def _is_strange(name: str, asked: str) -> bool:
    """A name, and no word of everyday, of medicine, or one that an illness, a sign or a score is called after."""
    if HAN.search(name):
        at = asked.find(name)
        return _is_name(name) and _medical(asked).isdisjoint(range(at, at + len(name)))
    words = name.split()
    if is_known(name) or any(find(word) or len(word) == 1 for word in words) or len(name) < SHORTEST:
        return False
    if any(SHORTENED.fullmatch(word) for word in words):
        return False
    if all(is_known(word) or (ABBREVIATED.fullmatch(word) and not asked.isupper()) for word in words):
        return False
    called = re.search(rf"{re.escape(name)}['’]?s? (?:{'|'.join(_table()['called_after'])})", asked, re.IGNORECASE)
    return not called and not {*re.split(r"[\s-]", name.lower())} & {*_table()["eponyms"]}


def _addressed(asked: str) -> Iterator[str]:
    """By a family name alone, with a form of address: Mr Okafor, 王大爷, 老王."""
    for shape in _shapes("addressed"):
        for found in shape.finditer(asked):
            if len(found["name"]) == 1 or not _is_word(found["name"]):
                yield found["name"]


def _chinese(asked: str) -> Iterator[str]:
    """Family and given name, each as one or two words or found by what stands around them."""
    words = rjieba.tag(asked)
    starts = [0, *accumulate(len(word) for word, _ in words)]
    tagged = [
        (at, word if len(word) > 1 else word + behind)
        for at, (word, tag), (behind, _) in zip(starts, words, [*words[1:], ("", "")], strict=False)
        if tag.startswith("nr")
    ]
    found = [(asked.find(name), name) for name in names_in(asked) if HAN.search(name)]
    whole = [(at, name) for at, name in found if {at, at + len(name)} <= set(starts)]
    for at, name in (*tagged, *whole):
        behind = asked[at + len(name) :]
        if LEADS.search(asked[:at]) and FOLLOWS.match(behind) and not any(one in name + behind[:3] for one in STAFF_ZH):
            yield name


def _medical(asked: str) -> frozenset[int]:
    """Where illnesses, medicines and tests stand."""
    spans = [(one.start, one.end) for several in (mentions(asked), tests_in(asked.lower())) for one in several]
    spans += [(hit.start, hit.end) for hit in medicines().zh.every(asked)]
    return frozenset(at for start, end in spans for at in range(start, end))


def _is_name(word: str) -> bool:
    family = 2 if re.match(DOUBLE, word) else 1
    if word[:family] not in _surnames() or not GIVEN.fullmatch(word[family:]) or not may_be_name(word):
        return False
    if word.startswith(tuple(cue_words("no_names_zh"))) or begins_no_given_name(word[family]):
        return False
    if any(sign in _table()["clinical"][0] for sign in word[family:]):  # 左房, 全血, 高钾
        return False
    return not _is_word(word)


def _is_word(word: str) -> bool:
    """Of everyday; not one of the dictionary's own people."""
    return rjieba.has_word(word) and not rjieba.tag(word)[0][1].startswith("nr")


@cache
def _surnames() -> frozenset[str]:
    return frozenset("".join(cue_words("surnames"))) | frozenset(DOUBLE.split("|"))


def _windows(asked: str) -> frozenset[str]:
    """Every run of characters or words that may be a whole name."""
    runs = [run[0] for run in HAN_RUN.finditer(asked)]
    han = {run[at : at + size] for run in runs for size in WINDOWS_HAN for at in range(len(run) - size + 1)}
    words = LATIN_NAME.findall(asked)
    latin = {
        " ".join(part)
        for size in WINDOWS_LATIN
        for at in range(len(words) - size + 1)
        for part in (words[at : at + size], [*words[at + 1 : at + size], words[at]])
    }
    return frozenset(one for one in han if len(one) > 2 or not rjieba.has_word(one)) | latin


@cache
def _table() -> dict[str, list[str]]:
    table: dict[str, list[str]] = yaml.load(
        Path(__file__).with_suffix(".yaml").read_text("utf-8"), Loader=yaml.CSafeLoader
    )
    return table | {name: table[name][0].split() for name in ("eponyms", "called_after")}


@cache
def _shapes(name: str) -> tuple[re.Pattern[str], ...]:
    surname = f"(?:{DOUBLE}|[{''.join(cue_words('surnames'))}])"
    return tuple(re.compile(one.replace("⟨surname⟩", surname)) for one in _table()[name])
