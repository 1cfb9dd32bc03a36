"""What cannot be learnt from is refused with the number of its line; what can is learnt as it was asked."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from frontdesk.commands.main import frontdesk
from frontdesk.training.data import BadLines, rows_beside
from frontdesk.training.learnable import drawn, general, held_out, plain, plain_system, rows
from tests.training.talks import conversation, lines, rows_of, written


def changed(path: Path, line: int, **fields: Any) -> None:
    """The line, counted from 1, with other fields."""
    there = [json.loads(one) for one in path.read_text("utf-8").splitlines()]
    there[line - 1].update(fields)
    lines(path, there)


def test_a_row_is_learnt_as_the_reception_sends_it(tmp_path: Path) -> None:
    data = rows(written(tmp_path))
    example = data.examples[0]
    assert [message.role for message in example.messages] == ["system", "user", "assistant", "user", "assistant"]
    assert example.learnt == 4  # the prompt's own example answer is not learnt
    assert example.messages[-1].content == "SEND neurology\n头疼三天"
    assert data.kinds["nurse, zh"] == 8


def test_rows_of_another_prompt_than_todays_are_told(tmp_path: Path) -> None:
    assert rows(written(tmp_path)).prompts == {"nurse@1", "notes@1"}


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"answer": " "}, "line 3: the answer is empty"),
        ({"answer": "Good morning."}, "line 3: the answer begins with no decision"),
        ({"kind": "reading", "answer": "{"}, "line 3: the answer is none to a reading"),
        ({"messages": [{"role": "user", "content": "x"}]}, "line 3: the prompt's roles are user;"),
        ({"conversation": "nobody"}, "line 3: conversation nobody is not in conversations.jsonl"),
        ({"conversation": "c0"}, "line 3: turn 1 of c0 was given before, in line 1"),
        ({"turn": "first"}, "line 3: turn: "),
    ],
)
def test_a_row_with_a_fault_is_refused_by_its_line(fields: dict[str, Any], told: str, tmp_path: Path) -> None:
    path = written(tmp_path)
    changed(rows_beside(path), 3, **fields)
    with pytest.raises(BadLines) as refused:
        rows(path)
    assert refused.value.path == rows_beside(path)
    assert any(fault.startswith(told) for fault in refused.value.faults)


def test_blank_lines_count(tmp_path: Path) -> None:
    path = written(tmp_path)
    beside = rows_beside(path)
    changed(beside, 2, answer="")
    beside.write_text("\n\n" + beside.read_text("utf-8"), encoding="utf-8")
    with pytest.raises(BadLines) as refused:
        rows(path)
    assert refused.value.faults == ["line 4: the answer is empty"]


def test_a_plain_conversation_begins_with_the_patient_and_ends_with_the_nurse(tmp_path: Path) -> None:
    path = tmp_path / "conversations.jsonl"
    one = conversation(0)
    one["turns"].append({"speaker": "patient", "action": "ending", "text": "谢谢"})
    lines(path, [one])
    example = plain(path).examples[0]
    assert [message.content for message in example.messages[1:]] == ["头疼三天", "多久了？", "三天。", "请进去。"]
    assert example.messages[0].content == plain_system("zh")
    assert "皮肤科" in plain_system("zh")


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"id": "c0"}, "line 2: c0 was given before, in line 1"),
        (
            {"turns": [{"speaker": "nurse", "action": "greeting", "text": "您好"}]},
            "line 2: no patient is answered in it",
        ),
        ({"turns": [{"speaker": "doctor", "action": "", "text": "您好"}]}, "line 2: turns.0.speaker: "),
        ({"turns": [{"speaker": "patient", "action": "", "text": " "}]}, "line 2: turn 1 is empty"),
    ],
)
def test_a_plain_conversation_with_a_fault_is_refused(fields: dict[str, Any], told: str, tmp_path: Path) -> None:
    path = written(tmp_path)
    changed(path, 2, **fields)
    with pytest.raises(BadLines) as refused:
        plain(path)
    assert refused.value.faults[0].startswith(told)


def test_general_talk_is_read_in_three_forms(tmp_path: Path) -> None:
    path = tmp_path / "general.jsonl"
    chat = [{"role": "system", "content": "s"}, {"role": "user", "content": "u"}, {"role": "assistant", "content": "a"}]
    shared = [{"from": "human", "value": "u"}, {"from": "gpt", "value": "a"}]
    alpaca = {"instruction": "u", "input": "i", "output": "a"}
    lines(path, [{"messages": chat}, {"conversations": shared}, alpaca])
    found = [[(one.role, one.content) for one in example.messages] for example in general(path)]
    assert found == [
        [("system", "s"), ("user", "u"), ("assistant", "a")],
        [("user", "u"), ("assistant", "a")],
        [("user", "u\ni"), ("assistant", "a")],
    ]


def test_what_is_no_chat_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "general.jsonl"
    path.write_text('{"messages": []}\nnot json\n{"instruction": "u", "output": ""}\n7\n')
    with pytest.raises(BadLines) as refused:
        general(path)
    assert [fault.partition(":")[0] for fault in refused.value.faults] == ["line 1", "line 2", "line 3", "line 4"]


def test_general_talk_makes_the_share_that_is_wanted(tmp_path: Path) -> None:
    path = tmp_path / "general.jsonl"
    lines(path, [{"instruction": str(number), "output": "a"} for number in range(500)])
    others = general(path)
    assert len(drawn(others, beside=240, share=0.2, seed=1)) == 60
    assert len(drawn(others, beside=24_000, share=0.2, seed=1)) == 500
    assert drawn(others, beside=24, share=0.2, seed=1) == drawn(others, beside=24, share=0.2, seed=1)


def test_no_conversation_is_both_learnt_and_held_out(tmp_path: Path) -> None:
    learnt, apart = held_out(rows(written(tmp_path)).examples, share=0.2, seed=0)
    assert {one.of for one in learnt}.isdisjoint(one.of for one in apart)
    assert (len(learnt), len(apart)) == (20, 4)


def test_the_command_names_the_lines_and_trains_nothing(tmp_path: Path) -> None:
    path = written(tmp_path)
    lines(rows_beside(path), [{**rows_of(0)[0], "answer": "", "turn": turn} for turn in range(30)])
    answer = CliRunner().invoke(frontdesk, ["train", "nurse", str(path), "--base", "x", "--out", str(tmp_path / "out")])
    assert answer.exit_code == 1
    assert "line 1: the answer is empty\n" in answer.output
    assert f"and 10 more; {rows_beside(path)} is refused; nothing was trained." in answer.output
    assert not (tmp_path / "out").exists()


def test_data_can_be_looked_at_without_a_model(tmp_path: Path) -> None:
    answer = CliRunner().invoke(frontdesk, ["train", "nurse", str(written(tmp_path)), "--check"])
    assert answer.exit_code == 0, answer.output
    assert "4 nurse, en, 8 nurse, zh, 4 reading, en, 8 reading, zh" in answer.output


def test_what_is_missing_is_said_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = ["train", "nurse", str(written(tmp_path))]
    without_base = CliRunner().invoke(frontdesk, asked)
    assert without_base.exit_code == 1
    assert "name the model to start from (--base)" in without_base.output
    monkeypatch.setattr("frontdesk.commands.train.find_spec", lambda name: None)
    without_libraries = CliRunner().invoke(frontdesk, [*asked, "--base", "x", "--out", str(tmp_path / "out")])
    assert without_libraries.exit_code == 1
    assert without_libraries.output.endswith("pip install 'frontdesk[finetune]'\n")
    monkeypatch.setattr("frontdesk.commands.train.find_spec", lambda name: None if name == "bitsandbytes" else object())
    asked += ["--base", "x", "--out", str(tmp_path / "out"), "--preset", "qlora"]
    assert CliRunner().invoke(frontdesk, asked).output.endswith("pip install 'frontdesk[qlora]'\n")
