"""Clinical content and who signed it off."""

from flask import request

from frontdesk.app import clinical_content
from frontdesk.app.ledger.staff import Role
from frontdesk.app.web.admin.blueprint import admin
from frontdesk.app.web.admin.schemas import ContentFile, ContentView, SignOffRequest, SignOffView
from frontdesk.app.web.parts import parts
from frontdesk.app.web.problems import Refused
from frontdesk.his_adapter.errors import NotFound


def _list() -> list[ContentView]:
    signed = parts().sign_offs.all()
    return [
        ContentView(
            **piece.model_dump(),
            sign_offs=[
                SignOffView(**one.model_dump(exclude={"content"}), current=one.version == piece.version)
                for one in signed
                if one.content == piece.content
            ],
        )
        for piece in clinical_content.pieces()
    ]


@admin.get("/content")
@admin.output(list[ContentView])  # type: ignore[arg-type]
def content() -> list[ContentView]:
    """Every piece of clinical content with its version and its signatures."""
    return _list()


@admin.get("/content/<content_id>/files/<int:number>")
@admin.output(ContentFile)
def content_file(content_id: str, number: int) -> ContentFile:
    """A file of a piece, to be read before it is signed off."""
    found = clinical_content.text_of(content_id, number)
    if found is None:
        raise NotFound(f"{content_id} {number}")
    return ContentFile(path=found[0], text=found[1])


@admin.post("/content/<content_id>/sign-off")
@admin.input(SignOffRequest)
@admin.output(list[ContentView])  # type: ignore[arg-type]
def sign_off(content_id: str, json_data: SignOffRequest) -> list[ContentView]:
    """A clinician puts their name to it: a doctor, who proves who they are with their own password."""
    whole, now = parts(), parts().clock()
    piece = next((one for one in clinical_content.pieces() if one.content == content_id), None)
    if piece is None:
        raise NotFound(content_id)
    if json_data.version != piece.version:
        raise Refused(409, "content_changed", "Another version is installed than was read")
    who = whole.credentials.proved(json_data.username, json_data.password, request.remote_addr or "", now=now)
    if who is None:
        raise Refused(403, "wrong_clinician", "User name or password of the clinician is wrong")
    if who.role is not Role.DOCTOR:
        raise Refused(403, "not_a_clinician", "Only a doctor signs clinical content off")
    whole.sign_offs.sign(content_id, piece.version, clinician=who.name, username=who.username, now=now)
    return _list()
