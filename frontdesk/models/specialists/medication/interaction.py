"""A medicine with the others that are taken, and with what is eaten, drunk and smoked."""

from collections.abc import Iterator, Sequence

from frontdesk.models.facts import Language
from frontdesk.models.knowledge.formulary import SUBSTANCES, SUBSTANCES_ZH
from frontdesk.models.specialists.case import Checked
from frontdesk.models.specialists.medication.finding import found
from frontdesk.models.specialists.medication.pairs import Compared, Found, Gap, NotChecked, NothingFound, compare
from frontdesk.models.specialists.medication.spoken import Heard, Spoken

GAPS = {
    Gap.UNKNOWN: ("不认识这个药", "it is not on our list"),
    Gap.NO_RULES: ("还没有核对它的规定", "its rules have not been gone through"),
}


def interaction(heard: Heard) -> Iterator[Checked]:
    """For each medicine spoken of its worst interaction, that there is none, or that it was not checked and why."""
    listed = {code for one in heard.situation.listed for code in one.named.codes}
    told: set[str] = set()
    for one in heard.spoken:
        if one.mention is None or one.anothers or one.intake.denied:
            continue
        for code in one.codes or _unknown(one):
            if code in told:
                continue
            checked = _checked(heard, one, code, listed)
            if checked:
                told.add(code)
                yield checked
    yield from _with_the_list(heard, sorted(listed - told))


def _unknown(one: Spoken) -> tuple[str, ...]:
    """What no list holds, by the words it was called."""
    unread = one.named is None and one.mention is not None and not one.mention.close
    return (one.mention.words.lower(),) if unread and one.mention else ()


def _with_the_list(heard: Heard, listed: list[str]) -> Iterator[Checked]:
    """What is eaten, drunk or smoked, with the medicines on the list, where no medicine was named."""
    if any(one.mention is not None for one in heard.spoken):
        return
    for code in listed:
        compared = [compare(code, what) for what in sorted(heard.situation.substances)]
        if rules := [one for one in compared if isinstance(one, Found)]:
            yield _told(heard, gravest(rules))


def _checked(heard: Heard, one: Spoken, code: str, listed: set[str]) -> Checked | None:
    if any(_holds_it_too(other, one, code) for other in heard.spoken) or _is_in_another_listed(heard, one, code):
        return _twice(heard, code)
    others = (other for other in heard.spoken if other is not one and not other.anothers and not other.intake.denied)
    said = {c for other in others for c in other.codes or _unknown(other)} - {code}
    new = said - listed if code in listed else said | listed
    partners = sorted((new | heard.situation.substances) - {code} - set(one.codes))
    prescribed = sorted(listed - {code} - set(one.codes)) if code in listed else []
    compared = [compare(code, partner) for partner in partners]
    within = [compare(code, partner) for partner in prescribed]
    rules = [pair for pair in (*compared, *within) if isinstance(pair, Found)]
    return _told(heard, gravest(rules)) if rules else _nothing_told(heard, code, compared)


def gravest(rules: Sequence[Found]) -> Found:
    return min(rules, key=lambda one: one.rule.verdict != "avoid")


def _nothing_told(heard: Heard, code: str, compared: Sequence[Compared]) -> Checked | None:
    """Where no rule speaks against it: not checked where any was not, and only else that there is none."""
    medicines = [one for one in compared if not (isinstance(one, NotChecked) and one.other in SUBSTANCES)]
    if left := [one for one in medicines if isinstance(one, NotChecked)]:
        return _not_checked(heard, code, left)
    none = [one for one in medicines if isinstance(one, NothingFound)]
    return _none(heard, code, none) if any(one.other.code not in SUBSTANCES for one in none) else None


def _not_checked(heard: Heard, code: str, left: Sequence[NotChecked]) -> Checked:
    why = dict.fromkeys(gap for one in left for gap in one.gaps)
    name, others = heard.name(code), _names(heard, [one.other for one in left])
    zh = "、".join(f"{heard.name(of)}：{GAPS[gap][0]}" for of, gap in why)
    en = "; ".join(f"{of}: {GAPS[gap][1]}" for of, gap in why)
    text = heard.say(
        f"{name}和{others}没有核对（{zh}），请问医生或药师。",
        f"{name} was not checked with {others} ({en}); please ask the doctor or a pharmacist.",
    )
    return found(
        "interaction", "not_checked", code, text, "not checked: frontdesk/models/knowledge/interaction_coverage.yaml"
    )


def _none(heard: Heard, code: str, none: Sequence[NothingFound]) -> Checked:
    name, others = heard.name(code), _names(heard, [one.other.code for one in none])
    zh = f"{name}和{others}核对过了，没有查到冲突。"
    en = f"{name} was checked with {others}: no known problem."
    sources = dict.fromkeys(side.source for one in none for side in (one.one, one.other))
    return found("interaction", "none", code, heard.say(zh, en), f"checked by: {'; '.join(sources)}")


def _names(heard: Heard, codes: Sequence[str]) -> str:
    names = (heard.say(SUBSTANCES_ZH.get(code, heard.name(code)), code) for code in codes)
    return heard.say("、", ", ").join(names)


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


def _told(heard: Heard, one: Found) -> Checked:
    rule, name, other = one.rule, heard.name(one.one), _names(heard, [one.other])
    if rule.verdict == "avoid":
        zh = f"{name}和{other}不要一起用：{rule.why[Language.ZH]}，请先问医生。"
        en = f"Please do not take {name} with {other}: {rule.why[Language.EN]}; ask the doctor first."
    else:
        zh = f"{name}和{other}一起用要小心：{rule.why[Language.ZH]}，请告诉医生。"
        en = f"Take care with {name} and {other}: {rule.why[Language.EN]}; please tell the doctor."
    return found("interaction", rule.verdict, one.one, heard.say(zh, en), rule.source)
