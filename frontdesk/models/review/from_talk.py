"""The Researcher in plain code where no dialogue state is at hand: the draft against what the talk itself tells."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from frontdesk.models import parsers
from frontdesk.models.facts import Side
from frontdesk.models.reading import Assertion
from frontdesk.models.review.draft import Draft, Fault, Line, Part, Remark, Sentence
from frontdesk.models.review.facets import DENIAL, SIDES, facets
from frontdesk.models.review.numbers import numbers, spans, without_spans
from frontdesk.models.review.passages import NOT_KNOWN, SAME, Passage, passages, share
from frontdesk.models.review.words import say

HEARD = 0.5  # share of a sentence's words that the talk has to hold where no passage speaks of it
AS_GOOD = 0.15  # likeness by which one passage may fall short of another
ABOUT = 0.05  # by how much two spans may differ and be one


def remarks_from_talk(draft: Draft) -> Iterator[Remark]:
    """What is wrong in the draft, what has no ground, and what it leaves out; each passage is proposed once."""
    told = passages(draft.lines, draft.language)
    proposed = {(one.part, one.text) for one in draft.now}
    for remark in (*_of_sentences(draft, told), *_left_out(draft, told)):
        proposal = remark.proposal
        if proposal is None:
            yield remark
        elif (proposal.part, proposal.text) not in proposed:
            proposed.add((proposal.part, proposal.text))
            yield remark
        elif remark.fault is Fault.WRONG:
            yield remark.model_copy(update={"fault": Fault.UNGROUNDED, "proposal": None})


def _of_sentences(draft: Draft, told: tuple[Passage, ...]) -> Iterator[Remark]:
    for sentence in draft.now:
        same = _same(sentence, told)
        if strange(sentence.text, draft.lines) or not (
            same or share(NOT_KNOWN.sub("", sentence.text), _talk(draft.lines)) >= HEARD
        ):
            yield _without_ground(sentence, draft)
        elif same and all(_differences(sentence, one, draft) for one in same):
            yield _wrong(sentence, same[0], told.index(same[0]), draft)


def _left_out(draft: Draft, told: tuple[Passage, ...]) -> Iterator[Remark]:
    for place, passage in enumerate(told):
        if not _is_told(passage, draft.now):
            yield _missing(passage.sentence(place), draft)


def _same(sentence: Sentence, told: tuple[Passage, ...]) -> list[Passage]:
    """The passages that speak of the same, the likest first, and as good as these."""
    scored = sorted(((_likeness(sentence, one), place) for place, one in enumerate(told)), reverse=True)
    return [told[place] for score, place in scored if score >= max(SAME, scored[0][0] - AS_GOOD)]


def _without_ground(sentence: Sentence, draft: Draft) -> Remark:
    says = say("ungrounded", draft.language, text=sentence.text)
    return Remark(part=sentence.part, fault=Fault.UNGROUNDED, sentence_id=sentence.sentence_id, says=says)


def _missing(proposal: Sentence, draft: Draft) -> Remark:
    says = say("missing", draft.language, text=proposal.text, quote=proposal.quotes[0].words)
    return Remark(part=proposal.part, fault=Fault.MISSING, sentence_id=None, says=says, proposal=proposal)


def _wrong(sentence: Sentence, passage: Passage, place: int, draft: Draft) -> Remark:
    """The passage goes in its place; where only the side is wrong, the sentence stays with the other one."""
    differs = _differences(sentence, passage, draft)
    proposal = passage.sentence(place)
    if differs == ["side"]:
        proposal = proposal.model_copy(update={"text": _mirrored(sentence.text), "part": sentence.part})
    told = say("and", draft.language).join(say(f"facet_{name}", draft.language) for name in differs)
    quote = proposal.quotes[0].words
    says = say("wrong", draft.language, text=sentence.text, known=proposal.text, differs=told, quote=quote)
    return Remark(part=sentence.part, fault=Fault.WRONG, sentence_id=sentence.sentence_id, says=says, proposal=proposal)


def _mirrored(text: str) -> str:
    for one, other in (("左", "右"), ("left", "right"), ("Left", "Right")):
        for was, becomes in ((one, other), (other, one)):
            if was in text:
                return text.replace(was, becomes)
    return text


def _is_told(passage: Passage, now: tuple[Sentence, ...]) -> bool:
    """Whether the draft names everything that the passage names."""
    return all(
        any(
            share(head, one.text) >= SAME or not facets(head).names.isdisjoint(facets(one.text).names)
            for one in now
            if (one.part is Part.HISTORY) == (passage.part is Part.HISTORY)
        )
        for head in passage.heads
    )


def _likeness(sentence: Sentence, passage: Passage) -> float:
    """Whether both speak of the same, whatever each says of it; above 1 where they name the same."""
    mine, theirs = facets(sentence.text).names, facets(passage.text).names
    of_other = parsers.relation(sentence.text) is not None
    same_person = 0.5 * (of_other is (passage.asserted is Assertion.OTHER_PERSON))
    alike = max(share(sentence.text, passage.text), *(share(head, sentence.text) for head in passage.heads), 0.0)
    asked = 0.5 * share(sentence.text, passage.asked + passage.text)
    if mine and theirs:
        return 1 + alike + same_person + asked if not mine.isdisjoint(theirs) else 0.75 * alike
    return alike + (same_person + asked if alike >= SAME else 0)


def _differences(sentence: Sentence, passage: Passage, draft: Draft) -> list[str]:
    return [
        name
        for name, differs in (
            ("denied", _other_polarity(sentence, passage)),
            ("numbers", _other_number(sentence.text, passage, draft)),
            ("side", _other_side(sentence.text, passage, draft)),
            ("hours", _other_span(sentence.text, passage, draft)),
        )
        if differs
    ]


def _other_polarity(sentence: Sentence, passage: Passage) -> bool:
    said = _polarity(sentence)
    if passage.asserted is Assertion.OTHER_PERSON:
        return said is Assertion.PRESENT and parsers.relation(sentence.text) is None
    return said is not passage.asserted


def _polarity(sentence: Sentence) -> Assertion:
    if sentence.part is Part.UNKNOWNS or facets(sentence.text).unsettled:
        return Assertion.UNKNOWN
    if sentence.part in (Part.NEGATIVES, Part.POSITIVES):
        return Assertion.ABSENT if sentence.part is Part.NEGATIVES else Assertion.PRESENT
    return Assertion.ABSENT if DENIAL.search(sentence.text) else Assertion.PRESENT


def _other_side(text: str, passage: Passage, draft: Draft) -> bool:
    """A side that neither the passage nor its turn nor, where these have none, the talk tells."""
    mine = _sides(text)
    if len(mine) != 1:
        return False
    for said in (passage.text, draft.said[passage.turn], " ".join(draft.said.values())):
        if told := _sides(said):
            one = parsers.side(said)
            return mine.isdisjoint({one} if one in SIDES else told)
    return False


def _sides(text: str) -> set[Side]:
    return {side for side, words in SIDES.items() if words.search(text)}


def _other_number(text: str, passage: Passage, draft: Draft) -> bool:
    """A number, other than that of a span, that the turn does not tell."""
    return not numbers(without_spans(text)) <= numbers(passage.asked) | numbers(draft.said[passage.turn])


def _other_span(text: str, passage: Passage, draft: Draft) -> bool:
    """A span that neither the turn tells nor, where that tells none, the talk."""
    told = spans(draft.said[passage.turn], passage.asked)
    if not told:
        told = frozenset[float]().union(*(spans(said, asked) for asked, said in _exchanges(draft.lines)))
    return bool(told) and any(all(abs(mine - one) > ABOUT * one for one in told) for mine in spans(text))


# --- the whole of the talk -------------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def _exchanges(lines: tuple[Line, ...]) -> tuple[tuple[str, str], ...]:
    """What was asked, and what was replied."""
    return tuple(
        (before.text if before.turn is None else "", line.text) for before, line in pairwise(lines) if line.turn
    )


@lru_cache(maxsize=64)
def _talk(lines: tuple[Line, ...]) -> str:
    return " ".join(line.text for line in lines)


@lru_cache(maxsize=64)
def _named(lines: tuple[Line, ...]) -> frozenset[str]:
    return frozenset[str]().union(*(facets(line.text).names for line in lines))


def strange(text: str, lines: tuple[Line, ...]) -> bool:
    """Whether a sentence names a medicine nobody spoke of, or nothing but findings and illnesses nobody spoke of."""
    named, heard = facets(text).names, _named(lines)
    if not named or share(text, _talk(lines)) == 1:
        return False
    return bool((named - heard) & _medicines(text)) or (named.isdisjoint(heard) and share(text, _talk(lines)) < SAME)


def _medicines(text: str) -> frozenset[str]:
    return frozenset(one.code for one in parsers.medicines(text))
