"""Everything the staff box may refuse has its plain words in both languages."""

import json
from pathlib import Path

import pytest

from frontdesk.his_adapter.access import Refusal
from frontdesk.his_adapter.changes import Operation, Unfitness
from frontdesk.his_adapter.hospinfo import Reason
from frontdesk.his_adapter.operation import COLUMNS

MESSAGES = Path(__file__).parents[2] / "kiosk_ui" / "src" / "messages" / "desk"


@pytest.mark.parametrize("language", ["zh", "en"])
def test_every_refusal_field_and_operation_is_in_the_catalogue(language: str) -> None:
    catalogue = json.loads((MESSAGES / f"{language}.json").read_text(encoding="utf-8"))
    refused = {*Reason, *Unfitness, *(f"not_permitted_{refusal}" for refusal in Refusal)}
    wanted = {f"records.refused.{code}" for code in refused} | {f"records.field.{column}" for column in COLUMNS}
    wanted |= {f"records.{part}.{operation}" for operation in Operation for part in ("would", "confirm", "done")}
    assert wanted <= set(catalogue)
