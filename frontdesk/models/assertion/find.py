"""Which stretches of an utterance are negated, past, recovered, supposed, uncertain, about somebody else, or idiom."""

import re
from functools import lru_cache

from frontdesk.models.assertion.clauses import sentences_of
from frontdesk.models.assertion.cues import cues, lowered, spans, touches
from frontdesk.models.assertion.kinds import Assertion, Scope
from frontdesk.models.assertion.mentioned import of_no_patients, of_others
from frontdesk.models.assertion.negation import denied
from frontdesk.models.assertion.supposing import supposed, uncertain
from frontdesk.models.assertion.time import past, recovered
from frontdesk.models.facts import Language


@lru_cache(maxsize=128)
def scopes(text: str, language: Language) -> tuple[Scope, ...]:
    """Every scope in `text`, which is normalised. Ordered by start."""
    text = lowered(text)
    sentences = sentences_of(text, language)
    negated = denied(text, sentences, language)
    found = [
        *_idioms(text, language),
        *negated,
        *past(text, sentences, language, negated),
        *recovered(text, sentences, language),
        *supposed(text, sentences, language),
        *uncertain(text, sentences, language),
        *of_others(text, sentences, language),
        *of_no_patients(text, sentences, language),
    ]
    likened = [like for like in spans("comparison", text, language) if _is_told_before(text, like[0])]
    found = [_within_comparison(scope, text, likened) for scope in found] if likened else found
    return tuple(sorted((s for s in found if s.start < s.end), key=lambda scope: (scope.start, scope.end)))


def _idioms(text: str, language: Language) -> list[Scope]:
    void = spans("idiom_void", text, language)
    return [
        Scope(start=m.start(), end=m.end(), kind=Assertion.FIGURATIVE, cue=m[0])
        for m in cues(language, "idiom").finditer(text)
        if not touches(m.span(), void)
    ]


def _within_comparison(scope: Scope, text: str, likened: list[tuple[int, int]]) -> Scope:
    """胸口疼得跟我爸当年心梗一样, "a headache like my mother's stroke": of then or theirs is only what it is like."""
    if scope.kind not in _OF_ANOTHER_TIME_OR_BODY or not scope.cue:
        return scope
    cue = text.rfind(scope.cue, 0, scope.end) if scope.kind is Assertion.PAST else scope.start - len(scope.cue)
    for start, end in likened:
        if start <= cue < end:
            return scope.model_copy(update={"start": max(scope.start, start), "end": min(scope.end, end)})
    return scope


_OF_ANOTHER_TIME_OR_BODY = (Assertion.PAST, Assertion.SOMEBODY_ELSES)


def _is_told_before(text: str, place: int) -> bool:
    """Whether something is told in the clause before it: "it's like when I was a child" only leads up to a tale."""
    clause: str = _CLAUSE.split(text[:place])[-1]
    return sum(char.isalpha() for char in clause) > (
        _LITTLE_HAN if "\u4e00" <= clause.strip()[:1] <= "\u9fff" else _LITTLE
    )


_CLAUSE = re.compile(r"[。！？.!?；;\n]")
_LITTLE_HAN, _LITTLE = 2, 6
