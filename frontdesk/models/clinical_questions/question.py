"""What a model is told of a doctor's question: pseudonymised, and the text of records marked as data."""

import re
from datetime import date

from frontdesk.models.capability import Asked
from frontdesk.models.facts import Language, Sex, Value

MARKS = re.compile(r"</?\s*(?:question|observation)\b[^>]*>?", re.IGNORECASE)
WORDS = {
    Language.EN: {
        "none": "(none)",
        "years": "{age:.3g} years",
        "unknown": "age and sex unknown",
        "gap": ", ",
        "and": ", ",
        "chart": "illnesses: {illnesses}; values of: {tests}",
    },
    Language.ZH: {
        "none": "（无）",
        "years": "{age:.3g}岁",
        "unknown": "年龄性别不详",
        "gap": "，",
        "and": "、",
        "chart": "疾病：{illnesses}；有数值的：{tests}",
    },
}
SEXES = {
    Language.EN: {Sex.FEMALE: "female", Sex.MALE: "male"},
    Language.ZH: {Sex.FEMALE: "女", Sex.MALE: "男"},
}


class TaskTold(Value):
    """A task of the closed list. `inputs`: name, whether it may be left out, and type of each."""

    name: str
    description: str
    inputs: str
    outputs: str

    @property
    def line(self) -> str:
        return f"{self.name}({self.inputs}) -> {self.outputs}: {self.description}"


class Observation(Value):
    """What a step found, or why it found nothing. `inputs` as JSON."""

    key: str
    task: str
    inputs: str
    text: str


class ClinicalQuestion(Value):
    """Nothing in it says who the patient is. `thoughts` of the rounds before; `rounds`: how many are left."""

    text: str
    language: Language
    today: date
    age: float | None  # years
    sex: Sex | None
    illnesses: tuple[str, ...] = ()
    measured: tuple[str, ...] = ()  # tests of which values are on record
    tasks: tuple[TaskTold, ...] = ()
    thoughts: tuple[str, ...] = ()
    observations: tuple[Observation, ...] = ()
    rounds: int = 1

    @property
    def patient(self) -> str:
        words = WORDS[self.language]
        age = [words["years"].format(age=self.age)] if self.age is not None else []
        sex = [SEXES[self.language][self.sex]] if self.sex else []
        return words["gap"].join([*age, *sex]) or words["unknown"]

    @property
    def chart(self) -> str:
        """What a planner cannot guess: under which names there is something to look up."""
        words = WORDS[self.language]
        illnesses = words["and"].join(self.illnesses) or words["none"]
        return words["chart"].format(illnesses=illnesses, tests=words["and"].join(self.measured) or words["none"])


def asked(question: ClinicalQuestion) -> Asked:
    none = WORDS[question.language]["none"]
    return Asked(
        language=question.language,
        blanks={
            "tasks": "\n".join(one.line for one in question.tasks),
            "today": f"{question.today:%Y-%m-%d, %A}",
            "patient": question.patient,
            "chart": _data(question.chart),
            "question": _data(question.text),
            "thoughts": "\n".join(f"{place}. {one}" for place, one in enumerate(question.thoughts, 1)) or none,
            "observations": "\n".join(map(_marked, question.observations)) or none,
            "rounds": str(question.rounds),
        },
    )


def _marked(one: Observation) -> str:
    return (
        f'<observation key="{_data(one.key)}" task="{_data(one.task)}">\n'
        f"{_data(one.inputs)}\n{_data(one.text)}\n</observation>"
    )


def _data(text: str) -> str:
    """Text that cannot end the mark it stands in."""
    return MARKS.sub("", text).replace('">', '" >')
