"""The hospital's list of diagnoses."""

from pathlib import Path

import pytest

from frontdesk.app.settings import DEMONSTRATION
from frontdesk.his_adapter.diagnoses import DiagnosesError, read

HEAD = "code,title_zh,title_en,also\n"


def test_the_shipped_list_is_whole_and_no_code_stands_twice() -> None:
    those = read(DEMONSTRATION / "diagnoses.csv").those
    assert len(those) == len({one.code for one in those}) == 195


def test_a_code_goes_before_a_beginning_and_a_beginning_before_a_part(tmp_path: Path) -> None:
    file = tmp_path / "d.csv"
    file.write_text(HEAD + "A1,肺心病,Lung heart,\nB2,心病,Heart disease,\nC3,心,Heart,\n", encoding="utf-8")
    found = read(file)
    assert [one.code for one in found.find("heart")] == ["C3", "B2", "A1"]
    assert [one.code for one in found.find("b2")] == ["B2"]
    assert [one.code for one in found.find("fxb")] == ["A1"]
    assert found.find("  ") == found.find("nothing of the kind") == []


@pytest.mark.parametrize(
    ("text", "line"),
    [("code,title\nA1,x\n", 1), (HEAD + "A1,甲,One,\nA1,乙,Two,\n", 3), (HEAD + "A1,,One,\n", 2)],
)
def test_a_bad_list_is_reported_with_its_line(tmp_path: Path, text: str, line: int) -> None:
    file = tmp_path / "d.csv"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(DiagnosesError, match=f"d.csv:{line}:"):
        read(file)
