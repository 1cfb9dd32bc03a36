"""What a new record holds, from a list of fields and values or from a telling sentence."""

import re
from collections.abc import Sequence
from datetime import datetime
from itertools import pairwise
from typing import NamedTuple

from frontdesk.his_adapter.hospinfo.assignments import cut
from frontdesk.his_adapter.hospinfo.clinical import complains
from frontdesk.his_adapter.hospinfo.departments import departments
from frontdesk.his_adapter.hospinfo.fields import strong
from frontdesk.his_adapter.hospinfo.people import doctors, gendered, is_written_as_name, may_be_name
from frontdesk.his_adapter.hospinfo.script import Kind, Script, script
from frontdesk.his_adapter.hospinfo.values import NotAValue, quoted, tidy, told_in, value
from frontdesk.his_adapter.hospinfo.vocabulary import pattern, patterns
from frontdesk.his_adapter.hospinfo.when import dated
from frontdesk.his_adapter.medical_names import field_of
from frontdesk.his_adapter.operation import TEXTS, Column, New

Filled = dict[Column, New]
JOINING = re.compile(r"^(?:and|with|以及|并|同时) ?", re.I)
PLAIN = (
    (Kind.DEPARTMENT, Column.DEPARTMENT),
    (Kind.GENDER, Column.GENDER),
    (Kind.DOCTOR, Column.PHYSICIAN_SIGNATURE),
)


class Given(NamedTuple):
    """What the reading of values leans on."""

    now: datetime
    known: Sequence[str]


def created(said: Script, now: datetime, known: Sequence[str] = ()) -> Filled:
    """The fields of the new record, with a `patient_id` if one is named. Raises NotAValue."""
    patients = said.every(Kind.PATIENT)
    filled: Filled = {Column.PATIENT_ID: patients[0]} if patients else {}
    given, last = Given(now, known), None
    for start, end in _parts(said):
        last = _read(said.part(start, end), filled, last, given, heading=start == 0)
    return filled


def _parts(said: Script) -> list[tuple[int, int]]:
    """Between commas and the like, and before names of fields that hardly ever stand within a value."""
    cuts = {0, len(said.text)}
    for match in _one("between").finditer(said.text):
        cuts |= {match.start(), match.end()}
    cuts |= {match.end() for match in pattern("⟨Q⟩").finditer(said.text)}
    for match in pattern("⟨F⟩").finditer(said.text):
        begins = strong().search(said.written(*match.span()).lower())
        if begins and not _one("within").search(said.text[: match.start()]):
            cuts.add(match.start())
    return [
        (start, end) for start, end in pairwise(sorted(cuts)) if not _one("says_nothing").match(said.text[start:end])
    ]


def _read(part: Script, filled: Filled, last: Column | None, given: Given, *, heading: bool) -> Column | None:
    """Puts what `part` says into `filled`; returns the field that an unlabelled part after it goes on with."""
    label = _one("label").match(part.text)
    if label:
        column, rest = Column(part.means(label["f"])), part.part(*label.span("v"))
        _fill(filled, column, quoted(rest) or part.written(*label.span("v")), given)
        return column
    if last is not None and last not in filled:  # "主诉：" and then the words
        _fill(filled, last, part.written(0, len(part.text)), given)
        return last
    if last in TEXTS and not heading and not _one("own").search(part.text) and not _is_typed(part, given):
        filled[last] = _joined(str(filled[last]), part)
        return last
    return (None if heading else _history(part, filled, given)) or _telling(part, filled, given, heading=heading)


def _is_typed(part: Script, given: Given) -> bool:
    """A part that is nothing but a department, a gender, a doctor or an age, and so no more of the text before it."""
    read = departments(gendered(doctors(part)), given.known)
    return _one("typed").fullmatch(read.text) is not None or _bare_department(part, given) is not None


def _joined(held: str, part: Script) -> str:
    """The value as it was written, from where it began to the end of this part."""
    start = part.original.find(held)
    return tidy(part.original[start : part.places[-1][1]]) if start >= 0 else held


def _history(part: Script, filled: Filled, given: Given) -> Column | None:
    words = tidy(JOINING.sub("", part.written(0, len(part.text))))
    if _one("allergy").search(words):
        return _fill(filled, Column.DRUG_ALLERGY_HISTORY, words, given)
    if _one("past").search(words):
        return _fill(filled, Column.PAST_HISTORY, _one("past_lead").sub("", words), given)
    return None


