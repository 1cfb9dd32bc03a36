"""What the formulary's rules say against medicines, in words for a doctor."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from models.facts import Language, Value
from models.knowledge.formulary import plain_name
from models.specialists.medication.condition import contraindication
from models.specialists.medication.interaction import worst
from models.specialists.medication.situation import Situation

ALLERGIC = {Language.ZH: "病人自述对它过敏", Language.EN: "the patient tells of an allergy to it"}
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
    why = _of_them(rule.why[language]) if rule.medicines else ALLERGIC[language]  # the allergy is to it itself
    name = plain_name(code, language)
    return Warned(medicines=(name,), because=because, verdict="avoid", why=why, source=rule.source)


def together(codes: Sequence[str], language: Language) -> Iterator[Warned]:
    """A rule for each two that do not go together."""
    for pair in combinations(codes, 2):
        rule = worst(*pair)
        if rule is not None:
            names = tuple(plain_name(code, language) for code in pair)
            yield Warned(medicines=names, because="", verdict=rule.verdict, why=rule.why[language], source=rule.source)


def _of_them(why: str) -> str:
    """The formulary speaks to the patient; here it is read by the doctor."""
    return why.replace("you are", "the patient is").replace("您", "病人")
