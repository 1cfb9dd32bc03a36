"""The hospital's directory as one application has loaded it, for those over copies of its database."""

from frontdesk.database.engine import connect, reading
from frontdesk.his_adapter.hospital import Hospital
from frontdesk.his_adapter.sql.directory import Directory, _load
from frontdesk.his_adapter.sql.hospital import SqlDirectory


def loaded(url: str) -> Directory:
    engine = connect(url)
    with reading(engine) as session:
        directory = _load(session)
    engine.dispose()
    return directory


def give(directory: Directory, hospital: Hospital) -> None:
    """As if it had been asked for; where a test changes it, its version is another and it is loaded anew."""
    assert isinstance(hospital.directory, SqlDirectory)
    hospital.directory._directory._held = directory
