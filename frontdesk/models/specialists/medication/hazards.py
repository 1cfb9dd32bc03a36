"""Medicines that nobody stops alone, the wish to stop one, and a dose taken twice of what is dangerous twice."""

from frontdesk.models.knowledge.formulary import formulary
from frontdesk.models.parsers.writing import read
from frontdesk.models.specialists.medication.intake import says
from frontdesk.models.specialists.medication.mentions import mentions
from frontdesk.models.specialists.medication.spoken import Heard, Spoken

# Harm from stopping suddenly: FDA boxed warnings (beta blockers, antiplatelets, anticoagulants), labels of the rest.
KEPT = frozenset(
    {"antiplatelet", "anticoagulant", "corticosteroid", "inhaled_steroid", "insulin", "antiepileptic", "beta_blocker"}
)
# Twice the dose is dangerous: low sugar, bleeding, slow heart, slow breathing (FDA labels, overdosage).
NARROW = frozenset(
    {"hypoglycaemic", "anticoagulant", "cardiac_glycoside", "beta_blocker", "rate_slowing_ccb", "antiarrhythmic",
     "opioid", "lithium", "methotrexate", "theophylline", "colchicine", "tricyclic", "antiepileptic", "clozapine",
     "central_alpha_agonist"}
)  # fmt: skip
VASCULAR = frozenset({"coronary", "stroke", "arrhythmia", "thrombosis"})  # what aspirin is prescribed for


def is_kept(one: Spoken, words: str, heard: Heard) -> bool:
    """Whether it is not to be stopped without a doctor although it is sold without prescription."""
    kinds = _kinds(one.codes)
    if KEPT.isdisjoint(kinds) or ("topical" in kinds):
        return False
    vascular = not VASCULAR.isdisjoint(heard.situation.illnesses)
    return vascular or not ("aspirin" in kinds and says("self_started", words))


def wished_off(heard: Heard) -> list[Spoken]:
    """The medicines named, the one nearest to the wish to stop first; none where nothing is wished."""
    wish = says("asks_to_stop", heard.lower)
    if wish is None:
        return []
    apart = sorted(mentions(read(heard.lower)), key=lambda at: max(wish.start() - at.end, at.start - wish.end()))
    meant = [one for at in apart for one in heard.spoken if one.codes and at.meant == one.named]
    return list(dict.fromkeys(meant))


def doubled(heard: Heard) -> list[Spoken]:
    """Medicines dangerous twice of which more than one dose was taken at a time, as the words tell."""
    if not says("doubled", heard.lower) or says("long_ago", heard.lower):
        return []
    return [
        one
        for one in heard.spoken
        if not one.intake.denied and not NARROW.isdisjoint(_kinds(one.codes)) and not _has_its_own(one, heard)
    ]


def _has_its_own(one: Spoken, heard: Heard) -> bool:
    """Whether another medicine was doubled, and of this one its own is told: "digoxin as usual, but two vitamins"."""
    tells = one.intake.as_told or one.intake.less or one.intake.stopped
    return tells and not says("doubled", one.intake.words) and len(heard.spoken) > 1


def _kinds(codes: tuple[str, ...]) -> frozenset[str]:
    return frozenset(kind for code in codes for kind in formulary().counts_as(code))
