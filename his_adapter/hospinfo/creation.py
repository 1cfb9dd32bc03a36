# ruff: noqa: E501
"""What a new record holds, from a list of fields and values or from a telling sentence."""

import re
from collections.abc import Sequence
from datetime import datetime
from functools import cache
from itertools import pairwise

from his_adapter.hospinfo.clinical import belongs
from his_adapter.hospinfo.departments import departments
from his_adapter.hospinfo.people import CAPITAL, NOT_IN_NAMES, doctors, gendered
from his_adapter.hospinfo.script import Kind, Script
from his_adapter.hospinfo.values import quoted, tidy, value
from his_adapter.hospinfo.vocabulary import pattern
from his_adapter.hospinfo.when import dated
from his_adapter.operation import Column, Term

TEXTS = (
    Column.CHIEF_COMPLAINT, Column.PRESENT_ILLNESS_HISTORY, Column.PAST_HISTORY, Column.DRUG_ALLERGY_HISTORY,
    Column.PHYSICAL_EXAMINATION, Column.AUXILIARY_EXAMINATION, Column.PRELIMINARY_DIAGNOSIS, Column.TREATMENT_OPINION, Column.NOTES,
)  # fmt: skip
STRONG = re.compile(
    r"(?:name|gender|sex|age|department|dept|chief complaint|complaint|present illness(?: history)?|history of present illness|hpi"
    r"|past (?:medical )?history|past illness(?:es)?|drug allergy(?: history)?|allerg(?:y history|ies)|physical examination|physical exam|auxiliary examination"
    r"|preliminary diagnosis|diagnosis|treatment opinion|treatment plan|treatment|notes?|visit date|date of visit|physician signature|physician"
    r"|姓名|性别|年龄|就诊科室|科室|主诉|现病史|既往史|既往病史|药物过敏史|药物过敏|过敏史|体格检查|查体|辅助检查|初步诊断|诊断|处理意见|治疗意见|备注|就诊日期|就诊时间|医师签名|医生签名)$"
)
WITHIN = re.compile(
    r"(?:denie[sd]|denying|no|no known|any|known|of|否认|无|没有|有|的) ?$"
)  # no name of a field after these
Filled = dict[Column, Term]


def created(said: Script, now: datetime, known: Sequence[str] = ()) -> Filled:
    """The fields of the new record. Raises NotAValue."""
    filled: Filled = {}
    patients = said.every(Kind.PATIENT)
    if patients:
        filled[Column.PATIENT_ID] = patients[0]
    last: Column | None = None
    open_values: dict[Column, tuple[int, int]] = {}
    for start, end, first in _segments(said):
        last = _segment(said.part(start, end), filled, last, first=first, now=now, known=known)
        if last is not None:
            held = open_values.get(last)
            open_values[last] = (held[0] if held else start, end)
    return filled


def _segments(said: Script) -> list[tuple[int, int, bool]]:
    """Parts between commas and the like, and before the strong names of fields; the first is the heading."""
    cuts = {0, len(said.text)}
    for match in pattern(r"[,;。()\n]|\.(?= |$)|:(?!\d)| - ").finditer(said.text):
        cuts |= {match.start(), match.end()}
    for match in pattern(r"⟨F⟩").finditer(said.text):
        within = WITHIN.search(said.text[: match.start()])
        if STRONG.search(said.written(*match.span()).lower()) and not within:
            cuts.add(match.start())
    places = sorted(cuts)
    return [(a, b, not a) for a, b in pairwise(places) if said.text[a:b].strip(" ,;:。.()\n-")]


HEADING = r"(?:please|could you|can you|kindly|帮我|请|麻烦)?.*?(?:⟨create_en⟩|⟨add_en⟩|⟨create_zh⟩|⟨add_zh⟩)"


def _segment(
    part: Script, filled: Filled, last: Column | None, *, first: bool, now: datetime, known: Sequence[str]
) -> Column | None:
    label = pattern(
        r"^[ ,]*(?:and |with |the |his |her |their |a |an |以及|并|同时|其|患者)*(?P<f>⟨F⟩)(?: ?(?:is|are|was|of|as|=|:|to|for)(?![a-z])| ?(?:为|是|有|:))?(?P<v>.*)$"
    ).match(part.text)
    if label:
        column = Column(part.means(label["f"]))
        words = quoted(part.part(*label.span("v"))) if label["v"].strip() else None
        words = words or tidy(part.written(*label.span("v")))
        if words:
            _fill(filled, column, words, now, known)
        return column
    if last in TEXTS and last in filled and not first and not _own(part):
        filled[last] = _joined(str(filled[last]), part)
        return last
    if last is not None and last not in filled:  # "主诉：" and then the words
        _fill(filled, last, tidy(part.written(0, len(part.text))), now, known)
        return last
    return _unlabelled(part, filled, now=now, known=known, first=first)


def _joined(held: str, part: Script) -> str:
    """The value as it was written, from where it began to the end of this part."""
    start = part.original.find(held)
    end = part.places[-1][1]
    return tidy(part.original[start:end]) if start >= 0 else held


@cache
def _own_words() -> re.Pattern[str]:
    return pattern(
        r"^[ ,]*(?:and |with |the |以及|并|同时)*(?:(?:denies|no|no known|known) (?:\w+ )?(?:drug |medication |medicine )?(?:⟨F⟩|allerg)|nkda|allergic|allergy|complain|diagnos|signed|denies|(?:否认|无|有)[^,]*(?:⟨F⟩|过敏|史)|对[^,]+过敏|(?:既往|曾)|⟨F⟩)"
    )


