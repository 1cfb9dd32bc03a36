"""What a patient wants of where they are sent: refuses, prefers, chooses, takes back. Typed, whoever has read it."""

import re
from collections.abc import Iterator, Sequence
from datetime import time
from enum import StrEnum
from functools import cache
from pathlib import Path

import yaml

from frontdesk.app.reception.department.named import Stance, named_in, wished_in
from frontdesk.app.reception.record.doctors import DOCTOR
from frontdesk.app.reception.services import Services
from frontdesk.models import parsers
from frontdesk.models.assertion import Assertion, scopes
from frontdesk.models.facts import Language, Sex, Topic, Value
from frontdesk.models.mentions import mentions
from frontdesk.models.parsers.numbers import number
from frontdesk.models.reading import DialogueAct, SpokenAct

WORDS = Path(__file__).with_suffix(".yaml")
CLAUSES = re.compile(r"(?<=[，。；！？;!?\n])|(?<=[,.])(?!\d)")
FLOOR = re.compile(
    r"(?:到|去|上|在)?(?P<zh>[一二三四五六七八九十\d]{1,3})[楼层](?!梯)"
    r"|\b(?P<en>ground|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|\d{1,2}(?:st|nd|rd|th)) floor\b"
    r"|\bfloor (?P<no>\d{1,2})\b",
    re.I,
)
ORDINALS = "ground first second third fourth fifth sixth seventh eighth ninth tenth".split()  # noqa: SIM905
CLOCK = re.compile(
    r"(?P<h>\d{1,2})[:：.](?P<m>\d{2})(?!\d)"
    r"|(?P<zh>[一二两三四五六七八九十\d]{1,3})点(?P<zhm>半|一刻|三刻|[零〇一二三四五六七八九十\d]{1,4}分?|整)?"
    r"|\b(?P<half>half|quarter) (?P<side>past|to) (?P<of>[a-z]+|\d{1,2})\b"
    r"|\b(?P<oc>[a-z]+|\d{1,2}) (?:o'?clock)\b"
    r"|\b(?P<ten>[a-z]+) (?P<thirty>ten|fifteen|twenty|thirty|forty|forty-five|fifty)\b(?! (?:years?|days?|times?))",
    re.I,
)
MINUTES_ZH = {"半": 30, "一刻": 15, "三刻": 45, "整": 0, None: 0}
NOON, MORNING = 12, 7  # hours: "half past two" at a clinic is in the afternoon


class Act(StrEnum):
    REFUSES = "refuses"
    PREFERS = "prefers"
    CHOOSES = "chooses"
    GOES = "goes"
    TAKES_BACK = "takes_back"


class Wish(Value):
    """One act and what it is of: a department by its id, a doctor of one sex, a floor, or a time of the day.

    A refusal without a department is of the one that is named.
    """

    act: Act
    quote: str
    department: str | None = None
    doctor: Sex | None = None
    floor: int | None = None
    starts: time | None = None
    clauses: tuple[str, ...] = ()  # that say it; none: all that was said

    @property
    def refuses(self) -> bool:
        return self.act is Act.REFUSES


def read(
    services: Services,
    said: str,
    *,
    offered: Sequence[str],
    named: str | None,
    acts: Sequence[SpokenAct] = (),
    refused: Sequence[str] = (),
) -> tuple[Wish, ...]:
    """What plain words, or the reader's `acts`, are sure of.

    `offered` are the departments to choose from, `named` the one named, `refused` those refused so far, by their ids.
    """
    text = parsers.normalise(said).lower()
    if not text.strip():
        return ()
    departments = tuple(_of_departments(services, said, offered, named, acts))
    wishes = [*_never_refused(services, said, refused), *departments, *_of_doctors(said)]
    if named or offered:
        settled = any(wish.act is Act.CHOOSES or wish.department == named for wish in wishes)
        another = tuple(one for one in CLAUSES.split(said) if _wants_another(one))
        if another and not settled:
            wishes.append(Wish(act=Act.REFUSES, quote=said, clauses=another))
        wishes += _of_floors(text, said)
    if named:
        wishes += _of_times(text, said)
        wishes += [Wish(act=Act.GOES, quote=said)] if not wishes and _says("goes", text) else []
    return tuple(wishes)


