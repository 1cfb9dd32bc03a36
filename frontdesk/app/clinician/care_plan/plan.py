"""The care plan: drafted, held against the rules of the formulary, and talked over by models where there are any."""

import time
from collections.abc import Callable, Iterator, Sequence
from itertools import zip_longest
from typing import TypeVar

from frontdesk.app.clinician.care_plan.decider import CARE_PLAN_DECIDER, Put
from frontdesk.app.clinician.care_plan.draft import Draft, PlanItem, PlanSection
from frontdesk.app.clinician.care_plan.drafting import LOCAL, codes_in, draft_of
from frontdesk.app.clinician.care_plan.grounds import is_borne_out
from frontdesk.app.clinician.care_plan.researcher import CARE_PLAN_RESEARCHER
from frontdesk.app.clinician.care_plan.words import say
from frontdesk.app.clinician.guidelines import Guideline
from frontdesk.his_adapter.records import Review, ReviewTurn, Visit
from frontdesk.models.capability import Capability
from frontdesk.models.facts import Language, Value
from frontdesk.models.language.model import Fault, ModelFailed
from frontdesk.models.review import Exchange, discussed
from frontdesk.models.review.dialogue import MOST
from frontdesk.models.runner import EMBEDDED, Runner
from frontdesk.models.specialists.medication.listing import ListedMedicine

MOST_ITEMS = 12  # of a plan: what a doctor reads while the patient sits there
SECONDS = 60.0  # a doctor waits: after that no further turn of the models begins

Q = TypeVar("Q")
A = TypeVar("A")


class CarePlan(Value):
    """A draft. Without a guideline that fits it holds what the patient's own medicines call for alone."""

    language: Language
    items: tuple[PlanItem, ...]
    guidelines: tuple[str, ...]
    review: Review


def care_plan(
    visit: Visit,
    guidelines: Sequence[Guideline],
    language: Language,
    models: Runner | None = None,
    *,
    medicines: Sequence[ListedMedicine] | None = None,
    problems: Sequence[str] = (),
    most: int = MOST_ITEMS,
    clock: Callable[[], float] = time.monotonic,
) -> CarePlan:
    """When a model fails, the draft stands as the rules leave it, whatever was said before.

    `problems`: what earlier records hold of the patient, in their words. `most`: items of the plan.
    """
    draft = _held_against_rules(draft_of(visit, guidelines, language, medicines, problems))
    by = _both(models) if models else ""
    if models and by:
        try:
            talked_over, satisfied = _talked_over(draft, models, clock)
        except ModelFailed:
            pass  # the runner has noted why
        else:
            return _plan(talked_over, by, most=most, satisfied=satisfied)
    nothing_more = Exchange(speaker="researcher", text=say("satisfied", language))
    return _plan(
        draft.model_copy(update={"exchanges": (*draft.exchanges, nothing_more)}), EMBEDDED, most=most, satisfied=True
    )


def _held_against_rules(draft: Draft) -> Draft:
    """The dialogue in plain code, a remark and its ruling each; its end is not told yet."""
    found = CARE_PLAN_RESEARCHER.embedded(draft)
    rulings = CARE_PLAN_DECIDER.embedded(Put(draft=draft, remarks=found.remarks))
    exchanges = [
        Exchange(speaker=speaker, text=text)
        for ruling in rulings
        for speaker, text in (("researcher", ruling.remark.says), ("decider", ruling.reason))
    ]
    return draft.model_copy(update={"rulings": rulings, "exchanges": tuple(exchanges)})


def _both(models: Runner) -> str:
    """The names of the two models; empty unless both parts are a model's."""
    two = [models.assigned(one.name) for one in (CARE_PLAN_RESEARCHER, CARE_PLAN_DECIDER)]
    names = {model.name for model in two if model}
    return ", ".join(sorted(names)) if all(two) else ""


def _talked_over(draft: Draft, models: Runner, clock: Callable[[], float]) -> tuple[Draft, bool]:
    """What the models make of it, and whether the Researcher is satisfied. Raises ModelFailed."""
    until = clock() + SECONDS

    def answer(capability: Capability[Q, A], question: Q) -> A:
        if clock() > until:
            raise ModelFailed(Fault.LATE)
        return models.attempt(capability, question, beside=True).answer

    return discussed(
        draft,
        lambda asked: answer(CARE_PLAN_RESEARCHER, asked),
        lambda asked, remarks: answer(CARE_PLAN_DECIDER, Put(draft=asked, remarks=remarks)),
        most=len(draft.exchanges) + MOST,
    )


def _plan(draft: Draft, by: str, *, most: int, satisfied: bool) -> CarePlan:
    return CarePlan(
        language=draft.language,
        items=tuple(_closest(draft, most)),
        guidelines=draft.guidelines,
        review=Review(
            by=by,
            turns=tuple(ReviewTurn(speaker=one.speaker, text=_readable(draft, one.text)) for one in draft.exchanges),
            scratchpad=tuple(_readable(draft, ruling.remark.says) for ruling in draft.rulings if ruling.accepted),
            satisfied=satisfied,
        ),
    )


def _readable(draft: Draft, text: str) -> str:
    """Without a model's words that code has something against, or that say more than the draft does."""
    for ruling in draft.rulings:
        own = () if ruling.remark.source else (ruling.remark.says, ruling.reason)
        for words in own:
            refused = words == ruling.remark.says and not ruling.accepted
            if words and words in text and (refused or not is_borne_out(draft, words)):
                text = text.replace(words, say("left_out", draft.language))
    return text


def _closest(draft: Draft, most: int) -> Iterator[PlanItem]:
    """At most so many, each with why it is there: what a rule or a ruling is about, then from every section in turn.

    Of a section those first that name what the patient has, then the hospital's own.
    """
    had = set(draft.had)
    ruled = {ruling.item.item_id for ruling in draft.rulings if ruling.accepted and ruling.item}
    sure = [one for one in draft.now if one.by_rule or one.item_id in ruled]
    ranked = sorted(
        (one for one in draft.now if one not in sure),
        key=lambda one: (codes_in([one.text]).isdisjoint(had), not one.text.startswith(LOCAL)),
    )
    in_turn = zip_longest(*([one for one in ranked if one.section is section] for section in PlanSection))
    kept = [*sure, *(one for turn in in_turn for one in turn if one is not None)][:most]
    for one in (item for item in draft.now if item in kept):
        why = one.why or (say("why_own", draft.language) if one.by_rule else "")
        yield PlanItem(section=one.section, text=one.text, source=one.source, why=why)