def _own(part: Script) -> bool:
    """Whether a part that has no label still says which field it fills."""
    return _own_words().search(part.text) is not None


def _fill(filled: Filled, column: Column, words: str, now: datetime, known: Sequence[str]) -> None:
    filled.setdefault(column, value(column, words, now, known))


ALLERGY = re.compile(r"allerg|nkda|过敏", re.I)
PAST = re.compile(r"histor(?:y|ies)|previously|病史|既往|体健|史$|had .* (?:before|in the past)", re.I)
COMPLAINT = r"(?:(?:who |he |she )?(?:is |was |has )?(?:complain(?:s|ed|ing)? (?:of|about)|present(?:s|ed|ing)? with|com(?:es|ing|e) in (?:with|for)|came (?:in )?(?:with|for)|suffering from|suffers from|because of|due to|reports?|reporting|here (?:for|with)|seen for|with|for|having)|因为|因|由于|来看|自述|自诉|诉) ?(?P<v>.+?)(?:来?就诊|来看病|而来|就医)?$"


def _unlabelled(part: Script, filled: Filled, *, now: datetime, known: Sequence[str], first: bool) -> Column | None:
    text = part.text
    written = tidy(re.sub(r"^(?:and|with|以及|并|同时) ?", "", part.written(0, len(text)), flags=re.I))
    if not first and ALLERGY.search(written):
        _fill(filled, Column.DRUG_ALLERGY_HISTORY, written, now, known)
        return Column.DRUG_ALLERGY_HISTORY
    if not first and PAST.search(written):
        _fill(
            filled,
            Column.PAST_HISTORY,
            re.sub(r"^(?:he |she )?(?:has |had )?(?:an? )?(?:past |medical )*history of ", "", written, flags=re.I),
            now,
            known,
        )
        return Column.PAST_HISTORY
    known_parts = dated(departments(gendered(doctors(part)), known), now)
    if (
        diagnosed := pattern(r"(?:diagnosed (?:with|as)|初步诊断为?|诊断为?) ?(?P<v>.+)$").search(known_parts.text)
    ) is not None:
        _fill(filled, Column.PRELIMINARY_DIAGNOSIS, tidy(known_parts.written(*diagnosed.span("v"))), now, known)
        return Column.PRELIMINARY_DIAGNOSIS
    for kind, column in (
        (Kind.DEPARTMENT, Column.DEPARTMENT),
        (Kind.GENDER, Column.GENDER),
        (Kind.DOCTOR, Column.PHYSICIAN_SIGNATURE),
    ):
        if found := known_parts.every(kind):
            filled.setdefault(column, found[0])
    if when := known_parts.every(Kind.WHEN):
        term = next(iter(when[0].values()))
        filled.setdefault(Column.VISIT_DATE, term[0] if isinstance(term, tuple) else term)
    if age := pattern(
        r"(?<![\d-])(?:aged |age )?\d{1,3}(?:[ -](?:years?|yrs?|months?|weeks?)(?:[ -]olds?| of age)?|yo| ?y/o|岁(?:\d+个月)?|个月(?:大)?|周岁)(?! ?(?:ago|前|history))|^ ?(?:aged? )\d{1,3}\b|^ ?\d{1,3} ?$"
    ).search(known_parts.text):
        _fill(filled, Column.AGE, known_parts.written(*age.span()), now, known)
    complaint = pattern(COMPLAINT).search(known_parts.text)
    if (
        complaint
        and not pattern(r"^(?:the |a )?(?:⟨*⟩|patient|new|walk)").match(complaint["v"])
        and Column.CHIEF_COMPLAINT not in filled
    ):
        words = re.sub(r"[\ue000-\uf8ff].*$", "", complaint["v"]).strip()
        if words:
            begin = complaint.start("v")
            _fill(filled, Column.CHIEF_COMPLAINT, tidy(known_parts.written(begin, begin + len(words))), now, known)
            return Column.CHIEF_COMPLAINT
    return _name_or_symptom(known_parts, filled, written, first=first, now=now, known=known)


def _name_or_symptom(
    part: Script, filled: Filled, written: str, *, first: bool, now: datetime, known: Sequence[str]
) -> Column | None:
    name = pattern(
        r"⟨P⟩ ?(?P<v>[a-z][a-z'-]+(?: [a-z][a-z'-]+){1,2})|^ ?(?:mr|mrs|ms|miss)?\.? ?(?P<w>[a-z][a-z'-]+(?: [a-z][a-z'-]+){1,2}) ?(?:⟨P⟩|$)|(?:^|⟨P⟩|患者|病人|为|给)(?P<z>⟨surname⟩[\u4e00-\u9fff]{1,2})(?:$|⟨P⟩|新|建|登|开|录)|(?:for|register|patient|admit|add) (?P<u>[a-z][a-z'-]+ [a-z][a-z'-]+)(?= ?(?:⟨*⟩|$))"
    ).search(part.text)
    if name and Column.NAME not in filled:
        words = next(part.written(*name.span(group)) for group in "vwzu" if name[group])
        capital = CAPITAL.fullmatch(words)
        if capital or (not words.isascii() and not any(c in words for c in NOT_IN_NAMES)):
            filled[Column.NAME] = words
            return Column.NAME
    if not first and not pattern("⟨*⟩").search(part.text) and belongs(written) is Column.CHIEF_COMPLAINT:
        _fill(filled, Column.CHIEF_COMPLAINT, written, now, known)
        return Column.CHIEF_COMPLAINT
    return None
