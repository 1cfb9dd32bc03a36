"""What doctors' notes leave a patient on: each medicine with where it stands after the last of them."""

import re
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from frontdesk.models.knowledge.formulary import formulary
from frontdesk.models.parsers.numbers import CHINESE, ENGLISH
from frontdesk.models.parsers.writing import read
from frontdesk.models.specialists.medication.amounts import amount
from frontdesk.models.specialists.medication.listing import IN_THE_BODY, ListedMedicine, Standing, cue
from frontdesk.models.specialists.medication.not_taken import MEASURED
from frontdesk.models.specialists.medication.note_lines import NoteLine, lines_of
from frontdesk.models.specialists.medication.note_standing import is_conditional, is_paused, standings
from frontdesk.models.specialists.medication.written_dose import DOSE, compared, completed, dose_in, without_old

CURRENT = timedelta(days=365)  # a prescription not renewed for so long is none
COURSE = re.compile(
    rf"(?:共|连[服用]|疗程)\s*(?P<zh>{CHINESE})\s*(?P<zu>天|日|周|个?月)|(?P<zs>{CHINESE})\s*(?P<su>天|日|周|个?月)后停"
    rf"|\bfor (?:the next )?(?P<en>{ENGLISH}) ?(?P<eu>days?|weeks?|months?)\b(?! more)"
    rf"|(?:[x×] ?|\bfor )(?P<xn>\d+) ?(?P<xu>d(?:ays?)?\b|wks?\b|w(?:eeks?)?\b|/7|/52|[天日周])"
    rf"|[×x](?P<zn>{CHINESE})(?P<zv>天|日|周|个?月)"
    rf"|(?:[bto]d|tds|tid|bid|q[di]d|qds|daily|nocte) (?P<sn>\d{{1,2}})(?P<sv>/7|/52)(?!\d)"
    rf"|(?:qd|bid|tid|qid|qn|[次晚])\s*(?P<few>[1-9])\s*(?P<fu>天|日)(?=[，,；;。]|$)"
)
_ENDS = re.compile(r"后停|减停")
_GOES_ON = re.compile(
    r"\bthen\b(?! (?:stop|off|nil))|->|→|后[改续减加维换]|之后"
)  # behind a course: it is a step of a scheme
DAYS = {"天": 1, "日": 1, "d": 1, "周": 7, "w": 7, "月": 30, "个": 30, "m": 30, "/7": 1, "/52": 7}


class Note(NamedTuple):
    """One visit's treatment, past history and `story`, the illness as it was told, as its doctor wrote them."""

    on: date
    department: str
    treatment: str
    history: str = ""
    outpatient_number: int | None = None
    story: str = ""


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
    told: bool = False  # what was changed before the visit, as its story has it
    new: bool = False  # of a story: begun, in another's place
    either: tuple[str, ...] = ()
    before: ListedMedicine | None = None
    said: Change | None = None  # in words: 10 mg twice a day down to 15 mg once is no more than before

    @property
    def change(self) -> Change:
        standing, before = self.entry.standing, self.before
        if standing in _AS_WRITTEN:
            return _AS_WRITTEN[standing]
        if self.paused:
            return Change.PAUSED
        if self.said is Change.STOPPED:
            return Change.STOPPED  # by steps, with a day
        if before is None or before.standing not in IN_THE_BODY:
            again = before is not None and self.said is Change.CONTINUED
            return Change.CONTINUED if self.of_history or again else Change.BEGUN
        higher = compared(before.dose, self.entry.dose) if self.entry.dose != before.dose else 0
        if self.said and before.dose and (self.said is not Change.CONTINUED or higher is None):
            return self.said
        if not higher or self.said is Change.CONTINUED:
            return Change.CONTINUED
        return Change.RAISED if higher > 0 else Change.LOWERED


_AS_WRITTEN = {
    Standing.STOPPED: Change.STOPPED,
    Standing.DECLINED: Change.DECLINED,
    Standing.ADVISED: Change.ADVISED,
    Standing.AVOIDED: Change.AVOIDED,
}
_DIRECTION = r"(?:was |were |is |been |being |be |had |[- ]*(?:->|→) ?)*"
_RAISED = re.compile(
    rf"^\s*{_DIRECTION}(?:加[到至为量]|增[加至到]|上调|调高|翻倍"
    r"|(?:put |taken |titrated |stepped |gone |went |go )?up(?: again)? to (?=\d)"
    r"|(?:increased|raised|up-?titrated|doubled)(?: to (?=\d)|(?=[ ,.;]|$)))"
)
_LOWERED = re.compile(
    rf"^\s*{_DIRECTION}(?:减[为至到量半]|降[为至到]|下调|调低"
    r"|(?:stepped |brought |taken |put )?down(?: again)? to (?=\d)"
    r"|(?:reduced|lowered|cut|cut back|halved|tapered|weaned|dropped)(?: back| down)?(?: to (?=\d)|(?=[ ,.;]|$)))"
)
_KEPT = re.compile(r"^\s*(?:仍|维持|不变|不动|续|继续|stays?\b|remains?\b|unchanged|continue)")
_ON = re.compile(r"再[服用吃]|\bfor (?:another|a further)\b|\bmore (?:days|weeks|months)\b")
_ONCE_MORE = re.compile(r"^\s*(?:已|早已|had been)")  # of another day
_RESUMED = re.compile(
    r"(?:重新|恢复|又开始|再次)[服吃用]?|续上|\b(?:restart|resum|re-?start|back on)\w*", re.IGNORECASE
)
_NOW = re.compile(
    r"^\s*(?:is |at |was )?(?:now|currently|现在?|目前|已?(?:加|减|增|降)"
    r"|(?:was |been )?(?:put|taken|increased|reduced|cut|raised))"
)
_BEGUN_INSTEAD = re.compile(r"\b(?:to|with|for|by)\s*$|(?:改|换)(?:为|成|用|服)?$")
_OFTEN = re.compile(r"漏|忘|断续|自行加|偶尔|\bmiss|\bforg|\bsometimes\b", re.IGNORECASE)


