"""What code has against a model's remark on a care plan, and what stands after an accepted one.

An item is marked with a caution or goes; what is put in is a sentence of the guidelines or of the formulary as it
stands there, so that no dose of a model's own wording gets into a draft.
"""

import re
from collections.abc import Iterator, Sequence

from rapidfuzz import fuzz

from frontdesk.app.clinician.care_plan.draft import Draft, Fault, Item, PlanSection, Remark
from frontdesk.app.clinician.care_plan.rules import against
from frontdesk.app.clinician.care_plan.words import say
from frontdesk.models.knowledge.formulary import formulary
from frontdesk.models.knowledge.load import knowledge
from frontdesk.models.mentions import mentions
from frontdesk.models.parsers.writing import normalise, read
from frontdesk.models.review.facets import facets
from frontdesk.models.specialists.medication.mentions import mentions as medicines_in

COPIED = 85  # likeness, of 100, from which a sentence is one of the guideline's, copied
MARKUP = re.compile(r"[<>{}`$]|\]\(|//|www\.|https?:", re.IGNORECASE)
LEAST = 4  # bytes of a quote: a short English word, two Chinese characters
HALF = 0.5  # of an item has to be quoted: what it only mentions says nothing of this patient
EMERGENCY = re.compile(r"\bemergency\b|\bat once\b|\badmit\b|急诊|急症|立即|住院", re.IGNORECASE)
CAUTION = re.compile(r"[(（](?:caution|注意)[:：]\s*(.+?)[)）]?\s*$", re.IGNORECASE)


def objection(draft: Draft, remark: Remark) -> str | None:
    """The name of the reason, in `words`, why code rejects it."""
    item = _about(draft, remark)
    if remark.fault is not Fault.MISSING and item is None:
        return "reject_no_item"
    if remark.fault is Fault.NOT_NEEDED and item and (kept := _kept(item)):
        return kept
    if not _rests(draft, remark):
        return "reject_because"
    return _unfounded(draft, remark) or _out_of_place(draft, remark, item)


def _unfounded(draft: Draft, remark: Remark) -> str | None:
    """What a remark names that nobody did."""
    grounds = list(_grounds(draft))
    if _names_more(f"{remark.says}\n{remark.text}", grounds):
        return "reject_medicine"
    if not facets(remark.text).numbers <= _numbers(grounds):
        return "reject_number"
    return None


def _out_of_place(draft: Draft, remark: Remark, item: Item | None) -> str | None:
    """What the draft says already, or no sentence says that may be put in."""
    if remark.fault is Fault.MISSING:
        if _copied(remark.text, draft.now):
            return "reject_said"
        return None if _copied(remark.text, draft.left) else "reject_ground"
    return "reject_said" if item and remark.text and _caution(item, remark) in item.text else None


def is_borne_out(draft: Draft, words: str) -> bool:
    """Whether words of a model name no medicine, figure or illness beyond the draft, and hold no address or markup."""
    grounds = list(_grounds(draft))
    beyond = _illnesses([words]) - _illnesses(grounds)
    named = _names_more(words, grounds) or not facets(words).numbers <= _numbers(grounds)
    return not (beyond or named or MARKUP.search(words))


def _illnesses(texts: Sequence[str]) -> set[str]:
    return {one.code for text in texts for one in mentions(text)} & knowledge().conditions.keys()


def outcome(draft: Draft, remark: Remark) -> Item | None:
    """What stands after a remark that code has nothing against; None where the item goes."""
    item = _about(draft, remark)
    match remark.fault:
        case Fault.NOT_NEEDED:
            return None
        case Fault.MISSING:
            new = _copied(remark.text, draft.left)
            return _held_against_rules(draft, new) if new else None
        case Fault.UNSUITABLE:
            return _marked(draft, item, _caution(item, remark)) if item else None


def _about(draft: Draft, remark: Remark) -> Item | None:
    return next((one for one in draft.now if one.item_id == remark.item_id), None)


def _kept(item: Item) -> str | None:
    """Why an item may not go, whatever is said of it."""
    if item.by_rule:
        return "reject_rule"
    return "reject_emergency" if item.section is PlanSection.REFERRALS and EMERGENCY.search(item.text) else None


def _rests(draft: Draft, remark: Remark) -> bool:
    """Whether it quotes a fact of the patient or another item; of what is missing, also a sentence left out."""
    quote = _plain(remark.because)
    others = [one for one in draft.now if one.item_id != remark.item_id]
    items = [*others, *(draft.left if remark.fault is Fault.MISSING else ())]
    return len(quote.encode()) >= LEAST and (
        any(quote in _plain(fact) for fact in draft.facts)
        or any(quote in _plain(one.text) and len(quote) >= HALF * len(one.text) for one in items)
    )


def _plain(text: str) -> str:
    return normalise(text).lower().strip(" .。“”\"'")


def _grounds(draft: Draft) -> Iterator[str]:
    yield from draft.facts
    yield from (one.text for one in (*draft.items, *draft.now, *draft.sentences))


def _names_more(text: str, grounds: Sequence[str]) -> bool:
    """Whether a medicine is named, or what may be one, that the grounds do not name; its class is no other one."""
    named = frozenset[str]().union(*(facets(ground).names for ground in grounds))
    known = {kind for code in named for kind in formulary().counts_as(code)}
    told = "\n".join(grounds).lower()
    return any(
        not (one.meant and known.issuperset(one.meant.codes))
        and (one.named is not None or one.words.lower() not in told)
        for one in medicines_in(read(text))
    )


def _numbers(grounds: Sequence[str]) -> frozenset[float]:
    return frozenset[float]().union(*(facets(ground).numbers for ground in grounds))


def _copied(text: str, items: Sequence[Item]) -> Item | None:
    """The item that `text` is a copy of."""
    likest = max(items, key=lambda one: _likeness(text, one), default=None)
    return likest if likest and _likeness(text, likest) >= COPIED else None


def _likeness(text: str, item: Item) -> float:
    return fuzz.ratio(_plain(text), _plain(item.text))


def _caution(item: Item, remark: Remark) -> str:
    """What a remark adds to an item; where it adds nothing, what it rests on."""
    beyond = remark.text.removeprefix(item.text).strip()
    found = CAUTION.search(beyond)
    return (found[1] if found else beyond).strip() or remark.because


def _marked(draft: Draft, item: Item, why: str) -> Item:
    return item.model_copy(update={"text": say("not_for", draft.language, text=item.text, why=why)})


def _held_against_rules(draft: Draft, item: Item) -> Item:
    """What is put in is held against the patient's allergies, illnesses and age like the rest of the draft."""
    found = against(item, draft.patient, draft.language)
    if found is None:
        return item
    return _marked(draft, item, found.told(draft.language)).model_copy(update={"by_rule": True})
