"""Answers questions about the hospital from its own directory and policies, with sources, or says it does not know."""

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from threading import Lock

from frontdesk.his_adapter.directory_answers import (
    WEEKDAY_ZH,
    Wanted,
    asks_for_physician,
    of_department,
    of_nobody,
    of_physician,
    surely_wanted,
    wanted,
)
from frontdesk.his_adapter.family_names import family_named
from frontdesk.his_adapter.hospital import Hospital
from frontdesk.his_adapter.names import Found, Names, is_family_of, of_departments, of_physicians
from frontdesk.his_adapter.records import Department, HospitalInfo, Physician, Policy
from frontdesk.models.facts import Language, Value
from frontdesk.models.retrieval.clauses import asking
from frontdesk.models.retrieval.likelihood import fitted
from frontdesk.models.retrieval.search import Hit, Index, Search
from frontdesk.models.retrieval.terms import Kind, Slot, slots
from frontdesk.models.retrieval.texts import Passage
from frontdesk.models.sentences import Vectors, embed, kept_in

LONGEST = {Language.ZH: 60, Language.EN: 40}  # characters, words: what is told at once
MOST = 3  # passages named with an answer
SENTENCE_END = re.compile(r"(?<=[。！？])|(?<=[.!?])\s+")
ABBREVIATED = re.compile(r"\b(?:Dr|Mr|Mrs|Ms|St|Prof|No|a\.m|p\.m|e\.g|i\.e)\.$", re.I)
# A sentence that leans on the one before it cannot be told alone.
LEANS = re.compile(
    r"^(?:它|他们|她们|这|那|其|也|还|再|然后|接着|否则|不然|另外|超过|之后|以后|以上|此外|同时|不过|但|如果不|没有的话)"
    r"|^(?:it|they|them|this|that|these|those|then|otherwise|others?|if not|if none|if so|after that|later|from then"
    r"|and|but|or|also|he|she|their|its|yours|however|the rest)\b",
    re.I,
)
# What may be asked of a department besides its name without asking of something else.
OF_A_DEPARTMENT = frozenset(
    {
        "#open",
        "#doctor",
        "#expert",
        "#nurse",
        "#weekend",
        "#night",
        "#holiday",
        "#booking",
        "#register",
        "#phone",
        "#visit",
        "#map",
        "#lift",
        "#specialty",
        "#walk_in",
        "#full",
        "#waiting_duration",
        "#window",
        "#triage_desk",
        "#address",
        "#machine",
        "#child",
        "#elderly",
        "#relative",
        "#entrance",
        "#nearby",
        "#choose",
    }
)


class Near(Value):
    """A text that may be meant."""

    id: str
    title: dict[Language, str]


class Enquiry(Value):
    """An answer from the hospital's own texts; `sources` are titles, empty when `answered` is False."""

    text: str
    sources: tuple[str, ...] = ()
    ids: tuple[str, ...] = ()  # policy and department ids that answer, best first
    answered: bool = True
    near: tuple[Near, ...] = ()  # what may be meant, best first, when nothing surely answers


class OnDuty(Value):
    """A physician, their department, and the weekdays of the coming week (1 is Monday) on which they are there."""

    physician: Physician
    department: Department
    weekdays: tuple[int, ...]


IS_ONE_HERE = re.compile(
    r"\bdoes .* work (?:here|for you)\b|\b(?:have you got|do you have|is there) a\b|有没有|有(?:一)?[个位]", re.I
)
OF_A_PHYSICIAN = frozenset({Wanted.WHO, Wanted.PLACE, Wanted.HOURS, Wanted.SLOTS})
DIRECTORY = {Language.ZH: "医生名录", Language.EN: "Directory of physicians"}
WHICH_DEPARTMENT = re.compile(r"哪个科|什么科|哪一科|which department|what department|which clinic", re.I)
UNKNOWN = Enquiry(text="", answered=False)


