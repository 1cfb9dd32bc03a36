"""Whether who the speaker says they are agrees with what the hospital knows of the patient."""

from frontdesk.models.specialists.privacy.check import check

__all__ = ["check"]
