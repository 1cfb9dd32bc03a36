"""Simulated conversations: what they hold, what becomes of faults, stops and several processes."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from frontdesk.commands.main import frontdesk
from frontdesk.commands.train import names
from frontdesk.evaluation.model_server import NAME, ModelServer, serving_model
from frontdesk.evaluation.teaching import teaching
from frontdesk.models.capability import Message
from frontdesk.models.nurse import decided
from frontdesk.training.data import BadLines, Conversation, Row, append, mended, read_lines, rows_beside
from frontdesk.training.data_card import checked
from frontdesk.training.profiles import Visit, drawn, service_flow
from frontdesk.training.records import VisitRecord, read, standard_names
from frontdesk.training.simulating import Job, OtherRun, planned, simulate

RECORDS = [
    {
        "outpatient_number": 1,
        "patient_id": "A1",
        "department": "gastroenterology",
        "gender": "Female",
        "age": "41 years",
        "name": "Ida Moss",
        "chief_complaint": "Burning stomach pain for 3 weeks",
        "present_illness_history": "Burning pain after meals for 3 weeks, no vomiting, no black stools",
        "past_history": "Takes omeprazole 20 mg daily",
        "drug_allergy_history": "None known",
        "preliminary_diagnosis": "Gastritis?",
        "treatment_opinion": "Omeprazole 40 mg daily for 4 weeks",
    },
    {
        "outpatient_number": 2,
        "patient_id": "A2",
        "department": "骨科",
        "gender": "男",
        "age": "35岁",
        "name": "方石",
        "chief_complaint": "左膝疼痛2周",
        "present_illness_history": "2周前打球后左膝疼，上下楼加重，无发热",
        "past_history": "体健",
        "drug_allergy_history": "否认",
        "preliminary_diagnosis": "左膝半月板损伤？",
        "treatment_opinion": "休息，外用扶他林，2周后复诊",
    },
    {
        "outpatient_number": 3,
        "patient_id": "A3",
        "department": "pediatrics",
        "gender": "Male",
        "age": "3 years",
        "name": "Leo Hart",
        "chief_complaint": "Cough for 4 days",
        "present_illness_history": "Dry cough at night for 4 days, no fever, eats well",
    },
]

LINES = "\n".join(json.dumps(one, ensure_ascii=False) for one in RECORDS)


@pytest.fixture(scope="module")
def teacher() -> Iterator[ModelServer]:
    with serving_model(ModelServer(reply=teaching)) as server:
        yield server


@pytest.fixture
def records(tmp_path: Path) -> tuple[VisitRecord, ...]:
    file = tmp_path / "records.jsonl"
    file.write_text(LINES, encoding="utf-8")
    return read(file, standard_names())


@pytest.fixture(scope="module")
def made(teacher: ModelServer, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished run over all records."""
    folder = tmp_path_factory.mktemp("made")
    (folder / "records.jsonl").write_text(LINES, encoding="utf-8")
    every = read(folder / "records.jsonl", standard_names())
    done = simulate(job(teacher), planned(every, standard_names(), job(teacher)), folder / "c.jsonl")
    assert done.made == 3 and not done.failed
    return folder / "c.jsonl"


def copied(made: Path, folder: Path, *ids: str) -> Path:
    """As a run leaves it that made these conversations alone."""
    out = folder / "c.jsonl"
    append(out, tuple(one for one in read_lines(made, Conversation) if one.id in ids))
    append(rows_beside(out), tuple(one for one in read_lines(rows_beside(made), Row) if one.conversation in ids))
    return out


def job(server: ModelServer, **changes: Any) -> Job:
    return Job(**{"url": server.url, "name": NAME, "at_once": 8, "follow_ups": 0.0, "rounds": 4, **changes})


def test_each_record_becomes_a_conversation_with_rows_that_passed_the_receptions_checks(made: Path) -> None:
    told = {one.id: one for one in read_lines(made, Conversation)}
    assert sorted(told) == ["1", "2", "3"]
    first = told["1"]
    assert [turn.speaker for turn in first.turns[:3]] == ["nurse", "patient", "nurse"]
    assert "Burning stomach pain" in first.turns[1].text
    assert {turn.action for turn in first.turns if turn.speaker == "nurse"} <= set(service_flow()["nurse"])
    assert {turn.action for turn in first.turns if turn.speaker == "patient"} <= set(service_flow()["patient"])
    rows = read_lines(rows_beside(made), Row)
    assert {row.kind for row in rows} == {"nurse", "reading"}
    for row in rows:
        assert row.messages[0].role == "system"
        if row.kind == "nurse":
            decided(iter([row.answer]))  # raises where no decision leads


