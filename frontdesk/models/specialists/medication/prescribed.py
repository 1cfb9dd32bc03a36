"""What doctors' notes leave a patient on: each medicine with where it stands after the last of them."""

import re
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from frontdesk.models.parsers.numbers import CHINESE, ENGLISH
from frontdesk.models.parsers.writing import read
from frontdesk.models.specialists.medication.amounts import amount
from frontdesk.models.specialists.medication.lexicon import Mention, is_kind
from frontdesk.models.specialists.medication.listing import IN_THE_BODY, ListedMedicine, Standing, cue
from frontdesk.models.specialists.medication.mentions import mentions
from frontdesk.models.specialists.medication.not_taken import MEASURED, is_allergy, is_value

CURRENT = timedelta(days=365)  # a prescription not renewed for so long is none
DOSE = re.compile(
    r"\d[\d.]*\s*(?:mg|g|milligrams?|micrograms?|grams?|μg|ug|µg|mcg|ml|iu|units?|毫克|微克|克|毫升|单位|片|粒|支|喷|吸|puffs?|tablets?|%)"
    r"[^，,；;。、（(]*?(?=[，,；;。、（(]|\.(?:\s|$)|$|[共再]\d|\band\b)",
    re.IGNORECASE,
)
"""An amount as a doctor writes it, to the end of its clause: 2.5mg 每晚一次."""
HARD = re.compile(r"[；;。\n]|\.(?=\s|$)")
COURSE = re.compile(
    rf"(?:共|连[服用]|疗程)\s*(?P<zh>{CHINESE})\s*(?P<zu>天|日|周|个?月)|(?P<zs>{CHINESE})\s*(?P<su>天|日|周|个?月)后停"
    rf"|\bfor (?:the next )?(?P<en>{ENGLISH}) ?(?P<eu>days?|weeks?|months?)\b(?! more)"
)
DAYS = {"天": 1, "日": 1, "d": 1, "周": 7, "w": 7, "月": 30, "个": 30, "m": 30}


class Note(NamedTuple):
    """One visit's treatment and past history as its doctor wrote them."""

    on: date
    department: str
    treatment: str
    history: str = ""
    outpatient_number: int | None = None


class Change(StrEnum):
    """What a note does to a medicine, beside what stood before it."""

    BEGUN = "begun"
    RAISED = "raised"
    LOWERED = "lowered"
    CHANGED = "changed"  # another amount or rhythm, of which neither can be said
    CONTINUED = "continued"
    PAUSED = "paused"  # a dose left out, and the medicine goes on
    STOPPED = "stopped"
    DECLINED = "declined"
    ADVISED = "advised"
    AVOIDED = "avoided"


class Written(NamedTuple):
    """One medicine of one note: where it stands after it, in which sentence, and what of it was there `before`."""

    note: Note
    entry: ListedMedicine
    sentence: str
    days: float | None  # of its course
    paused: bool = False
    of_history: bool = False
    before: ListedMedicine | None = None
    said: Change | None = None  # in words: 10 mg twice a day down to 15 mg once is no more than before

    @property
    def change(self) -> Change:
        standing, before = self.entry.standing, self.before
        if standing in _AS_WRITTEN:
            return _AS_WRITTEN[standing]
        if self.paused:
            return Change.PAUSED
        if before is None or before.standing not in IN_THE_BODY:
            return Change.CONTINUED if self.of_history else Change.BEGUN
        old, new = _first_number(before.dose), _first_number(self.entry.dose)
        if self.said and old is not None and self.entry.dose != before.dose:
            return self.said
        if old is None or new is None or old == new:
            return Change.CONTINUED
        return Change.RAISED if new > old else Change.LOWERED


