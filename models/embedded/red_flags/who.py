"""Signs of who is ill: the stages of life, and what is known of the person laid over what was said."""

from models.embedded.red_flags.wordings import OF_PEOPLE
from models.facts import Person

AGED: dict[str, tuple[float, float]] = {
    "under_three_months": (0, 0.25),
    "infant": (0, 1),
    "child": (0, 16),
    "under_14": (8, 14),  # below it a pregnancy told of is the mother's
    "adult": (16, 200),
    "over_50": (50, 200),
    "over_60": (60, 200),
}
BACKGROUND = OF_PEOPLE | AGED.keys()  # holds for all that a letter tells


def known_of(signs: dict[str, str], person: Person) -> dict[str, str]:
    """The signs with what is known of the person laid over them."""
    known = dict(signs)
    if "elderly" in known:
        known |= {"over_60": known["elderly"], "over_50": known["elderly"]}
    if person.age is not None:
        known = {name: words for name, words in known.items() if name not in AGED}
        known |= dict.fromkeys(stage(person.age), "")
    if "adult" in known and "infant" not in known:
        known = {name: words for name, words in known.items() if name not in ("child", "under_three_months")}
    if person.pregnant is not None:
        known.pop("pregnant", None)
        known |= {"pregnant": ""} if person.pregnant else {}
    if "pregnancy_doubted" in known and "pregnancy_sure" not in known:
        known.pop("pregnant", None)
    return known


def stage(years: float) -> set[str]:
    """The stages of life that somebody of that age is in."""
    return {name for name, (low, high) in AGED.items() if low <= years < high}
