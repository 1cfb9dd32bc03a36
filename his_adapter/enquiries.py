"""Answers questions about the hospital from its own directory and policies, with sources, or says it does not know."""

import re
from collections.abc import Sequence
from datetime import datetime
from threading import Lock

from his_adapter.hospital import Hospital
from his_adapter.records import Department, Policy
from models.facts import Language, Value
from models.retrieval.search import Hit, Index, Passage

SENTENCES = 2  # spoken of an answer
LIKE = 0.52  # cosine from which a passage answers by meaning alone
LIKE_WITH_WORDS = 0.36  # and from which it does when the words agree too
SHARED = 0.5
SENTENCE_END = re.compile(r"(?<=[。！？])|(?<=[.!?])\s+")


class Enquiry(Value):
    """An answer from the hospital's own texts; `sources` are titles, empty when `answered` is False."""

    text: str
    sources: tuple[str, ...] = ()
    ids: tuple[str, ...] = ()  # policy and department ids that answer, best first
    answered: bool = True


class Enquiries:
    """Searches one hospital's texts; the index is made anew when they change."""

    def __init__(self, hospital: Hospital) -> None:
        self._hospital = hospital
        self._made_of: tuple[Sequence[Policy], Sequence[Department]] | None = None
        self._index = Index(())
        self._lock = Lock()

    def warm(self) -> None:
        self._current().warm()

    def answer(self, question: str, language: Language, *, now: datetime) -> Enquiry:
        """At most two sentences in `language`, whatever language the texts were found in."""
        department = self._named(question)
        if department is not None:
            return _department_answer(question, department, language, now)
        hits = [hit for hit in self._current().search(question) if answers(hit)]
        if not hits:
            return Enquiry(text="", answered=False)
        best = hits[0]
        policy = next(p for p in self._hospital.policies() if p.policy_id == best.passage.passage_id)
        sentences = split(policy.text[language])
        order = best.best if best.passage.language is language else (0, 1)
        chosen = sorted({0, *order[:1]} if len(sentences) > SENTENCES else range(len(sentences)))
        return Enquiry(
            text=("" if language is Language.ZH else " ").join(sentences[i] for i in chosen if i < len(sentences)),
            sources=(policy.title[language],),
            ids=tuple(hit.passage.passage_id for hit in hits),
        )

    def _current(self) -> Index:
        texts = (self._hospital.policies(), self._hospital.departments())
        with self._lock:
            if self._made_of != texts:
                self._index = Index([p for policy in texts[0] for p in passages(policy)])
                self._made_of = texts
            return self._index

    def _named(self, question: str) -> Department | None:
        """The department whose name the question contains, when it asks for the way, the hours or who is there."""
        if not WAY.search(question):
            return None
        asked = question.lower().replace(" ", "")
        named = (
            (len(name), d)
            for d in self._hospital.departments()
            for name in (d.name[Language.ZH], d.name[Language.EN].lower().replace(" ", ""))
            if name in asked
        )
        return max(named, key=lambda pair: pair[0], default=(0, None))[1]


WAY = re.compile(
    r"在哪|哪儿|哪里|几楼|怎么走|怎么去|几点|开门|上班|where|which floor|how do i get|open|hours|find", re.I
)
HOURS = re.compile(r"几点|开门|上班|关门|open|hours|close", re.I)


def answers(hit: Hit) -> bool:
    """Whether a hit is near enough to be told as an answer."""
    return hit.likeness >= LIKE or (hit.likeness >= LIKE_WITH_WORDS and hit.overlap >= SHARED)


def passages(policy: Policy) -> list[Passage]:
    return [
        Passage(
            passage_id=policy.policy_id,
            language=language,
            title=policy.title[language],
            sentences=tuple(split(policy.text[language])),
        )
        for language in Language
    ]


def split(text: str) -> list[str]:
    return [part.strip() for part in SENTENCE_END.split(text) if part.strip()]


def _department_answer(question: str, department: Department, language: Language, now: datetime) -> Enquiry:
    name = department.name[language]
    zh = language is Language.ZH
    if HOURS.search(question):
        hours = [f"{o.opens:%H:%M}-{o.closes:%H:%M}" for o in department.openings if o.weekday == now.isoweekday()]
        told = ("、" if zh else ", ").join(hours)
        text = f"{name}今天{told}开。" if zh else f"{name} is open {told} today."
        if not hours:
            text = f"{name}今天不开。" if zh else f"{name} is closed today."
    else:
        place = f"{department.building[language]}{department.floor}楼{department.room}"
        where = f"{department.building[language]}, floor {department.floor}, room {department.room}"
        text = f"{name}在{place}。" if zh else f"{name} is in {where}."
        text += ("" if zh else " ") + department.directions[language]
    return Enquiry(text=text, sources=(name,), ids=(department.department_id,))
