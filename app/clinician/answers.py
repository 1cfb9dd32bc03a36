"""The answer in words, from what was gathered and nothing else; short."""

from collections.abc import Iterator, Sequence
from typing import Any

from app.clinician.executor import Done
from app.clinician.tasks.calculator import Calculated
from app.clinician.tasks.guideline import Advice
from app.clinician.tasks.reports import Report
from app.clinician.tasks.trend import Trend
from app.clinician.tasks.values import Measured
from app.clinician.tasks.visits import VisitTold
from models.facts import Language

FEW = 6  # values of one test that are named
WORDS = {
    Language.EN: {
        "unknown": (
            "I can look at this patient's values and how they moved, visits, imaging and ECG, medicines together,"
            " and our guidelines. Please ask for one of these."
        ),
        "nothing": "Not available: the records hold nothing of this.",
        "rising": "rising",
        "falling": "falling",
        "steady": "steady",
        "trend": (
            "{called}: {direction}, from {first} ({first_day}) to {last} ({last_day});"
            " {count} values, mean {mean:g} {unit}."
        ),
        "value": "{called}: {values}.",
        "usual": " (usual {usual})",
        "high": " high",
        "low": " low",
        "warned": "{verdict}: {told}.",
        "avoid": "Avoid",
        "caution": "Caution",
        "fine": "No rule of the formulary speaks against {medicines} together, or for this patient.",
        "diagnosis": "diagnosis",
        "treatment": "treatment",
        "complaint": "complaint",
        "tests": "tests",
    },
    Language.ZH: {
        "unknown": (
            "可以问：这位患者的化验和生命体征及其变化、历次就诊、影像和心电图、"
            "用药是否相互影响、本院指南。请问其中一样。"
        ),
        "nothing": "没有：病历里没有这方面的内容。",
        "rising": "上升",
        "falling": "下降",
        "steady": "平稳",
        "trend": (
            "{called}：{direction}，从{first}（{first_day}）到{last}（{last_day}）；共{count}次，平均{mean:g} {unit}。"
        ),
        "value": "{called}：{values}。",
        "usual": "（参考{usual}）",
        "high": "偏高",
        "low": "偏低",
        "warned": "{verdict}：{told}。",
        "avoid": "避免",
        "caution": "注意",
        "fine": "处方集里没有规则反对{medicines}合用，也没有不适合这位患者的。",
        "diagnosis": "诊断",
        "treatment": "处理",
        "complaint": "主诉",
        "tests": "检查",
    },
}


def answered(done: Sequence[Done], language: Language) -> str:
    """What the last steps found; where nothing did, that nothing is there."""
    lines = [line for one in _last(done) for line in _lines(one, language)]
    return "\n".join(lines) or WORDS[language]["nothing"]


def _last(done: Sequence[Done]) -> list[Done]:
    """Results that no later result was made of."""
    found = [one for one in done if one.error is None]
    used = {str(text)[1:] for one in found for text in one.inputs.values() if str(text).startswith("$")}
    return [one for one in found if one.key not in used]


def _lines(one: Done, language: Language) -> Iterator[str]:
    match one.task:
        case "values":
            yield from (_value(values, language) for values in one.result.values())
        case "trend":
            yield from (_trend(trend, language) for trend in one.result)
        case "visits":
            yield from (_visit(visit, language) for visit in one.result)
        case "reports":
            yield from (_report(report) for report in one.result)
        case "guideline":
            yield from (line for advice in one.result for line in _advice(advice))
        case "calculator":
            yield _calculated(one.result, language)
        case "medicines":
            yield from _medicines(one.result, language)


def _value(values: Sequence[Measured], language: Language) -> str:
    words = WORDS[language]
    told = []
    for value in values[-FEW:]:
        verdict = (value.verdict or "").removeprefix("critical_")
        told.append(f"{value.date}: {value.written}{words.get(verdict, '')}")
    usual = values[-1].usual
    range_ = words["usual"].format(usual=f"{usual} {values[-1].unit}".strip()) if usual else ""
    gap = "；" if language is Language.ZH else "; "
    return words["value"].format(called=values[-1].called, values=gap.join(told) + range_)


def _trend(trend: Trend, language: Language) -> str:
    words = WORDS[language]
    return words["trend"].format(
        called=trend.called,
        direction=words[trend.direction],
        first=trend.first.written,
        first_day=trend.first.date,
        last=trend.last.written,
        last_day=trend.last.date,
        count=trend.count,
        mean=trend.mean,
        unit=trend.unit,
    )


def _visit(visit: VisitTold, language: Language) -> str:
    words = WORDS[language]
    fields = (
        ("complaint", visit.complaint),
        ("tests", visit.tests),
        ("diagnosis", visit.diagnosis),
        ("treatment", visit.treatment),
    )
    gap = "：" if language is Language.ZH else ": "
    told = "; ".join(f"{words[name]}{gap}{text}" for name, text in fields if text)
    return f"{visit.date:%Y-%m-%d}, {visit.department}{gap}{told}"


def _calculated(one: Calculated, language: Language) -> str:
    used = ("、" if language is Language.ZH else ", ").join(one.used)
    value = f"{one.value:g} {one.unit}".strip()
    return (
        f"{one.name}：{value}（{used}；{one.source}）"
        if language is Language.ZH
        else f"{one.name}: {value} ({used}; {one.source})."
    )


def _report(report: Report) -> str:
    return f"{report.date}: {report.text}"


def _advice(advice: Advice) -> Iterator[str]:
    yield f"{advice.title} ({advice.scope}, {advice.chapter.value.replace('_', ' ')}):"
    yield from (f"- {item}" for item in advice.items)


def _medicines(result: dict[str, Any], language: Language) -> Iterator[str]:
    words, gap = WORDS[language], "、" if language is Language.ZH else ", "
    for one in result["warnings"]:
        yield words["warned"].format(verdict=words[one.verdict], told=one.told(language))
    if not result["warnings"]:
        yield words["fine"].format(medicines=gap.join(result["medicines"]))
