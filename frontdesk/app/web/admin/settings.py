"""The settings with their sources, to read."""

from frontdesk.app.web.admin.blueprint import admin
from frontdesk.app.web.admin.schemas import ConfiguredView
from frontdesk.app.web.parts import parts


@admin.get("/settings")
@admin.output(list[ConfiguredView])  # type: ignore[arg-type]
def settings() -> list[ConfiguredView]:
    """Every setting as it stood at the start, with its source; secrets masked."""
    return [ConfiguredView(**one.model_dump()) for one in parts().configured]
