"""A network over a question's embedding and its hashed words, the same for both languages."""

from enum import StrEnum
from functools import cache, lru_cache
from pathlib import Path

from frontdesk.models.network.network import Network, chances_of, load

WEIGHTS = Path(__file__).parent / "weights.npz"


class Intent(StrEnum):
    VALUES = "values"
    TREND = "trend"
    PLOT = "plot"
    STATISTICS = "statistics"
    RANGE = "range"
    COMPARE = "compare"
    OVERVIEW = "overview"
    SYMPTOMS = "symptoms"
    HISTORY = "history"
    ALLERGIES = "allergies"
    SIGNS = "signs"
    DIAGNOSIS = "diagnosis"
    TREATMENT = "treatment"
    IMAGING = "imaging"
    ECG = "ecg"
    INTERACTIONS = "interactions"
    DOSE = "dose"
    GUIDELINE = "guideline"
    GUIDELINE_ASSESSMENT = "guideline_assessment"
    GUIDELINE_TREATMENT = "guideline_treatment"
    GUIDELINE_FOLLOW_UP = "guideline_follow_up"
    GUIDELINE_REFER = "guideline_refer"
    POLICY = "policy"
    TRANSLATE = "translate"
    CALCULATE = "calculate"
    CONVERT = "convert"
    UNEXPLAINED = "unexplained"
    EXPLAIN = "explain"
    SEARCH = "search"
    MEDICINES_NOW = "medicines_now"
    MEDICINE_CHANGES = "medicine_changes"
    ADJUST = "adjust"  # whether to raise, lower or stop a medicine
    WHY = "why"
    DONE = "done"  # whether something was done, since when, overdue
    PLANS = "plans"
    PRESENCE = "presence"
    CHANGED = "changed"  # this visit against the last
    SUMMARY = "summary"
    SIGNED = "signed"
    OTHER = "other"
    CONTEXT = "context"  # told beside a question; asks nothing


@lru_cache(maxsize=256)
def intents(question: str) -> tuple[tuple[Intent, float], ...]:
    """Every intent with its chance, the likeliest first."""
    network = _shipped()
    chances = chances_of(question, network)
    order = sorted(zip(network.labels, chances, strict=True), key=lambda one: -one[1])
    return tuple((Intent(label), float(chance)) for label, chance in order)


@cache
def _shipped() -> Network:
    return load(WEIGHTS)
