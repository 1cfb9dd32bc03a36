"""The first draft: items from the guidelines that fit, and what of the patient's visit both agents are told."""

import re
from collections.abc import Iterable, Iterator, Sequence

from frontdesk.app.clinician.care_plan.draft import Draft, Item, PlanItem, PlanSection
from frontdesk.app.clinician.care_plan.rules import beside_own_medicines
from frontdesk.app.clinician.care_plan.words import say
from frontdesk.app.clinician.guidelines import Chapter, Guideline, fitting
from frontdesk.app.reception.turn.anonymity import GONE, anonymous
from frontdesk.his_adapter.matching import years_of
from frontdesk.his_adapter.medicines import told_in
from frontdesk.his_adapter.records import Section, Visit
from frontdesk.models.facts import Language
from frontdesk.models.knowledge.formulary import plain_name
from frontdesk.models.knowledge.load import knowledge
from frontdesk.models.mentions import mentions
from frontdesk.models.parsers.writing import read
from frontdesk.models.specialists.case import Patient, Prescribed
from frontdesk.models.specialists.medication.listing import IN_THE_BODY, ListedMedicine, codes
from frontdesk.models.specialists.medication.mentions import mentions as medicines_in

MOST = 6  # items of one section, from one guideline
GUIDELINES = 2  # that a draft is made from
CONDITION = re.compile(r"[：:]")  # behind it stands what to do for whom it names
GAP = {Language.ZH: "、", Language.EN: ", "}
LOCAL = ("Local rule", "本院规定")
LIFESTYLE = re.compile(
    r"\b(?:salt|weight|exercise|activity|smok|tobacco|alcohol|diet|fluids?|sleep|rest)\w*|盐|体重|运动|活动|吸烟|烟|酒|饮食|饮水|睡眠|休息",
    re.IGNORECASE,
)
NONE = ("无", "none")
OF_THE_PATIENT = (Section.POSITIVES, Section.PAST_HISTORY, Section.WORDS, Section.STORY)
TOLD = (Section.COMPLAINT, Section.POSITIVES, Section.PAST_HISTORY, Section.MEDICINES, Section.ALLERGIES)


def draft_of(
    visit: Visit,
    guidelines: Sequence[Guideline],
    language: Language,
    medicines: Sequence[ListedMedicine] | None = None,
    problems: Sequence[str] = (),
) -> Draft:
    """`medicines`: the patient's one list; None: what the visit itself tells. `problems`: words of earlier records."""
    chosen = _chosen(visit, guidelines, problems)
    had = _had(visit, problems)
    of_each = [list(_items(one, language, had)) for one in chosen]
    taken = [item for items in of_each for item in _first_of_each(items) if _fits(item, had)]
    left = [item for items in of_each for item in items if item not in taken]
    listed = told_in(visit.summary) if medicines is None else medicines
    patient = _patient(visit, listed)
    rules = [
        PlanItem(
            section=PlanSection.MEDICINES,
            text=one.told(language),
            source=one.source,
            why=say("why_own", language),
        )
        for one in beside_own_medicines(taken, patient, language)
    ]
    return Draft(
        language=language,
        patient=patient,
        facts=(*_facts(visit), *_on_record(listed, language)),
        guidelines=tuple(one.title[language] for one in chosen),
        had=tuple(sorted(had)),
        items=tuple(_numbered("p", taken)),
        sentences=(*_numbered("g", left), *_numbered("f", rules, by_rule=True)),
    )


def _numbered(letter: str, items: Iterable[PlanItem], *, by_rule: bool = False) -> Iterator[Item]:
    for place, one in enumerate(items, 1):
        yield Item(
            item_id=f"{letter}{place}",
            section=one.section,
            text=one.text,
            source=one.source,
            why=one.why,
            by_rule=by_rule,
        )


# --- from the guidelines ---------------------------------------------------------------------------------------------


def _chosen(visit: Visit, guidelines: Sequence[Guideline], problems: Sequence[str]) -> list[Guideline]:
    """Those about what the patient came for, then those about what they have besides."""
    statements = visit.summary.statements if visit.summary else ()
    complaint = [one.text for one in statements if one.section is Section.COMPLAINT]
    besides = [*(one.text for one in statements if one.section in OF_THE_PATIENT), *problems]
    first = fitting(guidelines, codes_in([*complaint, visit.record.chief_complaint]))
    others = [one for one in fitting(guidelines, codes_in(besides)) if one not in first]
    return [*first, *others][:GUIDELINES]


