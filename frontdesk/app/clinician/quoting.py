"""A sentence of a record as an answer quotes it: day, department and field, and the words as they stand."""

from datetime import date

from frontdesk.his_adapter.chart import Line
from frontdesk.models.facts import Language

FIELDS = {
    "chief_complaint": {Language.EN: "complaint", Language.ZH: "主诉"},
    "present_illness_history": {Language.EN: "present illness", Language.ZH: "现病史"},
    "past_history": {Language.EN: "history", Language.ZH: "既往史"},
    "drug_allergy_history": {Language.EN: "allergies", Language.ZH: "过敏史"},
    "physical_examination": {Language.EN: "examination", Language.ZH: "查体"},
    "auxiliary_examination": {Language.EN: "tests", Language.ZH: "检查"},
    "preliminary_diagnosis": {Language.EN: "diagnosis", Language.ZH: "诊断"},
    "treatment_opinion": {Language.EN: "treatment", Language.ZH: "处理"},
    "notes": {Language.EN: "advice", Language.ZH: "备注"},
}
SHAPES = {Language.EN: "{on} ({place}): “{text}”", Language.ZH: "{on}（{place}）：“{text}”"}


def quoted(line: Line, language: Language, *, text: str = "") -> str:
    """`text` instead of the whole sentence: a clause of it."""
    gap = "，" if language is Language.ZH else ", "
    place = gap.join((line.department, FIELDS[line.field][language]))
    return SHAPES[language].format(on=line.on, place=place, text=text or line.text)


def days_between(first: date, last: date) -> int:
    return (last - first).days