def prescribed(notes: Sequence[Note], *, today: date) -> tuple[ListedMedicine, ...]:
    """The notes in order of time. What is over, or was not renewed for a year, is told as stopped."""
    standing: dict[tuple[str, ...], ListedMedicine] = {}
    ends: dict[tuple[str, ...], date] = {}
    for _ in _followed(notes, standing, ends):
        pass
    return tuple(_as_of(one, ends.get(one.holds), today) for one in standing.values())


def course(notes: Sequence[Note]) -> tuple[Written, ...]:
    """Every medicine of every note in order of time, each with what stood of it before."""
    return tuple(_followed(notes, {}, {}))


def _followed(
    notes: Sequence[Note],
    standing: dict[tuple[str, ...], ListedMedicine],
    ends: dict[tuple[str, ...], date],
) -> Iterator[Written]:
    """The notes in order of time; `standing` is what they leave the patient on, `ends` the days of their courses."""
    for note in sorted(notes, key=lambda one: one.on):
        for holds in [holds for holds, day in ends.items() if day < note.on]:
            standing[holds] = _as_of(standing[holds], ends.pop(holds), note.on)
        _carry_on(note, standing)
        for one in (_as_named(each, standing) for each in written(note)):
            before, entry = standing.get(one.entry.holds), one.entry
            running = before is not None and before.standing in IN_THE_BODY
            if running and entry.standing in (Standing.ADVISED, Standing.DECLINED):
                continue  # advised to go on
            if one.told and _is_known(one, before if running else None):
                continue
            dose = completed(entry.dose, before.dose if before else "") or (
                before.dose if before and entry.standing in IN_THE_BODY else ""
            )
            standing[entry.holds] = entry.model_copy(update={"dose": dose})
            ends.pop(entry.holds, None)
            if one.days is not None:
                ends[entry.holds] = note.on + timedelta(days=one.days)
            yield one._replace(entry=standing[entry.holds], before=before)


def _is_known(one: Written, before: ListedMedicine | None) -> bool:
    """Whether a story tells nothing new: of a medicine that no note has, or of the dose that the notes leave."""
    if before is None:
        return not one.new
    return one.entry.standing in IN_THE_BODY and compared(before.dose, one.entry.dose) in (0, None)


def _as_named(one: Written, standing: dict[tuple[str, ...], ListedMedicine]) -> Written:
    """Of the medicines that a short name may stand for, the one that the notes have."""
    code = next((code for code in one.either if (code,) in standing), None)
    if code is None or (code,) == one.entry.holds:
        return one
    return one._replace(entry=one.entry.model_copy(update={"code": code, "holds": (code,)}))


@lru_cache(maxsize=8192)
def written(note: Note) -> tuple[Written, ...]:
    """The medicines of one note: those of its history, of its story and of its treatment."""
    return (*_of_history(note), *_of_story(note), *_of_treatment(note))


def _as_of(entry: ListedMedicine, ends: date | None, today: date) -> ListedMedicine:
    last = entry.on or today
    over = (ends is not None and ends < today) or today - last > CURRENT
    return entry.model_copy(update={"standing": Standing.STOPPED}) if over and entry.standing in IN_THE_BODY else entry


def _carry_on(note: Note, standing: dict[tuple[str, ...], ListedMedicine]) -> None:
    """What the same department goes on with, or stops as a whole; a kind of medicine is stopped whoever began it."""
    lower = read(note.treatment).lower
    stops = any(not is_conditional(lower[: one.start()] + "停", "") for one in cue("stop_all").finditer(lower))
    goes_on, kinds = cue("unchanged").search(lower), _kinds_stopped(lower)
    for holds, one in standing.items():
        if one.standing not in IN_THE_BODY:
            continue
        ours = one.source == note.department
        if (ours and stops) or kinds & _kinds_of(holds):
            standing[holds] = one.model_copy(update={"standing": Standing.STOPPED, "on": note.on})
        elif ours and goes_on:
            standing[holds] = one.model_copy(update={"on": note.on, "outpatient_number": note.outpatient_number})


