"""Administration over HTTP: one blueprint for the role of the administrator, a module for each section."""

from frontdesk.app.web.admin import (
    audit,
    backups,
    content,
    departments,
    guidelines,
    kiosks,
    model,
    policies,
    settings,
    staff,
)
from frontdesk.app.web.admin.blueprint import admin

SECTIONS = (staff, kiosks, departments, policies, guidelines, model, content, settings, backups, audit)

__all__ = ["SECTIONS", "admin"]
