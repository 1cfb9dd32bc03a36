"""The complaint told in everyday words that no list holds: which finding it is most like."""

from models.embedded.everyday.complaint import with_everyday
from models.embedded.everyday.reading import complains, nearest
from models.embedded.triage.statistics import size

__all__ = ["complains", "nearest", "size", "with_everyday"]
