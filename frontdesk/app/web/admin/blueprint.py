"""What every section of the administration hangs on."""

from apiflask import APIBlueprint

admin = APIBlueprint("admin", __name__, url_prefix="/api/admin", tag="administration")