def asks_of_the_way(said: str) -> tuple[bool, bool]:
    """Whether it is asked if others can catch it, and what the mask and the separate way are for."""
    asked = [parsers.normalise(one).lower() for one in parsers.questions(said)]
    return any(_says("catching", one) for one in asked), any(_says("mask", one) for one in asked)


def wonders_at(services: Services, said: str) -> bool:
    """Whether a department that they name is asked about: why that one, why no longer the other, which of two."""
    asked = any(one.stance is Stance.ASKED and _asks_why(said[one.start : one.end]) for one in named_in(services, said))
    return asked or any(_says("another", one.lower()) and _says("wonders", one.lower()) for one in CLAUSES.split(said))


def _asks_why(clause: str) -> bool:
    return _says("wonders", parsers.normalise(clause).lower()) or _says("which", parsers.normalise(clause).lower())


def _wants_another(clause: str) -> bool:
    text = parsers.normalise(clause).lower()
    return _says("another", text) and not (_says("wonders", text) or _says("never_refused", text))


def _never_refused(services: Services, said: str, refused: Sequence[str]) -> Iterator[Wish]:
    """ "I never said I would not go": the refusal heard last is taken back, or that of the department named."""
    for clause in CLAUSES.split(said):
        if refused and _says("never_refused", parsers.normalise(clause).lower()):
            named = (one.department.department_id for one in named_in(services, clause))
            kept = next((one for one in named if one in refused), refused[-1])
            yield Wish(act=Act.TAKES_BACK, quote=said, department=kept, clauses=(clause,))
            return


def beside(said: str, wishes: Sequence[Wish]) -> str:
    """What is said beside the wishes: a "no" before a department that is not wanted is no answer to a page."""
    if any(not wish.clauses for wish in wishes):
        return ""
    steering = {clause for wish in wishes for clause in wish.clauses}
    of_departments = any(wish.department or wish.refuses for wish in wishes)
    left = [one for one in CLAUSES.split(said) if one.strip() and one not in steering]
    left = [one for one in left if not (of_departments and _says("another", one.lower()))]
    while of_departments and left and said.startswith(left[0]) and _says("bare_no", left[0].lower()):
        said = said[len(left.pop(0)) :]
    return "".join(left).strip()


def _of_departments(
    services: Services, said: str, offered: Sequence[str], named: str | None, acts: Sequence[SpokenAct]
) -> Iterator[Wish]:
    """Departments refused and the one wished for; one that is offered or named is refused by a mere denial too."""
    to_refuse = (*offered, named)
    heard = tuple(_heard_by_the_reader(services, said, to_refuse, acts))
    yield from heard
    unwanted = {wish.department for wish in heard}
    spoken_of = named_in(services, said, choosing=bool(offered))
    spoken_of = tuple(one for one in spoken_of if one.department.department_id not in unwanted)
    wished = wished_in(spoken_of, said)
    for one in spoken_of:
        there = one.department.department_id in to_refuse
        if _says("never_refused", parsers.normalise(said[one.start : one.end]).lower()):
            continue
        if one.stance is Stance.REFUSED or (one.stance is Stance.DENIED and there):
            same = (also for also in spoken_of if also.department == one.department)
            clauses = tuple(said[also.start : also.end] for also in same)  # "GP? Not GP"
            yield Wish(act=Act.REFUSES, quote=said, department=one.department.department_id, clauses=clauses)
    if wished is not None:
        clauses = tuple(said[one.start : one.end] for one in spoken_of if one.stance is wished.stance)
        yield Wish(act=Act.CHOOSES, quote=said, department=wished.department.department_id, clauses=clauses)


def _heard_by_the_reader(
    services: Services, said: str, to_refuse: Sequence[str | None], acts: Sequence[SpokenAct]
) -> Iterator[Wish]:
    for act in acts:
        found = named_in(services, act.quote) if act.sure and act.act is DialogueAct.REFUSES else ()
        alone = found[0].department.department_id if len(found) == 1 else None
        if alone in to_refuse and alone is not None and found[0].stance not in (Stance.WISHED, Stance.ASKED):
            there = (one for one in named_in(services, said) if one.department.department_id == alone)
            clauses = tuple(said[one.start : one.end] for one in there)
            yield Wish(act=Act.REFUSES, quote=said, department=alone, clauses=clauses)
            return