class Enquiries:
    """Searches one hospital's texts; the index is made anew when they change, and its vectors kept in `folder`."""

    def __init__(self, hospital: Hospital, *, folder: Path | None = None) -> None:
        self._hospital = hospital
        self._embedded: Callable[[list[str]], Vectors] = embed if folder is None else kept_in(folder)
        self._index: tuple[Sequence[Policy], HospitalInfo, Index] | None = None
        self._named: tuple[Sequence[Department], tuple[Names[Department], Names[Physician]]] | None = None
        self._lock = Lock()

    def warm(self) -> None:
        self._names()
        self._current()

    def answer(self, question: str, language: Language, *, now: datetime) -> Enquiry:
        """As many sentences as can be heard, in `language`, whatever language the question is in."""
        departments, physicians = self._names()
        told = self._of_physician(question, physicians.within(question), language, now)
        told = told or self._of_department(question, departments.within(question), language, now)
        told = told or self._of_nobody(question, language)
        if told is not None:
            return told
        found = self._current().search(question, limit=MOST)
        best = self._sure(question, found)
        if best is None and found.likelihood < fitted().offered_from:
            return UNKNOWN
        if best is None:
            near = (Near(id=hit.passage.passage_id, title=dict(hit.passage.title)) for hit in found.hits)
            return UNKNOWN.model_copy(update={"near": tuple(near)})
        return Enquiry(
            text=tell(best, language),
            sources=(best.passage.title[language],),
            ids=tuple(hit.passage.passage_id for hit in found.hits),
        )

    def _sure(self, question: str, found: Search) -> Hit | None:
        """What surely answers: the text of that title, or the likeliest, if need be by a clause that asks, alone.

        What is told around a question hides it: 张主任的号抢光了，能不能再添一个.
        """
        if titled := next((hit for hit in found.hits if question in hit.passage.headings), None):
            return titled
        if not found.hits or found.likelihood >= fitted().told_from:
            return found.hits[0] if found.hits else None
        parts = [part for part in asking(question) if len(part) + 1 < len(question)]  # not the whole once more
        alone = (self._current().search(part, limit=1) for part in parts)
        sure = (those.hits[0] for those in alone if those.likelihood >= fitted().told_from)
        return next((hit for hit in sure if hit.passage in [other.passage for other in found.hits]), None)

    def physicians(self, words: str, *, now: datetime) -> tuple[OnDuty, ...]:
        """Those of the department that `words` name; of every department where they name none."""
        named = self._names()[0].within(words)
        departments = [named.bearer] if named else self._hospital.directory.departments()
        return tuple(found for one in departments for found in self._on_duty(one, now))

    def _on_duty(self, department: Department, now: datetime) -> Iterator[OnDuty]:
        days = [now.date() + timedelta(days=ahead) for ahead in range(7)]
        there = {
            day.isoweekday(): {
                one.physician_id for one in self._hospital.directory.on_duty(department.department_id, day)
            }
            for day in days
        }
        for physician in self._hospital.directory.physicians(department.department_id):
            weekdays = tuple(sorted(day for day, ids in there.items() if physician.physician_id in ids))
            yield OnDuty(physician=physician, department=department, weekdays=weekdays)

    def nearest(self, question: str, *, limit: int = MOST) -> tuple[str, ...]:
        """The ids nearest to the question, best first, whether or not they answer it: to measure the search by."""
        departments, physicians = self._names()
        department, physician = departments.within(question), physicians.within(question)
        first = [physician.bearer.department_id] if physician else []
        if department is not None and _asks_of(question, department):
            first.append(department.bearer.department_id)
        found = [hit.passage.passage_id for hit in self._current().search(question, limit=limit).hits]
        return tuple(dict.fromkeys([*first, *found]))[:limit]

    def _current(self) -> Index:
        policies, info = self._hospital.directory.policies(), self._hospital.directory.info()
        with self._lock:
            if self._index is None or self._index[:2] != (policies, info):
                passages = [*map(passage, policies), *of_hospital(info, policies)]
                made = Index(passages, fitted=fitted(), embedded=self._embedded)
                made.warm()
                self._index = policies, info, made
            return self._index[2]

    def _names(self) -> tuple[Names[Department], Names[Physician]]:
        """Made anew when the directory was read anew."""
        departments = self._hospital.directory.departments()
        with self._lock:
            if self._named is None or self._named[0] is not departments:
                physicians = [p for d in departments for p in self._hospital.directory.physicians(d.department_id)]
                here = of_departments(departments, self._hospital.directory.info().fallbacks), of_physicians(physicians)
                self._named = departments, here
            return self._named[1]

    def _of_department(
        self, question: str, named: Found[Department] | None, language: Language, now: datetime
    ) -> Enquiry | None:
        kind = _asks_of(question, named) if named else None
        if named is None or kind is None:
            return None
        text = of_department(self._hospital, named.bearer, kind, named.rest, language, now)
        return _from_directory(text, named.bearer, language)

    def _of_physician(
        self, question: str, named: Found[Physician] | None, language: Language, now: datetime
    ) -> Enquiry | None:
        """Where and when a physician is to be seen; of their lives and characters the texts say nothing."""
        if named is None:
            return None
        department = next(
            d for d in self._hospital.directory.departments() if d.department_id == named.bearer.department_id
        )
        with_department = of_departments((department,), {}).within(named.rest)
        rest = WEEKDAY_ZH.sub(" ", with_department.rest if with_department else named.rest)
        plainly = not _beside(slots(rest)) and (wanted(named.rest) or WHICH_DEPARTMENT.search(named.rest))
        if not plainly and (_elsewhere(slots(rest)) or not asks_for_physician(question)):
            return None
        text = of_physician(self._hospital, named.bearer, department, named.rest, language, now)
        return _from_directory(text, department, language)

    def _of_nobody(self, question: str, language: Language) -> Enquiry | None:
        """Of a physician by a family name that nobody here has; one that several have names none of them."""
        family = family_named(question)
        if family is None:
            return None
        rest = slots(family.rest)
        plainly = not _beside(rest) and wanted(family.rest) in OF_A_PHYSICIAN
        asked = plainly or IS_ONE_HERE.search(family.rest)
        if not asked and (_elsewhere(rest) or not asks_for_physician(question)):
            return None
        everyone = (
            p
            for d in self._hospital.directory.departments()
            for p in self._hospital.directory.physicians(d.department_id)
        )
        if any(is_family_of(family.name, physician) for physician in everyone):
            return None
        return Enquiry(text=of_nobody(family, language), sources=(DIRECTORY[language],), ids=("physicians",))


