"""Places and sensations put together where English speakers keep them apart: "my knee has started to hurt"."""

import re
from collections.abc import Sequence

from frontdesk.models.mentions.felt import Felt
from frontdesk.models.parsers.english import FILLERS, STOPS, Token, stem
from frontdesk.models.parsers.trie import Hit

_PREPOSITIONS = frozenset(
    [
        "in",
        "on",
        "of",
        "around",
        "at",
        "behind",
        "under",
        "near",
        "across",
        "inside",
        "over",
        "to",
        "down",
        "along",
        "with",
        "when",
        "while",
        "during",
        "from",
        "through",
    ]
)
_BREAKS = (
    frozenset(
        [
            "but",
            "except",
            "then",
            "so",
            "because",
            "since",
            "although",
            "though",
            "which",
            "who",
            "if",
            "or",
            "until",
            "before",
            "after",
            "no",
            "not",
        ]
    )
    | STOPS
)
_NOT_A_PLACE = {
    "back": frozenset(
        [
            "come",
            "came",
            "go",
            "going",
            "went",
            "get",
            "got",
            "getting",
            "send",
            "sent",
            "call",
            "came",
            "bring",
            "brought",
            "come",
            "back",
            "give",
            "gave",
            "put",
        ]
    ),
    "hand": frozenset(["other"]),
    "head": frozenset(["to"]),
    "face": frozenset(["to", "can't"]),
}


# In these forms a place is something done: facing a problem, heading home, handed in.
_DONE = ("ing", "ed")
_A_PLACE_AS_DONE = frozenset({"swallow", "pee"})
# Names of illness rather than of something felt, so only right beside the place: "trouble with my feet".
# The bottom of something else: "on the bottom left", "the bottom of my foot", "bottom lip".
_BOTTOM_OF = frozenset({"left", "right", "of", "lip", "jaw", "tooth", "teeth", "row", "gum", "gums", "half", "line"})
_BESIDE_ONLY = frozenset({"problem", "troubl"})  # stems
# "Heart trouble" and "kidney problems" are illnesses and hurt nowhere.
_NO_FEELING = frozenset({"heart", "flank"})
# Something else is told of the second place: "a lump in my breast, had breast cancer".
_SAYS_ANEW = frozenset({"had", "has", "have", "having", "is", "was", "are", "were", "been", "i've", "he's", "she's"})
# What the whole person is as well: "my eyes get tired", but not "my leg hurts and I feel weak".
_OF_THE_PERSON = frozenset({"weak", "tired", "cold", "shake"})
_THE_PERSON = frozenset({"i", "i'm", "im", "i've", "he", "he's", "she", "she's"})
_LINKS = frozenset(
    map(stem, ("is", "are", "was", "been", "get", "feel", "look", "seem", "become", "go", "start", "keep"))
)
_HURT = frozenset({"injury", "fracture", "cut", "burnt"})  # done once: no pulling at the back of the head


_AT_THE_BACK = re.compile("(?:at|in|near|towards) the back")
_HAS_A_BACK = frozenset(
    stem(word) for word in ("tooth", "teeth", "toothache", "molar", "gum", "throat", "mouth", "tongue")
)


def is_place(words: Sequence[Token], hit: Hit[str]) -> bool:
    word = words[hit.start]
    if word.word == "but":  # no butt
        return False
    if hit.end - hit.start == 1 and word.word.endswith(_DONE) and word.stem not in _A_PLACE_AS_DONE:
        return False
    if word.word == "bottom" and hit.end < len(words) and words[hit.end].word in _BOTTOM_OF:
        return False
    before = words[hit.start - 1].word if hit.start else ""
    if word.stem in _NOT_A_PLACE and hit.end - hit.start == 1:
        after = words[hit.end].word if hit.end < len(words) else ""
        if word.stem == "back" and after == "of":  # of the neck, of the knee
            return False
        if _AT_THE_BACK.fullmatch(" ".join(one.word for one in words[max(0, hit.start - 2) : hit.start + 1])) and any(
            one.stem in _HAS_A_BACK for one in words[: hit.start]
        ):
            return False  # toothache, right at the back
        if before in _NOT_A_PLACE[word.stem] or (
            word.stem == "back"
            and after in ("in", "to", "then", "and", "when")
            and before not in ("my", "his", "her", "the", "your")
        ):
            return False
    return True