_AS_WRITTEN = {
    Standing.STOPPED: Change.STOPPED,
    Standing.DECLINED: Change.DECLINED,
    Standing.ADVISED: Change.ADVISED,
    Standing.AVOIDED: Change.AVOIDED,
}
_AMOUNT = re.compile(r"(\d+(?:\.\d+)?)\s*(μg|ug|µg|micrograms?|微克|mg|milligrams?|毫克|grams?|g|克)?", re.IGNORECASE)
# "from 20 mg up to 40 mg", 由20mg加至40mg: the first is the dose of before.
_OLD_DOSE = re.compile(
    r"^\s*(?:[由从]\s*\d+(?:\.\d+)?\s*[a-zμµ]*\s*(?=[加增减降改调])"
    r"|(?:(?:increased|raised|reduced|lowered|changed|cut) )?from \d+(?:\.\d+)?\s*[a-zμµ]*\s+(?=(?:up |down )?to\b))"
)
_RAISED = re.compile(r"^\s*(?:加[到至为]|增[加至到]|加量|(?:up|increased|raised) to (?=\d+(?:\.\d+)? ?[a-zμµ]*g\b))")
_LOWERED = re.compile(r"^\s*(?:减[为至到量]|降[为至到]|(?:down|reduced|lowered|cut)(?: down)? to (?=\d))")
_GRAMS = {"m": 1e-3, "毫": 1e-3, "μ": 1e-6, "u": 1e-6, "µ": 1e-6, "微": 1e-6, "g": 1.0, "克": 1.0}


def _first_number(dose: str) -> float | None:
    """The first amount of a dose, in grams where it has a unit of weight."""
    found = _AMOUNT.search(dose)
    if found is None:
        return None
    unit = (found[2] or "").lower()
    factor = 1e-6 if unit.startswith("microg") else _GRAMS[unit[0]] if unit else 1.0
    return round(float(found[1]) * factor, 9)


class _Line(NamedTuple):
    mention: Mention
    before: str  # since the medicine before, or the sentence's beginning
    after: str  # to the next medicine, or the sentence's end
    rest: str  # to the sentence's end
    sentence: str  # the whole of it, as it is written


def prescribed(notes: Sequence[Note], *, today: date) -> tuple[ListedMedicine, ...]:
    """The notes in order of time. What is over, or was not renewed for a year, is told as stopped."""
    standing: dict[tuple[str, ...], ListedMedicine] = {}
    ends: dict[tuple[str, ...], date] = {}
    for one in _followed(notes, standing):
        ends.pop(one.entry.holds, None)
        if one.days is not None:
            ends[one.entry.holds] = one.note.on + timedelta(days=one.days)
    return tuple(_as_of(one, ends.get(one.holds), today) for one in standing.values())


def course(notes: Sequence[Note]) -> tuple[Written, ...]:
    """Every medicine of every note in order of time, each with what stood of it before."""
    return tuple(_followed(notes, {}))


def _followed(notes: Sequence[Note], standing: dict[tuple[str, ...], ListedMedicine]) -> Iterator[Written]:
    """The notes in order of time; `standing` is what they leave the patient on."""
    for note in sorted(notes, key=lambda one: one.on):
        _carry_on(note, standing)
        for one in written(note):
            before, entry = standing.get(one.entry.holds), one.entry
            if before and before.standing in IN_THE_BODY and entry.standing in (Standing.ADVISED, Standing.DECLINED):
                continue  # advised to go on
            dose = entry.dose or (before.dose if before and entry.standing in IN_THE_BODY else "")
            standing[entry.holds] = entry.model_copy(update={"dose": dose})
            yield one._replace(entry=standing[entry.holds], before=before)


@lru_cache(maxsize=8192)
def written(note: Note) -> tuple[Written, ...]:
    """The medicines of one note: those that its history says are taken, then its treatment's."""
    return (*_of_history(note), *_of_treatment(note))


def _as_of(entry: ListedMedicine, ends: date | None, today: date) -> ListedMedicine:
    last = entry.on or today
    over = (ends is not None and ends < today) or today - last > CURRENT
    return entry.model_copy(update={"standing": Standing.STOPPED}) if over and entry.standing in IN_THE_BODY else entry


def _carry_on(note: Note, standing: dict[tuple[str, ...], ListedMedicine]) -> None:
    """What the same department goes on with, or stops as a whole."""
    lower = read(note.treatment).lower
    goes_on, stops = cue("unchanged").search(lower), cue("stop_all").search(lower)
    for holds, one in standing.items():
        if one.source != note.department or one.standing not in IN_THE_BODY:
            continue
        if stops:
            standing[holds] = one.model_copy(update={"standing": Standing.STOPPED, "on": note.on})
        elif goes_on:
            standing[holds] = one.model_copy(update={"on": note.on, "outpatient_number": note.outpatient_number})


