"""A patient's list of medicines and the cautions about it, as the board and the doctor's page are sent them."""

from collections.abc import Sequence

from frontdesk.app.web.schemas import CautionLine, MedicineLine
from frontdesk.models.specialists.medication.cautions import Caution, name_in_both
from frontdesk.models.specialists.medication.listing import ListedMedicine


def medicine_lines(entries: Sequence[ListedMedicine]) -> list[MedicineLine]:
    return [
        MedicineLine(name=name_in_both(one.code), **one.model_dump(exclude={"code", "holds", "outpatient_number"}))
        for one in entries
    ]


def caution_lines(found: Sequence[Caution]) -> list[CautionLine]:
    return [CautionLine(**one.model_dump()) for one in found]
