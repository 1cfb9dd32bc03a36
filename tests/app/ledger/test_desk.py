"""What staff change is previewed, confirmed on what was seen, taken back, and in the trail; on both databases."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine

from frontdesk.app.ledger.audit import Act, Kept, entries, verify
from frontdesk.app.ledger.desk import ChangedSince, Desk, Member, Preview
from frontdesk.app.ledger.records.loading import seed
from frontdesk.app.ledger.records.store import hospital_behind
from frontdesk.his_adapter.access import Doctor, NotPermitted, Nurse, RecordsOfficer
from frontdesk.his_adapter.changes import Done, Operation, Unfit, Unfitness
from frontdesk.his_adapter.errors import NotFound, VersionConflict
from frontdesk.his_adapter.hospital import Hospital
from frontdesk.his_adapter.operation import HisOperation
from frontdesk.his_adapter.records import PreVisitSummary, Review, Visit
from tests.app.ledger.records.ledger import Ledger
from tests.his_adapter.contract import MONDAY, NINE, visit
from tests.his_adapter.small_hospital import PATIENT, RECORD, write_csv, write_hospital

NURSE = Member(principal=Nurse(username="li"), name="Li Na")
HEART = Member(
    principal=Doctor(username="lin", department_id="cardiology", departments=("心内科", "Cardiology")), name="林和"
)
OFFICER = Member(principal=RecordsOfficer(username="shi"), name="石静")
ALLERGY = {
    "operation": "UPDATE",
    "condition": {"outpatient_number": 7001},
    "column_change": {"drug_allergy_history": "青霉素"},
}


class Clock:
    now = NINE

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def ledger(engine: Engine, hospital: Hospital) -> Ledger:
    return Ledger(engine)


@pytest.fixture
def hospital(engine: Engine, tmp_path: Path, clock: Clock) -> Hospital:
    folder = write_hospital(tmp_path / "hospital")
    other = PATIENT | {"patient_id": "P2", "name": "Ann Field", "sex": "female", "birth_date": "2024-11-01"}
    write_csv(folder, "patients.csv", [PATIENT, other])
    english = {"name": "Ann Field", "gender": "Female", "age": "18 months", "department": "General practice"}
    more = {"outpatient_number": "7003", "patient_id": "P2", "visit_date": "2026-05-04 09:00", "language": "en"}
    write_csv(
        folder,
        "records.csv",
        [RECORD, RECORD | {"outpatient_number": "7002", "visit_date": "2026-03-02 10:44"}, RECORD | english | more],
    )
    seed(engine, folder, MONDAY)
    return hospital_behind(engine, clock)


@pytest.fixture
def desk(engine: Engine, hospital: Hospital, clock: Clock) -> Desk:
    ids = count(1)
    return Desk(engine, hospital, clock, lambda: f"change-{next(ids)}")


@pytest.fixture
def trail(engine: Engine) -> Callable[[], list[Kept]]:
    """What is in the audit trail, once it is proved whole."""

    def read() -> list[Kept]:
        verify(engine)
        return list(entries(engine))

    return read


def operation(**fields: Any) -> HisOperation:
    return HisOperation.model_validate({"operation": "SELECT", **fields})


def versions(preview: Preview) -> dict[int, int]:
    return {row.outpatient_number or 0: row.version or 0 for row in preview.planned.rows if row.version}


def change(desk: Desk, member: Member, asked: dict[str, Any], *, reason: str = "") -> Done:
    preview = desk.preview(member, operation(**asked))
    return desk.confirm(member, preview.token, versions(preview), reason=reason)


def numbers(desk: Desk, member: Member, **condition: Any) -> list[int | None]:
    return [found.record.outpatient_number for found in desk.read(member, operation(condition=condition)).rows]


# --- reading ---------------------------------------------------------------------------------------------------------


SOUGHT: list[tuple[dict[str, Any], list[int]]] = [
    ({"patient_id": "P1"}, [7001, 7002]),
    ({"patient_id": ["P1", "P2"]}, [7001, 7003, 7002]),
    ({"patient_id": "P"}, []),
    ({"outpatient_number": 7002}, [7002]),
    ({"outpatient_number": [7002, 7003]}, [7003, 7002]),
    ({"name": "ann"}, [7003]),
    ({"name": "%"}, []),
    ({"name": "' or 1=1 --"}, []),
    ({"gender": "male"}, [7001, 7002]),
    ({"gender": "女"}, [7003]),
    ({"department": "Cardiology"}, [7001, 7002]),
    ({"department": "全科"}, [7003]),
    ({"chief_complaint": "胸闷", "department": "心内"}, [7001, 7002]),
    ({"age__gt": 65}, [7001, 7002]),
    ({"age__gte": "76"}, [7001, 7002]),
    ({"age__gt": 76}, []),
    ({"age__lt": 3}, [7003]),
    ({"age__range": [1, 2]}, [7003]),
    ({"visit_date__gte": "2026-05-04T00:00"}, [7001, 7003]),
    ({"visit_date__gt": "2026-05-04T23:59"}, [7001]),
    ({"visit_date__lt": "2026-03-02T10:44"}, []),
    ({"visit_date__lte": "2026-03-02T10:44"}, [7002]),
    ({"visit_date__range": ["2026-03-02T00:00", "2026-05-04T23:59"]}, [7003, 7002]),
]


def test_records_are_found_by_what_is_asked(desk: Desk) -> None:
    assert [(condition, numbers(desk, OFFICER, **condition)) for condition, _ in SOUGHT] == SOUGHT


def test_a_doctor_finds_the_own_departments_records_whatever_is_asked(desk: Desk) -> None:
    assert numbers(desk, HEART, chief_complaint="胸闷") == [7001, 7002]
    assert numbers(desk, HEART, patient_id="P2") == []
    assert numbers(desk, HEART, outpatient_number=7003) == []


def test_a_search_for_every_record_there_is_is_refused(desk: Desk) -> None:
    with pytest.raises(Unfit, match=Unfitness.TOO_BROAD):
        desk.read(OFFICER, operation())


def test_the_latest_few_are_the_newest(desk: Desk) -> None:
    shown = desk.read(NURSE, operation(condition={"patient_id": "P1"}), latest=1)
    assert [found.record.outpatient_number for found in shown.rows] == [7001] and not shown.cut


def test_what_was_read_is_in_the_trail_with_ids_and_names_of_fields_only(
    desk: Desk, trail: Callable[[], list[Kept]]
) -> None:
    desk.read(NURSE, operation(condition={"patient_id": "P1"}, column_output=["age", "notes"]))
    (entry,) = trail()
    assert entry.act == Act.READ
    assert entry.about == {"what": ["age", "notes"], "patients": ["P1"], "records": [7001, 7002]}


# --- changing --------------------------------------------------------------------------------------------------------


def test_a_preview_shows_before_and_after_and_changes_nothing(desk: Desk, ledger: Ledger) -> None:
    row = desk.preview(NURSE, operation(**ALLERGY)).planned.rows[0]
    shown = [(one.field, one.before, one.after) for one in row.fields]
    assert shown == [("drug_allergy_history", "", "青霉素"), ("physician_signature", "林和", "")]
    assert ledger.visit(7001).record.drug_allergy_history == ""


def test_a_confirmed_change_is_written_once_whoever_presses_twice(
    desk: Desk, ledger: Ledger, trail: Callable[[], list[Kept]]
) -> None:
    preview = desk.preview(NURSE, operation(**ALLERGY))
    with ThreadPoolExecutor(6) as pool:
        done = set(pool.map(lambda _: desk.confirm(NURSE, preview.token, {7001: 1}).change_id, range(6)))
    assert len(done) == 1
    changed = ledger.visit(7001)
    assert (changed.record.drug_allergy_history, changed.version, changed.signed_by) == ("青霉素", 2, None)
    acts = [(entry.act, {name: entry.about[name] for name in ("what", "patients", "records")}) for entry in trail()]
    about = {"what": ["drug_allergy_history", "physician_signature"], "patients": ["P1"], "records": [7001]}
    assert acts == [("read", about), ("update", about)]


def test_every_row_an_instruction_touches_is_shown_and_changed(desk: Desk, ledger: Ledger) -> None:
    both = ALLERGY | {"condition": {"patient_id": "P1"}}
    assert [row.outpatient_number for row in change(desk, NURSE, both).rows] == [7001, 7002]
    assert [record.drug_allergy_history for record in ledger.of_patient("P1")] == ["青霉素", "青霉素"]


@pytest.mark.parametrize(
    ("held", "after"),
    [("青霉素（皮疹）。", "青霉素（皮疹）；磺胺"), ("否认药物过敏史", "磺胺"), ("", "磺胺"), ("磺胺", None)],
)
def test_adding_keeps_what_a_field_holds(desk: Desk, ledger: Ledger, held: str, after: str | None) -> None:
    where = {"condition": {"outpatient_number": 7001}}
    if held:
        change(desk, NURSE, ALLERGY | where | {"column_change": {"drug_allergy_history": held}})
    adding = ALLERGY | where | {"column_change": {"drug_allergy_history": "磺胺"}, "adds": True}
    if after is None:
        with pytest.raises(Unfit, match=Unfitness.ALREADY_SO):
            change(desk, NURSE, adding)
    else:
        change(desk, NURSE, adding)
    assert ledger.visit(7001).record.drug_allergy_history == (after or held)


def test_adding_to_one_of_several_records_asks_which(desk: Desk) -> None:
    with pytest.raises(Unfit, match=Unfitness.WHICH_RECORD):
        desk.preview(NURSE, operation(**ALLERGY | {"condition": {"patient_id": "P1"}, "adds": True}))


def test_undoing_puts_everything_back_signature_and_all(
    desk: Desk, ledger: Ledger, trail: Callable[[], list[Kept]]
) -> None:
    before = ledger.visit(7001)
    done = change(desk, NURSE, ALLERGY)
    undone = desk.undo(NURSE, done.change_id)
    after = ledger.visit(7001)
    assert after == before.model_copy(update={"version": 3})
    assert (undone.operation, trail()[-1].act, trail()[-1].about["records"]) == (Operation.UNDO, "undo", [7001])


@pytest.mark.parametrize(
    ("wait", "member", "twice", "why"),
    [
        (timedelta(hours=25), NURSE, False, Unfitness.TOO_LATE),
        (timedelta(hours=23), Member(principal=Nurse(username="wu"), name="Wu"), False, Unfitness.NOT_YOURS),
        (timedelta(hours=1), NURSE, True, Unfitness.UNDONE_ALREADY),
    ],
)
def test_undoing_has_its_limits(
    desk: Desk, ledger: Ledger, clock: Clock, wait: timedelta, member: Member, twice: bool, why: Unfitness
) -> None:
    done = change(desk, NURSE, ALLERGY)
    clock.now = NINE + wait
    if twice:
        desk.undo(NURSE, done.change_id)
    version = ledger.visit(7001).version
    with pytest.raises(Unfit, match=why):
        desk.undo(member, done.change_id)
    assert ledger.visit(7001).version == version


def test_a_records_officer_undoes_what_anybody_did_and_nobody_undoes_an_undoing(desk: Desk) -> None:
    done = change(desk, NURSE, ALLERGY)
    undone = desk.undo(OFFICER, done.change_id)
    with pytest.raises(NotFound):
        desk.undo(OFFICER, undone.change_id)


def test_a_change_on_an_older_version_is_not_written_and_tells_who_changed_what(
    desk: Desk, ledger: Ledger, trail: Callable[[], list[Kept]]
) -> None:
    mine = desk.preview(NURSE, operation(**ALLERGY))
    change(desk, HEART, ALLERGY | {"column_change": {"drug_allergy_history": "头孢"}})
    with pytest.raises(ChangedSince) as conflict:
        desk.confirm(NURSE, mine.token, {7001: 1})
    (later,) = conflict.value.later
    assert (later.outpatient_number, later.version, later.by) == (7001, 2, "林和")
    assert ("drug_allergy_history", "", "头孢") in [(one.field, one.before, one.after) for one in later.fields]
    assert ledger.visit(7001).record.drug_allergy_history == "头孢"
    assert (trail()[-1].act, trail()[-1].about["what"]) == ("refused", ["version_conflict"])


def test_one_stale_row_holds_up_all_of_a_change(desk: Desk, ledger: Ledger) -> None:
    both = ALLERGY | {"condition": {"patient_id": "P1"}}
    mine = desk.preview(NURSE, operation(**both))
    change(
        desk, HEART, ALLERGY | {"column_change": {"past_history": "高血压"}, "condition": {"outpatient_number": 7002}}
    )
    with pytest.raises(ChangedSince):
        desk.confirm(NURSE, mine.token, {7001: 1, 7002: 1})
    assert ledger.visit(7001).record.drug_allergy_history == ""


def test_an_undo_stops_at_what_somebody_else_changed_since(desk: Desk, ledger: Ledger) -> None:
    done = change(desk, NURSE, ALLERGY)
    change(desk, HEART, ALLERGY | {"column_change": {"past_history": "高血压"}})
    with pytest.raises(ChangedSince) as conflict:
        desk.undo(NURSE, done.change_id)
    assert conflict.value.later[0].by == "林和"
    assert ledger.visit(7001).record.drug_allergy_history == "青霉素"


def test_an_edit_of_the_page_is_a_conflict_too(desk: Desk, ledger: Ledger) -> None:
    number = ledger.create_visit(visit(), key="s")
    mine = desk.preview(NURSE, operation(**ALLERGY | {"condition": {"outpatient_number": number}}))
    desk.edit(HEART, number, "s1", "胸闷4天", version=1)
    with pytest.raises(ChangedSince) as conflict:
        desk.confirm(NURSE, mine.token, {number: 1})
    assert [(one.field, one.after) for one in conflict.value.later[0].fields] == [("summary", "胸闷4天")]


@pytest.mark.parametrize("seen", [{}, {7001: 2}, {7001: 1, 7002: 1}, {7002: 1}])
def test_only_what_was_shown_is_confirmed(desk: Desk, seen: dict[int, int]) -> None:
    preview = desk.preview(NURSE, operation(**ALLERGY))
    with pytest.raises(Unfit, match=Unfitness.NOT_AS_SEEN):
        desk.confirm(NURSE, preview.token, seen)


def test_a_preview_is_its_owners_and_lasts_ten_minutes(desk: Desk, clock: Clock) -> None:
    preview = desk.preview(NURSE, operation(**ALLERGY))
    for token, member in ((preview.token, OFFICER), ("another", NURSE)):
        with pytest.raises(Unfit, match=Unfitness.EXPIRED):
            desk.confirm(member, token, {7001: 1})
    clock.now += timedelta(minutes=11)
    with pytest.raises(Unfit, match=Unfitness.EXPIRED):
        desk.confirm(NURSE, preview.token, {7001: 1})


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        (ALLERGY | {"condition": {"outpatient_number": 9}}, Unfitness.NO_MATCH),
        (ALLERGY, None),
        (
            {"operation": "CREATE", "column_change": {"patient_id": "P9", "department": "全科"}},
            Unfitness.UNKNOWN_PATIENT,
        ),
        ({"operation": "CREATE", "column_change": {"patient_id": "P1"}}, Unfitness.DEPARTMENT_MISSING),
        (
            {"operation": "CREATE", "column_change": {"patient_id": "P1", "department": "占星科"}},
            Unfitness.UNKNOWN_DEPARTMENT,
        ),
    ],
)
def test_what_cannot_be_done_says_why(desk: Desk, asked: dict[str, Any], why: Unfitness | None) -> None:
    if why is None:
        change(desk, NURSE, asked)
        why = Unfitness.ALREADY_SO
    with pytest.raises(Unfit, match=why):
        desk.preview(NURSE, operation(**asked))


def test_a_new_record_takes_what_is_not_said_from_the_patient(desk: Desk, ledger: Ledger) -> None:
    created = {"patient_id": "P2", "department": "General practice", "chief_complaint": "cough"}
    done = change(desk, NURSE, {"operation": "CREATE", "column_change": created})
    record = ledger.visit(done.rows[0].outpatient_number or 0).record
    assert (record.name, record.gender, record.age, record.visit_date) == ("Ann Field", "female", "2 years", NINE)
    desk.undo(NURSE, done.change_id)
    assert len(ledger.of_patient("P2")) == 1


def test_a_new_record_under_another_name_is_pointed_out(desk: Desk) -> None:
    created = {"patient_id": "P2", "department": "全科", "name": "李华"}
    assert desk.preview(NURSE, operation(operation="CREATE", column_change=created)).planned.name_differs


# --- deleting --------------------------------------------------------------------------------------------------------

DELETION = {"operation": "DELETE", "condition": {"outpatient_number": 7001}}


def test_a_deletion_needs_a_reason_hides_the_record_and_is_restored(
    desk: Desk, ledger: Ledger, clock: Clock, trail: Callable[[], list[Kept]]
) -> None:
    with pytest.raises(Unfit, match=Unfitness.REASON_MISSING):
        change(desk, OFFICER, DELETION)
    change(desk, OFFICER, DELETION, reason="entered twice")
    assert [record.outpatient_number for record in ledger.of_patient("P1")] == [7002]
    assert numbers(desk, OFFICER, patient_id="P1") == [7002]
    with pytest.raises(NotFound):
        ledger.visit(7001)
    (gone,) = desk.deleted(OFFICER)
    assert (gone.record.outpatient_number, gone.by, gone.reason) == (7001, "石静", "entered twice")
    clock.now += timedelta(days=400)
    desk.restore(OFFICER, 7001, version=gone.version)
    assert ledger.visit(7001).record == gone.record
    assert desk.deleted(OFFICER) == []
    assert [entry.act for entry in trail() if entry.act != Act.READ] == ["delete", "restore"]


def test_only_a_records_officer_deletes_sees_the_deleted_and_restores(
    desk: Desk, ledger: Ledger, trail: Callable[[], list[Kept]]
) -> None:
    change(desk, OFFICER, DELETION | {"condition": {"outpatient_number": 7002}}, reason="entered twice")
    for member in (NURSE, HEART):
        for attempt in (
            lambda who: desk.preview(who, operation(**DELETION)),
            lambda who: desk.deleted(who),
            lambda who: desk.restore(who, 7002, version=2),
        ):
            with pytest.raises(NotPermitted):
                attempt(member)
            assert trail()[-1].act == Act.REFUSED
    with pytest.raises(NotFound):
        ledger.visit(7002)


def test_what_staff_changed_or_deleted_stays_when_the_hospital_is_loaded_again(
    desk: Desk, engine: Engine, hospital: Hospital, ledger: Ledger, tmp_path: Path
) -> None:
    change(desk, NURSE, ALLERGY)
    change(desk, OFFICER, DELETION | {"condition": {"outpatient_number": 7002}}, reason="entered twice")
    seed(engine, tmp_path / "hospital", MONDAY)
    assert [(r.outpatient_number, r.drug_allergy_history) for r in ledger.of_patient("P1")] == [(7001, "青霉素")]


@pytest.mark.parametrize(
    ("member", "asked"),
    [
        (NURSE, ALLERGY | {"column_change": {"preliminary_diagnosis": "冠心病"}}),
        (HEART, ALLERGY | {"column_change": {"physician_signature": "林和"}}),
        (OFFICER, ALLERGY | {"column_change": {"patient_id": "P2"}}),
        (HEART, {"operation": "CREATE", "column_change": {"patient_id": "P1", "department": "全科"}}),
    ],
)
def test_what_is_not_permitted_is_refused_and_in_the_trail(
    desk: Desk, trail: Callable[[], list[Kept]], member: Member, asked: dict[str, Any]
) -> None:
    with pytest.raises(NotPermitted):
        desk.preview(member, operation(**asked))
    assert trail()[-1].act == Act.REFUSED
    assert "冠心病" not in str(trail()[-1])


def test_many_hands_on_one_record_one_wins(desk: Desk, ledger: Ledger) -> None:
    previews = [
        desk.preview(NURSE, operation(**ALLERGY | {"column_change": {"drug_allergy_history": f"第{n}种"}}))
        for n in range(8)
    ]

    def attempt(preview: Preview) -> bool:
        try:
            desk.confirm(NURSE, preview.token, {7001: 1})
        except ChangedSince:
            return False
        return True

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(attempt, previews)) == 1
    assert ledger.visit(7001).version == 2


# --- the review of a summary -----------------------------------------------------------------------------------------


def reviewed_anew(visit: Visit, text: str) -> PreVisitSummary:
    assert visit.summary is not None
    first, *others = visit.summary.statements
    review = Review(by="a model", turns=(), scratchpad=(), satisfied=True)
    changed = (first.model_copy(update={"text": text}), *others)
    return visit.summary.model_copy(update={"statements": changed, "review": review})


@pytest.fixture
def handed_over(ledger: Ledger) -> int:
    review = Review(by="embedded", turns=(), scratchpad=(), satisfied=True)
    one = visit(at=NINE)
    assert one.summary is not None
    summary = one.summary.model_copy(update={"review": review})
    return ledger.create_visit(one.model_copy(update={"summary": summary}), key="session-1")


def test_a_summary_reviewed_by_code_alone_waits_for_the_models_once(
    desk: Desk, ledger: Ledger, handed_over: int
) -> None:
    assert desk.unreviewed("embedded") == [(handed_over, "session-1")]
    after = reviewed_anew(ledger.visit(handed_over), "胸闷三天，左侧")
    assert desk.review(handed_over, after, version=1).summary == after
    assert ledger.visit(handed_over).version == 2
    assert desk.unreviewed("embedded") == []


def test_what_a_doctor_has_touched_is_not_reviewed_any_more(desk: Desk, ledger: Ledger, handed_over: int) -> None:
    before = ledger.visit(handed_over)
    after = reviewed_anew(before, "something else")
    desk.sign(HEART, handed_over, version=before.version)
    assert desk.unreviewed("embedded") == []
    with pytest.raises(VersionConflict):
        desk.review(handed_over, after, version=1)
    signed = ledger.visit(handed_over)
    assert (signed.summary, signed.signed_by) == (before.summary, "林和")
