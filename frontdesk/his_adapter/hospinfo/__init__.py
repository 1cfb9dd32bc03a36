"""HospInfo-Assistant: what people ask of the hospital's records, in Chinese or English, as one typed operation."""

from frontdesk.his_adapter.hospinfo.reading import parse, warm
from frontdesk.his_adapter.hospinfo.refusals import Reason, Refused

__all__ = ["Reason", "Refused", "parse", "warm"]
