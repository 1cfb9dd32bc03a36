"""What an utterance says of medicines, read once: each with who is meant, how it is taken, and how sure the name is."""

import re
from typing import NamedTuple

from frontdesk.models.facts import Language
from frontdesk.models.knowledge.formulary import formulary
from frontdesk.models.parsers.writing import read
from frontdesk.models.specialists.case import Patient
from frontdesk.models.specialists.experiencer import SELF, another_at
from frontdesk.models.specialists.medication.intake import Intake, intake_of
from frontdesk.models.specialists.medication.lexicon import Mention, Named
from frontdesk.models.specialists.medication.mentions import mentions
from frontdesk.models.specialists.medication.not_taken import is_allergy, is_value
from frontdesk.models.specialists.medication.situation import Listed, Situation, is_chinese, situation
from frontdesk.models.specialists.medication.unnamed import of_the_unnamed


class Spoken(NamedTuple):
    """A medicine spoken of: `named` is what it means where that is clear, `listed` its line on the patient's list."""

    mention: Mention | None  # None where it is only "it" or "my medicine", and one medicine is on the list
    named: Named | None
    listed: Listed | None
    intake: Intake
    anothers: bool = False  # taken by somebody the patient cannot be

    @property
    def sure(self) -> bool:
        return self.mention is None or self.mention.named is not None

    @property
    def codes(self) -> tuple[str, ...]:
        """The medicines meant; none for a kind of medicine and for what is not clear."""
        return tuple(code for code in self.named.codes if not is_group(code)) if self.named else ()


class Heard(NamedTuple):
    lower: str
    language: Language
    situation: Situation
    spoken: tuple[Spoken, ...]

    def say(self, zh: str, en: str) -> str:
        return zh if self.language is Language.ZH else en

    def name(self, code: str) -> str:
        """The medicine as the patient's language calls it."""
        medicine = formulary().medicines.get(code)
        return medicine.zh if medicine and self.language is Language.ZH else code


def is_group(code: str) -> bool:
    medicine = formulary().medicines.get(code)
    return medicine is not None and medicine.group


def hear(utterance: str, patient: Patient) -> Heard:
    writing = read(utterance)
    lower = writing.lower
    about = situation(utterance, patient)
    unknown = [code for one in about.listed for code in one.named.codes if code not in formulary().medicines]
    found = [one for one in mentions(writing, known=unknown) if not is_allergy(lower, one) and not is_value(lower, one)]
    spoken = [_spoken(lower, one, found, about, patient) for one in found]
    if not spoken:
        spoken += [Spoken(None, one.named, one, intake) for one, intake in of_the_unnamed(lower, about.listed)]
    language = Language.ZH if is_chinese(lower) else Language.EN
    return Heard(lower, language, about, tuple(_once(spoken)))


def _spoken(lower: str, mention: Mention, others: list[Mention], about: Situation, patient: Patient) -> Spoken:
    named, listed = mention.meant, None
    if named:
        listed = _on_list(named, about)
        if listed and is_group(named.codes[0]):
            named = listed.named
    return Spoken(mention, named, listed, intake_of(lower, mention, others), _is_anothers(lower, mention, patient))


_CLAUSE = re.compile(r"[,，。;；!！?？]|[.](?!\d)")
# What makes the patient the one who takes it: who else gave it, praised it, or had it shared.
_FOR_THE_PATIENT = re.compile(
    r"\b(?:says?|said|tells?|told|reckons?|swears|recommend\w*|suggest\w*|gave|gives?|lent|puts?|fee?d\w*|rubbed)\b"
    r"|说|告诉|推荐|给|喂|抹|涂|擦"
)
_SHARED = re.compile(rf"{SELF.pattern}|\b(?:borrow|shar|us|tak|took|tr[iy]|nick|pinch|swip|finish)\w*")
_WORRIES = re.compile(
    r"\bi(?:'m| am)? (?:\w+ )?(?:worr\w+|afraid|scared|fear)\b|\b(?:worries|scares) me\b"
    r"|[愁急气担心吓烦累怕]死我|我(?:很|真|挺|也|就|好|都)*(?:担心|不放心|发愁|着急|操心)"
)


def _is_anothers(lower: str, mention: Mention, patient: Patient) -> bool:
    """Whether the clause is of what somebody else takes, and nothing beside it of what the patient does with it."""
    start = max((mark.end() for mark in _CLAUSE.finditer(lower, 0, mention.start)), default=0)
    stop = _CLAUSE.search(lower, mention.end)
    before, after = lower[start : mention.start], lower[mention.end : stop.start() if stop else len(lower)]
    at = another_at(f"{before}@{after}", patient)
    if (
        at is None
        or any(found.start() < at for found in _SHARED.finditer(before))
        or _FOR_THE_PATIENT.search(f"{before}@{after}")
    ):
        return False
    return another_at(_WORRIES.sub(" ", f"{before}@{lower[mention.end :]}"), patient) is not None


def _on_list(named: Named, about: Situation) -> Listed | None:
    """The line of the list it means; for a kind of medicine ("my water pill") the one of that kind, if there is one."""
    if is_group(named.codes[0]):
        members = set(formulary().medicines[named.codes[0]].members)
        fitting = [
            one for one in about.listed if any(members & formulary().counts_as(code) for code in one.named.codes)
        ]
        return fitting[0] if len(fitting) == 1 else None
    exact = (one for one in about.listed if set(one.named.codes) == set(named.codes))
    part = (one for one in about.listed if set(named.codes) <= set(one.named.codes) and len(named.codes) == 1)
    insulin = (one for one in about.listed if named.codes[0].startswith("insulin") and one.named.codes[0] == "insulin")
    return next(exact, None) or next(part, None) or next(insulin, None) or _kind_of_insulin(named, about)


def _kind_of_insulin(named: Named, about: Situation) -> Listed | None:
    if named.codes[0] not in ("insulin", "cephalosporin"):
        return None
    kind = {"insulin": "insulin", "cephalosporin": "cephalosporins"}[named.codes[0]]
    fitting = [one for one in about.listed if kind in formulary().counts_as(one.named.codes[0])]
    return fitting[0] if len(fitting) == 1 else None


def _once(spoken: list[Spoken]) -> list[Spoken]:
    """One of each medicine: of several mentions the one that tells how it is taken."""
    kept: dict[object, Spoken] = {}
    for one in spoken:
        product = one.named.product.code + str(one.named.product.holds) if one.named and one.named.product else ""
        key = (one.named.codes, product) if one.named else one.mention
        before = kept.get(key)
        if before is None or (one.intake.tells and not before.intake.tells):
            kept[key] = one
    return list(kept.values())
