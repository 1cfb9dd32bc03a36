"""Receptions that are measured: what counts as right, held, untrue and against the rules, and how sure a figure is."""

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from frontdesk.app.reception.reception import Reception
from frontdesk.commands.main import frontdesk
from frontdesk.evaluation.model_server import NAME, ModelServer, serving_model, well_behaved
from frontdesk.evaluation.nurse import running
from frontdesk.evaluation.nurse.beside import chance, difference, pairs
from frontdesk.evaluation.nurse.cases import HELD_OUT, Case, read
from frontdesk.evaluation.nurse.facts import Held, held
from frontdesk.evaluation.nurse.figures import Report, Setting, report, text
from frontdesk.evaluation.nurse.intervals import mean, ratio, share
from frontdesk.evaluation.nurse.meeting import meets, untrue
from frontdesk.evaluation.nurse.met import Met
from frontdesk.evaluation.nurse.page import page
from frontdesk.evaluation.nurse.plain import department_in
from frontdesk.evaluation.nurse.raters import Key, Rated, Results, rating_page, summed
from frontdesk.evaluation.nurse.running import Running, by_model
from frontdesk.evaluation.nurse.safety import Known, violations
from frontdesk.evaluation.teaching import teaching
from frontdesk.models.facts import Details, Duration, Fact, Language, Side, Status, Topic
from frontdesk.models.knowledge.load import knowledge
from frontdesk.models.language.openai_compatible import OpenAiCompatible
from frontdesk.training.desk import reception
from frontdesk.training.embedded_patient import SheetFact
from frontdesk.training.records import Distrusted, standard_names
from frontdesk.training.roles import Spoken

FEVER = SheetFact(kind="symptom", text="发热", status="absent", said="没发烧")


@pytest.fixture(scope="module")
def cases() -> tuple[Case, ...]:
    return read(HELD_OUT, standard_names())


@pytest.fixture(scope="module")
def desk() -> Iterator[Reception]:
    with reception() as desk:
        yield desk


def _met(name: str, named: str | None, **changed: object) -> Met:
    profile = {
        "gender": "",
        "age": "",
        "speaks": "patient",
        "speaker_age": None,
        "education": "high",
        "income": "low",
        "traits": dict.fromkeys(
            ("extraversion", "agreeableness", "conscientiousness", "openness", "neuroticism"), "low"
        ),
        "adjectives": (),
    }
    talk = (Spoken(speaker="nurse", action="", text="Hello?"), Spoken(speaker="patient", action="", text="My ear."))
    whole = {
        "id": name,
        "accept": ("ent",),
        "named": named,
        "language": "en",
        "visit": "first",
        "profile": profile,
        "talk": talk,
        "to_department": 3 if named else None,
        "turns": 5,
        "facts": 4,
        "told": 2,
        "held": 2,
        "held_told": 2,
    }
    return Met.model_validate({**whole, **changed})


def _report(*met: Met, nurse: str = "embedded") -> Report:
    setting = Setting(
        nurse=nurse,
        patients="embedded",
        records="held_out.jsonl",
        seed=1,
        command="frontdesk evaluate reception",
        version="1",
        day=date(2026, 11, 30),
        held_out=True,
    )
    return report(setting, met)


def test_a_share_has_wilsons_interval() -> None:
    figure = share(8, 10)  # Brown, Cai & DasGupta 2001: 0.49 to 0.94
    assert (figure.value, round(figure.low or 0, 2), round(figure.high or 0, 2)) == (0.8, 0.49, 0.94)
    assert share(0, 0).value is None
    assert share(5, 5).high == 1.0


def test_a_mean_lies_in_its_interval_and_comes_out_the_same_again() -> None:
    figure = mean([1, 2, 3, 4, 10])
    assert (figure.low or 0) < (figure.value or 0) < (figure.high or 0)
    assert figure == mean([1, 2, 3, 4, 10])
    assert ratio([(1, 2), (3, 4), (0, 0)]).value == pytest.approx(4 / 6)


def test_the_held_out_set_is_whole(cases: tuple[Case, ...]) -> None:
    assert len(cases) == 100
    assert len({case.accept[0] for case in cases}) >= 45
    codes = knowledge().specialties.keys()
    assert all(set(case.accept) <= codes and len(case.sheet.facts) >= 8 for case in cases)


def test_a_hospitals_own_records_need_no_sheet(tmp_path: Path) -> None:
    file = tmp_path / "own.csv"
    file.write_text("patient_id,department,chief_complaint,gender\nA1,骨科,左膝疼痛2周,男\n", encoding="utf-8")
    (case,) = read(file, standard_names())
    assert case.accept == ("orthopedics",)
    assert case.sheet.opening == "左膝疼痛2周"


def test_records_with_faults_are_refused_by_row(tmp_path: Path) -> None:
    file = tmp_path / "own.jsonl"
    file.write_text('{"patient_id": "A1", "department": "nowhere", "chief_complaint": "knee pain"}\n', encoding="utf-8")
    with pytest.raises(Distrusted) as refused:
        read(file, standard_names())
    assert "nowhere" in str(refused.value.faults[0])


