"""Patients of GNU Health by their PUID; who has none is registered as unidentified, as its own desk would."""

from collections.abc import Collection, Iterator, Sequence

from frontdesk.his_adapter.errors import NotFound
from frontdesk.his_adapter.gnuhealth.address import Address
from frontdesk.his_adapter.gnuhealth.client import Client, RefusedByServer
from frontdesk.his_adapter.gnuhealth.values import Row, text_in, told_in
from frontdesk.his_adapter.hospital import Feature
from frontdesk.his_adapter.matching import sex_of
from frontdesk.his_adapter.nothing import NoReferences
from frontdesk.his_adapter.records import Patient
from frontdesk.models.facts import Sex

PATIENT, PARTY = "gnuhealth.patient", "party.party"
FIELDS = ("puid", "biological_sex", "party.name", "party.lastname", "party.dob", "party.gender", "party.phone")
SEXES = {"m": Sex.MALE, "f": Sex.FEMALE}
NOWHERE = "XXX"  # what ISO 3166 leaves to users, and travel documents take for an unspecified nationality
GENDERS = {"male": "m", "female": "f"}
LONGEST = 60  # characters of a name that is looked for


class GnuHealthPatients(NoReferences):
    supports = frozenset({Feature.PATIENTS, Feature.NAMES})

    def __init__(self, client: Client, address: Address) -> None:
        self._client = client
        self._unidentified = f"NN-{address.ours}-"  # GNU Health's own sign, ours and the number of the guest

    def patient(self, patient_id: str) -> Patient:
        row = self._row([("party.ref", "=", patient_id)])
        if row is None:
            raise NotFound(f"patient {patient_id}")
        return self._of(row)

    def named(self, names: Collection[str]) -> Sequence[Patient]:
        wanted = {_plain(name) for name in names if len(name) <= LONGEST}
        those = [clause for name in wanted for clause in _named(name)]
        found = self._client.search(PATIENT, ["OR", *those], FIELDS) if those else []
        return [self._of(row) for row in found if wanted & set(map(_plain, names_in(row))) and text_in(row, "puid")]

    def row_id(self, patient_id: str) -> int | None:
        """Of whoever has this number, or had it as our guest."""
        row = self._row([("party.ref", "in", [patient_id, f"{self._unidentified}{patient_id}"])])
        return row["id"] if row is not None else None

    def registered(self, patient_id: str, *, name: str = "", gender: str = "") -> int:
        """As `row_id`; whom GNU Health does not know is registered there. Of two who try one is refused."""
        if (known := self.row_id(patient_id)) is not None:
            return known
        person = {
            "name": name or patient_id,
            "lastname": "",
            "ref": f"{self._unidentified}{patient_id}",
            "gender": GENDERS.get(sex_of(gender), "u"),
            "unidentified": True,
            "is_person": True,
            "is_patient": True,
            "create_target": True,
            "fed_country": NOWHERE,
        }
        try:
            self._client.create(PARTY, person)
        except RefusedByServer:
            if (known := self.row_id(patient_id)) is not None:
                return known
            raise
        made = self.row_id(patient_id)
        if made is None:
            raise RefusedByServer("a person was registered, and is no patient")
        return made

    def number(self, puid: str) -> str:
        """What is on the card, or our number of a guest."""
        return puid.removeprefix(self._unidentified)

    def _row(self, domain: Sequence[object]) -> Row | None:
        rows = self._client.search(PATIENT, domain, FIELDS, limit=2)
        return rows[0] if len(rows) == 1 else None

    def _of(self, row: Row) -> Patient:
        first, *others = names_in(row) or [""]
        return Patient(
            patient_id=text_in(row, "puid"),
            name=first,
            names=tuple(others),
            sex=SEXES.get(text_in(row, "biological_sex") or text_in(row, "party.gender")),
            birth_date=told_in(row, "party.dob"),
            phone=text_in(row, "party.phone"),
        )


def names_in(row: Row, person: str = "") -> list[str]:
    """Both orders, the usual one first: the given name, in Chinese the family's. `person`: `healthprof.` and the like.

    The row was read with the fields of `naming`.
    """
    return list(_ways(*(text_in(row, field) for field in naming(person))))


def naming(person: str = "") -> tuple[str, str]:
    return f"{person}party.name", f"{person}party.lastname"


def _ways(given: str, family: str) -> Iterator[str]:
    parts = [part for part in (given, family) if part]
    if all(part.isascii() for part in parts):
        yield from dict.fromkeys(" ".join(order) for order in (parts, parts[::-1]) if order)
    else:
        yield from dict.fromkeys("".join(order) for order in (parts[::-1], parts))


def _named(name: str) -> Iterator[list[object]]:
    """Everything that given and family name may be of a whole name."""
    for place in range(len(name) + 1):
        if name.isascii() and 0 < place < len(name) and name[place] != " ":
            continue
        before, after = name[:place].strip(), name[place:].strip()
        if before and after:
            yield [("party.name", "ilike", _literal(before)), ("party.lastname", "ilike", _literal(after))]
            yield [("party.name", "ilike", _literal(after)), ("party.lastname", "ilike", _literal(before))]
        elif place == 0:
            for whole, empty in (("party.name", "party.lastname"), ("party.lastname", "party.name")):
                yield [(whole, "ilike", _literal(name)), (empty, "in", [None, ""])]


def _literal(text: str) -> str:
    return text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")


def _plain(name: str) -> str:
    return " ".join(name.casefold().split())
