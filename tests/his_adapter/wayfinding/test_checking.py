"""A folder without a map, or with one that leads nowhere: told before anybody is sent, and never drawn."""

from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import Engine

from frontdesk.app.ledger.records.loading import seed as load
from frontdesk.app.ledger.records.store import hospital_behind
from frontdesk.his_adapter.checking import checked
from frontdesk.his_adapter.folder.reading import Seed, SeedError, read_folder
from frontdesk.his_adapter.wayfinding.checking import faults, unreached
from frontdesk.models.facts import Language
from tests.his_adapter.contract import MONDAY, NINE
from tests.his_adapter.small_hospital import CARDIOLOGY, GENERAL, write_csv, write_hospital

PLAN = """
floors:
  - building: {zh: 门诊楼, en: Main building}
    floor: 2
    kiosk: [50, 90]
    corridors: [[[50, 90], [50, 10]]]
    rooms: [{room: A203, at: [53, 40]}]
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_hospital(tmp_path / "hospital")


@pytest.fixture
def drawn(folder: Path) -> Callable[..., Path]:
    def draw(old: str = "", new: str = "") -> Path:
        assert old in PLAN
        (folder / "map.yaml").write_text(PLAN.replace(old, new, 1) if old else PLAN, encoding="utf-8")
        return folder

    return draw


def test_where_the_plans_have_the_room_its_way_is_worked_out(drawn: Callable[..., Path]) -> None:
    directions = read_folder(drawn(), MONDAY).departments[0].directions
    assert directions[Language.EN] == "Walk ahead. First door on your right: A203."
    assert directions[Language.ZH] == "往前走。右手第一个门，A203。"


def test_without_a_map_the_hospitals_own_words_stand(folder: Path) -> None:
    assert read_folder(folder, MONDAY).departments[0].directions[Language.EN] == "Take the lift to floor 2."


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("kiosk: [50, 90]", "facing: up", "0 of the plans have a kiosk"),
        ("corridors: [[[50, 90], [50, 10]]]", "corridors: []", "Main building, floor 2: has no corridors"),
        ("at: [53, 40]", "at: [90, 40]", "room A203 is beside no corridor"),
        ("rooms: [", "lifts: [{name: '1', at: [50, 50]}]\n    rooms: [", "lift 1 stands in the middle of a corridor"),
        ("{room: A203", "{room: A203, at: [47, 20]}, {room: A203", "room A203 is there twice"),
    ],
)
def test_a_plan_that_leads_nobody_is_refused(drawn: Callable[..., Path], old: str, new: str, reason: str) -> None:
    with pytest.raises(SeedError) as error:
        read_folder(drawn(old, new), MONDAY)
    assert any(reason in str(fault) and fault.file == "map.yaml" for fault in error.value.faults), str(error.value)


def test_a_department_without_words_and_without_a_door_is_refused(drawn: Callable[..., Path]) -> None:
    folder = drawn()
    mute = CARDIOLOGY | {"room": "A999", "directions_zh": "", "directions_en": ""}
    write_csv(folder, "departments.csv", [mute, GENERAL])
    with pytest.raises(SeedError) as error:
        read_folder(folder, MONDAY)
    assert "departments.csv:2: directions_en: is empty, and map.yaml has no way to room A999" in str(error.value)


def test_a_room_on_no_plan_is_doubted_and_told_by_the_check(drawn: Callable[..., Path], engine: Engine) -> None:
    folder = drawn("room: A203", "room: A204")
    seed = read_folder(folder, MONDAY)
    expected = "no plan of Main building, floor 2 has a door for cardiology (A203): its way is only words"
    assert expected in [fault.reason for fault in seed.doubts]
    assert seed.departments[0].directions[Language.EN] == "Take the lift to floor 2."
    load(engine, folder, MONDAY)
    lines = list(checked(hospital_behind(engine, lambda: NINE), writes_for=None, now=NINE))
    assert f"map.yaml: {expected}" in [line.text for line in lines if line.fault]


def test_the_check_says_when_there_is_no_map(folder: Path, engine: Engine) -> None:
    load(engine, folder, MONDAY)
    lines = list(checked(hospital_behind(engine, lambda: NINE), writes_for=None, now=NINE))
    assert "no floor plans (map.yaml): every way is only words" in [line.text for line in lines]


def test_the_demonstrations_plans_lead_everywhere(seed: Seed) -> None:
    floors = seed.hospital.floors
    assert not list(faults(floors))
    assert not list(unreached(floors, seed.departments, seed.hospital.places))