def _of_history(note: Note) -> Iterator[Written]:
    """Medicines said to be taken at the time of the visit: 服氨氯地平5mg."""
    for line in _lines(note.history):
        if cue("taken_before").search(line.before) or DOSE.search(line.after):
            yield Written(note, _entry(note, line, Standing.RUNNING), line.sentence, None, of_history=True)


def _of_treatment(note: Note) -> Iterator[Written]:
    lines = list(_lines(note.treatment))
    standing: Standing | None = None
    for place, line in enumerate(lines):
        same = place > 0 and line.sentence == lines[place - 1].sentence
        listed = same and cue("list").search(line.before) is not None
        own = _standing(line)
        standing = standing if listed and standing and own is Standing.RUNNING else own
        goes_on = standing in IN_THE_BODY
        if goes_on and not DOSE.search(line.after) and line.mention.meant and {*line.mention.meant.codes} <= MEASURED:
            continue  # a diet sheet on potassium
        days = _course(lines[place:]) if goes_on else None
        entry, paused = _entry(note, line, standing), goes_on and _is_paused(line)
        yield Written(note, entry, line.sentence, days, paused=paused, said=_said(line))


def _said(line: _Line) -> Change | None:
    """That a dose is raised or lowered, as the words right behind the medicine say."""
    new = _OLD_DOSE.sub("", line.after)
    return Change.RAISED if _RAISED.match(new) else Change.LOWERED if _LOWERED.match(new) else None


def _standing(line: _Line) -> Standing:
    if _is_paused(line):
        return Standing.RUNNING
    for standing, before, after, rest in (
        (Standing.DECLINED, "declined_before", "declined_after", True),
        (Standing.ADVISED, "advised_before", "advised_after", False),
        (Standing.STOPPED, "stopped_before", "stopped_after", False),
        (Standing.AVOIDED, "avoided_before", None, False),
        (Standing.ONCE, None, "once_after", False),
    ):
        behind = line.rest if rest else line.after
        if (before and cue(before).search(line.before)) or (after and cue(after).search(behind)):
            return standing
    return Standing.RUNNING


def _is_paused(line: _Line) -> bool:
    return bool(cue("pause_before").search(line.before) and cue("pause_after").search(line.after))


def _course(lines: Sequence[_Line]) -> float | None:
    """Days that it is taken for; in a list joined by 、 what is said behind the last holds for all of them."""
    for line in lines:
        if match := COURSE.search(line.after):
            count = amount(match["zh"] or match["zs"] or match["en"])
            unit = (match["zu"] or match["su"] or match["eu"])[0]
            return None if count is None else count * DAYS[unit]
        if not line.after.rstrip().endswith("、"):
            return None
    return None


def _entry(note: Note, line: _Line, standing: Standing) -> ListedMedicine:
    meant = line.mention.meant
    holds = meant.codes if meant else (line.mention.words.lower(),)
    code = meant.product.code if meant and meant.product else holds[0]
    dose = DOSE.search(_OLD_DOSE.sub("", line.after)) if standing in IN_THE_BODY else None
    return ListedMedicine(
        code=code,
        words=line.mention.words,
        holds=holds,
        standing=standing,
        dose=dose[0].strip() if dose else "",
        on=note.on,
        source=note.department,
        outpatient_number=note.outpatient_number,
    )


def _is_measured(lower: str, one: Mention) -> bool:
    """Potassium that is measured, or eaten less of, and not prescribed; its dose would stand behind it."""
    return is_value(lower, one) and not DOSE.match(lower[one.end :].lstrip())


def _lines(text: str) -> Iterator[_Line]:
    writing = read(text)
    lower = writing.lower
    found = [
        one
        for one in mentions(writing)
        if one.named and not is_kind(one.named) and not is_allergy(lower, one) and not _is_measured(lower, one)
    ]
    stops = [0, *(match.end() for match in HARD.finditer(lower)), len(lower)]
    for place, one in enumerate(found):
        first = max(stop for stop in stops if stop <= one.start)
        last = min(stop for stop in stops if stop >= one.end)
        start = max([first, *(other.end for other in found[:place])])
        end = min([last, *(other.start for other in found[place + 1 :])])
        sentence = writing.words(first, last).strip(" 。；;\n")
        yield _Line(one, lower[start : one.start], lower[one.end : end], lower[one.end : last], sentence)
