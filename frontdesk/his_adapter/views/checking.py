"""Looks at a mapping beside the database: what it names that is not there, codes that it lacks, what would be lost."""

from collections.abc import Iterator

from sqlalchemy import String, select

from frontdesk.his_adapter.errors import HospitalAway, HospitalError
from frontdesk.his_adapter.operation import TEXTS
from frontdesk.his_adapter.views.address import Address
from frontdesk.his_adapter.views.database import Database, Source, WrongMapping
from frontdesk.his_adapter.views.mapping import Mapped, MappingFile

CODES = 50  # different ones of a column that are looked at
LONG = 2000  # characters that a told text may well have


def faults_beside(address: Address, file: MappingFile) -> Iterator[str]:
    """Each a line for the operator that names file, line and key. Raises HospitalAway."""
    database = Database(address)
    for part, mapped in file.mapping.parts().items():
        source = Source(database, mapped)
        try:
            there = {one.name for one in source.table.columns}
        except WrongMapping as error:
            yield str(file.fault(str(error), part, "view"))
            continue
        except HospitalAway:
            raise
        except HospitalError as error:
            yield str(file.fault(f"cannot be read: {error}", part, "view"))
            continue
        missing = list(_missing(mapped, there))
        yield from (str(file.fault(f"{mapped.view} has no column {name}", part, *path)) for path, name in missing)
        if not missing:
            yield from _rows(file, part, source)
            if part == "inbox":
                yield from _inbox(file, database, source)


def _missing(mapped: Mapped, there: set[str]) -> Iterator[tuple[tuple[str, str], str]]:
    for name, theirs in mapped.columns.items():
        if theirs not in there:
            yield ("columns", name), theirs
    for theirs in mapped.where:
        if theirs not in there:
            yield ("where", theirs), theirs


def _rows(file: MappingFile, part: str, source: Source) -> Iterator[str]:
    """Whether it may be read at all, and which codes the rows have that the mapping lacks."""
    try:
        source.read(source.select().limit(1))
        for name, meanings in source.mapped.codes.items():
            there = source.read(select(source.column(name).label("code")).distinct().limit(CODES))
            codes = {str(row["code"]).strip() for row in there if row["code"] is not None} - {""}
            if lacking := sorted(codes - meanings.keys()):
                yield str(file.fault(f"there are rows with {', '.join(lacking)}", part, "codes", name))
    except HospitalAway:
        raise
    except HospitalError as error:
        yield str(file.fault(f"{source.mapped.view} cannot be read: {error}", part, "view"))


def _inbox(file: MappingFile, database: Database, source: Source) -> Iterator[str]:
    mapped = source.mapped
    if not database.unique(mapped.view, mapped.columns["key"]):
        yield str(file.fault("is not unique by itself, so a record may come twice", "inbox", "columns", "key"))
    if (number := mapped.columns.get("patient_id")) and database.refuses_nothing_told(mapped.view, number):
        yield str(file.fault("takes no NULL, and a guest has no number", "inbox", "columns", "patient_id"))
    for name in ("document", *sorted(TEXTS & mapped.columns.keys())):
        if name in mapped.columns:
            kind = source.column(name).type
            if isinstance(kind, String) and kind.length is not None and kind.length < LONG:
                yield str(
                    file.fault(f"holds {kind.length} characters; a longer text is refused", "inbox", "columns", name)
                )
