"""Who is ill, and what is said in passing of age, sex and pregnancy."""

import re
from functools import lru_cache
from typing import NamedTuple

from models.embedded.understanding.ages import age_months, sex_of
from models.embedded.understanding.cues import Cue, cues, pattern
from models.embedded.understanding.numbers import number
from models.embedded.understanding.who import anothers, named
from models.embedded.understanding.writing import Writing
from models.facts import Person, Relation, Sex

_CUES = cues("people")
_PREGNANT = Cue(_CUES["pregnant"], named=True)
_NOT_PREGNANT = Cue(_CUES["not_pregnant"])
_ENDED_PREGNANT = pattern(_CUES["ended_pregnant"])
_DOUBTED_PREGNANT = pattern(_CUES["doubted_pregnant"])
_POSTPARTUM = Cue(_CUES["postpartum"])
_OWN_TOLD = pattern(_CUES["own_told"])
_FOR_SELF = pattern(_CUES["for_self"])
_WAS = re.compile(r"\b(?:i|she) was (?:about |around |only |just )?$")
_BREASTFEEDING = re.compile(r"哺乳期|喂奶|母乳喂养|在喂母乳|\bbreast-?feeding|\bnursing (?:my|a) baby")


class Passing(NamedTuple):
    """What an utterance says of who is ill; `spans` are the places used up: an age is no duration."""

    person: Person | None
    spans: tuple[tuple[int, int], ...]
    pregnancy: tuple[int, int] | None = None
    pregnancy_hours: float | None = None
    postpartum: tuple[int, int] | None = None
    breastfeeding: tuple[int, int] | None = None
    mentioned: tuple[tuple[int, int, Relation, Sex | None], ...] = ()  # every relative named, ill or not


def people(writing: Writing, *, asked: str | None = None) -> Passing:
    """`asked` is the question just put: in an answer about the family the relatives are not the ones who are ill.

    Neither are they in one about past illness that says "not me" or "so do I".
    """
    aside = asked == "past_history" and _OWN_TOLD.search(writing.lower) is not None
    return _people(writing, aside or asked in ("family", "family_history"))


@lru_cache(maxsize=256)  # the red flags ask again what the understanding asked
def _people(writing: Writing, of_family: bool) -> Passing:
    lower = writing.lower
    found = named(lower)
    if of_family:
        found = [who._replace(ill=False) for who in found]
    ill = next((who for who in sorted(found, key=lambda who: who.speaks) if who.ill), None)
    spans: list[tuple[int, int]] = []
    fields: dict[str, object] = {}
    if ill:
        fields |= {"relation": ill.relation} | ({} if ill.speaks else {"words": writing.words(ill.start, ill.end)})
        if ill.sex:
            fields["sex"] = ill.sex
    months = None if of_family else age_months(lower, ill, found, spans)
    if months is not None:
        fields["age_months"] = months
    sex = sex_of(lower, ill)
    if sex:
        fields["sex"] = sex
    pregnancy, hours = _pregnancy(lower, spans)
    after, feeding = _POSTPARTUM.search(lower), _BREASTFEEDING.search(lower)
    if pregnancy and after and _WAS.search(lower, 0, pregnancy[0]):
        pregnancy, hours = None, None  # born by now: "since I was 18 weeks pregnant"
    denied = _NOT_PREGNANT.search(lower)
    spoken = denied.span() if denied else pregnancy
    if spoken and anothers(lower, spoken[0], found, ill):
        denied, pregnancy = None, None
    if denied or pregnancy:
        fields["pregnant"] = not denied
    if not ill and _FOR_SELF.search(lower):
        fields["relation"] = Relation.SELF
    of_self = after and not ill and not anothers(lower, after.start(), found, ill)
    if of_self and sex is None:
        fields["sex"] = Sex.FEMALE
    person = Person.model_validate(fields) if fields else None
    return Passing(
        person,
        tuple(spans),
        denied.span() if denied else pregnancy,
        hours,
        after.span() if after else None,
        feeding.span() if feeding else None,
        tuple((who.start, who.end, who.relation, who.sex) for who in found),
    )


def _pregnancy(lower: str, spans: list[tuple[int, int]]) -> tuple[tuple[int, int] | None, float | None]:
    for match in _PREGNANT.finditer(lower):
        doubted = _DOUBTED_PREGNANT.search(lower[: match.start()]) or match[0].startswith("am i ")
        if doubted or _ENDED_PREGNANT.search(lower, match.end()):
            continue
        words = match.groupdict()
        counted = next((words[name] for name in ("n", "n2", "n3", "n4", "n5") if words[name]), None)
        unit = next((words[name] for name in ("u", "u2", "u3", "u4", "u5") if words[name]), "")
        spans.append(match.span())
        count = number(counted) if counted and counted != "几" else None
        if count is None:
            return match.span(), None
        return match.span(), count * (
            730.5
            if "月" in unit or unit.startswith("month")
            else 168.0
            if unit[:1] in ("周", "星", "w", "多")
            else 24.0
        )
    return None, None
