"""A draft of a care plan for the doctor: from the guidelines that fit, held against this patient's own medicines.

Five sections as in DERA, section 4. The Researcher looks for what this patient must not have and for what their own
medicines call for; the Decider takes in what a rule of the formulary bears out. Nothing of it is shown to a patient.
"""

import re
from collections.abc import Iterator, Sequence
from enum import StrEnum

from app.clinician.guidelines import Chapter, Guideline, fitting
from his_adapter.records import Review, ReviewTurn, Section, Visit
from his_adapter.sql.search import years_of
from models.facts import Language, Value
from models.mentions import mentions
from models.parsers.writing import read
from models.runner import EMBEDDED
from models.specialists import medication
from models.specialists.case import Checked, Patient, Prescribed
from models.specialists.medication.mentions import mentions as medicines_in

MOST = 5  # items of one section
GUIDELINES = 2  # that a draft is made from
LOCAL = ("Local rule", "本院规定")
LIFESTYLE = re.compile(
    r"\b(?:salt|weight|exercise|activity|smok|tobacco|alcohol|diet|fluids?|sleep|rest)\w*|盐|体重|运动|活动|吸烟|烟|酒|饮食|饮水|睡眠|休息",
    re.IGNORECASE,
)
NONE = ("无", "none")
OF_THE_PATIENT = (Section.COMPLAINT, Section.POSITIVES, Section.PAST_HISTORY, Section.WORDS, Section.STORY)
SAYS = {
    Language.ZH: {
        "takes": "我在吃{names}。",
        "own": "病人自己的用药：{text}",
        "not_for": "{text}（注意：{why}）",
        "research": "{section}：“{text}”不适合这位病人：{why}",
        "missing": "用药：没有提到{text}",
        "accept": "采纳，有依据：{source}。",
        "satisfied": "各节都对过了，没有别的意见。",
    },
    Language.EN: {
        "takes": "I take {names}.",
        "own": "Of the patient's own medicines: {text}",
        "not_for": "{text} (caution: {why})",
        "research": "{section}: “{text}” does not suit this patient: {why}",
        "missing": "Medicines: nothing is said of {text}",
        "accept": "Accepted, borne out by {source}.",
        "satisfied": "Every section is gone through; nothing more to say.",
    },
}


class PlanSection(StrEnum):
    MEDICINES = "medicines"  # to reconsider or to consider
    REFERRALS = "referrals"
    TESTS = "tests"
    LIFESTYLE = "lifestyle"
    SUPPORTIVE = "supportive"


class PlanItem(Value):
    """`source`: the guideline or the rule it is from."""

    section: PlanSection
    text: str
    source: str


class CarePlan(Value):
    """A draft. Without a guideline that fits it holds what the patient's own medicines call for alone."""

    language: Language
    items: tuple[PlanItem, ...]
    guidelines: tuple[str, ...]
    review: Review


def care_plan(visit: Visit, guidelines: Sequence[Guideline], language: Language) -> CarePlan:
    chosen = fitting(guidelines, _codes(visit))[:GUIDELINES]
    drafted = [item for one in chosen for item in _items(one, language)]
    limited = [item for section in PlanSection for item in [d for d in drafted if d.section is section][:MOST]]
    patient, says, turns, pad = _patient(visit), SAYS[language], list[ReviewTurn](), list[str]()

    def agreed(remark: str, source: str) -> None:
        turns.append(ReviewTurn(speaker="researcher", text=remark))
        turns.append(ReviewTurn(speaker="decider", text=says["accept"].format(source=source)))
        pad.append(remark)

    final = list[PlanItem]()
    for found in _own_medicines(visit, patient, language):
        agreed(says["missing"].format(text=found.text), found.source)
        text = says["own"].format(text=found.text)
        final.append(PlanItem(section=PlanSection.MEDICINES, text=text, source=found.source))
    for item in limited:
        against = _against(item, patient)
        if against is not None:
            agreed(says["research"].format(section=item.section, text=item.text, why=against.text), against.source)
            item = item.model_copy(update={"text": says["not_for"].format(text=item.text, why=against.text)})
        final.append(item)
    turns.append(ReviewTurn(speaker="researcher", text=says["satisfied"]))
    return CarePlan(
        language=language,
        items=tuple(sorted(final, key=lambda one: list(PlanSection).index(one.section))),
        guidelines=tuple(one.title[language] for one in chosen),
        review=Review(by=EMBEDDED, turns=tuple(turns), scratchpad=tuple(pad), satisfied=True),
    )


def _codes(visit: Visit) -> set[str]:
    """What this visit is about, with what the patient has besides."""
    statements = visit.summary.statements if visit.summary else ()
    told = [one.text for one in statements if one.section in OF_THE_PATIENT]
    return {one.code for text in (*told, visit.record.chief_complaint) for one in mentions(text) if not one.denied}


def _items(guideline: Guideline, language: Language) -> Iterator[PlanItem]:
    """The bullets, those the hospital has made itself first."""
    chapters = guideline.chapters.get(language, {})
    for chapter, bullets in chapters.items():
        for text in sorted(bullets, key=lambda bullet: not bullet.startswith(LOCAL)):
            yield PlanItem(section=_section(chapter, text), text=text, source=guideline.title[language])


def _section(chapter: Chapter, text: str) -> PlanSection:
    match chapter:
        case Chapter.ASSESSMENT:
            return PlanSection.TESTS
        case Chapter.REFER:
            return PlanSection.REFERRALS
        case Chapter.FOLLOW_UP:
            return PlanSection.SUPPORTIVE
        case Chapter.TREATMENT if any(one.named for one in medicines_in(read(text))):
            return PlanSection.MEDICINES
        case Chapter.TREATMENT if LIFESTYLE.search(text):
            return PlanSection.LIFESTYLE
        case Chapter.TREATMENT:
            return PlanSection.SUPPORTIVE


def _texts(visit: Visit, section: Section) -> tuple[str, ...]:
    statements = visit.summary.statements if visit.summary else ()
    return tuple(one.text for one in statements if one.section is section and one.text and one.text not in NONE)


def _patient(visit: Visit) -> Patient:
    told = [one for text in _texts(visit, Section.PAST_HISTORY) for one in mentions(text) if not one.denied]
    return Patient(
        age=years_of(visit.record.age),
        conditions=tuple(dict.fromkeys(one.code.replace("_", " ") for one in told)),
        medications=tuple(Prescribed(name=text) for text in _texts(visit, Section.MEDICINES)),
        allergies=_texts(visit, Section.ALLERGIES),
    )


def _own_medicines(visit: Visit, patient: Patient, language: Language) -> Iterator[Checked]:
    """What the medication specialist has against the medicines the patient takes."""
    taken = _texts(visit, Section.MEDICINES)
    if taken:
        names = ("、" if language is Language.ZH else ", ").join(taken)
        yield from _warnings(SAYS[language]["takes"].format(names=names), patient)


def _against(item: PlanItem, patient: Patient) -> Checked | None:
    """A rule against a medicine that an item names, for this patient."""
    return next(_warnings(item.text, patient), None) if item.section is PlanSection.MEDICINES else None


def _warnings(text: str, patient: Patient) -> Iterator[Checked]:
    for checked in medication.check(text, patient):
        if checked.kind in ("condition", "interaction") and checked.verdict in ("avoid", "caution"):
            yield checked
