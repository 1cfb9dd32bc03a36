"""The rules of danger by slug, in the order in which alarms of one level are told: each row is all there is of a rule.

Up to `isolation` they are the emergencies of reception guides, then what such guides leave to those who examine, then
what stands behind a danger sign that no guide's rule names.
"""

from collections.abc import Mapping
from itertools import chain
from types import MappingProxyType

from frontdesk.models.red_flags.rules import (
    allergy_sepsis,
    belly_sugar,
    beside_chest_fever,
    beside_skin_belly,
    children,
    examined,
    heart_lungs,
    injury_eyes,
    isolation,
    mind_safety,
    nerves,
    pregnancy,
)
from frontdesk.models.red_flags.rules.rule import Rule

_PARTS = (
    *(heart_lungs, nerves, allergy_sepsis, belly_sugar, injury_eyes, pregnancy, children, mind_safety),
    *(isolation, examined, beside_chest_fever, beside_skin_belly),
)
RULES: Mapping[str, Rule] = MappingProxyType(
    {rule.slug: rule for rule in chain.from_iterable(part.RULES for part in _PARTS)}
)
BY_SIGN: Mapping[str, Rule] = MappingProxyType({sign: rule for rule in RULES.values() for sign in rule.signs})

# Rules that plain code weighs beside the classifier.
VALUES, OVERDOSE, WISH_TO_DIE, PAD_AN_HOUR = "measured_values", "overdose", "wants_to_die", "pad_an_hour"
