"""A medicine with the others that are taken, and with what is eaten, drunk and smoked."""

from collections.abc import Iterator
from functools import cache

from models.facts import Language
from models.knowledge.formulary import SUBSTANCES, SUBSTANCES_ZH, formulary
from models.knowledge.formulary_schema import Interaction
from models.specialists.case import Checked
from models.specialists.medication.finding import found
from models.specialists.medication.spoken import Heard, Spoken


def interaction(heard: Heard) -> Iterator[Checked]:
    """For each medicine spoken of, its worst interaction, or that there is none with what is taken."""
    listed = {code for one in heard.situation.listed for code in one.named.codes}
    told: set[str] = set()
    for one in heard.spoken:
        if one.mention is None or one.anothers or one.intake.denied:
            continue
        for code in one.codes:
            if code in told:
                continue
            checked = _checked(heard, one, code, listed)
            if checked:
                told.add(code)
                yield checked
    yield from _with_the_list(heard, sorted(listed - told))


def _with_the_list(heard: Heard, listed: list[str]) -> Iterator[Checked]:
    """What is eaten, drunk or smoked, with the medicines on the list, where no medicine was named."""
    if any(one.mention is not None for one in heard.spoken):
        return
    for code in listed:
        rules = [(rule, what) for what in sorted(heard.situation.substances) if (rule := worst(code, what))]
        if rules:
            rule, what = min(rules, key=lambda pair: pair[0].verdict != "avoid")
            yield _told(heard, code, what, rule)


def _checked(heard: Heard, one: Spoken, code: str, listed: set[str]) -> Checked | None:
    if any(_holds_it_too(other, one, code) for other in heard.spoken) or _is_in_another_listed(heard, one, code):
        return _twice(heard, code)
    others = (other for other in heard.spoken if other is not one and not other.anothers and not other.intake.denied)
    said = {c for other in others for c in other.codes} - {code}
    new = said - listed if code in listed else said | listed
    partners = sorted((new | heard.situation.substances) - {code} - set(one.codes))
    prescribed = sorted(listed - {code} - set(one.codes)) if code in listed else []
    rules = [(rule, partner) for partner in partners if (rule := worst(code, partner))]
    rules += [(rule, p) for p in prescribed if (rule := worst(code, p)) and rule.verdict == "avoid"]
    if rules:
        rule, partner = min(rules, key=lambda pair: pair[0].verdict != "avoid")
        return _told(heard, code, partner, rule)
    medicines = [p for p in partners if p not in SUBSTANCES]
    if not medicines:
        return None
    name = heard.name(code)
    zh = f"没有查到{name}和您在用的药有冲突。"
    en = f"No known problem between {name} and your other medicines."
    return found("interaction", "none", code, heard.say(zh, en), "models/knowledge/interactions.yaml, no entry")


def _holds_it_too(other: Spoken, one: Spoken, code: str) -> bool:
    """Another product with the same medicine in it; the same name said again is no other product."""
    apart = code in other.codes and set(other.codes) != set(one.codes)
    return apart and not other.anothers and not other.intake.denied


def _is_in_another_listed(heard: Heard, one: Spoken, code: str) -> bool:
    """Whether a product on the list holds it beside something else: Tylenol to prescribed Percocet."""
    held = (set(listed.named.codes) for listed in heard.situation.listed if listed is not one.listed)
    return any(code in codes and codes != set(one.codes) for codes in held)


def _twice(heard: Heard, code: str) -> Checked:
    name = heard.name(code)
    zh = f"这几种药里都有{name}，不要一起吃，请先问医生。"
    en = f"More than one of these holds {name}: please do not take them together; ask the doctor first."
    return found(
        "interaction", "avoid", code, heard.say(zh, en), "FDA OTC labels: not with any other product that holds it"
    )


@cache
def worst(one: str, other: str) -> Interaction | None:
    """The gravest rule between two medicines, or between a medicine and a substance."""
    first, second = formulary().counts_as(one), formulary().counts_as(other)
    rules = [
        rule
        for rule in formulary().interactions
        if (not first.isdisjoint(rule.a) and not second.isdisjoint(rule.b))
        or (not first.isdisjoint(rule.b) and not second.isdisjoint(rule.a))
    ]
    return min(rules, key=lambda rule: rule.verdict != "avoid", default=None)


def _told(heard: Heard, code: str, partner: str, rule: Interaction) -> Checked:
    name = heard.name(code)
    other = heard.say(SUBSTANCES_ZH.get(partner, heard.name(partner)), partner)
    if rule.verdict == "avoid":
        zh = f"{name}和{other}不要一起用：{rule.why[Language.ZH]}，请先问医生。"
        en = f"Please do not take {name} with {other}: {rule.why[Language.EN]}; ask the doctor first."
    else:
        zh = f"{name}和{other}一起用要小心：{rule.why[Language.ZH]}，请告诉医生。"
        en = f"Take care with {name} and {other}: {rule.why[Language.EN]}; please tell the doctor."
    return found("interaction", rule.verdict, code, heard.say(zh, en), rule.source)