def test_what_only_the_teacher_is_told_reaches_the_model_and_no_row(
    teacher: ModelServer, records: tuple[VisitRecord, ...], tmp_path: Path
) -> None:
    teacher.requests.clear()
    out = tmp_path / "conversations.jsonl"
    simulate(job(teacher), planned(records[:1], standard_names(), job(teacher)), out)

    def guided(messages: Any) -> bool:
        return "For the teacher only" in messages[-1]["content"]

    assert any(
        guided(request["messages"]) and "gastroenterology" in request["messages"][-1]["content"]
        for request in teacher.requests
    )
    assert "For the teacher only" not in rows_beside(out).read_text("utf-8")


def test_the_ablated_nurse_has_neither_actions_nor_a_supervisor(
    teacher: ModelServer, records: tuple[VisitRecord, ...], tmp_path: Path
) -> None:
    teacher.requests.clear()
    simulate(job(teacher, flow=False), planned(records[:1], standard_names(), job(teacher)), tmp_path / "c.jsonl")
    parts = Counter(
        (request.get("response_format") or {}).get("json_schema", {}).get("name") for request in teacher.requests
    )
    assert parts["notes"] and parts["patient_action"]
    assert not {"quality", "extract", "suggest", "nurse_action", "reflect"} & set(parts)


def test_one_seed_reproduces_a_run_and_another_does_not(
    teacher: ModelServer, records: tuple[VisitRecord, ...], tmp_path: Path
) -> None:
    def run(name: str, seed: int) -> dict[str, Any]:
        chosen = job(teacher, seed=seed, follow_ups=0.5)
        simulate(chosen, planned(records[:2], standard_names(), chosen), tmp_path / name)
        return {one.id: one.model_dump(exclude={"seed"}) for one in read_lines(tmp_path / name, Conversation)}

    assert run("a.jsonl", 1) == run("b.jsonl", 1)
    assert run("a.jsonl", 1) != run("c.jsonl", 2)


def test_a_follow_up_is_known_to_the_hospital_with_the_visit_it_comes_after(
    teacher: ModelServer, records: tuple[VisitRecord, ...], tmp_path: Path
) -> None:
    chosen = job(teacher, follow_ups=1.0)
    out = tmp_path / "c.jsonl"
    teacher.requests.clear()
    done = simulate(chosen, planned(records[:2], standard_names(), chosen), out)
    assert not done.failed
    told = read_lines(out, Conversation)
    assert all(one.visit is Visit.FOLLOW_UP and one.profile.course for one in told)
    prompts = "\n".join(message["content"] for request in teacher.requests for message in request["messages"])
    assert "Follow-up of a visit to" in prompts and "复诊：上次在" in prompts


def test_a_failing_record_costs_itself_alone_and_is_tried_again(
    records: tuple[VisitRecord, ...], tmp_path: Path
) -> None:
    broken = True

    def fails_for_a_cough(request: dict[str, Any]) -> str:
        said = json.dumps(request["messages"], ensure_ascii=False)
        return "no JSON" if broken and "Cough for" in said and request.get("response_format") else teaching(request)

    out = tmp_path / "c.jsonl"
    with serving_model(ModelServer(reply=fails_for_a_cough)) as server:
        plans = planned(records, standard_names(), job(server))
        first = simulate(job(server), plans, out)
        assert [one.id for one in first.failed] == ["3"] and "invalid" in first.failed[0].why
        broken = False
        second = simulate(job(server), plans, out)
    assert (second.kept, second.made, second.failed) == (2, 1, ())
    assert Counter(one.id for one in read_lines(out, Conversation)) == {"1": 1, "2": 1, "3": 1}


def test_a_run_that_was_killed_goes_on_where_it_stopped(
    teacher: ModelServer, records: tuple[VisitRecord, ...], made: Path, tmp_path: Path
) -> None:
    out = copied(made, tmp_path, "1", "2")
    plans = planned(records, standard_names(), job(teacher))
    whole = out.read_text("utf-8")
    last = read_lines(rows_beside(out), Row)[-1]
    out.write_text(whole[: len(whole) - 20], encoding="utf-8")  # the last line cut off in the middle
    append(rows_beside(out), (last.model_copy(update={"conversation": "3"}),))  # rows whose conversation never came

    done = simulate(job(teacher), plans, out)

    assert (done.kept, done.made) == (1, 2)
    assert Counter(one.id for one in read_lines(out, Conversation)) == {"1": 1, "2": 1, "3": 1}
    keys = Counter((row.conversation, row.turn, row.kind) for row in read_lines(rows_beside(out), Row))
    assert set(keys.values()) == {1}


def test_a_file_of_another_seed_or_none_of_ours_is_not_gone_on_with(
    teacher: ModelServer, records: tuple[VisitRecord, ...], made: Path, tmp_path: Path
) -> None:
    out = copied(made, tmp_path, "1")
    plans = planned(records[:1], standard_names(), job(teacher))
    with pytest.raises(OtherRun, match="seed 1, not 2"):
        simulate(job(teacher, seed=2), plans, out)
    out.write_text('{"something": "else"}\n', encoding="utf-8")
    with pytest.raises(BadLines, match="line 1"):
        simulate(job(teacher), plans, out)


