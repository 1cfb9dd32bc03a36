"""Kiosks: pairing codes, names, and taking one out of service."""

from frontdesk.app.ledger.devices import CODE_LASTS
from frontdesk.app.web.admin.blueprint import admin
from frontdesk.app.web.admin.schemas import KioskCodeView, KioskList, KioskRenameRequest, KioskRequest, PairedKioskView
from frontdesk.app.web.parts import parts


def _list() -> KioskList:
    kiosks = [PairedKioskView(**one.model_dump()) for one in parts().devices.all()]
    return KioskList(pairing=parts().settings.kiosk_pairing, kiosks=kiosks)


@admin.get("/kiosks")
@admin.output(KioskList)
def kiosks() -> KioskList:
    """Every kiosk."""
    return _list()


@admin.post("/kiosks/code")
@admin.input(KioskRequest)
@admin.output(KioskCodeView)
def code(json_data: KioskRequest) -> KioskCodeView:
    """A one-time code to type at the kiosk of this name, new or known; the answer holds it, once."""
    now = parts().clock()
    told = parts().devices.code(json_data.name, now=now)
    return KioskCodeView(name=json_data.name.strip(), code=told, expires=now + CODE_LASTS)


@admin.post("/kiosks/name")
@admin.input(KioskRenameRequest)
@admin.output(KioskList)
def rename(json_data: KioskRenameRequest) -> KioskList:
    """Give a kiosk another name; its browsers stay paired."""
    parts().devices.rename(json_data.name, json_data.new_name, now=parts().clock())
    return _list()


@admin.post("/kiosks/disable")
@admin.input(KioskRequest)
@admin.output(KioskList)
def disable_kiosk(json_data: KioskRequest) -> KioskList:
    """Take a kiosk out of service at once; a new code brings it back."""
    parts().devices.disable(json_data.name, now=parts().clock())
    return _list()
