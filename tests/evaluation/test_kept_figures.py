"""The measures' figures are as good as those that are kept, on every tenth case; what falls is named."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from frontdesk.commands.main import frontdesk
from frontdesk.evaluation.suite import front
from frontdesk.evaluation.suite.front import Part, Row, everything, text
from frontdesk.evaluation.suite.measures import MEASURES, Measure
from frontdesk.evaluation.suite.outcomes import EVERY, Outcome, drops, keep, kept, summed


@pytest.mark.parametrize("measure", MEASURES, ids=lambda one: one.name)
def test_no_figure_has_fallen(measure: Measure) -> None:
    found = summed(measure.run((), EVERY), {})
    before = kept()["every"]
    assert [str(one) for one in drops(measure.name, found, before)] == []
    same = {one.group: one.of for one in found} == {name: was["of"] for name, was in before[measure.name].items()}
    assert same, (
        "the cases have changed: look at them, then frontdesk evaluate NAME --keep, with and without --every 10"
    )


def test_a_case_fewer_right_is_a_drop_and_one_more_is_none(tmp_path: Path) -> None:
    path = tmp_path / "baseline.json"
    cases = [Outcome(case=str(n), group="a", right=n < 3) for n in range(4)]
    keep("m", summed(cases, {}), "all", path)
    worse = summed([one.model_copy(update={"right": one.case == "0"}) for one in cases], {})
    assert [str(one) for one in drops("m", worse, kept(path)["all"])] == ["m, a: 1 right of 4, kept is 3"]
    better = summed([one.model_copy(update={"right": True}) for one in cases], {})
    assert list(drops("m", better, kept(path)["all"])) == []


def test_cases_of_others_are_measured_and_each_is_written_down(tmp_path: Path) -> None:
    file, out = tmp_path / "own.jsonl", tmp_path / "out.jsonl"
    file.write_text('{"id": "1", "text": "my ears have been ringing since Monday", "specialties": ["ent"]}\n')
    told = CliRunner().invoke(frontdesk, ["evaluate", "triage", str(file), "--out", str(out)])
    assert told.exit_code == 0 and "1/1" in told.output
    assert Outcome.model_validate_json(out.read_text()).got == "ent"


def test_the_front_page_names_each_figure_with_its_command_and_reference() -> None:
    part = Part(
        "reception", "Who comes.", "frontdesk evaluate reception", 3.0, (Row("turns", "9", "at most 8", False),)
    )
    told = text([part])
    assert "again: frontdesk evaluate reception (3 s)" in told
    assert "! turns  9" in told and "at most 8" in told


def test_a_measure_that_does_not_run_is_told_and_the_others_stand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    figure = summed([Outcome(case="1", group="a", right=True)], {"a": "our own: 0.9"})[0].model_dump_json()
    told = f'{{"about": "Each case.", "figures": [{figure}], "fallen": ["triage, a: 0 right of 1, kept is 1"]}}'
    monkeypatch.setattr(front, "RUN", f"import sys; print({told!r}) if 'triage' in sys.argv else sys.exit('no cases')")
    parts = {part.name: part for part in everything(tmp_path, None, lambda _: None, only=("triage", "reading"))}
    assert parts["reading"].fault == "no cases"
    assert parts["triage"].rows == (Row("a", "1 of 1, 100 % (21 to 100)", "our own: 0.9", False),)
    page = (tmp_path / "index.html").read_text()
    assert "It did not run: no cases" in page and "frontdesk evaluate triage" in page
