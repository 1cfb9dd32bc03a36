"""The questions nearest to one that was not understood, of those that can be answered about this patient."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import yaml

from frontdesk.app.clinician.task import Chart
from frontdesk.app.clinician.tasks.values import newest
from frontdesk.app.clinician.topics import finding_name
from frontdesk.models.knowledge.formulary import plain_name
from frontdesk.models.sentences import embed_again
from frontdesk.models.specialists.medication.listing import IN_THE_BODY

MOST = 3


def nearest(question: str, chart: Chart) -> tuple[str, ...]:
    """The three that mean most like it, the nearest first."""
    offered = list(_filled(chart))
    vectors = embed_again([question, *(shape for shape, _ in offered)])
    order = sorted(range(len(offered)), key=lambda at: -float(vectors[at + 1] @ vectors[0]))
    return tuple(offered[at][1] for at in order[:MOST])


def _filled(chart: Chart) -> Iterator[tuple[str, str]]:
    """Each as it is compared, with a plain word in its gap, and as it is offered; none whose gap stays empty."""
    language = chart.language
    held = {
        "test": next((one.called for one in newest(chart)), ""),
        "medicine": next(
            (plain_name(one.code, language) for one in chart.medicines if one.standing in IN_THE_BODY), ""
        ),
        "problem": next((name for one in chart.index.problems if (name := finding_name(one.code, language))), ""),
    }
    for shape in _shapes()[language.value]:
        if all(words or f"{{{gap}}}" not in shape for gap, words in held.items()):
            yield shape.format(test="X", medicine="X", problem="X"), shape.format(**held)


@cache
def _shapes() -> dict[str, list[str]]:
    shapes: dict[str, list[str]] = yaml.load(
        Path(__file__).with_suffix(".yaml").read_text("utf-8"), Loader=yaml.CSafeLoader
    )
    return shapes
