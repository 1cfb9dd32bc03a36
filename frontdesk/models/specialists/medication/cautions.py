"""What a doctor or nurse must see of a patient's medicines: pairs, the patient, and what they tell of today."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Literal

from frontdesk.models.facts import Language, Value
from frontdesk.models.knowledge.formulary import formulary, plain_name
from frontdesk.models.mentions import mentions
from frontdesk.models.specialists.medication.condition import contraindication
from frontdesk.models.specialists.medication.interaction import GAPS
from frontdesk.models.specialists.medication.listing import IN_THE_BODY, ListedMedicine, codes
from frontdesk.models.specialists.medication.pairs import Found, NotChecked, compare
from frontdesk.models.specialists.medication.situation import Situation

Text = dict[Language, str]
COMPARED = "Frontdesk formulary: the classes whose interactions were gone through"
URGENT, AVOID, CAUTION, UNCHECKED = "urgent", "avoid", "caution", "not_checked"
ALLERGIC = {Language.ZH: "病人自述对它过敏", Language.EN: "the patient tells of an allergy to it"}


class Caution(Value):
    """`medicines` by their plain names; `because`: what of the patient one medicine meets, empty of two together."""

    medicines: tuple[Text, ...]
    because: Text = {}
    verdict: Literal["urgent", "avoid", "caution", "not_checked"]
    why: Text
    source: str


def cautions(
    entries: Sequence[ListedMedicine], about: Situation | None, told: Iterable[str] = ()
) -> tuple[Caution, ...]:
    """The gravest first. `about`: the patient, where known; `told`: what they say today, in their words."""
    running = codes(entries)
    found = [*_symptoms(codes(entries, IN_THE_BODY), tuple(told)), *_alone(running, about), *_together(running)]
    order = (URGENT, AVOID, CAUTION, UNCHECKED)
    return tuple(sorted(found, key=lambda one: order.index(one.verdict)))


def _together(running: Sequence[str]) -> Iterator[Caution]:
    for compared in (compare(*pair) for pair in combinations(running, 2)):
        match compared:
            case Found(one, other, rule):
                names = (name_in_both(one), name_in_both(other))
                yield Caution(medicines=names, verdict=rule.verdict, why=rule.why, source=rule.source)
            case NotChecked(one, other, gaps):
                why = {
                    language: "; ".join(f"{name_in_both(code)[language]}: {GAPS[gap][place]}" for code, gap in gaps)
                    for place, language in enumerate((Language.ZH, Language.EN))
                }
                names = (name_in_both(one), name_in_both(other))
                yield Caution(medicines=names, verdict="not_checked", why=why, source=COMPARED)


def _alone(running: Sequence[str], about: Situation | None) -> Iterator[Caution]:
    for code in running if about else ():
        against = contraindication(code, about) if about else None
        if against is not None:
            rule, because = against
            why = {language: for_staff(rule.why[language]) for language in Language} if rule.medicines else ALLERGIC
            reason = {language: because for language in Language}
            yield Caution(medicines=(name_in_both(code),), because=reason, verdict="avoid", why=why, source=rule.source)


def _symptoms(running: Sequence[str], told: tuple[str, ...]) -> Iterator[Caution]:
    """What is told that may come of a medicine in the body."""
    found = {one.code: one.words for text in told for one in mentions(text) if not one.denied}
    for code in running:
        for sign in formulary().signs:
            words = next((found[finding] for finding in sign.findings if finding in found), None)
            if words and not formulary().counts_as(code).isdisjoint(sign.medicines):
                because = {language: words for language in Language}
                yield Caution(
                    medicines=(name_in_both(code),), because=because, verdict="urgent", why=sign.why, source=sign.source
                )
                break


def for_staff(why: str) -> str:
    """The formulary speaks to the patient; here it is read by staff."""
    return why.replace("you are", "the patient is").replace("您", "病人")


def name_in_both(code: str) -> Text:
    return {language: plain_name(code, language) for language in Language}
