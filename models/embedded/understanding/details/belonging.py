"""Gives each detail told in an utterance to the complaint it belongs to."""

import re
from collections.abc import Collection, Sequence

from models.embedded.understanding.cues import cues, pattern
from models.embedded.understanding.details.details import Detail
from models.embedded.understanding.details.layout import Layout
from models.embedded.understanding.details.owners import owners
from models.embedded.understanding.lexicon import Mention
from models.facts import Details

_CUES = cues("details")


def assign(
    lower: str,
    mentions: Sequence[Mention],
    found: Sequence[Detail],
    taken_back: Sequence[tuple[int, int]] = (),
    *,
    asked: str | None = None,
    denied: Collection[int] = (),
) -> tuple[list[Details], Details]:
    """Details for each mention, and those that belong to none. The first word on a matter stands unless taken back.

    What is told before the first mention answers a question about the complaint, where one was `asked`. What is told
    beside the `denied` mentions, and not in their clause, is of the complaint: "no fever. It's the right one".
    """
    given: list[dict[str, Detail]] = [{} for _ in mentions]
    loose: dict[str, Detail] = {}
    layout = Layout(lower, mentions, denied) if mentions else None
    for detail in found:
        graded = _graded(lower, detail)
        if graded:
            places = [place for place, one in enumerate(mentions) if _overlap(one, graded)]
        else:
            places = _owned(lower, layout, detail, asked) if layout else []
        for place in places:
            _keep(given[place], detail, taken_back)
        if not (places or graded or any(one.start <= detail.start and detail.end <= one.end for one in mentions)):
            _keep(loose, detail, taken_back)
    return [_as_details(one) for one in given], _as_details(loose)


def _owned(lower: str, layout: Layout, detail: Detail, asked: str | None) -> list[int]:
    """The mentions a detail belongs to; none where it answers what was `asked` about the complaint."""
    if detail.kind == asked and not layout.near(detail.start, detail.end):
        return []
    first = layout.first_clause if asked in Details.model_fields else None
    if first and detail.end <= first.start:
        return []
    places = owners(lower, layout, detail)
    if detail.kind != "duration":
        return places
    return [*places, *(place - 1 for place in places if place and _since_then(lower, layout.mentions, place))]


def _since_then(lower: str, mentions: Sequence[Mention], place: int) -> bool:
    """Whether what is named there began the one before it: "a cough ever since a cold three weeks ago"."""
    return _SINCE.fullmatch(lower, mentions[place - 1].end, mentions[place].start) is not None


_SINCE = re.compile(
    r"[^,.;!?]{0,16}?\b(?:since|following|after)(?: (?:an?|the|my|i had|having|a bout of|that|this|last|bad|nasty))*\s*"
)


def _graded(lower: str, detail: Detail) -> re.Match[str] | None:
    """The other word that a word of degree stands before and grades alone: "a bad heart", "a bit bent"."""
    degree = lower[detail.start : detail.end]
    if detail.kind != "severity":
        return None
    if not _ADVERB.fullmatch(degree) and not _ADJECTIVE.search(lower, max(0, detail.start - 20), detail.end):
        return None
    return _GRADED_WORD.match(lower, detail.end)


_ADVERB, _ADJECTIVE = pattern(_CUES["grading_adverb"]), pattern(_CUES["grading_adjective"])
_GRADED_WORD = pattern(_CUES["graded_word"])


def _overlap(mention: Mention, words: re.Match[str]) -> bool:
    return mention.start < words.end() and words.start() < mention.end


def _keep(fields: dict[str, Detail], detail: Detail, taken_back: Sequence[tuple[int, int]]) -> None:
    earlier = fields.get(detail.kind)
    if detail.taken_back:
        if earlier is not None and earlier.value == detail.value:
            del fields[detail.kind]
        return
    if earlier is None or any(earlier.end <= start + 1 and end <= detail.start + 1 for start, end in taken_back):
        fields[detail.kind] = detail


def _as_details(fields: dict[str, Detail]) -> Details:
    return Details.model_validate({kind: detail.value for kind, detail in fields.items()}) if fields else Details()
