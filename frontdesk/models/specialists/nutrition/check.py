"""`frontdesk check` for nutrition: amounts of the day against the limits of the patient's illnesses."""

from collections.abc import Iterator
from typing import NamedTuple

from frontdesk.models.ages import GROWN_UP_FROM
from frontdesk.models.assertion import Assertion, scopes
from frontdesk.models.facts import Language
from frontdesk.models.specialists.case import Checked, Patient
from frontdesk.models.specialists.nutrition.cues import cue
from frontdesk.models.specialists.nutrition.eaten import Eaten, Portion, eaten
from frontdesk.models.specialists.nutrition.tables import UNITS, ZH, Food, Limit, Restriction, restrictions, sources

WORTH_TELLING = 0.1  # of the day's limit; less of it is not what the utterance is about
GOOD_PART = 0.3  # of the day's limit; told whatever else is in the food
ORDERED = 0.2  # of it, told where dishes are ordered without their amounts
MEAL = 0.4  # of the day's limit for one meal out; Polaris 4.5 takes about 30 %
SHARED = frozenset({"sodium", "protein", "potassium", "phosphorus"})  # limits a day spreads over its meals
USUAL_WEIGHT = 60.0  # kg, where it is not known


class Bound(NamedTuple):
    """What holds for this patient: in the nutrient's unit, whose limit it is, and whether it is of one meal."""

    limit: Limit
    amount: float
    whose: dict[Language, str]
    everybody: bool
    meal: bool = False


OWN = {Language.ZH: "医生给您定的", Language.EN: "what your doctor set"}
MINOR = {Language.ZH: "未成年人", Language.EN: "people under 18"}


def check(utterance: str, patient: Patient) -> tuple[Checked, ...]:
    """For each limited nutrient the utterance is about: within the day's limit, or over it."""
    told = eaten(utterance, patient)
    if not told.portions and not told.stated:
        return ()
    bounds = _bounds(patient, told)
    return tuple(_findings(told, bounds))


def limit_of(nutrient: str, utterance: str, patient: Patient) -> tuple[float, str] | None:
    """The day's limit that holds for this patient, in the nutrient's unit, and its source."""
    bound = _bounds(patient, eaten(utterance, patient)).get(nutrient)
    return None if bound is None else (bound.amount, bound.limit.source)


def _bounds(patient: Patient, told: Eaten) -> dict[str, Bound]:
    """The lowest limit of each nutrient; the doctor's own goes first."""
    found: dict[str, Bound] = {}
    for one in restrictions():
        if one.everybody or _holds(one, patient, told.text):
            for limit in one.limits:
                bound = _bound(limit, one, patient, told)
                held = found.get(limit.nutrient)
                if held is None or (held.everybody, held.amount) > (bound.everybody, bound.amount):
                    found[limit.nutrient] = bound
    if patient.person.is_under(GROWN_UP_FROM):
        none = Limit(nutrient="alcohol", amount=0, source="WHO: no alcohol under 18")
        found["alcohol"] = Bound(none, 0.0, MINOR, False)
    for nutrient, amount in told.allowed.items():
        own = Limit(nutrient=nutrient, amount=amount, source="the doctor's limit as the patient tells it")
        found[nutrient] = Bound(own, amount, OWN, False)
    return found


def _bound(limit: Limit, one: Restriction, patient: Patient, told: Eaten) -> Bound:
    amount = limit.amount * (patient.weight_kg or USUAL_WEIGHT) if limit.per_kg else limit.amount
    if (told.meal or told.out) and limit.meal is not None:
        return Bound(limit, limit.meal, one.condition, one.everybody, meal=True)
    if told.out and limit.nutrient in SHARED and limit.nutrient not in told.stated:
        return Bound(limit, amount * MEAL, one.condition, one.everybody, meal=True)
    return Bound(limit, amount, one.condition, one.everybody)


def _holds(one: Restriction, patient: Patient, text: str) -> bool:
    if one.pregnant and patient.pregnant:
        return True
    if any(one.is_named(name.lower()) for name in patient.conditions):
        return True
    return one.is_named(text) and _is_own(one, text)


def _is_own(one: Restriction, text: str) -> bool:
    """Whether an illness named in the utterance is the speaker's: not denied, not somebody else's."""
    other = {Assertion.ABSENT, Assertion.SOMEBODY_ELSES, Assertion.PAST}
    bent = [scope for language in Language for scope in scopes(text, language) if scope.kind in other]
    return not any(one.is_named(text[scope.start : scope.end]) for scope in bent)


