"""What is said with a word that leans on what stands before it: blood of what was told, "my brother has it too"."""

from collections.abc import Iterator, Sequence

from models.embedded.understanding.cues import Cue, cues, pattern
from models.embedded.understanding.lexicon import Mention
from models.facts import Topic

_CUES = cues("carried")
_BLOOD = Cue(_CUES["blood"])
_WHENCE = pattern(f"(?P<{code}>{'|'.join(words)})" for code, words in _CUES["whence"].items())
_KIN_TOO = Cue(_CUES["kin_too"])
_OWN_TOO = Cue(_CUES["own_too"])
_SWOLLEN = Cue(_CUES["swollen"])
OF_A_JOINT = frozenset(_CUES["of_a_joint"])
_REACH = 60  # characters back to what the word leans on


def blood_named(lower: str, found: Sequence[Mention]) -> Iterator[Mention]:
    """Blood named alone, as the finding it is where it comes from: 咳黄痰，没有血, "the runs, no blood in it"."""
    for match in _BLOOD.finditer(lower):
        start, end = match.span(match.lastgroup or 0)
        if any(mention.start < end and start < mention.end for mention in found):
            continue
        whence = list(_WHENCE.finditer(lower, max(0, start - _REACH), start))
        if whence and whence[-1].lastgroup:
            yield Mention(start, end, Topic.FINDING, whence[-1].lastgroup)


def swelling_named(lower: str, found: Sequence[Mention]) -> Iterator[Mention]:
    """A joint said to be swollen beside its pain, or by its pain's own name: 膝盖疼，右边还肿起来了."""
    joints = [mention for mention in found if mention.code in OF_A_JOINT]
    for match in _SWOLLEN.finditer(lower) if joints else ():
        start, end = match.span(match.lastgroup or 0)
        here = [mention for mention in found if mention.start < end and start < mention.end]
        before = [mention for mention in found if 0 <= start - mention.end <= _REACH]
        of = here[0] if here else before[-1] if before else None
        if of in joints:
            yield Mention(start, end, Topic.FINDING, "joint_swelling", where=of.where)


def told_swollen(lower: str) -> bool:
    """Whether something is said to be swollen, or not to be."""
    return _SWOLLEN.search(lower) is not None


def kin_too(lower: str, found: Sequence[Mention], asked: str | None) -> Iterator[tuple[str, tuple[int, int]]]:
    """An illness that relatives have as well, and where that is said: "no asthma, but my brother has it".

    It is the one named before, or in a bare reply the one `asked` for ("condition:asthma").
    """
    topic, _, code = (asked or "").partition(":")
    for match in _KIN_TOO.finditer(lower):
        named = [m.code for m in found if m.topic is Topic.CONDITION and 0 <= match.start() - m.end <= _REACH]
        if named or (topic == Topic.CONDITION and code):
            yield (named[-1] if named else code), match.span()


def own_too(lower: str, found: Sequence[Mention]) -> Iterator[tuple[str, tuple[int, int]]]:
    """An illness of a relative that the patient has as well, and where that is said: "Dad has gout and so do I"."""
    for match in _OWN_TOO.finditer(lower):
        named = [m.code for m in found if m.topic is Topic.CONDITION and 0 <= match.start() - m.end <= _REACH]
        if named:
            yield named[-1], match.span()
