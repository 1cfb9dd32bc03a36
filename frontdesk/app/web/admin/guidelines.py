"""The guidelines that doctors are answered from: edited as text, read as a doctor would, published."""

from frontdesk.app.clinician.guidelines import Guideline, GuidelineError
from frontdesk.app.guideline_shelf import checked
from frontdesk.app.ledger.house import Kind
from frontdesk.app.web.admin.blueprint import admin
from frontdesk.app.web.admin.schemas import (
    GuidelineBody,
    GuidelineChapter,
    GuidelinePreviewRequest,
    GuidelineTold,
    GuidelineVersionView,
    GuidelineView,
)
from frontdesk.app.web.parts import parts
from frontdesk.app.web.problems import BadText
from frontdesk.his_adapter.errors import NotFound


def _checked(text_id: str, text: str) -> Guideline:
    """Raises BadText."""
    try:
        return checked(text_id, text)
    except GuidelineError as error:
        raise BadText(str(error)) from None


def _list() -> list[GuidelineView]:
    standing, drafts = parts().shelf.standing(), parts().house.drafts(Kind.GUIDELINE)
    latest = parts().house.latest(Kind.GUIDELINE)
    found = []
    for one in dict.fromkeys((*standing, *drafts, *latest)):
        text = standing[one].text if one in standing else None
        draft = str(drafts[one].body["text"]) if one in drafts else None
        known = standing[one].guideline if one in standing else checked(one, draft or str(latest[one].body["text"]))
        view = GuidelineView(text_id=one, title=known.title, reviewed=known.reviewed, published=text, draft=draft)
        found.append(view)
    return found


@admin.get("/guidelines")
@admin.output(list[GuidelineView])  # type: ignore[arg-type]
def guidelines() -> list[GuidelineView]:
    """Every guideline with its draft, and those that were withdrawn."""
    return _list()


@admin.post("/guidelines/preview")
@admin.input(GuidelinePreviewRequest)
@admin.output(GuidelineTold)
def preview_guideline(json_data: GuidelinePreviewRequest) -> GuidelineTold:
    """A text as a doctor would read it; what is wrong of it names the line."""
    found = _checked(json_data.text_id, json_data.text)
    chapters = {
        language: [GuidelineChapter(chapter=chapter, lines=list(lines)) for chapter, lines in told.items()]
        for language, told in found.chapters.items()
    }
    return GuidelineTold(title=found.title, reviewed=found.reviewed, sources=list(found.sources), chapters=chapters)


@admin.get("/guidelines/<text_id>/history")
@admin.output(list[GuidelineVersionView])  # type: ignore[arg-type]
def guideline_history(text_id: str) -> list[GuidelineVersionView]:
    """What was published or withdrawn, the newest first."""
    versions = parts().house.history(Kind.GUIDELINE, text_id)
    told = {"version_id", "state", "at", "by"}
    return [GuidelineVersionView(**one.model_dump(include=told), text=one.body["text"]) for one in versions]


@admin.post("/guidelines/<text_id>/draft")
@admin.input(GuidelineBody)
@admin.output(list[GuidelineView])  # type: ignore[arg-type]
def draft_guideline(text_id: str, json_data: GuidelineBody) -> list[GuidelineView]:
    """Keep a draft that can be read, of a guideline there is or of a new one."""
    _checked(text_id, json_data.text)
    parts().house.save_draft(Kind.GUIDELINE, text_id, {"text": json_data.text}, now=parts().clock())
    return _list()


@admin.post("/guidelines/<text_id>/discard")
@admin.output(list[GuidelineView])  # type: ignore[arg-type]
def discard_guideline_draft(text_id: str) -> list[GuidelineView]:
    """Throw the draft away."""
    parts().house.discard_draft(Kind.GUIDELINE, text_id, now=parts().clock())
    return _list()


@admin.post("/guidelines/<text_id>/publish")
@admin.output(list[GuidelineView])  # type: ignore[arg-type]
def publish_guideline(text_id: str) -> list[GuidelineView]:
    """Doctors are answered from the draft from now on."""
    standing = parts().shelf.standing().get(text_id)
    before = {"text": standing.text} if standing else None
    parts().house.publish_guideline(text_id, before, now=parts().clock())
    parts().shelf.renew()
    return _list()


@admin.post("/guidelines/<text_id>/withdraw")
@admin.output(list[GuidelineView])  # type: ignore[arg-type]
def withdraw_guideline(text_id: str) -> list[GuidelineView]:
    """No doctor is answered from it any more; its history stays."""
    standing = parts().shelf.standing().get(text_id)
    if standing is None:
        raise NotFound(f"guideline {text_id}")
    parts().house.withdraw_guideline(text_id, {"text": standing.text}, now=parts().clock())
    parts().shelf.renew()
    return _list()
