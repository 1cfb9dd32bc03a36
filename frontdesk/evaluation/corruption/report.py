"""The corruption test as a table and as JSON: each level, each half, each case."""

from collections.abc import Iterable, Sequence
from typing import Any

from frontdesk.evaluation.corruption.cases import ErrorKind, Spoilt, Talk, gone_wrong
from frontdesk.evaluation.corruption.measuring import DERA, SECTIONS, Measured, level_of
from frontdesk.evaluation.corruption.spoiling import LEVELS, spoilt

APART = (ErrorKind.ALLERGY, ErrorKind.SIDE, ErrorKind.NUMBER, ErrorKind.NEGATION)
BESIDE = (
    "DERA: GPT-4 over 500 real encounters, spoilt by GPT-4, concepts extracted and matched by GPT-4; here "
    "written talks, spoilt and matched by code."
)


def summaries(talks: Sequence[Talk], levels: Iterable[str] = LEVELS) -> list[Spoilt]:
    """Each talk spoilt at each level, and those that were written wrong by hand."""
    return [*(spoilt(talk, level, talks) for level in levels for talk in talks), *gone_wrong(tuple(talks))]


def told(done: Sequence[Measured]) -> dict[str, Any]:
    """`levels`: F1 from 0 to 1, and counts; `cases`: what became of every error and every true sentence."""
    names = dict.fromkeys(one.spoilt.level for one in done)
    return {
        "levels": {
            name: level_of([one for one in done if one.spoilt.level == name]).model_dump(mode="json") for name in names
        },
        "paper": {name: {"before": before, "after": after} for name, (before, after) in DERA.items()},
        "cases": [_case(one) for one in done],
    }


def table(done: Sequence[Measured]) -> str:
    """In the shape of Table 1, with what was damaged and put right below each level."""
    lines = ["level       version  " + "  ".join(f"{section:>9}" for section in SECTIONS) + "    average  DERA"]
    for name in dict.fromkeys(one.spoilt.level for one in done):
        level = level_of([one for one in done if one.spoilt.level == name])
        for place, (when, average) in enumerate((("before", level.before), ("after", level.after))):
            scores = "  ".join(f"{100 * level.sections[section][place]:9.1f}" for section in SECTIONS)
            paper = f"{DERA[name][place]:6.1f}" if name in DERA else ""
            lines.append(f"{name:<11} {when:<8} {scores}  {100 * average:9.1f}{paper}")
        right = ", ".join(f"{kind} {right}/{of}" for kind, (right, of) in level.put_right.items() if kind in APART)
        lines += [
            f"            {level.summaries} summaries; left out {level.left_out}, untrue {level.untrue}; "
            f"true sentences damaged {level.damaged} of {level.true_before}",
            f"            put right: {right}",
        ]
    return "\n".join([*lines, BESIDE])


def _case(one: Measured) -> dict[str, Any]:
    return {
        "talk": one.spoilt.talk.id,
        "kept": one.spoilt.talk.kept,
        "level": one.spoilt.level,
        "errors": [
            {
                "kind": error.kind.value,
                "fact": error.fact.text if error.fact else None,
                "written": error.written.text if error.written else None,
                "put_right": one.put_right(error),
            }
            for error in one.spoilt.errors
        ],
        "damaged": [fact.text for fact in one.damaged],
        "left_out": [fact.text for fact in one.left_out],
        "untrue": [written.text for written in one.untrue],
        "reviewed": [written.model_dump(mode="json") for written in one.reviewed],
    }
