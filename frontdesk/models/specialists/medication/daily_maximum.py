"""How much of an over-the-counter medicine goes into a day, over all products, against the most its label allows."""

from collections.abc import Iterator
from statistics import median_high
from typing import NamedTuple

from frontdesk.models.ages import ADULT_DOSE_FROM
from frontdesk.models.knowledge.formulary import formulary
from frontdesk.models.knowledge.formulary_schema import Maximum, Product
from frontdesk.models.specialists.case import Checked
from frontdesk.models.specialists.medication.adherence import kept
from frontdesk.models.specialists.medication.dose import MOST_A_DAY, Dose
from frontdesk.models.specialists.medication.finding import found
from frontdesk.models.specialists.medication.situation import Situation
from frontdesk.models.specialists.medication.spoken import Heard, Spoken

LIGHT = 50  # kg


class Taken(NamedTuple):
    """Milligrams in a day: at least, usually and at most, as the strength of a tablet may be open."""

    least: float
    usual: float
    most: float

    def plus(self, other: "Taken") -> "Taken":
        return Taken(*(a + b for a, b in zip(self, other, strict=True)))

    def by(self, factor: float) -> "Taken":
        return Taken(*(mg * factor for mg in self))

    def on_one_day(self, dose: Dose) -> "Taken":
        """Of the day with the most of it, where this is one amount."""
        least, most = dose.on_one_day
        return Taken(self.least * least, self.usual * least, self.most * most)


def sure(mg: float) -> Taken:
    return Taken(mg, mg, mg)


def daily_maximum(heard: Heard) -> Iterator[Checked]:
    totals: dict[str, Taken] = {}
    for one in heard.spoken:
        if not one.intake.denied and not _is_prescribed_so(one):
            for code, taken in milligrams(one).items():
                totals[code] = totals.get(code, sure(0)).plus(taken)
    _add_assumed(heard, totals)
    _add_listed(heard, totals)
    for code, taken in totals.items():
        limit = formulary().maxima[code]
        most = maximum(limit, heard.situation)
        if taken.usual > most or taken.most <= most:  # between the two the strength must be asked first
            yield _told(heard, code, taken, most, limit)


def _is_prescribed_so(one: Spoken) -> bool:
    return one.listed is not None and kept(one.intake, one.listed.dose) in ("as_prescribed", "less")


def _add_assumed(heard: Heard, totals: dict[str, Taken]) -> None:
    """Another product with the same medicine counts with its usual dose where its amount is not said."""
    for one in heard.spoken:
        product = one.named.product if one.named else None
        if product is None or len(product.holds) == 1 or one.intake.denied or milligrams(one):
            continue
        usual = one.intake.dose._replace(units=1.0, unit="tablet", ml=product.ml)
        _add_to(totals, _of_product(usual, product))


def _add_listed(heard: Heard, totals: dict[str, Taken]) -> None:
    """What a prescribed product holds of the same medicine goes into the same day."""
    spoken_of = {one.listed.name for one in heard.spoken if one.listed}
    for listed in heard.situation.listed:
        if listed.name in spoken_of or listed.dose.per_day is None:
            continue
        _add_to(totals, _of_product(listed.dose, listed.named.product))


def _add_to(totals: dict[str, Taken], more: dict[str, Taken]) -> None:
    for code, taken in more.items():
        if code in totals:
            totals[code] = totals[code].plus(taken)


def milligrams(one: Spoken) -> dict[str, Taken]:
    """What goes into the day with the most of it, of each medicine with a maximum, as far as the words tell."""
    told: dict[str, Taken] = {}
    for dose in one.intake.steps or (one.intake.dose,):
        for code, taken in _of_step(one, dose).items():
            told[code] = max(told.get(code, taken), taken, key=lambda each: each.usual)
    return told


def _of_step(one: Spoken, dose: Dose) -> dict[str, Taken]:
    if not one.codes:
        return {}
    product = one.named.product if one.named else None
    if len(one.codes) > 1:
        return _of_product(dose, product)
    code = one.codes[0]
    limit = formulary().maxima.get(code)
    if limit is None:
        return {}
    each = _each(dose, product, code, limit)
    return {code: each.on_one_day(dose)} if each else {}


