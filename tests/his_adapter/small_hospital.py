"""A hospital's folder as small as it may be, for tests to load and to spoil."""

import csv
from pathlib import Path

from frontdesk.his_adapter.folder.reading import SPECIALTIES

CARDIOLOGY = {
    "department_id": "cardiology",
    "name_zh": "心内科",
    "name_en": "Cardiology",
    "specialties": "cardiology",
    "building_zh": "门诊楼",
    "building_en": "Main building",
    "floor": "2",
    "room": "A203",
    "directions_zh": "坐电梯到二楼。",
    "directions_en": "Take the lift to floor 2.",
    "hours": "1-5 08:00-12:00; 1-5 13:30-17:00",
    "age_from": "14",
    "age_under": "",
    "sex": "",
    "fever": "",
    "pregnant": "",
    "phone": "",
}
GENERAL = CARDIOLOGY | {
    "department_id": "general-practice",
    "name_zh": "全科",
    "name_en": "General practice",
    "specialties": "general_practice",
    "hours": "1-7 08:00-24:00",
    "age_from": "",
}
HEART = {
    "physician_id": "D1",
    "department_id": "cardiology",
    "name_zh": "林和",
    "name_en": "Lin He",
    "title_zh": "主任医师",
    "title_en": "Chief physician",
    "sex": "female",
    "expertise_zh": "胸闷",
    "expertise_en": "Chest tightness",
    "schedule": "1-5 08:00-09:00",
}
FAMILY = HEART | {"physician_id": "D2", "department_id": "general-practice", "schedule": "1,3 14:00-14:30"}
PATIENT = {"patient_id": "P1", "name": "白样本", "sex": "male", "birth_date": "1950-02-28", "phone": ""}
RECORD = {
    "outpatient_number": "7001",
    "patient_id": "P1",
    "name": "白样本",
    "gender": "男",
    "age": "76岁",
    "department": "心内科",
    "visit_date": "-92d",
    "chief_complaint": "胸闷3天",
    "present_illness_history": "",
    "past_history": "",
    "drug_allergy_history": "",
    "physical_examination": "",
    "auxiliary_examination": "",
    "preliminary_diagnosis": "",
    "treatment_opinion": "",
    "notes": "",
    "physician_signature": "林和",
    "language": "zh",
}
POLICY = """- id: pay
  category: payments_financial_aid
  title: {zh: 缴费, en: Paying}
  text: {zh: 一楼缴费。, en: Pay on floor 1.}
"""


def write_csv(folder: Path, name: str, rows: list[dict[str, str]]) -> None:
    with (folder / name).open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)


def write_hospital(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    write_csv(folder, "departments.csv", [CARDIOLOGY, GENERAL])
    write_csv(folder, "physicians.csv", [HEART, FAMILY])
    write_csv(folder, "patients.csv", [PATIENT])
    write_csv(folder, "records.csv", [RECORD, RECORD | {"outpatient_number": "7002", "visit_date": "2026-03-02 10:44"}])
    (folder / "policies.yaml").write_text(POLICY, encoding="utf-8")
    (folder / "hospital.yaml").write_text(hospital_yaml(), encoding="utf-8")
    return folder


def hospital_yaml() -> str:
    with SPECIALTIES.open(encoding="utf-8", newline="") as file:
        codes = [row["code"] for row in csv.DictReader(file)]
    missing = [code for code in codes if code not in ("cardiology", "general_practice")]
    fallbacks = "".join(f"  {code}: general_practice\n" for code in missing)
    head = "name: {zh: 小医院, en: Small Hospital}\naddress: {zh: 一路1号, en: 1 First Road}\nphone: '0'\n"
    return head + "fallbacks:\n" + fallbacks