class Amount(NamedTuple):
    """How much of one nutrient the utterance is about, and of what."""

    nutrient: str
    bound: Bound
    parts: tuple[tuple[Portion, float], ...]
    stated: float | None
    total: float

    @property
    def over(self) -> bool:
        return self.total > self.bound.amount * 1.001 if self.bound.amount else self.total > 0

    @property
    def share(self) -> float:
        return self.total / self.bound.amount if self.bound.amount else 0.0


def _amount(nutrient: str, bound: Bound, told: Eaten) -> Amount:
    portions = [one for one in told.portions if not (nutrient == "gluten" and told.wheatless and _is_dough(one.food))]
    parts = [(portion, portion.grams * portion.food.holds[nutrient] / 100) for portion in portions]
    held = tuple((portion, amount) for portion, amount in parts if amount > 0)
    stated = told.stated.get(nutrient)
    return Amount(nutrient, bound, held, stated, sum(amount for _, amount in held) + (stated or 0.0))


def _is_dough(food: Food) -> bool:
    return cue("dough").search(f"{food.name} {food.zh}") is not None


def _findings(told: Eaten, bounds: dict[str, Bound]) -> Iterator[Checked]:
    amounts = [_amount(nutrient, bound, told) for nutrient, bound in bounds.items()]
    healthy = all(bound.everybody for bound in bounds.values())
    most = max((one.share for one in amounts if not one.bound.everybody or healthy), default=0.0)
    amounts = [one for one in amounts if healthy or not one.bound.everybody or one.stated is not None]
    too_much = any(one.over for one in amounts)
    for one in amounts:
        if (
            one.over
            or one.stated is not None
            or (told.unsalted and one.nutrient == "sodium" and one.parts)
            or (not too_much and _is_about(one, most, healthy=healthy, ordered=told.out))
        ):
            yield Checked(
                specialist="nutrition",
                kind="limit",
                verdict="over" if one.over else "within",
                subject=one.nutrient,
                text=_text(one, told.language),
                source=_source(one),
            )


def _is_about(one: Amount, most: float, *, healthy: bool, ordered: bool) -> bool:
    """Whether an amount of food within the limit is worth a word: a good part of the day's; `ordered`: in portions."""
    said = any(portion.said for portion, _ in one.parts)
    if not (said or (ordered and one.share >= ORDERED)) or (one.bound.everybody and not healthy):
        return False
    if one.bound.everybody and one.nutrient not in ("caffeine", "alcohol"):
        return False
    return one.share >= WORTH_TELLING and (one.share >= most / 2 or one.share >= GOOD_PART)


def _text(one: Amount, language: Language) -> str:
    zh, unit = language is Language.ZH, UNITS[one.nutrient]
    name, whose = (ZH[one.nutrient] if zh else one.nutrient), one.bound.whose[language]
    eaten_words = "、".join(p.food.zh for p, _ in one.parts) if zh else ", ".join(p.food.name for p, _ in one.parts)
    if not one.bound.amount:
        if zh:
            return f"{eaten_words or name}含{name}，{whose}不宜。"
        return f"{(eaten_words or name).capitalize()} brings {name}; with {whose} there should be none."
    sums = [f"{portion.food.zh if zh else portion.food.name} {amount:.0f}" for portion, amount in one.parts]
    sums += [f"{one.stated:.0f}"] if one.stated is not None else []
    counted = f"{' + '.join(sums)} = {one.total:.0f} {unit}" if len(sums) > 1 else f"{sums[0]} {unit}"
    limit = f"{one.bound.amount:.0f} {unit}"
    half = one.over and one.bound.meal and one.total / 2 <= one.bound.amount
    if zh:
        span, rest = ("一餐" if one.bound.meal else "一天"), ("吃一半就合适。" if half else "")
        return f"{name}：{counted}，{'超过' if one.over else '没有超过'}{span}{limit}的上限（{whose}）。{rest}"
    compared, span = (
        ("more than" if one.over else "within"),
        ("a meal's share" if one.bound.meal else "the day's limit"),
    )
    rest = " Half of it would do." if half else ""
    return f"{name.capitalize()}: {counted}, {compared} {span} of {limit} ({whose}).{rest}"


def _source(one: Amount) -> str:
    held = sources()
    dish = any(portion.food.dish for portion, _ in one.parts)
    amounts = held.get(one.nutrient, held["dishes" if dish else "foods"]) if one.parts else ""
    return f"{one.bound.limit.source}; {amounts}" if amounts else one.bound.limit.source
