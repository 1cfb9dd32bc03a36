"""How what we write is named in another's system: identifiers under systems of ours, ids made of the key."""

from uuid import NAMESPACE_URL, uuid5

from frontdesk.his_adapter.fhir.address import Address


class Naming:
    def __init__(self, address: Address) -> None:
        self.keys = f"{address.ours}:reception"  # system of the key under which a record was handed over
        self.hashes = f"{address.ours}:content"  # of what we wrote

    def record(self, key: str) -> str:
        """The id of a Composition, which many servers cannot search: sent again it is the same one."""
        return str(uuid5(NAMESPACE_URL, f"{self.keys}:composition:{key}"))
