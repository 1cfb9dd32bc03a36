"""What the formulary's rules say against medicines, in words for a doctor."""

from collections.abc import Iterable, Iterator

from frontdesk.models.facts import Language, Value
from frontdesk.models.knowledge.formulary import plain_name
from frontdesk.models.specialists.medication.cautions import ALLERGIC, for_staff
from frontdesk.models.specialists.medication.condition import contraindication
from frontdesk.models.specialists.medication.interaction import GAPS
from frontdesk.models.specialists.medication.pairs import Found, NotChecked, compare
from frontdesk.models.specialists.medication.situation import Situation

Pair = tuple[str, str]
COLON = {Language.ZH: "：", Language.EN: ": "}


class Warned(Value):
    """`because`: what of the patient one medicine meets; empty of two together. `verdict`: "avoid" or "caution"."""

    medicines: tuple[str, ...]
    because: str
    verdict: str
    why: str
    source: str

    def told(self, language: Language) -> str:
        named = " + ".join([*self.medicines, *([self.because] if self.because else [])])
        return f"{named}{COLON[language]}{self.why}"


def alone(code: str, situation: Situation, language: Language) -> Warned | None:
    """The first rule against one medicine for this person."""
    found = contraindication(code, situation)
    if found is None:
        return None
    rule, because = found
    why = for_staff(rule.why[language]) if rule.medicines else ALLERGIC[language]  # the allergy is to it itself
    name = plain_name(code, language)
    return Warned(medicines=(name,), because=because, verdict="avoid", why=why, source=rule.source)


def together(pairs: Iterable[Pair], language: Language) -> Iterator[Warned]:
    """A rule for each two that do not go together, the gravest first."""
    found = [one for pair in pairs if isinstance(one := compare(*pair), Found)]
    for one in sorted(found, key=lambda one: one.rule.verdict != "avoid"):
        names = (plain_name(one.one, language), plain_name(one.other, language))
        rule = one.rule
        yield Warned(medicines=names, because="", verdict=rule.verdict, why=rule.why[language], source=rule.source)


class Unchecked(Value):
    """Two of which nothing can be said, and why."""

    medicines: tuple[str, ...]
    why: str


def unchecked(pairs: Iterable[Pair], language: Language) -> Iterator[Unchecked]:
    """Each two that could not be compared."""
    for one in (compare(*pair) for pair in pairs):
        if isinstance(one, NotChecked):
            why = (
                f"{plain_name(code, language)}{COLON[language]}{GAPS[gap][language is Language.EN]}"
                for code, gap in one.gaps
            )
            names = (plain_name(one.one, language), plain_name(one.other, language))
            yield Unchecked(medicines=names, why="；".join(why) if language is Language.ZH else "; ".join(why))
