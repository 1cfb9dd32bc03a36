"""Which clauses of an allergy field tell of one."""

import pytest

from frontdesk.his_adapter.medical_names import allergies_in


@pytest.mark.parametrize(
    ("field", "told"),
    [
        ("过敏：无", ()),  # as a reception's own record has it
        ("药物过敏: 无；花粉", ("花粉",)),
        ("无花果过敏", ("无花果过敏",)),
        ("青霉素皮疹，否认其他药物过敏", ("青霉素皮疹",)),
    ],
)
def test_none_after_its_label_is_no_allergy_and_a_fig_is_one(field: str, told: tuple[str, ...]) -> None:
    assert allergies_in(field) == told
