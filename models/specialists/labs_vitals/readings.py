"""Finds what an utterance says was measured: which test, which value, in which unit, fasting or not, now or before."""

from models.assertion import Assertion, scopes
from models.facts import Language
from models.parsers import language_of
from models.parsers.writing import read
from models.specialists.labs_vitals.bare import bare_heights, bare_temperatures, bare_weights, off_scale
from models.specialists.labs_vitals.misspelt import misspelt
from models.specialists.labs_vitals.named import is_no_value, masked, mentions_of
from models.specialists.labs_vitals.positive import answered
from models.specialists.labs_vitals.pressure import pressures, together
from models.specialists.labs_vitals.spoken import Number, numbers
from models.specialists.labs_vitals.told import DIASTOLIC, PRESSURE, SYSTOLIC, Heard, Mention
from models.specialists.labs_vitals.valued import Placed, left_over, valued

_LONGEST = 4000  # characters read of one utterance


def hear(utterance: str) -> Heard:
    """Everything an utterance says of tests and vital signs."""
    writing = read(utterance[:_LONGEST])
    text = writing.lower
    language = language_of(utterance) or Language.EN
    silent = [scope for scope in scopes(writing.text, language) if scope.kind in _SILENT]
    mentions = mentions_of(text)
    free = [one for one in numbers(masked(text, mentions)) if not is_no_value(text, one)]
    mentions = sorted([*mentions, *misspelt(text, mentions, free)])
    readings = _readings(text, mentions, free, language)
    kept = [one for at, one in readings if not any(scope.covers(at, at + 1) for scope in silent)]
    said = {one.test for one in kept} | ({SYSTOLIC, DIASTOLIC} if any(one.test == PRESSURE for one in kept) else set())
    asked = dict.fromkeys(
        m.test for m in mentions if m.test not in said and not any(s.covers(m.start, m.end) for s in silent)
    )
    return Heard(language, text, tuple(together(kept)), tuple(asked))


_SILENT = frozenset({Assertion.CONDITIONAL, Assertion.SOMEBODY_ELSES, Assertion.FIGURATIVE})


def _readings(text: str, mentions: list[Mention], free: list[Number], language: Language) -> list[Placed]:
    """All that is told, in the order of the text."""
    readings: list[Placed] = []
    taken: set[int] = set()
    for found in (pressures, answered, valued, bare_temperatures, bare_weights, bare_heights, off_scale):
        readings += found(text, mentions, free, taken, language)
    apart = left_over(text, mentions, free, taken, language)
    readings += [one for one in apart if one[1].before or not any(r.test == one[1].test for _, r in readings)]
    return sorted(readings, key=lambda placed: placed[0])
