"""What plain code says of a care plan, and the draft and its discussion in words for a model's prompt."""

from collections.abc import Iterable, Iterator, Sequence

from frontdesk.app.clinician.care_plan.draft import Draft, Item, PlanSection, Remark
from frontdesk.models.facts import Language

WORDS = {
    "takes": ("我在吃{names}。", "I take {names}."),
    "and": ("、", ", "),
    "own": ("病人自己的用药：{text}", "Of the patient's own medicines: {text}"),
    "why_own": ("病人自己在用的药", "the patient's own medicines"),
    "not_for": ("{text}（注意：{why}）", "{text} (caution: {why})"),
    "unsuitable": (
        "{section}：“{text}”不适合这位病人：{why}",
        "{section}: “{text}” does not suit this patient: {why}",
    ),
    "missing": ("用药：没有提到{text}", "Medicines: nothing is said of {text}"),
    "satisfied": ("各节都对过了，没有别的意见。", "Every section is gone through; nothing more to say."),
    "accept": ("采纳，有依据：{source}。", "Accepted, borne out by {source}."),
    "left_out": ("（这句没有依据，略去。）", "(Left out: nothing bears it out.)"),
    "reject_no_rule": ("没有哪条规定支持。", "No rule bears it out."),
    "reject_no_ruling": ("没有给出意见。", "It got no ruling."),
    "reject_no_item": ("程序核对：草稿里没有这一条。", "Checked by code: there is no such item."),
    "reject_because": (
        "程序核对：所引的依据不在病人的情况里，也不是草稿的另一条。",
        "Checked by code: what it rests on is no fact of the patient and no other item.",
    ),
    "reject_rule": (
        "程序核对：这一条出自用药规则，不能去掉。",
        "Checked by code: a rule of the formulary keeps this item in.",
    ),
    "reject_emergency": (
        "程序核对：急诊和住院的转诊不去掉。",
        "Checked by code: a referral in an emergency is not taken out.",
    ),
    "reject_medicine": (
        "程序核对：提到的药，指南、病人的情况和草稿里都没有。",
        "Checked by code: it names a medicine that the guidelines, the patient's facts and the draft do not.",
    ),
    "reject_number": (
        "程序核对：其中的数字，指南、病人的情况和草稿里都没有。",
        "Checked by code: it has a number that the guidelines, the patient's facts and the draft do not.",
    ),
    "reject_said": ("草稿里已经有了。", "The draft says so already."),
    "reject_ground": (
        "程序核对：选用的指南和用药规则里没有这样一句。",
        "Checked by code: no such sentence is in the guidelines chosen or the rules of the formulary.",
    ),
}


def say(name: str, language: Language, **blanks: object) -> str:
    return WORDS[name][0 if language is Language.ZH else 1].format(**blanks)


def blanks(draft: Draft) -> dict[str, str]:
    """For the prompts: what changes least comes first."""
    nothing = "（无）" if draft.language is Language.ZH else "(nothing)"
    accepted = (f"- {_one(ruling.remark)}" for ruling in draft.rulings if ruling.accepted)
    discussion = (f"{one.speaker.capitalize()}: {one.text}" for one in draft.exchanges)
    return {
        "patient": _lines(draft.facts, nothing),
        "guidelines": _lines((f"- {title}" for title in draft.guidelines), nothing),
        "left": _lines(_by_section(draft.left), nothing),
        "draft": _lines(_by_section(draft.now), nothing),
        "scratchpad": _lines(accepted, nothing),
        "discussion": _lines(discussion, nothing),
    }


def listed(remarks: Sequence[Remark]) -> str:
    return "\n".join(f"{place}. {_one(remark)}" for place, remark in enumerate(remarks, 1))


def _one(remark: Remark) -> str:
    about = f", {remark.item_id}" if remark.item_id else ""
    proposed = f" -> {remark.text}" if remark.text else ""
    rests = f" [“{remark.because}”]" if remark.because else ""
    return f"[{remark.section}, {remark.fault}{about}] {remark.says}{proposed}{rests}"


def _by_section(items: Sequence[Item]) -> Iterator[str]:
    for section in PlanSection:
        those = [one for one in items if one.section is section]
        yield from [f"{section}:"] if those else []
        yield from (f"  {one.item_id}: {one.text} [{'rule: ' if one.by_rule else ''}{one.source}]" for one in those)


def _lines(lines: Iterable[str], nothing: str) -> str:
    return "\n".join(lines) or nothing