def day_milligrams(one: Spoken) -> float | None:
    """Milligrams of one medicine in a day as told; None where strength or count is not said or may differ."""
    taken = milligrams(one)
    if len(taken) == 1:
        (only,) = taken.values()
        return only.most if only.least == only.most else None
    dose = one.intake.dose
    return dose.mg * dose.on_one_day[1] if dose.mg is not None and len(one.codes) == 1 else None


def most_prescribed(limit: Maximum, about: Situation) -> float:
    """The most in 24 hours, mg, that a doctor may have prescribed; an illness that lowers it lowers this too."""
    most = maximum(limit, about)
    grown = about.person.is_from(ADULT_DOSE_FROM) or not about.person.age_told
    return max(most, limit.prescribed) if limit.prescribed and grown and most >= limit.adult else most


def _each(dose: Dose, product: Product | None, code: str, limit: Maximum) -> Taken | None:
    """Milligrams at one time."""
    strength = product.holds[code] if product and product.ml is None else None
    if dose.ml is not None:
        per_ml = dose.per_ml or (product.holds[code] / product.ml if product and product.ml else None)
        return sure(dose.ml * per_ml) if per_ml else None
    units = dose.units if dose.unit == "tablet" else None
    if dose.mg is not None and dose.bare and dose.units is None and _is_count(dose.mg, limit, strength):
        units = dose.mg  # "20 of them", "15 Benadryl": no tablet holds so little
    elif dose.mg is not None:
        return sure(dose.mg)
    if units is None or (product and strength is None):
        return None
    if strength:
        return sure(units * strength)
    return Taken(min(limit.units), median_high(limit.units), max(limit.units)).by(units)


def _is_count(bare: float, limit: Maximum, strength: float | None) -> bool:
    """Whether a number without a unit counts tablets: no such strength is sold."""
    return bare <= MOST_A_DAY and bare != strength and bare not in limit.units


def _of_product(dose: Dose, product: Product | None) -> dict[str, Taken]:
    if product is None:
        return {}
    if product.ml is not None:
        parts = dose.ml / product.ml if dose.ml is not None else None
    else:
        parts = dose.units * (product.usual if dose.units == int(dose.units) else 1) if dose.units is not None else None
    if parts is None:
        return {}
    known = formulary().maxima
    return {code: sure(mg * parts).on_one_day(dose) for code, mg in product.holds.items() if code in known}


def maximum(limit: Maximum, about: Situation) -> float:
    """The most in 24 hours, mg, for this person; children by weight where it is known, else by age.

    Of a band the least that is the most at any age in it.
    """
    if about.person.age_told and about.person.may_be_under(ADULT_DOSE_FROM):
        if limit.per_kg and about.weight:
            return min(limit.per_kg * about.weight, limit.adult)
        person = about.person
        most = [mg for start, under, mg in limit.ages if person.may_be_from(start) and person.may_be_under(under)]
        return min([*most, *([limit.adult] if person.may_be_from(ADULT_DOSE_FROM) or not most else [])])
    lowered = [mg for illness, mg in limit.lowered.items() if illness in about.illnesses]
    if "alcohol" in limit.lowered and "alcohol" in about.substances:
        lowered.append(limit.lowered["alcohol"])
    light = [limit.light * about.weight] if limit.light and about.weight and about.weight < LIGHT else []
    return min(limit.adult, *lowered, *light) if lowered or light else limit.adult


def _told(heard: Heard, code: str, taken: Taken, most: float, limit: Maximum) -> Checked:
    name, cap, over = heard.name(code), f"{most:,.4g}", taken.usual > most
    shown = taken.least if taken.least > most or not over else taken.usual
    total = f"{shown:,.4g}" if shown < 10_000 else f"{shown:,.0f}"
    if over and taken.least <= most:
        zh = f"{name}一天可能有{total}毫克，超过{cap}毫克的上限。请不要再吃，把药盒拿给护士看规格。"
        en = f"That may be {total} mg of {name} in a day, over {cap} mg; take no more and show a nurse the box."
    elif over:
        zh = f"{name}一天共{total}毫克，超过了{cap}毫克的上限，请不要再吃，马上请护士来看。"
        en = f"That is {total} mg of {name} in a day, over {cap} mg; please take no more and see a nurse now."
    else:
        zh = f"{name}一天共{total}毫克，没有超过{cap}毫克的上限。"
        en = f"That is {total} mg of {name} in a day, within the most of {cap} mg."
    return found("daily_maximum", "over" if over else "within", code, heard.say(zh, en), limit.source)
