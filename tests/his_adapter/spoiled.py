"""Every way a hospital's folder can be spoiled, with the beginning of the fault it has to be reported as."""

from collections.abc import Callable
from pathlib import Path

from tests.his_adapter.small_hospital import CARDIOLOGY, GENERAL, HEART, PATIENT, POLICY, RECORD, write_csv


def csv_with(name: str, *rows: dict[str, str]) -> Callable[[Path], None]:
    return lambda folder: write_csv(folder, name, list(rows))


def text(name: str, content: str) -> Callable[[Path], None]:
    return lambda folder: (folder / name).write_text(content, encoding="utf-8") and None


def replaced(name: str, old: str, new: str) -> Callable[[Path], None]:
    def spoil(folder: Path) -> None:
        content = (folder / name).read_text(encoding="utf-8")
        assert old in content
        (folder / name).write_text(content.replace(old, new, 1), encoding="utf-8")

    return spoil


def department(**cells: str) -> Callable[[Path], None]:
    return csv_with("departments.csv", GENERAL, CARDIOLOGY | cells)


def record(**cells: str) -> Callable[[Path], None]:
    return csv_with("records.csv", RECORD, RECORD | {"outpatient_number": "7002"} | cells)


SPOILED: dict[str, tuple[Callable[[Path], object], str]] = {
    "a NUL in a table": (department(name_en="Cardio\x00logy"), "departments.csv:3: holds a NUL"),
    "a NUL by its number": (replaced("policies.yaml", "en: Paying", 'en: "Pay\\0ing"'), "policies.yaml:3: holds a NUL"),
    "half a letter": (replaced("hospital.yaml", "en: Small Hospital", 'en: "\\uD800"'), "hospital.yaml:1: holds a NUL"),
    "a list that holds itself": (text("policies.yaml", "- &a [*a]\n"), "policies.yaml:1: "),
    "unknown specialty": (
        department(specialties="cardiology;hexing"),
        "departments.csv:3: specialties: unknown specialty hexing",
    ),
    "no specialty": (department(specialties=" ; "), "departments.csv:3: specialties: names no specialty"),
    "hours that are none": (department(hours="whenever"), "departments.csv:3: hours: bad hours 'whenever'"),
    "hours that end before they begin": (
        department(hours="1-5 12:00-08:00"),
        "departments.csv:3: hours: bad hours '1-5 12:00-08:00': closes",
    ),
    "hours on an eighth day": (department(hours="1-8 08:00-12:00"), "departments.csv:3: hours: bad hours '1-8"),
    "hours past the end of the day": (
        department(hours="1 08:00-25:00"),
        "departments.csv:3: hours: bad hours: '25:00'",
    ),
    "hours that overlap": (
        department(hours="1 08:00-12:00; 1 11:00-13:00"),
        "departments.csv:3: hours: bad hours: two of them overlap",
    ),
    "no hours": (department(hours=""), "departments.csv:3: hours: bad hours: there are none"),
    "a floor that is no number": (department(floor="two"), "departments.csv:3: floor: 'two' is not a whole number"),
    "an age that is none": (department(age_from="old"), "departments.csv:3: age_from: 'old' is not an age"),
    "ages that exclude everybody": (department(age_from="14", age_under="14"), "departments.csv:3: age_from: nobody"),
    "a rule that is neither yes nor no": (department(fever="maybe"), "departments.csv:3: fever: 'maybe'"),
    "a missing translation": (department(name_zh=""), "departments.csv:3: name_zh: is empty"),
    "an id that is none": (
        department(department_id="心内科"),
        "departments.csv:3: department_id: '心内科' is not an id",
    ),
    "a department twice": (
        department(department_id="general-practice"),
        "departments.csv:3: department_id: general-practice is already on line 2",
    ),
    "a missing column": (replaced("departments.csv", ",hours,", ",ours,"), "departments.csv:1: missing column hours"),
    "an unknown column": (replaced("departments.csv", ",hours,", ",ours,"), "departments.csv:1: unknown column 'ours'"),
    "a row too short": (
        replaced("patients.csv", ",1950-02-28,", ",1950-02-28"),
        "patients.csv:2: 4 cells instead of 5",
    ),
    "a quote left open": (replaced("patients.csv", ",1950-02-28,", ',"1950-02-28,'), "patients.csv:2: not CSV"),
    "an unknown department": (
        csv_with("physicians.csv", HEART | {"department_id": "urology"}),
        "physicians.csv:2: department_id: unknown department 'urology'",
    ),
    "a physician twice": (
        csv_with("physicians.csv", HEART, HEART),
        "physicians.csv:3: physician_id: D1 is already on line 2",
    ),
    "a sex that is none": (csv_with("physicians.csv", HEART | {"sex": "F"}), "physicians.csv:2: sex: 'F'"),
    "a patient twice": (
        csv_with("patients.csv", PATIENT, PATIENT),
        "patients.csv:3: patient_id: P1 is already on line 2",
    ),
    "a birth date that is none": (
        csv_with("patients.csv", PATIENT | {"birth_date": "1950-02-30"}),
        "patients.csv:2: birth_date: '1950-02-30' is not a date",
    ),
    "a birth to come": (
        csv_with("patients.csv", PATIENT | {"birth_date": "2026-11-24"}),
        "patients.csv:2: birth_date: 2026-11-24 is in the future",
    ),
    "a birth nobody remembers": (
        csv_with("patients.csv", PATIENT | {"birth_date": "1870-02-28"}),
        "patients.csv:2: birth_date: 1870-02-28 is more than 130 years ago",
    ),
    "a telephone a spreadsheet took for a number": (
        csv_with("patients.csv", PATIENT | {"phone": "1.0E+10"}),
        "patients.csv:2: phone: '1.0E+10' is not a telephone number",
    ),
    "a visit date that is none": (record(visit_date="-9w"), "records.csv:3: visit_date: '-9w' is neither"),
    "a visit date elsewhere": (
        record(visit_date="2026-03-02T10:44+08:00"),
        "records.csv:3: visit_date: '2026-03-02T10:44+08:00' has a time zone",
    ),
    "a visit to come": (
        record(visit_date="2026-12-01"),
        "records.csv:3: visit_date: 2026-12-01 00:00:00 is in the future",
    ),
    "a record of nobody": (record(patient_id="P9"), "records.csv:3: patient_id: unknown patient 'P9'"),
    "a record from nowhere": (
        record(department="泌尿外科"),
        "records.csv:3: department: unknown department '泌尿外科'",
    ),
    "a record twice": (record(outpatient_number="7001"), "records.csv:3: outpatient_number: 7001 is already on line 2"),
    "a number kept for new visits": (
        record(outpatient_number="20000001"),
        "records.csv:3: outpatient_number: 20000001 is not below",
    ),
    "a language we do not speak": (record(language="fr"), "records.csv:3: language: 'fr'"),
    "a file in another encoding": (
        lambda folder: (folder / "patients.csv").write_bytes("patient_id,name\nP1,白\n".encode("gbk")),
        "patients.csv:2: not UTF-8",
    ),
    "an empty file": (text("records.csv", ""), "records.csv:1: the file is empty"),
    "a file of nothing but a header": (
        text("patients.csv", "patient_id,name,sex,birth_date,phone\n"),
        "patients.csv:1: the file holds no sound row",
    ),
    "a missing file": (lambda folder: (folder / "policies.yaml").unlink(), "policies.yaml:1: the file is missing"),
    "a policy twice": (text("policies.yaml", POLICY + POLICY), "policies.yaml:5: id: pay is already on line 1"),
    "an unknown policy category": (
        replaced("policies.yaml", "payments_financial_aid", "gossip"),
        "policies.yaml:2: category:",
    ),
    "a policy in one language": (
        replaced("policies.yaml", "{zh: 缴费, en: Paying}", "{zh: 缴费}"),
        "policies.yaml:3: title:",
    ),
    "a policy with a typing slip": (replaced("policies.yaml", "category:", "catgory:"), "policies.yaml:2: catgory:"),
    "YAML that is none": (text("policies.yaml", "- id: pay\n  title: {zh: x\n- id: y\n"), "policies.yaml:3: not YAML"),
    "policies that are no list": (text("policies.yaml", "pay: here\n"), "policies.yaml:1: is not a list"),
    "a specialty nobody serves": (
        replaced("hospital.yaml", "  urology: general_practice\n", ""),
        "hospital.yaml:4: fallbacks: no department serves urology",
    ),
    "a fallback nobody serves": (
        replaced("hospital.yaml", "  urology: general_practice", "  urology: nephrology"),
        "hospital.yaml:4: fallbacks: urology goes to nephrology, which",
    ),
    "a hospital without a name": (replaced("hospital.yaml", "name:", "nome:"), "hospital.yaml:1: name: Field required"),
}
