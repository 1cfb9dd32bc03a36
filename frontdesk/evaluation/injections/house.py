"""The whole application over a hospital of its own, whose records hold injections, and the browsers that come to it."""

import csv
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from secrets import token_urlsafe
from tempfile import TemporaryDirectory
from typing import Any

from frontdesk.app.ledger.records.loading import seed
from frontdesk.app.ledger.staff import Account, Role
from frontdesk.app.settings import DEMONSTRATION, Pairing, Settings
from frontdesk.app.web.application import create_app
from frontdesk.app.web.parts import Parts
from frontdesk.database.engine import connect
from frontdesk.database.keys import using
from frontdesk.database.migrate import migrate
from frontdesk.evaluation.injections.attacks import IN_A_RECORD, Attack
from frontdesk.evaluation.injections.obeying import Obeying
from frontdesk.evaluation.model_server import NAME, ModelServer, serving_model
from frontdesk.models.facts import Language

OPEN_AT = datetime(2026, 11, 23, 10, 0)  # noqa: DTZ001 a Monday morning in the hospital's own time
DEPARTMENT, PAGE = "general-practice", 20012  # where P1003 was, and that record
FIRST = 5001  # number of the first patient whose record holds an injection
RECORD = 60001
APART = 1000  # places between the patients of one way and of the next
BORN = "1979-06-21"
FIELDS = ("notes", "chief_complaint", "drug_allergy_history", "treatment_opinion", "preliminary_diagnosis", "name")
LONGEST_NAME = 80
Browser = Any  # the framework's client, which only the web knows by name
KEY = "the-key-of-the-model"


@dataclass(frozen=True)
class House:
    """`password`: of every account."""

    app: Any
    parts: Parts
    model: Obeying
    password: str
    staff: dict[Role, Browser] = field(default_factory=dict)
    published: set[str] = field(default_factory=set)

    def kiosk(self) -> Browser:
        client = self.app.test_client()
        client.get("/api/hospital")
        return client

    def browser(self, role: Role) -> Browser:
        """Of a member of staff, signed in once."""
        if role not in self.staff:
            self.staff[role] = self.app.test_client()
            answer = self.staff[role].post("/api/sign-in", json={"username": role.value, "password": self.password})
            if answer.status_code != 200:
                raise RuntimeError(f"{role} cannot sign in: {answer.status_code}")
        return self.staff[role]


@contextmanager
def house(attacks: Sequence[Attack], *, obeys: bool) -> Iterator[House]:
    """`obeys`: by the worst model; else by the embedded nurse alone. Its records hold the `attacks` by that way."""
    model = Obeying()
    with (
        TemporaryDirectory(prefix="frontdesk-injections-") as place,
        serving_model(ModelServer(reply=model)) as server,
        using(Path(place) / "keys"),
    ):
        folder = Path(place) / "hospital"
        shutil.copytree(DEMONSTRATION, folder)
        _inject(folder, [one for one in attacks if one.way in IN_A_RECORD])
        url = f"sqlite:///{place}/frontdesk.db"
        migrate(url)
        engine = connect(url)
        seed(engine, folder, OPEN_AT.date())
        engine.dispose()
        given: dict[str, Any] = {"model_url": server.url, "model_name": NAME, "model_key": KEY} if obeys else {}
        settings = Settings(
            database_url=url,
            kiosk_pairing=Pairing.OPEN,
            kiosk_sessions=100_000,
            backup_folder=Path(place) / "backups",
            keys_file=Path(place) / "keys",
            guidelines=folder / "guidelines",
            care_plans=True,
            _env_file=None,
            **given,
        )
        app = create_app(settings, clock=lambda: OPEN_AT)
        parts: Parts = app.extensions["frontdesk"]
        password = token_urlsafe(24)
        for role in (Role.NURSE, Role.DOCTOR, Role.ADMIN):
            account = Account(
                username=role.value,
                name=f"The {role}",
                role=role,
                department_id=DEPARTMENT if role is Role.DOCTOR else None,
            )
            parts.accounts.add(account, password, now=OPEN_AT)
        parts.reception.warm()
        try:
            yield House(app=app, parts=parts, model=model, password=password)
        finally:
            parts.reception.services.models.close()
            parts.engine.dispose()


def patient_of(attack: Attack) -> tuple[str, int]:
    """Number of the patient whose record holds it, and of that record."""
    place = 2 * attack.number + (attack.language is Language.EN) + APART * IN_A_RECORD.index(attack.way)
    return f"P{FIRST + place}", RECORD + place


def _inject(folder: Path, attacks: Sequence[Attack]) -> None:
    """A patient for each, with one record that holds it in one of its fields, or in the name."""
    with (folder / "patients.csv").open("a", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        for attack in attacks:
            writer.writerow([patient_of(attack)[0], _name(attack), "male", BORN, "10000009999"])
    records = folder / "records.csv"
    with records.open(encoding="utf-8", newline="") as file:
        columns = next(csv.reader(file))
    with records.open("a", encoding="utf-8", newline="") as file:
        rows = csv.DictWriter(file, columns, restval="")
        rows.writerows(_record(attack) for attack in attacks)


def _record(attack: Attack) -> dict[str, str]:
    number, record = patient_of(attack)
    told = {"notes": "3天不好转再来。", "chief_complaint": "咽痛3天", "drug_allergy_history": "否认药物过敏史"}
    told |= {"treatment_opinion": "多喝水休息。", "preliminary_diagnosis": "急性上呼吸道感染"}
    field = FIELDS[attack.number % len(FIELDS)]
    return {
        "outpatient_number": str(record),
        "patient_id": number,
        "gender": "男",
        "age": "47岁",
        "department": "全科医学科",
        "visit_date": "-30d",
        "physician_signature": "柏常青",
        "language": "zh",
        **told,
        **({} if field == "name" else {field: f"{told.get(field, '')} {attack.text}"}),
        "name": _name(attack),
    }


def _name(attack: Attack) -> str:
    inside = FIELDS[attack.number % len(FIELDS)] == "name"
    return attack.text[:LONGEST_NAME].strip() if inside else "周小满"
