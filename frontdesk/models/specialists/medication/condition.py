"""A medicine against the person: illness, pregnancy, breast-feeding, age, allergy."""

from collections.abc import Iterator
from functools import cache

from frontdesk.models.facts import Language
from frontdesk.models.knowledge.formulary import formulary
from frontdesk.models.knowledge.formulary_schema import Contraindication
from frontdesk.models.specialists.case import Checked
from frontdesk.models.specialists.medication.finding import found
from frontdesk.models.specialists.medication.situation import Situation
from frontdesk.models.specialists.medication.spoken import Heard, Spoken


def condition(heard: Heard) -> Iterator[Checked]:
    told: set[str] = set()
    for one in heard.spoken:
        if one.intake.denied or one.anothers or one.mention is None:
            continue
        against = {code: first for code in one.codes if (first := contraindication(code, heard.situation))}
        for code in one.codes:
            if code in told:
                continue
            if code in against:
                told.add(code)
                yield _avoid(heard, code, *against[code])
            elif not against and _may_be_allowed(heard, one, code):
                told.add(code)
                yield _allowed(heard, code)


def contraindication(code: str, about: Situation) -> tuple[Contraindication, str] | None:
    """The first rule against a medicine for this person, and what of the person it speaks of."""
    kinds = formulary().counts_as(code)
    for rule in formulary().contraindications:
        if kinds.isdisjoint(rule.medicines) or not about.illnesses.keys().isdisjoint(rule.unless):
            continue
        for reason in _reasons(rule, about):
            return rule, reason
    own = code in about.allergies or (about.allergies and kinds - {code} and code in about.allergies)
    return (_SAME, "allergy") if own else None


_SAME = Contraindication(
    medicines=(),
    why={Language.ZH: "您对它过敏", Language.EN: "you are allergic to it"},
    source="the patient's allergies",
)


def _reasons(rule: Contraindication, about: Situation) -> Iterator[str]:
    yield from (about.illnesses[illness] for illness in rule.conditions if illness in about.illnesses)
    if not about.allergies.isdisjoint(rule.allergies):
        yield "allergy"
    if rule.weeks and about.pregnant and (about.weeks is None or rule.weeks[0] <= about.weeks < rule.weeks[1]):
        yield "pregnancy"
    if rule.breastfeeding and about.breastfeeding:
        yield "breast-feeding"
    if about.person.age_told:  # of a band, where any age in it has a reason
        if rule.under is not None and about.person.may_be_under(rule.under):
            yield "age"
        if rule.since is not None and about.person.may_be_from(rule.since):
            yield "age"


@cache
def _ruled() -> frozenset[str]:
    """Medicines and classes some rule speaks of."""
    return frozenset(name for rule in formulary().contraindications for name in rule.medicines)


def is_ruled(code: str) -> bool:
    """Whether any rule speaks of it: of no other medicine can it be said that none meets the person."""
    return not _ruled().isdisjoint(formulary().counts_as(code))


def _may_be_allowed(heard: Heard, one: Spoken, code: str) -> bool:
    """Only where there is something to hold it against and a label's rules are known."""
    medicine = formulary().medicines.get(code)
    known = (medicine is not None and medicine.otc) or not _ruled().isdisjoint(formulary().counts_as(code))
    return known and (heard.situation.tells or one.intake.asked)


def _avoid(heard: Heard, code: str, rule: Contraindication, reason: str) -> Checked:
    name = heard.name(code)
    zh = f"先不要用{name}：{rule.why[Language.ZH]}，请医生决定。"
    en = f"Please do not take {name} for now: {rule.why[Language.EN]}; a doctor should decide."
    return found("condition", "avoid", code, heard.say(zh, en), rule.source)


def _allowed(heard: Heard, code: str) -> Checked:
    name = heard.name(code)
    zh = f"就您说的情况，没有查到不能用{name}的规定，请按说明书用。"
    en = f"Nothing known about you speaks against {name}; please keep to its label."
    return found("condition", "allowed", code, heard.say(zh, en), f"label of {code}; no contraindication listed")