def _had(visit: Visit, problems: Sequence[str]) -> set[str]:
    """Findings and illnesses that the patient tells of today, or that are on record."""
    statements = visit.summary.statements if visit.summary else ()
    told = (one.text for one in statements if one.section in (Section.COMPLAINT, *OF_THE_PATIENT))
    return codes_in([visit.record.chief_complaint, *told, *problems])


def _fits(item: PlanItem, had: set[str]) -> bool:
    """What is for who has something fits who has one of what it names; any other sentence fits everybody.

    An illness that it is for stands before a colon ("gout: ..."), illnesses and signs that send somebody on anywhere.
    """
    head, colon, _ = CONDITION.sub(":", item.text, count=1).partition(":")
    if item.section is PlanSection.REFERRALS:
        named = codes_in([item.text])
    else:
        named = codes_in([head]) & knowledge().conditions.keys() if colon else set()
    return not named or not named.isdisjoint(had)


def codes_in(told: Iterable[str]) -> set[str]:
    return {one.code for text in told for one in mentions(text) if not one.denied}


def _first_of_each(items: Sequence[PlanItem]) -> Iterator[PlanItem]:
    for section in PlanSection:
        yield from [item for item in items if item.section is section][:MOST]


def _items(guideline: Guideline, language: Language, had: set[str]) -> Iterator[PlanItem]:
    """The bullets, those the hospital has made itself first; each with what of the patient the guideline is about."""
    chapters = guideline.chapters.get(language, {})
    about = [code for code in (*guideline.conditions, *guideline.findings) if code in had]
    why = GAP[language].join(dict.fromkeys(_name(code, language) for code in about))
    for chapter, bullets in chapters.items():
        for text in sorted(bullets, key=lambda bullet: not bullet.startswith(LOCAL)):
            yield PlanItem(section=_section(chapter, text), text=text, source=guideline.title[language], why=why)


def _name(code: str, language: Language) -> str:
    known = knowledge().conditions.get(code) or knowledge().findings.get(code)
    return (known.zh if language is Language.ZH else known.en) if known else code.replace("_", " ")


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


# --- of the patient --------------------------------------------------------------------------------------------------


def _texts(visit: Visit, section: Section) -> tuple[str, ...]:
    statements = visit.summary.statements if visit.summary else ()
    return tuple(one.text for one in statements if one.section is section and one.text and one.text not in NONE)


def _patient(visit: Visit, listed: Sequence[ListedMedicine]) -> Patient:
    told = [one for text in _texts(visit, Section.PAST_HISTORY) for one in mentions(text) if not one.denied]
    return Patient(
        age=years_of(visit.record.age),
        conditions=tuple(dict.fromkeys(one.code.replace("_", " ") for one in told)),
        medications=tuple(Prescribed(name=code) for code in codes(listed, IN_THE_BODY)),
        allergies=_texts(visit, Section.ALLERGIES),
    )


def _on_record(listed: Sequence[ListedMedicine], language: Language) -> Iterator[str]:
    """What the hospital's records leave the patient on."""
    for one in listed:
        if one.source and one.standing in IN_THE_BODY:
            yield f"medicines: {plain_name(one.code, language)} {one.dose}".strip()


def _facts(visit: Visit) -> Iterator[str]:
    """One line for each: the kind and what is told of it, without whatever says who the patient is."""
    record, statements = visit.record, visit.summary.statements if visit.summary else ()
    yield from (f"{kind}: {told}" for kind, told in (("age", record.age), ("sex", record.gender)) if told)
    known = {record.name, *record.name.split(), record.patient_id}
    for section in TOLD:
        told = (one.text for one in statements if one.section is section and one.text)
        yield from (f"{section}: {_of_nobody(text, known)}" for text in told)


def _of_nobody(text: str, known: Iterable[str]) -> str:
    """Also without the name and number on the record, which nobody has to guess."""
    for name in sorted(known, key=len, reverse=True):
        if len(name) > 1:
            text = re.sub(rf"(?<![A-Za-z0-9]){re.escape(name)}(?![A-Za-z0-9])", GONE, text, flags=re.IGNORECASE)
    return anonymous(text)