def _of_doctors(said: str) -> Iterator[Wish]:
    """One sex wished for; who does not want the one wants the other, and "I never asked for" takes a wish back."""
    for clause in CLAUSES.split(said):
        text = parsers.normalise(clause).lower()
        if _says("of_a_doctor", text):
            continue
        for sex, words in DOCTOR.items():
            if (found := words.search(text)) is None:
                continue
            before, after = text[: found.start()], text[found.end() :]
            if _says("never_asked", before):
                yield Wish(act=Act.TAKES_BACK, quote=said, doctor=sex, clauses=(clause,))
                return
            denied = _says("not_that_doctor_before", before) or _says("not_that_doctor_after", after)
            wanted = (Sex.FEMALE if sex is Sex.MALE else Sex.MALE) if denied else sex
            yield Wish(act=Act.PREFERS, quote=said, doctor=wanted, clauses=(clause,))
            return


def _of_floors(text: str, said: str) -> Iterator[Wish]:
    """A floor that is asked about, wished for, or named alone; where somebody climbs to, lives or fell is none."""
    asked = (one for one in CLAUSES.split(text) if FLOOR.search(one) and _asks_for_a_floor(one))
    found = FLOOR.search(next(asked, ""))
    if found is None:
        return
    if word := found["en"]:
        floor = ORDINALS.index(word) if word in ORDINALS else int(re.sub(r"\D", "", word))
    else:
        floor = int(number(found["zh"] or found["no"]) or 0)
    yield Wish(act=Act.PREFERS, quote=said, floor=floor, clauses=_with(FLOOR, said))


def _asks_for_a_floor(clause: str) -> bool:
    rest = FLOOR.sub("", clause)
    told = _says("of_life", clause) or any(one.topic is Topic.FINDING for one in mentions(clause))
    denied = any(
        scope.kind is Assertion.ABSENT and scope.covers(found.start(), found.end())
        for scope in scopes(clause, parsers.language_of(clause) or Language.ZH)
        for found in FLOOR.finditer(clause)
    )
    wished = _says("floor_wished", clause) or _words()["around_a_floor"].fullmatch(rest) is not None
    return wished and not told and not denied


def _of_times(text: str, said: str) -> Iterator[Wish]:
    """A time of the clinic's day in a clause that speaks of nothing else: no dose, no onset, no "a little better"."""
    for clause in CLAUSES.split(text):
        found = CLOCK.search(clause)
        read = _clock(found) if found else None
        if read is None or not _words()["around_a_time"].fullmatch(CLOCK.sub("", clause)):
            continue
        hour, minute = read
        later = hour + NOON if hour < MORNING or (re.search(r"下午|晚上|\bp\.?m", text) and hour < NOON) else hour
        if hour and later < 24 and minute < 60:
            yield Wish(act=Act.CHOOSES, quote=said, starts=time(later, minute), clauses=_with(CLOCK, said))
            return


def _with(pattern: re.Pattern[str], said: str) -> tuple[str, ...]:
    return tuple(one for one in CLAUSES.split(said) if pattern.search(parsers.normalise(one).lower()))


def _clock(found: re.Match[str]) -> tuple[int, int] | None:
    if found["h"]:
        return int(found["h"]), int(found["m"])
    if found["zh"]:
        hour, rest = number(found["zh"]), found["zhm"]
        minute = MINUTES_ZH[rest] if rest in MINUTES_ZH else number((rest or "").rstrip("分"))
    elif found["half"]:
        hour, minute = number(found["of"]), 30 if found["half"] == "half" else 15
        if hour is not None and found["side"] == "to":
            hour, minute = hour - 1, 60 - minute
    elif found["oc"]:
        hour, minute = number(found["oc"]), 0
    else:
        hour, minute = number(found["ten"]), number(found["thirty"])
    return None if hour is None or minute is None else (int(hour), int(minute))


def _says(name: str, text: str) -> bool:
    return _words()[name].search(text) is not None


@cache
def _words() -> dict[str, re.Pattern[str]]:
    lists = yaml.safe_load(WORDS.read_text("utf-8"))
    return {name: re.compile("|".join(f"(?:{one})" for one in alternatives)) for name, alternatives in lists.items()}
