"""The sentences about values, in both languages; plain, no diagnosis."""

from frontdesk.models.facts import Language
from frontdesk.models.specialists.case import Verdict
from frontdesk.models.specialists.labs_vitals.catalogue import Limits, tests
from frontdesk.models.specialists.labs_vitals.effects import Effect
from frontdesk.models.specialists.labs_vitals.judgement import Judged, Part
from frontdesk.models.specialists.labs_vitals.told import PRESSURE

VERDICTS: dict[Verdict, tuple[str, str]] = {
    "normal": ("在常见范围内", "is in the usual range"),
    "low": ("低于常见范围", "is below the usual range"),
    "high": ("高于常见范围", "is above the usual range"),
    "critical_low": ("低得需要马上请医护人员看", "is so low that a nurse or doctor should look at it now"),
    "critical_high": ("高得需要马上请医护人员看", "is so high that a nurse or doctor should look at it now"),
    "rising": ("比上次高", "is higher than before"),
    "falling": ("比上次低", "is lower than before"),
    "steady": ("和上次差不多", "is about the same as before"),
}
STATES = {
    "fasting": ("空腹", "fasting"),
    "one_hour": ("餐后一小时", "one hour after a meal"),
    "after_meal": ("餐后", "after a meal"),
    "random": ("随机", "taken at random"),
}
ZH_PRESSURE = "血压"


def name_of(subject: str, language: Language) -> str:
    if subject == PRESSURE:
        return ZH_PRESSURE if language is Language.ZH else subject
    return tests()[subject].called(language)


def amount(value: float) -> str:
    """Three figures are enough of a limit that was converted."""
    return f"{float(f'{value:.3g}'):.6g}"


def value_of(one: Judged) -> str:
    parts = one.parts
    sign = {"under": "<", "over": ">"}.get(one.reading.bound or "", "")
    return f"{sign}{'/'.join(f'{part.told:.6g}' for part in parts)} {parts[0].unit}".strip()


def range_text(one: Judged, language: Language) -> str:
    verdict, zh = one.verdict or "normal", language is Language.ZH
    subject = name_of(one.subject, language)
    said = VERDICTS[verdict][0 if zh else 1]
    if one.reading.answer is not None:
        answer = (
            ("阳性" if one.reading.answer else "阴性") if zh else ("positive" if one.reading.answer else "negative")
        )
        usual = ("，通常是阴性。", "; the usual answer is negative.")[not zh]
        return f"{subject}{answer}{usual}" if zh else f"Your {subject} is {answer}{usual}"
    state = STATES.get(one.reading.state or "")
    if zh:
        measured = f"{state[0] if state else ''}{subject}{value_of(one)}"
        return f"{measured}，{said}（{_usual(one, language)}）。{_ask_meal(one, language)}"
    when = f" ({state[1]})" if state else ""
    return f"Your {subject} of {value_of(one)}{when} {said} ({_usual(one, language)}).{_ask_meal(one, language)}"


def _ask_meal(one: Judged, language: Language) -> str:
    if one.subject != "glucose" or one.reading.state is not None or one.verdict != "high":
        return ""
    return "是空腹还是饭后测的？" if language is Language.ZH else " Was it before or after a meal?"


def _usual(one: Judged, language: Language) -> str:
    parts = [_limits(part.limits.normal, part, language) for part in one.parts if part.limits.normal]
    joined = " / ".join(parts)
    return f"常见范围{joined}" if language is Language.ZH else f"usually {joined}"


def _limits(limits: Limits, part: Part, language: Language) -> str:
    low, high = (None if end is None else amount(part.test.from_own_unit(end, part.unit)) for end in limits)
    if low is None or part.limits.normal is None or (part.limits.normal[0] or 0) <= 0:
        return f"{high}以下" if language is Language.ZH else f"up to {high}"
    return f"{low}到{high}" if language is Language.ZH else f"{low} to {high}"


def plausibility_text(one: Judged, language: Language) -> str:
    subject, value = name_of(one.subject, language), value_of(one)
    zh = language is Language.ZH
    article = "An" if subject[0] in "aeiouAEIOU" else "A"
    if one.plausible:
        return f"{subject}{value}，这个数值有可能。" if zh else f"{article} {subject} of {value} can be right."
    meant = one.suggestion
    if zh:
        return f"{subject}{value}不太可能，" + (f"是不是{meant}？" if meant else "请再看一下数字和单位。")
    return f"{article} {subject} of {value} is not likely. " + (
        f"Could it be {meant}?" if meant else "Please check the number and the unit."
    )


def trend_text(one: Judged, language: Language) -> str:
    earlier = one.earlier
    if earlier is None:
        raise ValueError(f"{one.subject} has nothing to compare with")
    before = "/".join(
        amount(part.test.from_own_unit(value, part.unit))
        for part, value in zip(one.parts, earlier.values, strict=False)
    )
    unit, zh = one.parts[0].unit, language is Language.ZH
    said = VERDICTS[earlier.verdict][0 if zh else 1]
    day = earlier.date.isoformat() if earlier.date else ("上次" if zh else "last time")
    subject = name_of(one.subject, language)
    if zh:
        return f"{subject}{value_of(one)}，{said}（{day} {before} {unit}）。"
    return f"Your {subject} of {value_of(one)} {said} ({before} {unit}".rstrip() + f", {day})."


def effect_text(test: str, effect: Effect, language: Language) -> str:
    if language is Language.ZH:
        return (
            f"{effect.medicine}可能使{name_of(test, language)}{'升高' if effect.raises else '降低'}，请医生结合来看。"
        )
    moves = "raise" if effect.raises else "lower"
    medicine = effect.medicine[:1].upper() + effect.medicine[1:]
    return f"{medicine} can {moves} {name_of(test, language)}; the doctor should know."
