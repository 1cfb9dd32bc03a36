"""Which stretches of an utterance are negated, past, recovered, supposed, uncertain, about somebody else, or idiom."""

from functools import lru_cache

from models.embedded.scope.clauses import sentences_of
from models.embedded.scope.cues import cues, lowered, spans, touches
from models.embedded.scope.kinds import Scope, ScopeKind
from models.embedded.scope.mentioned import of_no_patients, of_others
from models.embedded.scope.negation import denied
from models.embedded.scope.supposing import supposed, uncertain
from models.embedded.scope.time import past, recovered
from models.facts import Language


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
    return tuple(sorted((s for s in found if s.start < s.end), key=lambda scope: (scope.start, scope.end)))


def _idioms(text: str, language: Language) -> list[Scope]:
    void = spans("idiom_void", text, language)
    return [
        Scope(start=m.start(), end=m.end(), kind=ScopeKind.IDIOM, cue=m[0])
        for m in cues(language, "idiom").finditer(text)
        if not touches(m.span(), void)
    ]