def _asks_of(question: str, named: Found[Department]) -> Wanted | None:
    """What the question wants of the department, when it asks of nothing else, or surely asks that."""
    beside = slots(named.rest)
    plainly = None if _beside(beside) else wanted(named.rest)
    return plainly or (None if _elsewhere(beside) else surely_wanted(question))


def _elsewhere(named: Sequence[Slot]) -> bool:
    return any(slot.kind is Kind.ELSEWHERE for slot in named)


def _beside(named: Sequence[Slot]) -> bool:
    """Whether something is named that is not asked of departments and physicians."""
    return any(slot.kind is not Kind.CIRCUMSTANCE and not OF_A_DEPARTMENT & set(slot.terms) for slot in named)


def _from_directory(text: str, department: Department, language: Language) -> Enquiry | None:
    if not text:
        return None
    return Enquiry(text=text, sources=(department.name[language],), ids=(department.department_id,))


def passage(policy: Policy) -> Passage:
    return Passage(
        passage_id=policy.policy_id,
        title=policy.title,
        sentences={language: tuple(split(text)) for language, text in policy.text.items()},
        asked=tuple(question for questions in policy.asked.values() for question in questions),
    )


def of_hospital(info: HospitalInfo, policies: Sequence[Policy]) -> list[Passage]:
    """The address and the telephone number, where no policy tells them."""
    written = " ".join(text for policy in policies for text in policy.text.values())
    found = []
    if info.phone and info.phone not in written:
        found.append(
            Passage(
                passage_id="hospital-phone",
                title={Language.ZH: "医院电话", Language.EN: "The hospital's phone number"},
                sentences={Language.ZH: (f"医院电话{info.phone}。",), Language.EN: (f"Our number is {info.phone}.",)},
            )
        )
    if not any(address in written for address in info.address.values()):
        found.append(
            Passage(
                passage_id="hospital-address",
                title={Language.ZH: "医院地址在哪里", Language.EN: "The hospital's address"},
                sentences={
                    Language.ZH: (f"医院在{info.address[Language.ZH]}。",),
                    Language.EN: (f"We are at {info.address[Language.EN]}.",),
                },
            )
        )
    return found


def split(text: str) -> list[str]:
    """Sentences; "Dr." and the like end none."""
    found: list[str] = []
    for part in filter(None, map(str.strip, SENTENCE_END.split(text))):
        if found and ABBREVIATED.search(found[-1]):
            found[-1] = f"{found[-1]} {part}"
        else:
            found.append(part)
    return found


def tell(hit: Hit, language: Language) -> str:
    """The passage's own sentences, the best and those nearest to it, as many as can be heard, in their order.

    A sentence that leans on the one before it brings that with it.
    """
    sentences, best = hit.passage.sentences[language], hit.best(language)
    chosen = [best]
    while LEANS.search(sentences[chosen[0]]) and chosen[0] > 0 and len(chosen) < 2:
        chosen.insert(0, chosen[0] - 1)
    for place in sorted(range(len(sentences)), key=lambda one: abs(one - best)):
        if place not in chosen and _fits([sentences[one] for one in (*chosen, place)], language):
            chosen.append(place)
    between = "" if language is Language.ZH else " "
    return between.join(sentences[place] for place in sorted(chosen))


def _fits(sentences: Sequence[str], language: Language) -> bool:
    size = sum(len(s) if language is Language.ZH else len(s.split()) for s in sentences)
    return size <= LONGEST[language]
