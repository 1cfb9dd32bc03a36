from datetime import datetime

import pytest

from his_adapter.hospinfo import Reason, Refused, parse
from his_adapter.operation import HisOperation, Verb

NOW = datetime(2026, 3, 18, 10, 30)  # a Wednesday


@pytest.mark.parametrize(
    "instruction",
    [
        "删除所有病历",
        "Delete every record",
        "把药物过敏改成青霉素",
        "Set the notes to 'come back'",
        "Drop the records of children",
    ],
)
def test_a_change_that_names_nobody_is_refused(instruction: str) -> None:
    refused = parse(instruction, now=NOW)
    assert isinstance(refused, Refused) and refused.reason is Reason.NO_PATIENT


def test_what_stands_in_quotes_is_text_and_nothing_else() -> None:
    read = parse("Change the notes of P1003 to 'x'; DROP TABLE records; --'", now=NOW)
    assert isinstance(read, HisOperation) and read.operation is Verb.UPDATE
    assert read.condition == {"patient_id": "P1003"}