def test_without_a_model_patient_and_nurse_are_embedded(records: tuple[VisitRecord, ...], tmp_path: Path) -> None:
    chosen = Job(follow_ups=0.0)
    out = tmp_path / "c.jsonl"
    done = simulate(chosen, planned(records, standard_names(), chosen), out)
    assert not done.failed and done.used.calls == 0
    told = {one.id: one for one in read_lines(out, Conversation)}
    assert told["1"].by == "embedded" and told["1"].department == "gastroenterology"
    assert told["2"].department == "orthopedics"


def test_the_profile_is_drawn_from_the_tables_and_a_parent_speaks_for_a_child(records: tuple[VisitRecord, ...]) -> None:
    grown, child = drawn(records[0], Visit.FIRST, seed=1), drawn(records[2], Visit.FIRST, seed=1)
    assert (grown.speaks, grown.speaker_age) == ("patient", None)
    assert child.speaks == "parent" and 24 <= (child.speaker_age or 0) <= 44
    extremes = sum(level != "moderate" for level in grown.traits.values())
    assert len(grown.adjectives) == 2 * extremes
    levels = Counter(
        level for seed in range(400) for level in drawn(records[0], Visit.FIRST, seed=seed).traits.values()
    )
    assert 0.28 < levels["low"] / levels.total() < 0.34


def test_the_command_names_what_is_wrong_and_what_was_made(
    teacher: ModelServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FRONTDESK_MODEL_URL", teacher.url)
    monkeypatch.setenv("FRONTDESK_MODEL_NAME", NAME)
    monkeypatch.setenv("FRONTDESK_DATABASE_URL", f"sqlite:///{tmp_path / 'none.db'}")
    bad = tmp_path / "bad.jsonl"
    bad.write_text(json.dumps({**RECORDS[0], "department": "Astrology"}) + "\n", encoding="utf-8")
    refused = CliRunner().invoke(frontdesk, ["simulate", str(bad), "--out", str(tmp_path / "n.jsonl")])
    assert refused.exit_code == 1 and "row 1: department Astrology is in no directory" in refused.output
    good = tmp_path / "good.json"
    good.write_text(json.dumps(RECORDS[:2], ensure_ascii=False), encoding="utf-8")
    out = tmp_path / "made.jsonl"
    made = CliRunner().invoke(
        frontdesk, ["simulate", str(good), "--out", str(out), "--follow-ups", "0", "--rounds", "3", "--price-in", "1"]
    )
    assert made.exit_code == 0, made.output
    assert re.search(r"2 conversations and \d+ rows", made.output) and "tokens read" in made.output
    card = (tmp_path / "made.card.md").read_text("utf-8")
    assert "conversations: 2;" in card and f"written by: {NAME}" in card and "| gastroenterology | 1 |" in card
    assert "Seventh National Population Census" in card
    assert (tmp_path / "made.departments.svg").read_text("utf-8").startswith("<svg")


def test_near_duplicates_are_taken_away_and_personal_data_is_named(
    teacher: ModelServer, records: tuple[VisitRecord, ...], tmp_path: Path
) -> None:
    out = tmp_path / "c.jsonl"
    simulate(Job(follow_ups=0.0), planned(records[:2], standard_names(), Job(follow_ups=0.0)), out)
    first, second = read_lines(out, Conversation)
    again = first.model_copy(update={"id": "9"})
    said = second.turns[1].model_copy(update={"text": "我叫方石，电话13900001234"})
    telling = second.model_copy(update={"id": "8", "turns": (*second.turns, said)})
    found = checked((first, second, again, telling.model_copy(update={"turns": (said,)})), ())
    assert found.alike == (("9", first.id),)
    assert found.personal == ("8",)


def test_a_file_that_a_kill_cut_off_ends_at_its_last_whole_line(tmp_path: Path) -> None:
    file = tmp_path / "lines"
    file.write_text("one\ntwo\nthr", encoding="utf-8")
    assert mended(file) == 3 and file.read_text("utf-8") == "one\ntwo\n"


def test_messages_are_kept_as_they_were_sent(tmp_path: Path) -> None:
    messages = (Message(role="system", content="x"), Message(role="user", content="“y”"))
    row = Row(
        conversation="1", turn=1, kind="nurse", language="en", prompt="p@1", messages=messages, answer="ANSWER\nY"
    )
    append(tmp_path / "r", (row,))
    assert read_lines(tmp_path / "r", Row) == (row,)


def test_a_database_without_tables_is_brought_to_the_newest_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    empty = tmp_path / "empty.db"
    empty.touch()
    monkeypatch.setenv("FRONTDESK_DATABASE_URL", f"sqlite:///{empty}")
    assert names() == standard_names()
