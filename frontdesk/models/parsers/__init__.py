"""Closed, sure parsers over one utterance in Chinese or English: what a parser is not sure of it does not say."""

from frontdesk.models.parsers.corrections import takes_back
from frontdesk.models.parsers.names import (
    Named,
    all_named,
    conditions,
    histories_denied,
    is_allergy,
    medicines,
    names_a_medicine,
    says_taken,
    tried,
)
from frontdesk.models.parsers.onset import sudden
from frontdesk.models.parsers.persons import age_months, own_sex, person_of, pregnant, relation, sex
from frontdesk.models.parsers.questions import (
    TalkQuestion,
    asks_about_talk,
    asks_to_be_seen,
    questions,
)
from frontdesk.models.parsers.replies import courtesy, empty, finished, plain_reply
from frontdesk.models.parsers.sides import side
from frontdesk.models.parsers.temperatures import temperature
from frontdesk.models.parsers.times import duration, times_in
from frontdesk.models.parsers.wishes import (
    asks_for_nurse,
    changes_complaint,
    distressed,
    follow_up,
    manipulation,
    objects,
    off_topic,
    others_data,
    wants_back,
    wants_person,
)
from frontdesk.models.parsers.writing import clauses, language_of, normalise

__all__ = [
    "Named",
    "TalkQuestion",
    "age_months",
    "all_named",
    "asks_about_talk",
    "asks_for_nurse",
    "asks_to_be_seen",
    "changes_complaint",
    "clauses",
    "conditions",
    "courtesy",
    "distressed",
    "duration",
    "empty",
    "finished",
    "follow_up",
    "histories_denied",
    "is_allergy",
    "language_of",
    "manipulation",
    "medicines",
    "names_a_medicine",
    "normalise",
    "objects",
    "off_topic",
    "others_data",
    "own_sex",
    "person_of",
    "plain_reply",
    "pregnant",
    "questions",
    "relation",
    "says_taken",
    "sex",
    "side",
    "sudden",
    "takes_back",
    "temperature",
    "times_in",
    "tried",
    "wants_back",
    "wants_person",
]
