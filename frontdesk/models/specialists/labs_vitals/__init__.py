"""Laboratory values and vital signs that an utterance states, held against ranges, record and medicines."""

from frontdesk.models.specialists.labs_vitals.check import check
from frontdesk.models.specialists.labs_vitals.judgement import Judged, judge

__all__ = ["Judged", "check", "judge"]