_WITH_A_KIND = {
    "antituberculous": frozenset({"fluoroquinolone", "rifampicin", "rifabutin", "linezolid", "streptomycin"})
}  # given for the same illness, and for others


def _kinds_stopped(lower: str) -> frozenset[str]:
    """Classes of the kinds of medicine of which all are stopped."""
    words = {word for match in cue("stop_kind").finditer(lower) for word in match.groupdict().values() if word}
    kinds = (one for one in formulary().medicines.values() if one.group)
    members = {
        member
        for one in kinds
        if words & {one.code, one.zh, *(name for names in one.says.values() for name in names)}
        for member in one.members
    }
    return frozenset(members.union(*(_WITH_A_KIND.get(one, frozenset()) for one in members)))


def _kinds_of(holds: tuple[str, ...]) -> frozenset[str]:
    return frozenset[str]().union(*(formulary().counts_as(code) for code in holds))


def _of_history(note: Note) -> Iterator[Written]:
    """Medicines said to be taken at the time of the visit: 服氨氯地平5mg."""
    for line in lines_of(note.history):
        if cue("taken_before").search(line.before) or DOSE.search(line.after):
            yield Written(note, _entry(note, line, Standing.RUNNING), line.sentence, None, of_history=True)


def _of_story(note: Note) -> Iterator[Written]:
    """What was changed since the visit before, by whomever: stopped, put in another's place, or to another dose."""
    lines = list(lines_of(note.story))
    for line, standing in zip(lines, standings(lines), strict=True):
        behind = note.story[max(0, note.story.find(line.sentence)) :]
        if standing is None or _RESUMED.search(behind) or _OFTEN.search(line.sentence):
            continue
        dose = dose_in(line.after)
        instead = _BEGUN_INSTEAD.search(line.before) and dose
        if standing is Standing.STOPPED:
            yield Written(note, _entry(note, line, standing), line.sentence, None, told=True)
        elif standing is Standing.RUNNING and (instead or (dose and (_said(line) or _NOW.match(line.after)))):
            entry = _entry(note, line, standing)
            yield Written(note, entry, line.sentence, None, told=True, said=_said(line), new=bool(instead))


def _of_treatment(note: Note) -> Iterator[Written]:
    lines = list(lines_of(note.treatment))
    for place, (line, standing) in enumerate(zip(lines, standings(lines), strict=True)):
        if standing is None:
            continue
        goes_on = standing in IN_THE_BODY
        if goes_on and not dose_in(line.after) and line.mention.meant and {*line.mention.meant.codes} <= MEASURED:
            continue  # a diet sheet on potassium
        days = _course(lines[place:]) if goes_on else None
        entry, paused = _entry(note, line, standing), goes_on and is_paused(line)
        ends = days is not None and _ENDS.search(line.after) is not None
        said = Change.STOPPED if ends else _said(line)
        yield Written(note, entry, line.sentence, days, paused=paused, said=said, either=line.either)


def _said(line: NoteLine) -> Change | None:
    """That a dose is raised, lowered or left, as the words right behind the medicine say."""
    new = without_old(line.after)
    if _ONCE_MORE.match(new):
        return None
    for change, shape in ((Change.RAISED, _RAISED), (Change.LOWERED, _LOWERED), (Change.CONTINUED, _KEPT)):
        if shape.match(new):
            return change
    return Change.CONTINUED if _ON.search(line.after) else None


def _course(lines: Sequence[NoteLine]) -> float | None:
    """Days that it is taken for; in a list joined by 、 what is said behind the last holds for all of them."""
    for line in lines:
        if match := COURSE.search(line.after):
            if not match["zs"] and _GOES_ON.search(line.after, match.end()):
                return None
            count, unit = _span(match)
            return None if count is None else count * DAYS[unit]
        if not line.after.rstrip().endswith("、"):
            return None
    return None


def _span(match: re.Match[str]) -> tuple[float | None, str]:
    pairs = (("zh", "zu"), ("zs", "su"), ("en", "eu"), ("xn", "xu"), ("zn", "zv"), ("sn", "sv"), ("few", "fu"))
    said, unit = next((match[one], match[two]) for one, two in pairs if match[one])
    return amount(said), unit if unit.startswith("/") else unit[0]


def _entry(note: Note, line: NoteLine, standing: Standing) -> ListedMedicine:
    meant = line.mention.meant
    holds = meant.codes if meant else (line.mention.words.lower(),)
    code = meant.product.code if meant and meant.product else holds[0]
    return ListedMedicine(
        code=code,
        words=line.mention.words,
        holds=holds,
        standing=standing,
        dose=dose_in(line.after) if standing in IN_THE_BODY else "",
        on=note.on,
        source=note.department,
        outpatient_number=note.outpatient_number,
    )
