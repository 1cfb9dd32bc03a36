"""The OpenAPI document: what the front ends' types are generated from."""

import json
from collections.abc import Iterator
from typing import Any

from apiflask import APIFlask
from pydantic import BaseModel
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaMode, models_json_schema

from frontdesk.app.web import schemas

Shape = tuple[type[BaseModel], JsonSchemaMode]
REFERENCE = "#/components/schemas/"
PROBLEM = {
    "description": "A problem (RFC 9457)",
    "content": {"application/problem+json": {"schema": {"$ref": f"{REFERENCE}Problem"}}},
}
EVENT_STREAM: Any = {"200": {"description": "Events", "content": {"text/event-stream": {"schema": {"type": "string"}}}}}


def publish(app: APIFlask) -> None:
    """Let `app` describe itself with one flat list of schemas and one shape of error."""
    app.config["AUTO_VALIDATION_ERROR_RESPONSE"] = False
    app.config["AUTO_404_RESPONSE"] = False
    app.config["AUTO_SERVERS"] = False
    app.config["INFO"] = {"description": "What the kiosk, the board and the worklist ask of Frontdesk."}
    app.spec_processor(_flat)


def document(app: APIFlask) -> str:
    """The document as text, stable from run to run."""
    with app.app_context():
        return json.dumps(app.spec, indent=1, sort_keys=True, ensure_ascii=False) + "\n"


def _flat(spec: Any) -> Any:
    """Replace the framework's one-copy-per-parent schemas by each model once, under its own name."""
    replies: list[Shape] = [(model, "serialization") for model in _models(schemas.Reply)]
    requests: list[Shape] = [(model, "validation") for model in _models(schemas.Request)]
    _, flat = models_json_schema([*replies, *requests], ref_template=REFERENCE + "{model}", schema_generator=_Schemas)
    spec["components"]["schemas"] = flat["$defs"]
    spec["tags"] = [{"name": name} for name in dict.fromkeys(tag["name"] for tag in spec["tags"])]
    for operations in spec["paths"].values():
        for operation in operations.values():
            operation["responses"]["default"] = PROBLEM
    return spec


class _Schemas(GenerateJsonSchema):
    """An answer always has every field, whatever its default."""

    def field_is_required(self, field: Any, total: bool) -> bool:
        return self.mode == "serialization" or super().field_is_required(field, total)


def _models(base: type[BaseModel]) -> Iterator[type[BaseModel]]:
    for model in base.__subclasses__():
        yield model
        yield from _models(model)