def felt_with(words: Sequence[Token], sites: list[Hit[str]], all_felt: list[Hit[str]], felt: Hit[str]) -> list[Felt]:
    if felt.value in _HURT and words[felt.start].word.endswith("ing"):
        return []
    if words[felt.end - 1].stem in _BESIDE_ONLY and felt.end - felt.start == 1:
        return _troubled(words, sites, felt)
    if felt.value == "tired":
        return _tired(words, sites, felt)
    after = next((site for site in sites if site.start >= felt.end), None)
    if after:
        gap = words[felt.end : after.start]
        content = [token for token in gap if token.stem not in FILLERS]
        linked = not content or any(token.word in _PREPOSITIONS for token in content[:2])
        if linked and len(content) <= 4 and not any(t.word in _BREAKS or t.word == "and" for t in gap):
            found = [_felt_en(words, after, felt)]
            for left, right in zip(sites[sites.index(after) :], sites[sites.index(after) + 1 :], strict=False):
                if not _joined_en(words, left, right) or any(
                    left.end <= f.start < right.start or f.start == right.end for f in all_felt
                ):
                    break
                found.append(_felt_en(words, right, felt))
            return found
    before = [site for site in sites if site.end <= felt.start]
    if not before:
        return []
    near = before[-1]
    gap = words[near.end : felt.start]
    content = [token for token in gap if token.stem not in FILLERS]
    if felt.value in _OF_THE_PERSON and any(token.word in _THE_PERSON for token in gap):
        return []
    if not any(token.word in _BREAKS for token in gap) and len(content) <= 5:
        found = [_felt_en(words, near, felt)]
        for left, right in zip(reversed(before[:-1]), reversed(before), strict=False):
            if not _joined_en(words, left, right):
                break
            found.append(_felt_en(words, left, felt))
        return found
    last = max((i for i, token in enumerate(gap) if token.word in STOPS), default=-1)
    if last >= 0 and len([t for t in gap[last + 1 :] if t.stem not in FILLERS]) <= 1 and len(gap) <= 10:
        return [_felt_en(words, near, felt)._replace(start=words[felt.start].start, carried=True)]
    return []


def _troubled(words: Sequence[Token], sites: list[Hit[str]], felt: Hit[str]) -> list[Felt]:
    """ "Throat problem", "my knee is a problem", "trouble with my left foot"; not "problems I am facing"."""
    named = [site for site in sites if site.value not in _NO_FEELING]
    before = next((site for site in reversed(named) if site.end <= felt.start), None)
    apart = {token.word for token in _content(words[before.end : felt.start])} if before else set()
    if before and apart <= {"without"}:
        return [_felt_en(words, before, felt)]
    after = next((site for site in named if site.start >= felt.end), None)
    between = [token.word for token in _content(words[felt.end : after.start])] if after else []
    return [_felt_en(words, after, felt)] if after and between and set(between) <= {*_PREPOSITIONS, "passing"} else []


def _tired(words: Sequence[Token], sites: list[Hit[str]], felt: Hit[str]) -> list[Felt]:
    """ "Tired legs", "my eyes feel gritty and tired"; not "my legs ache and I'm tired"."""
    after = next((site for site in sites if site.start >= felt.end), None)
    if after and not _content(words[felt.end : after.start]):
        return [_felt_en(words, after, felt)]
    before = next((site for site in reversed(sites) if site.end <= felt.start), None)
    gap = words[before.end : felt.start] if before else ()
    said_of_it = not gap or gap[0].stem in _LINKS or (gap[0].stem in FILLERS and not _content(gap))
    broken = any(token.word in _BREAKS or token.word in _THE_PERSON for token in gap)
    return [_felt_en(words, before, felt)] if before and said_of_it and not broken else []


def _content(words: Sequence[Token]) -> list[Token]:
    return [token for token in words if token.stem not in FILLERS]


def _felt_en(words: Sequence[Token], site: Hit[str], felt: Hit[str]) -> Felt:
    start, end = min(site.start, felt.start), max(site.end, felt.end)
    where = (words[site.start].start, words[site.end - 1].end)
    what = (words[felt.start].start, words[felt.end - 1].end)
    return Felt(site.value, felt.value, words[start].start, words[end - 1].end, where, what)


def _joined_en(words: Sequence[Token], left: Hit[str], right: Hit[str]) -> bool:
    gap = words[left.end : right.start]
    if any(token.word in _SAYS_ANEW for token in gap):
        return False
    between = {token.word for token in gap if token.stem not in FILLERS}
    return bool(between) and between <= {"and", ",", "or", "&"}