@pytest.mark.parametrize(
    ("status", "expected"), [(Status.ABSENT, Held.RIGHT), (Status.PRESENT, Held.WRONG), (Status.UNKNOWN, Held.MISSING)]
)
def test_a_coded_fact_is_held_with_its_polarity(status: Status, expected: Held) -> None:
    record = (Fact(topic=Topic.FINDING, code="fever", status=status, quote="x"),)
    assert held(FEVER, record) is expected


def test_a_side_that_is_well_is_no_side_that_is_ill() -> None:
    well = SheetFact(kind="side", text="右耳听力正常", status="absent", said="右耳好的")
    left, right = (
        (Fact(topic=Topic.DETAIL, code="story", quote="耳朵", details=Details(side=side)),)
        for side in (Side.LEFT, Side.RIGHT)
    )
    assert held(well, left) is Held.MISSING
    assert held(well, right) is Held.WRONG


def test_what_is_over_is_not_contradicted_by_its_absence_now() -> None:
    over = SheetFact(kind="symptom", text="Fever in January", status="past", said="I was hot in January")
    assert held(over, (Fact(topic=Topic.FINDING, code="fever", status=Status.ABSENT, quote="x"),)) is Held.MISSING


def test_a_fact_without_a_code_is_held_in_the_patients_words() -> None:
    fact = SheetFact(kind="wish", text="要求开具病假证明", said="想开个假条，老板要")
    assert held(fact, (Fact(topic=Topic.SAID, code="said:1", quote="嗯，想开个假条。老板要"),)) is Held.RIGHT
    assert held(fact, (Fact(topic=Topic.SAID, code="said:1", quote="想开个药"),)) is Held.MISSING


def test_a_span_is_held_where_it_is_near() -> None:
    fact = SheetFact(kind="since", text="2天", said="前天开始的")
    about = Details(duration=Duration(hours=50, words="两天"))
    assert held(fact, (Fact(topic=Topic.DETAIL, code="story", quote="两天", details=about),)) is Held.RIGHT
    long = Details(duration=Duration(hours=900, words="一个多月"))
    assert held(fact, (Fact(topic=Topic.DETAIL, code="story", quote="一个多月", details=long),)) is Held.MISSING


def test_a_reception_is_counted_and_the_same_again(desk: Reception, cases: tuple[Case, ...]) -> None:
    case = cases[3]
    met = meets(desk, case, seed=1)
    assert met.right and met.to_department is not None and met.to_department <= met.turns
    assert met.held_told <= met.told <= met.facts == len(case.sheet.facts)
    assert len(met.seconds) == met.turns
    with reception() as another:
        assert met.talk == meets(another, case, seed=1).talk


def test_a_statement_against_the_sheet_is_untrue(desk: Reception, cases: tuple[Case, ...]) -> None:
    case = next(one for one in cases if any(f.text == "发热" and f.status == "absent" for f in one.sheet.facts))
    session = desk.start(kiosk="k", language=Language.ZH, entry="unwell")  # type: ignore[arg-type]
    record = (Fact(topic=Topic.FINDING, code="fever", quote="发烧"),)

    class Spoilt:
        person, language = session.person, session.language

    Spoilt.record = record  # type: ignore[attr-defined]
    assert list(untrue(case, Spoilt())) == ["finding:fever (发烧)"]  # type: ignore[arg-type]


def test_the_guards_rules_hold_for_every_nurse() -> None:
    known = Known(language=Language.EN, given="Neurology", departments=("Neurology", "Cardiology"))
    said = [
        Spoken(speaker="patient", action="", text="My head hurts"),
        Spoken(speaker="nurse", action="", text="You have migraine. Take two ibuprofen tablets."),
    ]
    assert {one.kind for one in violations(said, (), known, nurse_comes=False)} >= {"diagnosis", "prescription"}


def test_the_last_department_of_a_line_is_the_one_named() -> None:
    assert department_in("Not Cardiology: please go to Neurology.", Language.EN) == "neurology"
    assert department_in("Since when?", Language.EN) is None


def test_figures_are_by_group_and_failures_are_told() -> None:
    told = _report(_met("1", "ent"), _met("2", "neurology"), _met("3", None, failed="the model: timeout"))
    assert told.all.receptions == 2 and told.all.accuracy.value == 0.5
    assert told.groups["extraversion"]["low"].accuracy.value == 0.5
    assert told.failed == ("3: the model: timeout",)
    assert "receptions failed" in text(told)


def test_the_page_stands_alone_and_quotes_the_worst() -> None:
    html = page(_report(_met("1", "ent"), _met("2", "neurology", wrong=("symptom: no fever <b>",))))
    assert "sent to Neurology, right would be Otolaryngology (ENT)" in html
    assert "&lt;b&gt;" in html and "<b>" not in html
    assert "src=" not in html and 'href="http' not in html
    assert "<svg" in html


