"""`frontdesk clinician`: a doctor's question about a patient, answered from the records, with how it was got."""

import json
from datetime import datetime
from typing import Annotated

import typer

from frontdesk.app.clinic import DoctorsClinic, ask_and_keep
from frontdesk.app.clinician.assistant import told
from frontdesk.app.clinician.chart import chart_of
from frontdesk.app.clinician.guidelines import GuidelineError, read
from frontdesk.app.clinician.trace import Way
from frontdesk.app.ledger.desk import Desk, Member
from frontdesk.app.ledger.questions import Questions
from frontdesk.app.settings import DEMONSTRATION, VECTORS, Settings
from frontdesk.commands.connected import connected_models
from frontdesk.commands.database import database, hospital
from frontdesk.his_adapter.access import Doctor, NotPermitted
from frontdesk.his_adapter.enquiries import Enquiries
from frontdesk.his_adapter.errors import HospitalError, NotFound
from frontdesk.models.facts import Language
from frontdesk.models.parsers import language_of

GUIDELINES = DEMONSTRATION / "guidelines"


def clinician(
    question: Annotated[str, typer.Argument(help="In Chinese or English; answered in the same language.")],
    department: Annotated[str, typer.Option("--department", help="Whose doctor asks: the department's id.")],
    patient: Annotated[str, typer.Option("--patient", help="The patient's number.")],
    planner: Annotated[Way, typer.Option("--planner", help="A step at a time, or by three strategies.")] = Way.REACT,
    as_json: Annotated[bool, typer.Option("--json", help="The answer with its steps, sources and pictures.")] = False,
) -> None:
    """Ask about a patient under the authority of a doctor of a department."""
    with database(HospitalError, NotPermitted, GuidelineError) as engine, connected_models() as models:
        now = datetime.now()  # noqa: DTZ005 the hospital's local time
        here = hospital(engine, lambda: now)
        chosen = next((one for one in here.directory.departments() if one.department_id == department), None)
        if chosen is None:
            raise NotFound(f"department {department}")
        names = tuple(chosen.name.values())
        member = Member(
            principal=Doctor(username="command", department_id=department, departments=names), name="command"
        )
        desk = Desk(engine, here, lambda: now, lambda: "")
        clinic = DoctorsClinic(desk, member, Enquiries(here, folder=VECTORS), lambda: now)
        records = clinic.of_patient(patient)
        if not records:
            raise NotFound(f"record of {patient} in {department}")
        guidelines = read(Settings().guidelines or GUIDELINES)
        language = language_of(question) or Language.EN
        held = clinic.held(patient)
        chart = chart_of(
            records,
            guidelines,
            language,
            now=now,
            clinic=clinic,
            visits=held.visits,
            hidden=held.hidden,
            elsewhere=held.elsewhere,
        )
        questions = Questions(engine, lambda: now)
        answer = ask_and_keep(question, chart, questions, f"command:{department}", models=models, way=planner)
    typer.echo(json.dumps(told(answer), ensure_ascii=False) if as_json else answer.answer)
