"""The committed document is the one the application publishes."""

import json
from pathlib import Path

from apiflask import APIFlask

from frontdesk.app.web.application import bare_app
from frontdesk.app.web.document import document

COMMITTED = Path(__file__).parents[2] / "kiosk_ui" / "openapi.json"


def test_the_committed_document_is_up_to_date() -> None:
    assert COMMITTED.read_text() == document(bare_app()), "run make openapi"


def test_the_running_server_publishes_the_same_document(app: APIFlask) -> None:
    assert app.test_client().get("/api/openapi.json").text == COMMITTED.read_text()


def test_every_route_of_the_api_is_in_the_document(app: APIFlask) -> None:
    described = json.loads(COMMITTED.read_text())["paths"]
    routes = {
        rule.rule.replace("<int:", "{").replace("<", "{").replace(">", "}")
        for rule in app.url_map.iter_rules()
        if rule.rule.startswith("/api/") and rule.rule != "/api/openapi.json"
    }
    assert routes <= set(described)


def test_every_answer_names_its_shape_and_every_operation_its_problems() -> None:
    for path, operations in json.loads(COMMITTED.read_text())["paths"].items():
        for operation in operations.values():
            answers = operation["responses"]
            assert "application/problem+json" in answers["default"]["content"], path
            assert any(status.startswith("2") and answers[status].get("content") for status in answers), path


def test_no_two_schemas_share_a_name() -> None:
    """Two of one name are told apart by their modules' paths, and every client is renamed."""
    assert [name for name in json.loads(COMMITTED.read_text())["components"]["schemas"] if "__" in name] == []
