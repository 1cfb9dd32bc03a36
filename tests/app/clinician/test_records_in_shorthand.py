"""What is answered of records that are written in the short hand of clinics, in either language."""

from datetime import datetime

import pytest

from frontdesk.app.clinician.assistant import ask
from frontdesk.app.clinician.chart import chart_of
from frontdesk.app.clinician.task import Chart
from frontdesk.his_adapter.records import OutpatientRecord
from frontdesk.models.facts import Language

EN, ZH = Language.EN, Language.ZH
NOW = datetime(2026, 11, 20, 9)


def record(number: int, day: str, **fields: str) -> OutpatientRecord:
    given = {"gender": "男", "age": "48岁", "department": "Nephrology", "physician_signature": "A. Reyes"} | fields
    at = datetime.fromisoformat(f"{day}T09:00")
    return OutpatientRecord(outpatient_number=number, patient_id="P9", visit_date=at, **given)  # type: ignore[arg-type]


RECORDS = [
    record(
        1,
        "2026-02-10",
        present_illness_history="Kidney transplant 2024. Smokes 4 cig/day. EtOH 10 u/wk.",
        drug_allergy_history="Cefaclor - hives (no details)",
        physical_examination="BP 146/88 HR 84 reg. Wt 71.2 kg, ht 169 cm.",
        auxiliary_examination="Cyclosporine level 182 ng/mL. UPCR 0.9 g/g. K 4.9, C3 102. 25-OH-D 38 nmol/L.",
        treatment_opinion="1. CsA 100 mg bd. 2. MMF 500 bd. 3. Pred 10 od. 4. Omalizumab 150 mg, 1st injection today.",
    ),
    record(
        2,
        "2026-05-12",
        present_illness_history="CsA taken up to 125 mg bd by transplant nurse 3/52 ago. Quit smoking 1 mo ago.",
        drug_allergy_history="Cefaclor label removed after negative challenge.",
        physical_examination="BP 132/80 HR 78 reg. Wt 70.4.",
        auxiliary_examination="Cyclosporine level 231. UPCR 0.6. K 4.6, C3 98.",
        treatment_opinion="CsA cut to 100 mg bd (tremor). MMF 500 bd, pred 5. Omalizumab 2nd injection given.",
    ),
    record(
        3,
        "2026-09-15",
        present_illness_history="Smoking again, 2 cigs/day.",
        drug_allergy_history="NKDA",
        physical_examination="BP 128/78 HR 74 reg. Wt 69.0.",
        auxiliary_examination="Cyclosporine level 168. UPCR 0.4. K 4.4, C3 95. 25-OH-D not done.",
        treatment_opinion="When eGFR <30 switch CsA to belatacept. MMF WITHHELD (diarrhoea). Pred 5, no change."
        " Omalizumab 3rd injection due in 1 mo.",
    ),
]


def chart(language: Language) -> Chart:
    return chart_of(RECORDS, (), language, now=NOW)


@pytest.mark.parametrize(
    ("question", "language", "told"),
    [
        ("ciclosporin levels so far, by date", EN, ("182", "231", "168")),
        ("环孢素浓度每次是多少", ZH, ("182", "231", "168")),
        ("what is his BMI?", EN, ("24.2",)),
        ("how many omalizumab injections has he had and when was the last one?", EN, ("2 times", "2026-05-12")),
        ("奥马珠单抗打过几针，最后一针哪天", ZH, ("2针", "2026-05-12")),
        ("why was the ciclosporin lowered?", EN, ("tremor",)),
        ("does he still smoke?", EN, ("2 cigs/day",)),
        ("latest UPCR", EN, ("0.4",)),
    ],
)
def test_short_hand_is_answered_from(question: str, language: Language, told: tuple[str, ...]) -> None:
    answer = ask(question, chart(language)).answer
    assert all(one in answer for one in told), answer


def test_the_list_holds_what_is_taken_and_nothing_planned() -> None:
    answer = ask("current medicines with doses", chart(EN)).answer
    now = answer[: answer.index("No longer")]
    assert "100 mg bd" in now and "prednis" in now, answer
    assert "mycophenolate" not in now and "belatacept" not in now, answer


def test_a_removed_label_is_no_allergy() -> None:
    assert not chart(EN).index.allergic_to