def test_two_nurses_are_compared_by_their_common_patients() -> None:
    now = _report(*(_met(str(n), "ent") for n in range(8)))
    before = _report(*(_met(str(n), "neurology") for n in range(2, 9)), nurse="other")
    both = pairs(now, before)
    assert len(both) == 6
    assert difference(both, lambda one: float(one.right)).value == 1.0
    assert chance(both) == pytest.approx(2 / 2**6)
    with pytest.raises(ValueError, match="no patient in common"):
        pairs(now, _report(_met("other", "ent")))


def test_raters_see_no_nurses_name_and_are_summed_by_the_key() -> None:
    now, before = (_report(*(_met(str(n), "ent") for n in range(4)), nurse=name) for name in ("new-nurse", "old-nurse"))
    html, key = rating_page(now, before)
    assert "new-nurse" not in html and "old-nurse" not in html
    ratings = tuple(
        Rated(
            id=name,
            better="left" if side == "now" else "right",
            left_patient="real",
            right_patient="doubtful" if side == "now" else "real",
        )
        for name, side in key.left.items()
    )
    lines = list(summed(key, [Results(page=key.page, rater="r", ratings=ratings)]))
    assert "win   100 %" in lines[1]
    with pytest.raises(ValueError, match="another page"):
        list(summed(Key(page="x", now="a", earlier="b", left={}), [Results(page="y", rater="r", ratings=())]))


def _scripted(request: dict[str, Any]) -> str:
    """Judge and plain nurse; the nurse with our prompts as everywhere in the tests."""
    system = request["messages"][0]["content"]
    if "score" in json.dumps(request.get("response_format") or {}):
        return json.dumps({"why": "whole story", "score": 4})
    if "Choose the department from this list" in system:
        asked = sum(one["role"] == "assistant" for one in request["messages"])
        return "Since when has it been so?" if asked == 0 else "Please go to Vascular Surgery."
    return well_behaved(request)


@pytest.fixture(scope="module")
def model() -> Iterator[OpenAiCompatible]:
    with serving_model(ModelServer(reply=_scripted)) as server:
        yield OpenAiCompatible(server.url, NAME)


def test_a_plain_nurse_is_answered_named_and_marked(cases: tuple[Case, ...], model: OpenAiCompatible) -> None:
    case = next(one for one in cases if one.accept[0] == "vascular_surgery" and one.record.language is Language.EN)
    (met,) = by_model([case], Running(plain=True), nurse=model, judge=model)
    assert (met.named, met.to_department, met.failed) == ("vascular_surgery", 2, None)
    assert met.talk[0].text == case.sheet.opening
    assert (met.info, met.overall) == (4, 4)
    assert met.used.calls == 2 and met.held == met.told


def test_a_model_as_nurse_is_counted(cases: tuple[Case, ...], model: OpenAiCompatible) -> None:
    (met,) = by_model([cases[5]], Running(budget=20.0, rounds=3), nurse=model)
    assert met.failed is None and met.used.calls > 0


def test_a_model_as_patient_meets_the_embedded_nurse(cases: tuple[Case, ...]) -> None:
    with serving_model(ModelServer(reply=teaching)) as server:
        (met,) = by_model([cases[5]], Running(rounds=2), nurse=None, patient=OpenAiCompatible(server.url, NAME))
    assert met.failed is None and met.turns == 2
    assert met.profile.manner == "You say little."


def test_a_server_that_is_away_fails_receptions_and_not_the_run(cases: tuple[Case, ...]) -> None:
    away = OpenAiCompatible("http://127.0.0.1:9/v1", NAME)
    (met,) = by_model([cases[5]], Running(plain=True), nurse=away)
    assert met.failed == "the model: unreachable"


def test_the_command_writes_page_figures_and_the_raters_page(
    tmp_path: Path, desk: Reception, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = CliRunner()
    first = run.invoke(
        frontdesk, ["evaluate", "reception", "--only", "2", "--workers", "1", "--out", f"{tmp_path}/a.html"]
    )
    assert first.exit_code == 0, first.output
    assert Report.model_validate_json((tmp_path / "a.json").read_text()).all.receptions == 2
    _in_this_process(desk, monkeypatch)
    again = ["evaluate", "reception", "--only", "2", "--workers", "1", "--beside", f"{tmp_path}/a.json"]
    second = run.invoke(frontdesk, [*again, "--raters", f"{tmp_path}/blind.html"])
    assert "the embedded nurse beside the embedded nurse before, 2 patients of both" in second.output
    key = Key.model_validate_json((tmp_path / "blind.key.json").read_text())
    rating = {"better": "tie", "left_patient": "near", "right_patient": "near"}
    saved = {"page": key.page, "rater": "r", "ratings": [{"id": name, **rating} for name in key.left]}
    (tmp_path / "r.json").write_text(json.dumps(saved))
    told = run.invoke(frontdesk, ["evaluate", "raters", f"{tmp_path}/r.json", "--key", f"{tmp_path}/blind.key.json"])
    assert "tie   100 %" in told.output


def _in_this_process(desk: Reception, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process of its own takes ten seconds to begin, and has been shown to do it by then."""
    monkeypatch.setattr(running._Place, "desk", desk, raising=False)
    monkeypatch.setattr(running, "ProcessPoolExecutor", lambda workers, **_: ThreadPoolExecutor(workers))
