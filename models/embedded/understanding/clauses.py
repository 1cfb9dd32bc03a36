"""Clauses of an utterance, and to which complaint a detail belongs."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Sequence
from itertools import pairwise
from typing import NamedTuple

from models.embedded.understanding.cues import cues, pattern
from models.embedded.understanding.details import Detail
from models.embedded.understanding.lexicon import Mention
from models.facts import Details, Topic
from models.knowledge.load import knowledge

_STOP = re.compile(
    r"[。！？；;!?\n…]+|[，,]|\.(?!\d)|\bbut\b|但是|可是|不过|然后|\band then\b"
    r"|\band (?=(?:also |now |lately |recently )?"
    r"(?:i|i'm|i've|i'd|it|it's|he|he's|she|she's|they|they're|there's|my|his|her|lately|recently)\b)"
)
PAUSES = re.compile(r"[，。,;；.!！?？]+\s*|(?<=[\u4e00-\u9fff])\s+(?=[\u4e00-\u9fff])")
_SENTENCE_END = re.compile(r"[。！？!?\n]|\.(?!\d)")
_JOINS = re.compile(
    r"^[\s，,、]*(?:和|跟|与|及|还有?|又|也|并且?|而且|以及|伴有?|and|with|plus|or|also|&)?[\s，,、]*(?:还|也|又|有|a|some|my|the|have)?\s*$"
)
_SHARED = frozenset({"duration", "sudden"})
_OF_TRIGGERS = frozenset({"worse_with", "better_with", "began_with"})
_CUES = cues("details")
_ENDED = pattern(_CUES["ended"])
_NO_SIDE, _NO_SIDE_SITES = frozenset(_CUES["sideless"]), frozenset(_CUES["sideless_sites"])
_PAINLESS, _OF_PAIN = frozenset(_CUES["painless"]), pattern(_CUES["of_pain"])
_ORGANS = {site: pattern(words) for site, words in _CUES["organs"].items()}
_ADVERB, _ADJECTIVE = pattern(_CUES["grading_adverb"]), pattern(_CUES["grading_adjective"])
_LATELY = re.compile(r"最近|近来|这阵|这段|\b(?:lately|recently|these days)\b")  # an illness one has is older
_GRADED_WORD = pattern(_CUES["graded_word"])


class Clause(NamedTuple):
    start: int
    end: int


def clauses(lower: str) -> list[Clause]:
    cuts = [0, *(match.end() for match in _STOP.finditer(lower)), len(lower)]
    return [Clause(start, end) for start, end in pairwise(cuts) if lower[start:end].strip()]


class Division:
    """An utterance divided into clauses, which are found by their place in it."""

    def __init__(self, lower: str) -> None:
        self.clauses = clauses(lower)
        self._starts = [clause.start for clause in self.clauses]
        self._ends = [clause.end for clause in self.clauses]

    def touched(self, start: int, end: int) -> range:
        """The numbers of the clauses that [start, end) touches, in order."""
        return range(bisect_right(self._ends, start), bisect_left(self._starts, end))


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
    layout = _Layout(clauses(lower), mentions, denied) if mentions else None
    answered = _answered(layout) if layout and asked in Details.model_fields else 0
    for detail in found:
        if graded := _graded(lower, detail):
            for place, mention in enumerate(mentions):
                if mention.start < graded.end() and graded.start() < mention.end:
                    _keep(given[place], detail, taken_back)
            continue
        of_what_was_asked = layout and detail.kind == asked and not layout.near(detail.start, detail.end)
        owners = _owners(lower, layout, detail) if layout and detail.end > answered and not of_what_was_asked else []
        if detail.kind == "duration":
            owners = [*owners, *(place - 1 for place in owners if place and _since_then(lower, mentions, place))]
        for place in owners:
            _keep(given[place], detail, taken_back)
        if not owners and not any(m.start <= detail.start and detail.end <= m.end for m in mentions):
            _keep(loose, detail, taken_back)
    return [_as_details(one) for one in given], _as_details(loose)


def _since_then(lower: str, mentions: Sequence[Mention], place: int) -> bool:
    """Whether what is named there began the one before it: "a cough ever since a cold three weeks ago"."""
    return _SINCE.fullmatch(lower, mentions[place - 1].end, mentions[place].start) is not None


_CIRCUMSTANCES = frozenset({"exertion_trigger", "at_rest"})
_SINCE = re.compile(
    r"[^,.;!?]{0,16}?\b(?:since|following|after)(?: (?:an?|the|my|i had|having|a bout of|that|this|last|bad|nasty))*\s*"
)


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


class _Layout:
    """The mentions by clause, so that a long story is not searched anew for every detail."""

    def __init__(self, parts: list[Clause], mentions: Sequence[Mention], denied: Collection[int]) -> None:
        self.parts, self.mentions, self.denied = parts, mentions, denied
        self.starts, self.part_starts = [m.start for m in mentions], [part.start for part in parts]
        ends = [part.end for part in parts]
        self.here: list[list[int]] = [[] for _ in parts]
        for place, mention in enumerate(mentions):
            for part in range(bisect_right(ends, mention.start), bisect_left(self.part_starts, mention.end)):
                self.here[part].append(place)

    def clause_at(self, place: int) -> int | None:
        part = bisect_right(self.part_starts, place) - 1
        return part if part >= 0 and place < self.parts[part].end else None

    def near(self, start: int, end: int) -> list[int]:
        """Places of the mentions in the clauses that [start, end) touches, in order."""
        first, last = bisect_right(self.part_starts, start) - 1, bisect_left(self.part_starts, end)
        return sorted({place for part in range(max(first, 0), last) for place in self.here[part]})

    def before(self, start: int) -> int | None:
        """The last mention that ends by `start`."""
        places = range(bisect_right(self.starts, start) - 1, -1, -1)
        return next((place for place in places if self.mentions[place].end <= start), None)

    def told_before(self, start: int) -> int | None:
        """The last mention that ends by `start` and is not denied."""
        places = range(bisect_right(self.starts, start) - 1, -1, -1)
        told = (place for place in places if place not in self.denied)
        return next((place for place in told if self.mentions[place].end <= start), None)

    def complaint_at(self, place: int) -> int:
        """The complaint at the place, or the last before it where what is named there only tells when it comes."""
        before = range(place - 1, -1, -1) if self.mentions[place].code in _CIRCUMSTANCES else ()
        told = (one for one in before if one not in self.denied and self.mentions[one].topic is Topic.FINDING)
        return next(told, place)

    def told_of(self, group: list[int]) -> list[int]:
        """Those of a group that are not denied, unless the last of them is."""
        return group if group[-1] in self.denied else [place for place in group if place not in self.denied]

    def told_after(self, end: int) -> int | None:
        """The first mention that begins at `end` or later and is not denied."""
        places = range(bisect_left(self.starts, end), len(self.starts))
        return next((place for place in places if place not in self.denied), None)


def _answered(layout: _Layout) -> int:
    """Where the clauses end that stand before the first with a mention."""
    first = next((part for part, here in enumerate(layout.here) if here), 0)
    return layout.parts[first].start if first else 0


def _owners(lower: str, layout: _Layout, detail: Detail) -> list[int]:
    """Places of the mentions the detail belongs to."""
    told = (layout.complaint_at(place) for place in _told_of(lower, layout, detail))
    owners = [place for place in dict.fromkeys(told) if not _is_of_a_pain(lower, layout, place, detail)]
    if detail.kind == "duration" and _LATELY.search(lower, detail.start, detail.end):
        owners = [place for place in owners if layout.mentions[place].topic is not Topic.CONDITION]
    if detail.kind != "side" or not owners:
        return owners
    next_told = layout.told_after(detail.end)
    if next_told is not None and not _SENTENCE_END.search(lower, detail.end, layout.mentions[next_told].start):
        owners.append(next_told)
    return [place for place in owners if _has_side(lower, layout.mentions[place], detail)][:1]


def _is_of_a_pain(lower: str, layout: _Layout, place: int, detail: Detail) -> bool:
    """Whether a degree is told of a pain in a clause of its own: 疼得一身汗，还吐了一次 grades no vomiting."""
    if detail.kind != "severity" or layout.mentions[place].code not in _PAINLESS:
        return False
    number = layout.clause_at(detail.start)
    if number is None or layout.here[number]:
        return False
    return _OF_PAIN.search(lower, layout.parts[number].start, layout.parts[number].end) is not None


def _graded(lower: str, detail: Detail) -> re.Match[str] | None:
    """The other word that a word of degree stands before and grades alone: "a bad heart", "a bit bent"."""
    degree = lower[detail.start : detail.end]
    if detail.kind != "severity":
        return None
    if not _ADVERB.fullmatch(degree) and not _ADJECTIVE.search(lower, max(0, detail.start - 20), detail.end):
        return None
    return _GRADED_WORD.match(lower, detail.end)


def _has_side(lower: str, mention: Mention, detail: Detail) -> bool:
    """Whether it can be on one side, and the organ named with the side is its own."""
    finding = knowledge().findings.get(mention.code)
    if finding is None or (mention.start <= detail.start and detail.end <= mention.end):
        return True
    if mention.code in _NO_SIDE or finding.site in _NO_SIDE_SITES:
        return False
    organ = next((site for site, words in _ORGANS.items() if words.match(lower, detail.end)), None)
    return organ is None or finding.site in (None, organ)


def _told_of(lower: str, layout: _Layout, detail: Detail) -> list[int]:
    mentions = layout.mentions
    near = [(place, mentions[place]) for place in layout.near(detail.start, detail.end)]
    inside = [place for place, m in near if m.start <= detail.start and detail.end <= m.end]
    if inside and all(mentions[place].topic is Topic.CONDITION for place in inside) and detail.kind != "side":
        return []  # high blood pressure is not a pressing pain
    if inside and detail.kind in ("side", "character", "severity"):
        return (
            inside[:1] if len({mentions[i].where for i in inside}) == 1 else [_nearest_place(mentions, inside, detail)]
        )
    if detail.kind in _OF_TRIGGERS:
        inside = [place for place, m in near if m.start < detail.end and detail.start < m.end]
    if inside and detail.kind in ("frequency", "course", "sudden"):
        return inside[:1]
    if inside and detail.kind in _OF_TRIGGERS:
        # The mention is of the trigger itself (爬楼就厉害): what it says is said of the complaint before it.
        complaint = layout.told_before(mentions[inside[0]].start)
        others = (place for place in range(len(mentions)) if place not in inside and place not in layout.denied)
        return [complaint if complaint is not None else next(others, inside[0])]
    number = layout.clause_at(detail.start)
    if number is None:
        return []
    clause, here = layout.parts[number], layout.here[number]
    if here:
        before = [place for place in here if mentions[place].start < detail.end]
        if detail.kind == "side":
            after = [
                place
                for place in here
                if detail.end <= mentions[place].start <= detail.end + 3 or _where_follows(mentions[place], detail)
            ]
            return after[:1] or before[-1:] or here[:1]
        if detail.kind in _SHARED:
            return layout.told_of(_group(lower, mentions, before[-1])) if before else here
        if not before and detail.kind == "severity":
            return here[:1]
        return before[-1:] or here[:1]
    earlier = layout.before(clause.start)
    if earlier in layout.denied and not _ENDED.search(lower, clause.start, clause.end):
        earlier = layout.told_before(clause.start)
    if earlier is not None:
        return layout.told_of(_group(lower, mentions, earlier)) if detail.kind in _SHARED else [earlier]
    later = layout.told_after(clause.end)
    if later is None:
        return []
    apart = _SENTENCE_END.search(lower[detail.end : mentions[later].start].rstrip("。."))
    if detail.kind in _SHARED and not apart:
        return _forward_group(lower, mentions, later)
    return [] if apart and detail.kind == "severity" else [later]


def _where_follows(mention: Mention, detail: Detail) -> bool:
    return mention.where is not None and 0 <= mention.where[0] - detail.end <= 2


def _nearest_place(mentions: Sequence[Mention], inside: list[int], detail: Detail) -> int:
    return min(inside, key=lambda place: abs((mentions[place].where or (mentions[place].start, 0))[0] - detail.end))


def _group(lower: str, mentions: Sequence[Mention], last: int) -> list[int]:
    """The run of mentions listed together that ends with `last`: cough, runny nose and fever for three days."""
    group = [last]
    while group[0] > 0 and _JOINS.match(lower[mentions[group[0] - 1].end : mentions[group[0]].start]):
        group.insert(0, group[0] - 1)
    return group


def _forward_group(lower: str, mentions: Sequence[Mention], first: int) -> list[int]:
    group = [first]
    while group[-1] + 1 < len(mentions) and _JOINS.match(
        lower[mentions[group[-1]].end : mentions[group[-1] + 1].start]
    ):
        group.append(group[-1] + 1)
    return group
