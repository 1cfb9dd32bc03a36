"""Looks at an account and an address beside the server: rights that are missing, a license that nobody has."""

from collections.abc import Iterator

from frontdesk.his_adapter.gnuhealth.address import Address
from frontdesk.his_adapter.gnuhealth.client import Client, RefusedByServer
from frontdesk.his_adapter.gnuhealth.evaluations import EVALUATION
from frontdesk.his_adapter.gnuhealth.history import DISEASE, MEDICATION
from frontdesk.his_adapter.gnuhealth.patients import PARTY, PATIENT
from frontdesk.his_adapter.gnuhealth.records import professional
from frontdesk.his_adapter.gnuhealth.scheduling import APPOINTMENT

READING = {
    PATIENT: "patients are not found",
    APPOINTMENT: "no free times are offered",
    EVALUATION: "no records are found",
    DISEASE: "no conditions and allergies are read",
    MEDICATION: "no medication is read",
}
WRITING = {
    (APPOINTMENT, "write"): "nothing is booked",
    (PARTY, "create"): "no guest is registered, so their records do not arrive",
    (EVALUATION, "create"): "no records are written",
    (EVALUATION, "write"): "no records are amended or signed",
}


def faults_beside(address: Address) -> Iterator[str]:
    """Each a line for the operator. Raises HospitalAway."""
    client = Client(address)
    needed = {(model, "read"): lost for model, lost in READING.items()} | WRITING
    may = client.call("model.ir.model.access.get_access", sorted({model for model, _ in needed}))
    for (model, right), lost in needed.items():
        if not may[model][right]:
            yield f"the account {address.user} may not {right} {model}: {lost}"
    if address.professional:
        try:
            professional(client, address.professional)
        except RefusedByServer as refused:
            yield str(refused)
    client.close()
