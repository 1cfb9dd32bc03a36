"""The questions over the demonstration hospital."""

from frontdesk.app.clinician.trace import Way
from frontdesk.evaluation.clinician import answers, questions


def test_questions_that_were_looked_at_are_answered() -> None:
    asked = questions()[::3]
    right = [one.is_right(trace) for one, trace in zip(asked, answers(asked, Way.REACT), strict=True)]
    assert sum(right) / len(right) >= 0.8
