"""A draft of a care plan for the doctor: from the guidelines that fit, held against this patient's own medicines.

Five sections as in DERA, section 4. The Researcher looks for what this patient must not have and for what their own
medicines call for; the Decider takes in what a rule of the formulary bears out. Nothing of it is shown to a patient.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum

from app.clinician.guidelines import Chapter, Guideline, fitting
from app.clinician.warned import Warned, alone, together
from his_adapter.records import Review, ReviewTurn, Section, Visit
from his_adapter.sql.search import years_of
from models.facts import Language, Value
from models.mentions import mentions
from models.parsers.writing import read
from models.runner import EMBEDDED
from models.specialists.case import Patient, Prescribed
from models.specialists.medication.mentions import mentions as medicines_in
from models.specialists.medication.spoken import hear

MOST = 6  # items of one section, from one guideline
KINDS = re.compile(r"calcium[- ]channel blockers?|钙通道阻滞剂|钙拮抗剂", re.IGNORECASE)  # named after what they block
GUIDELINES = 2  # that a draft is made from
LOCAL = ("Local rule", "本院规定")
LIFESTYLE = re.compile(
    r"\b(?:salt|weight|exercise|activity|smok|tobacco|alcohol|diet|fluids?|sleep|rest)\w*|盐|体重|运动|活动|吸烟|烟|酒|饮食|饮水|睡眠|休息",
    re.IGNORECASE,
)
NONE = ("无", "none")
OF_THE_PATIENT = (Section.POSITIVES, Section.PAST_HISTORY, Section.WORDS, Section.STORY)
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
    chosen = _chosen(visit, guidelines)
    limited = [item for one in chosen for item in _first_of_each(list(_items(one, language)))]
    patient, says, turns, pad = _patient(visit), SAYS[language], list[ReviewTurn](), list[str]()

    def agreed(remark: str, source: str) -> None:
        turns.append(ReviewTurn(speaker="researcher", text=remark))
        turns.append(ReviewTurn(speaker="decider", text=says["accept"].format(source=source)))
        pad.append(remark)

    final = list[PlanItem]()
    for found in _own_medicines(visit, patient, language):
        agreed(says["missing"].format(text=found.told(language)), found.source)
        text = says["own"].format(text=found.told(language))
        final.append(PlanItem(section=PlanSection.MEDICINES, text=text, source=found.source))
    for item in limited:
        against = _against(item, patient, language)
        if against is not None:
            why = against.told(language)
            agreed(says["research"].format(section=item.section, text=item.text, why=why), against.source)
            item = item.model_copy(update={"text": says["not_for"].format(text=item.text, why=why)})
        final.append(item)
    turns.append(ReviewTurn(speaker="researcher", text=says["satisfied"]))
    return CarePlan(
        language=language,
        items=tuple(sorted(final, key=lambda one: list(PlanSection).index(one.section))),
        guidelines=tuple(one.title[language] for one in chosen),
        review=Review(by=EMBEDDED, turns=tuple(turns), scratchpad=tuple(pad), satisfied=True),
    )


def _chosen(visit: Visit, guidelines: Sequence[Guideline]) -> list[Guideline]:
    """Those about what the patient came for, then those about what they have besides."""
    statements = visit.summary.statements if visit.summary else ()
    complaint = [one.text for one in statements if one.section is Section.COMPLAINT]
    besides = [one.text for one in statements if one.section in OF_THE_PATIENT]
    first = fitting(guidelines, _codes([*complaint, visit.record.chief_complaint]))
    others = [one for one in fitting(guidelines, _codes(besides)) if one not in first]
    return [*first, *others][:GUIDELINES]


def _codes(told: Iterable[str]) -> set[str]:
    return {one.code for text in told for one in mentions(text) if not one.denied}


def _first_of_each(items: Sequence[PlanItem]) -> Iterator[PlanItem]:
    for section in PlanSection:
        yield from [item for item in items if item.section is section][:MOST]


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


def _own_medicines(visit: Visit, patient: Patient, language: Language) -> list[Warned]:
    """What speaks against the medicines the patient takes, each for itself and each pair."""
    taken = _texts(visit, Section.MEDICINES)
    if not taken:
        return []
    names = ("、" if language is Language.ZH else ", ").join(taken)
    heard = hear(SAYS[language]["takes"].format(names=names), patient)
    codes = tuple(dict.fromkeys(code for one in heard.spoken for code in one.codes))
    for_each = (alone(code, heard.situation, language) for code in codes)
    return [*(one for one in for_each if one), *together(codes, language)]


def _against(item: PlanItem, patient: Patient, language: Language) -> Warned | None:
    """A rule against a medicine that an item names, for this patient; to be worded for whoever prescribes."""
    if item.section is not PlanSection.MEDICINES:
        return None
    heard = hear(KINDS.sub(" ", item.text), patient)
    codes = (code for one in heard.spoken for code in one.codes)
    return next((one for code in codes if (one := alone(code, heard.situation, language))), None)
