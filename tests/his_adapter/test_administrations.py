"""Numbered doses of injections and courses: which were given, and which are to come."""

from datetime import datetime

import pytest

from frontdesk.his_adapter.chart import ChartIndex
from frontdesk.his_adapter.chart.administrations import administrations
from frontdesk.his_adapter.records import OutpatientRecord


def told(*texts: str) -> list[tuple[int, str, bool]]:
    """A visit a month, each with its treatment."""
    records = [
        OutpatientRecord(
            outpatient_number=at,
            patient_id="P1",
            department="Medicine",
            visit_date=datetime(2026, at, 5),
            treatment_opinion=text,
        )
        for at, text in enumerate(texts, 1)
    ]
    return [(one.number, f"{one.line.on:%m}", one.given) for one in administrations(ChartIndex(records).lines)]


@pytest.mark.parametrize(
    ("texts", "doses"),
    [
        (
            ("奥马珠单抗150mg，今天打第1针。", "奥马珠单抗第2针今天打。", "奥马珠单抗满4周来打第3针。"),
            [(1, "01", True), (2, "02", True), (3, "03", False)],
        ),
        (
            ("First dose of romosozumab given today.", "2nd dose of romosozumab given. 3rd dose due in 1 mo."),
            [(1, "01", True), (2, "02", True), (3, "02", False)],
        ),
        (("Rituximab cycle 1 completed.", "Rituximab cycle 2 postponed."), [(1, "01", True), (2, "02", False)]),
        (("下次打第2剂。", "第2剂已打。"), [(2, "02", True)]),
        (("Rituximab dose 500 mg.",), []),
    ],
)
def test_a_numbered_dose_is_given_or_to_come(texts: tuple[str, ...], doses: list[tuple[int, str, bool]]) -> None:
    assert told(*texts) == doses
