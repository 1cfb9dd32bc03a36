"""Two agents talk a pre-visit summary over before a doctor reads it (DERA, Nair et al. 2023, sections 2 and 3).

The Researcher holds the draft against the talk and says what is missing, wrong or without ground; the Decider accepts
or rejects each remark with a reason, keeps the accepted ones on a scratchpad, and makes the final text of them.
"""

from frontdesk.models.review.decider import DECIDER
from frontdesk.models.review.dialogue import Reviewed, discussed, review
from frontdesk.models.review.draft import Draft, Exchange, Fault, Line, Part, Quote, Sentence
from frontdesk.models.review.grounds import stands
from frontdesk.models.review.researcher import RESEARCHER

__all__ = [
    "DECIDER",
    "RESEARCHER",
    "Draft",
    "Exchange",
    "Fault",
    "Line",
    "Part",
    "Quote",
    "Reviewed",
    "Sentence",
    "discussed",
    "review",
    "stands",
]
