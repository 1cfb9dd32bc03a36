"""A server that does a part of a transaction, fails, and takes nothing back: sent again, the record is whole."""

import json
from collections import Counter
from typing import Any

import httpx
import pytest

from his_adapter.errors import HospitalAway
from his_adapter.fhir.address import Address
from his_adapter.fhir.hospital import fhir
from his_adapter.hospital import Records
from his_adapter.overlay import Overlay, overlay_of
from his_adapter.records import Level, Visit
from tests.his_adapter.contract import MONDAY, NINE
from tests.his_adapter.small_hospital import write_hospital
from tests.his_adapter.test_fhir_clinical import SAID, visit

BASE = "https://his.test/fhir"


class InPart:
    """Keeps resources by their place. `fails_after`: so many entries of the next transaction it fails."""

    def __init__(self) -> None:
        self.kept: dict[str, dict[str, Any]] = {
            "Patient/p1": {"resourceType": "Patient", "id": "p1", "identifier": [{"value": "P1"}]}
        }
        self.fails_after: int | None = None

    def __call__(self, request: httpx.Request) -> httpx.Response:
        if request.method == "GET":
            return httpx.Response(200, json=self.kept[request.url.path.removeprefix("/fhir/")])
        bundle = json.loads(request.content)
        done = []
        for place, entry in enumerate(bundle["entry"]):
            if bundle["type"] == "transaction" and place == self.fails_after:
                self.fails_after = None
                return httpx.Response(500)
            done.append(self._read(entry) if bundle["type"] == "batch" else self._written(entry))
        return httpx.Response(200, json={"resourceType": "Bundle", "entry": done})

    def _read(self, entry: dict[str, Any]) -> dict[str, Any]:
        kind, _, asked = entry["request"]["url"].partition("?")
        if asked:
            found = [{"resource": one} for place, one in self.kept.items() if place.startswith(kind)]
            return {"response": {"status": "200"}, "resource": {"resourceType": "Bundle", "entry": found}}
        there = self.kept.get(kind)
        return {"response": {"status": "200" if there else "404"}, **({"resource": there} if there else {})}

    def _written(self, entry: dict[str, Any]) -> dict[str, Any]:
        resource, asked = entry["resource"], entry["request"]
        if asked["method"] == "POST":
            known = [one for one in self.kept.values() if one["resourceType"] == asked["url"] and "identifier" in one]
            if known:
                return {"response": {"status": "200"}}
            resource = {**resource, "id": "made"}
        place = f"{resource['resourceType']}/{resource['id']}"
        version = int(self.kept.get(place, {}).get("meta", {}).get("versionId", "0")) + 1
        self.kept[place] = {**resource, "meta": {**resource.get("meta", {}), "versionId": str(version)}}
        return {"response": {"status": "201"}}

    def kinds(self) -> Counter[str]:
        return Counter(place.partition("/")[0] for place in self.kept)


@pytest.fixture(scope="module")
def overlay(tmp_path_factory: pytest.TempPathFactory) -> Overlay:
    return overlay_of(write_hospital(tmp_path_factory.mktemp("small") / "hospital"), MONDAY)


def urgent(**more: Any) -> Visit:
    one = visit(**more)
    assert one.summary is not None
    return one.model_copy(update={"summary": one.summary.model_copy(update={"level": Level.C})})


def records_of(server: InPart, overlay: Overlay) -> Records:
    return fhir(Address(base=BASE), overlay, lambda: NINE, httpx.MockTransport(server)).records


@pytest.mark.parametrize("place", range(14))
def test_a_record_done_in_part_is_whole_when_it_is_sent_again(place: int, overlay: Overlay) -> None:
    whole, broken = InPart(), InPart()
    records_of(whole, overlay).create(urgent(), key="k1")
    broken.fails_after, records = place, records_of(broken, overlay)
    with pytest.raises(HospitalAway):
        records.create(urgent(), key="k1")
    records.create(urgent(), key="k1")
    assert broken.kept.keys() == whole.kept.keys()
    assert whole.kinds()["Encounter"] == whole.kinds()["Flag"] == 1 and sum(whole.kinds().values()) == 15


@pytest.mark.parametrize("place", range(7))
def test_a_change_done_in_part_is_whole_when_it_is_sent_again(place: int, overlay: Overlay) -> None:
    whole, broken = InPart(), InPart()
    for server in (whole, broken):
        records_of(server, overlay).create(urgent(statements=SAID[1:]), key="k1")
    changed = urgent(statements=(SAID[0], *SAID[2:]), version=2)
    number = records_of(whole, overlay).create(urgent(), key="k1")
    records_of(whole, overlay).amend(number, changed)
    broken.fails_after, records = place, records_of(broken, overlay)
    with pytest.raises(HospitalAway):
        records.amend(number, changed)
    records.amend(number, changed)
    assert without_versions(broken) == without_versions(whole)


def without_versions(server: InPart) -> dict[str, Any]:
    return {place: {name: value for name, value in one.items() if name != "meta"} for place, one in server.kept.items()}
