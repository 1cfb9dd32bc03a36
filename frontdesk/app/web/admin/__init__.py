"""Administration over HTTP: one blueprint for the role of the administrator, a module for each section."""

from frontdesk.app.web.admin import audit, kiosks, staff
from frontdesk.app.web.admin.blueprint import admin

__all__ = ["admin", "audit", "kiosks", "staff"]
