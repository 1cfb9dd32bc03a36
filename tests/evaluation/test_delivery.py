"""What the measurement of deliveries counts."""

from pathlib import Path

import psutil
import pytest

from frontdesk.evaluation.delivery import load_patients, throughput


@pytest.mark.timeout(300)
def test_requests_and_records_are_counted_where_they_arrive(fhir_base: str, tmp_path: Path) -> None:
    load_patients(fhir_base, 3)
    rows = throughput(tmp_path, fhir_base, psutil.Process(), records=9, patients=3)
    speed, requests, wrong = (row.measured for row in rows)
    assert speed > 0 and (requests, wrong) == (2, 0)
