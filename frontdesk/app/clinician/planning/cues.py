"""What the words around its topics say that a question wants; beside them the classifier's chances count less."""

import re
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

import yaml

from frontdesk.app.clinician.planning.events import without_event
from frontdesk.app.clinician.planning.pseudonyms import RECORDS
from frontdesk.app.clinician.topics import topics
from frontdesk.models.intents import Intent, intents

SURE = 0.9  # chance of what the words say; the classifier shares the rest
UNSURE = 0.3  # below it a weak cue is taken
LIKELY = 0.5  # chance from which the classifier is listened to
GUIDELINES = frozenset(one for one in Intent if one.startswith(Intent.GUIDELINE))
OWN_WORDS = frozenset({Intent.PLOT, Intent.POLICY, Intent.TRANSLATE, Intent.CONVERT, Intent.RANGE, Intent.UNEXPLAINED})
ALWAYS = frozenset({Intent.SUMMARY, Intent.SEARCH, Intent.EXPLAIN})
LOOSE = frozenset({Intent.OTHER, Intent.CONTEXT, Intent.OVERVIEW})
FIELDS = frozenset({Intent.SYMPTOMS, Intent.HISTORY, Intent.SIGNS, Intent.DIAGNOSIS, Intent.TREATMENT})
YIELDS = {  # these win over the likeliest of those alone
    Intent.PRESENCE: LOOSE | FIELDS | GUIDELINES | {Intent.VALUES, Intent.SEARCH, Intent.COMPARE, Intent.PRESENCE},
    Intent.MEDICINES_NOW: LOOSE
    | FIELDS
    | GUIDELINES
    | {Intent.VALUES, Intent.SEARCH, Intent.MEDICINES_NOW, Intent.PRESENCE},
    Intent.COMPARE: LOOSE | FIELDS | {Intent.VALUES, Intent.TREND, Intent.COMPARE},
    Intent.TREND: LOOSE | FIELDS | GUIDELINES | {Intent.VALUES, Intent.COMPARE, Intent.TREND, Intent.STATISTICS},
    Intent.CALCULATE: LOOSE | FIELDS | {Intent.DOSE, Intent.VALUES, Intent.INTERACTIONS, Intent.CALCULATE},
}
FLAGS = re.IGNORECASE | re.ASCII
Chances = tuple[tuple[Intent, float], ...]


class Cue(NamedTuple):
    """`about`: the kinds of topics of which one must be named; empty: any question. `without`: of which none may."""

    intent: Intent
    words: re.Pattern[str]
    about: frozenset[str]
    without: frozenset[str]
    weak: bool  # where the classifier is not sure alone

    def fits(self, kinds: set[str]) -> bool:
        return (not self.about or bool(kinds & self.about)) and not kinds & self.without


@cache
def _cues() -> tuple[Cue, ...]:
    rows = yaml.load(Path(__file__).with_suffix(".yaml").read_text("utf-8"), Loader=yaml.CSafeLoader)
    return tuple(
        Cue(
            Intent(row["intent"]),
            re.compile(row["words"], FLAGS),
            frozenset(row.get("about", ())),
            frozenset(row.get("without", ())),
            row.get("weak", False),
        )
        for row in rows
    )


@lru_cache(maxsize=256)
def cued(question: str) -> Cue | None:
    """What the words of a question say plainly."""
    about = without_event(question)
    kinds = {one.kind.value for one in topics(about)} or {"none"}
    low = about.lower()
    fits = (one for one in _cues() if one.fits(kinds) and one.words.search(low))
    return next(fits, None)


def _keeps(learnt: Intent, chance: float, cue: Cue) -> bool:
    """Whether the classifier is surer than the words: of what has no subject of the patient's, always."""
    if cue.intent in ALWAYS:
        return False
    if cue.intent is Intent.GUIDELINE:
        return learnt in GUIDELINES  # a chapter of it
    if learnt in OWN_WORDS:
        return chance >= (LIKELY if cue.intent in YIELDS or cue.weak else SURE)
    if cue.weak:
        return chance >= UNSURE and learnt not in LOOSE
    if cue.intent in YIELDS:
        return chance >= LIKELY and learnt not in YIELDS[cue.intent]
    return False


@lru_cache(maxsize=256)
def chances(question: str) -> Chances:
    """Every intent with its chance, the likeliest first: the classifier's, moved by the words.

    Which record is asked about ("record 20124: ...") says nothing of what is asked.
    """
    learnt = intents(RECORDS.sub("", question).strip(" :：,，") or question)
    cue = cued(question)
    if cue is None or _keeps(*learnt[0], cue):
        return learnt
    said = cue.intent
    moved = [(one, SURE + (1 - SURE) * chance if one is said else (1 - SURE) * chance) for one, chance in learnt]
    if said not in dict(learnt):
        moved.append((said, SURE))
    return tuple(sorted(moved, key=lambda one: -one[1]))