def _telling(part: Script, filled: Filled, given: Given, *, heading: bool) -> Column | None:
    """ "Register P1010 (Li Hua, a 34-year-old woman) in Dermatology with an itchy rash"."""
    read = departments(gendered(doctors(part)), given.known)
    if begun := _begun(read, heading=heading):
        _fill(filled, Column.CHIEF_COMPLAINT, read.written(*begun), given)
        read = read.without(*begun)
    read = dated(read, given.now)
    diagnosed = _one("diagnosed").search(read.text)
    if diagnosed:
        return _fill(filled, Column.PRELIMINARY_DIAGNOSIS, read.written(*diagnosed.span("v")), given)
    read = _without_senders(read)
    for kind, column in PLAIN:
        for meant in _settled(read, kind):
            filled.setdefault(column, meant)
    if heading or _one("visit").search(part.text) or _one("bare_date").fullmatch(read.text):
        for moment in _moments(read):
            filled.setdefault(Column.VISIT_DATE, moment)
    if (department := _bare_department(read, given)) and Column.DEPARTMENT not in filled:
        return _fill(filled, Column.DEPARTMENT, department, given)
    age = _one("age").search(read.text)
    if age:
        _fill(filled, Column.AGE, told_in(Column.AGE, read.written(*age.span()), read.original), given)
    complaint = _one("complaint").search(read.text)
    if _is_full_name(read.written(0, len(read.text))):
        return _name(read, filled)
    symptom = not heading and not (complaint and not read.text[: complaint.start()].strip(" ,"))
    if symptom and (told := _symptom(read, filled, given)):
        return told
    if complaint and Column.CHIEF_COMPLAINT not in filled:
        return _fill(filled, Column.CHIEF_COMPLAINT, read.written(*complaint.span("v")), given)
    return _name(read, filled)


def _without_senders(read: Script) -> Script:
    """Without the department or doctor somebody was sent by: "referred by Cardiology", 从内科转来."""
    spans = [match.span(match.lastgroup or 0) for match in _one("sent_by").finditer(read.text)]
    return cut(read, [(start, end) for start, end in spans if end > start])


def _settled(read: Script, kind: Kind) -> list[str]:
    """What a part says of one kind, the last where it corrects itself. Raises NotAValue when it says two things."""
    meant = list(dict.fromkeys(read.every(kind)))
    if len(meant) > 1 and kind is not Kind.DOCTOR and not _one("corrected").search(read.text):
        raise NotAValue(read.original)
    return [] if _one("negated").match(read.text) else meant[-1:]


def _moments(read: Script) -> list[str]:
    """The days and times of a visit; longer periods tell of other things."""
    terms = [next(iter(bounds.values())) for bounds in read.every(Kind.WHEN)[:1]]
    first_last = [term if isinstance(term, tuple) else (term, term) for term in terms]
    return [first for first, last in first_last if str(first)[:10] == str(last)[:10]]


def _begun(part: Script, *, heading: bool) -> tuple[int, int] | None:
    """Where a complaint stands with when it began: "with fever since last night", 昨晚开始发烧."""
    if not _one("onset").search(part.text) and (heading or not _one("happened").search(part.text)):
        return None
    complaint = _one("complaint").search(part.text)
    start, end = complaint.span("v") if complaint else (0, len(part.text))
    if not complaint and (lead := _one("symptom_lead").match(part.text)):
        start = lead.end()
    bare = not pattern("⟨*⟩").search(part.text, start, end)
    return (start, end) if bare and complains(part.written(start, end)) else None


def _bare_department(part: Script, given: Given) -> str | None:
    """A part that is nothing but a department's name: "..., male, 23 years, ENT, ..."."""
    words = tidy(part.written(0, len(part.text)))
    if _one("bare_department").fullmatch(words.lower()):
        return words
    found = departments(script(f"in {words}"), given.known).every(Kind.DEPARTMENT) if words.isascii() and words else []
    return words if found and found[0] == words else None


def _is_full_name(words: str) -> bool:
    """ "Kim Tan" is a name though to tan is a symptom."""
    return " " in words and is_written_as_name(words) and field_of(words) is None


def _name(part: Script, filled: Filled) -> Column | None:
    if Column.NAME in filled:
        return None
    for expression in patterns("creation", "name"):
        found = expression.search(part.text)
        words = part.written(*found.span("v")) if found else ""
        if words and (is_written_as_name(words) or (not words.isascii() and may_be_name(words))):
            filled[Column.NAME] = words
            return Column.NAME
    return None


def _symptom(part: Script, filled: Filled, given: Given) -> Column | None:
    words = tidy(_one("symptom_lead").sub("", part.written(0, len(part.text))))
    if Column.CHIEF_COMPLAINT in filled or pattern("⟨*⟩").search(part.text) or not complains(words):
        return None
    return _fill(filled, Column.CHIEF_COMPLAINT, words, given)


def _fill(filled: Filled, column: Column, words: str, given: Given) -> Column:
    if column not in filled and tidy(words):
        filled[column] = value(column, words, given.now, given.known)
    return column


def _one(name: str) -> re.Pattern[str]:
    return patterns("creation", name)[0]
