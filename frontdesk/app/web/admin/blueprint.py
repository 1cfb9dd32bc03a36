"""What every section of the administration hangs on."""

from apiflask import APIBlueprint

from frontdesk.app.web.parts import parts
from frontdesk.app.web.problems import Refused
from frontdesk.his_adapter.connecting import BUILT_IN

admin = APIBlueprint("admin", __name__, url_prefix="/api/admin", tag="administration")


def own_hospital() -> bool:
    """Whether directory and policies stand in our own database."""
    return parts().settings.his == BUILT_IN


def editable() -> None:
    """Raises Refused where another system keeps what would be changed."""
    if not own_hospital():
        raise Refused(409, "kept_elsewhere", "The hospital's own system or folder keeps this: change it there")
