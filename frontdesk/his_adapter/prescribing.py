"""A prescription as text, held against the patient's medicines, allergies and illnesses before it is signed."""

import re
from collections.abc import Sequence
from datetime import date

from frontdesk.his_adapter.history import NOTHING, ClinicalHistory
from frontdesk.his_adapter.medicines import cautions_of, medicines_of
from frontdesk.his_adapter.records import OutpatientRecord, PreVisitSummary
from frontdesk.models.facts import Value
from frontdesk.models.specialists.medication.cautions import Caution, name_in_both
from frontdesk.models.specialists.medication.listing import IN_THE_BODY, ListedMedicine, Standing, of_words
from frontdesk.models.specialists.medication.prescribed import Note, prescribed

LINE = re.compile(r"[\n；;]")


class Checked(Value):
    """`medicines`: what was understood of the prescription; `unread`: lines in which no medicine was recognised.

    `already`: what the patient has of the same medicines; `against`: so many medicines it was held against.
    """

    medicines: tuple[ListedMedicine, ...]
    already: tuple[ListedMedicine, ...]
    cautions: tuple[Caution, ...]
    unread: tuple[str, ...]
    against: int


def checked(
    prescription: str,
    summary: PreVisitSummary | None,
    records: Sequence[OutpatientRecord],
    *,
    today: date,
    history: ClinicalHistory = NOTHING,
) -> Checked:
    """`records`: the visit's own, then the patient's others. Of doses and of the kidneys nothing is checked."""
    lines = [line.strip() for line in LINE.split(prescription) if line.strip()]
    understood = [_ordered(line, today) for line in lines]
    new = [one for those in understood for one in those]
    held = {code for one in new for code in one.holds}
    listed = medicines_of(summary, records, today=today, history=history)
    running = [one for one in listed if one.standing in IN_THE_BODY]
    others = [one for one in running if held.isdisjoint(one.holds)]
    names = [name_in_both(one.code) for one in new if one.standing in IN_THE_BODY]
    found = cautions_of([*new, *others], summary, records, history)
    return Checked(
        medicines=tuple(new),
        already=tuple(one for one in running if not held.isdisjoint(one.holds)),
        cautions=tuple(one for one in found if any(name in one.medicines for name in names)),
        unread=tuple(line for line, those in zip(lines, understood, strict=True) if not those),
        against=len({one.code for one in others}),
    )


def _ordered(line: str, today: date) -> tuple[ListedMedicine, ...]:
    """The medicines of one line, as a doctor's order; else as plain words name them."""
    orders = prescribed([Note(today, "", line)], today=today)
    if orders:
        return orders
    return tuple(
        one.model_copy(update={"standing": Standing.RUNNING if one.standing is Standing.TAKEN else one.standing})
        for one in of_words(line)
    )
