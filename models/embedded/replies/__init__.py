"""Whether a reply in the patient's own words answers what was asked."""

from models.embedded.replies.reading import answers

__all__ = ["answers"]
