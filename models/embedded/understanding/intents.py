"""What the patient wants of the nurse, how they feel, and the questions they put."""

import re
from itertools import pairwise

from models.embedded.understanding.cues import Cue, cues
from models.embedded.understanding.words.writing import Writing, is_mash
from models.facts import Intent, Mood

_CUES = cues("intents")

_WANTS = {Intent(value): Cue(words) for value, words in _CUES["wants"].items()}

_REFUSES_PERSON = Cue(_CUES["refuses_person"])
_HOSPITAL_TOPIC = Cue(_CUES["hospital_topic"])
_MEDICAL_TOPIC = Cue(_CUES["medical_topic"])
_ASKS = Cue(_CUES["asks"])
_RHETORICAL = Cue(_CUES["rhetorical"])
_QUESTION_PARTS = re.compile(r"(?:[^。！？!?；;\n.]|\.(?=\d))+[。！？!?；;.]?")

_MOODS = tuple((Mood(value), Cue(words)) for value, words in _CUES["moods"].items())


def intents(writing: Writing) -> frozenset[Intent]:
    lower = writing.lower
    if is_mash(writing.text):
        return frozenset({Intent.NONSENSE})
    found = {intent for intent, pattern in _WANTS.items() if pattern.search(lower)}
    if _REFUSES_PERSON.search(lower):
        found.discard(Intent.WANTS_PERSON)
    if Intent.FINISH in found and Intent.DISAGREES in found:
        found.discard(Intent.DISAGREES)
    return frozenset(found)


def mood(writing: Writing) -> Mood:
    lower = writing.lower
    for kind, cue in _MOODS:
        match = cue.search(_NOT_AT_US.sub(" ", lower) if kind is Mood.ANGRY else lower)
        if (
            match
            and not _NOT_FELT.search(lower[max(0, match.start() - 8) : match.start()])
            and not (kind is Mood.IN_PAIN and _is_supposed(lower, match))
        ):
            return kind
    if re.search(r"[!！]{3,}", lower):
        return Mood.ANGRY
    return Mood.CALM


# 脸上长痘，烦死了: of what they came with, and not of us.
_NOT_AT_US = re.compile(
    r"(?<=[疼痛痒痘疹斑胀麻肿咳喘晕响叫闷酸睡觉])(?:得|的)?[，, ]?(?:都|真是?|可|把我|快)*[烦气急]死"
)


def _is_supposed(lower: str, pain: re.Match[str]) -> bool:
    """头疼厉害了吃一片布洛芬, "when it's unbearable I take two": told of such times, not of now."""
    clause = max(lower.rfind(stop, 0, pain.start()) for stop in "，。；！？,.;!?") + 1
    return bool(_WHEN_ZH.match(lower, pain.end()) or _WHEN_EN.search(lower, clause, pain.start()))


_WHEN_ZH = re.compile(
    "(?:了|的时候|的话|时)?[，,]?(?:我|她|他)?(?:就|才|再|会|得|要)*(?:吃|用|喝|抹|贴|喷|打针|忍)|的(?:时候|话)"
)
_WHEN_EN = re.compile(r"\b(?:when|whenever|if|once)\b")
_NOT_FELT = re.compile(r"(?:不|没|没有|别|不用|不太|不是)$|\b(?:not|no|n't|never) (?:\w+ )?$")


def questions(writing: Writing) -> tuple[tuple[str, ...], frozenset[Intent]]:
    """The parts that ask something, in the patient's words, and what kinds of question they are."""
    asked: list[str] = []
    kinds: set[Intent] = set()
    for part in _QUESTION_PARTS.finditer(writing.text):
        lower = writing.lower[part.start() : part.end()]
        if not _ASKS.search(lower) or _RHETORICAL.search(lower):
            continue
        start = part.start()
        for piece in _pieces(lower):
            hospital, medical = _HOSPITAL_TOPIC.search(lower, *piece), _MEDICAL_TOPIC.search(lower, *piece)
            if not hospital and not medical:
                continue
            words = writing.words(start + piece[0], start + piece[1]).strip(" ,，")
            asked.append(re.sub(r"[\s,，]+(?:and|also|then)$", "", words))
            kinds.add(
                Intent.QUESTION if hospital and not (medical and _clinical(lower, piece)) else Intent.MEDICAL_QUESTION
            )
    return tuple(words for words in asked if words), frozenset(kinds)


def _clinical(lower: str, piece: tuple[int, int]) -> bool:
    """Whether a question that touches both is about the illness: it asks for a cause, a cure or a verdict."""
    return bool(_CLINICAL.search(lower, *piece))


_CLINICAL = Cue(_CUES["clinical"])
_NEW_QUESTION = Cue(_CUES["new_question"])


def _pieces(lower: str) -> list[tuple[int, int]]:
    """A sentence that asks, without the statements before its question: my throat hurts, where do I pay?"""
    cuts = [0, *(m.end() for m in _NEW_QUESTION.finditer(lower)), len(lower)]
    pieces = [(start, end) for start, end in pairwise(cuts) if lower[start:end].strip()]
    asking = [piece for piece in pieces if _ASKS.search(lower[slice(*piece)].strip())] or [(0, len(lower))]
    return [_shortened(lower, piece) for piece in asking]


_CUTS = re.compile(r"[，,：:]|(?<=[\u4e00-\u9fff]) (?=[\u4e00-\u9fff])")
LONG_QUESTION = 40  # characters; longer ones tell a story first


def _shortened(lower: str, piece: tuple[int, int]) -> tuple[int, int]:
    """The end of a long piece, from the comma before its first words that ask."""
    start, end = piece
    if end - start <= LONG_QUESTION:
        return piece
    cuts = [
        start,
        *(match.end() for match in _CUTS.finditer(lower, start, end) if match.end() > start),
    ]
    asking = [cut for cut, after in zip(cuts, [*cuts[1:], end], strict=True) if _ASKS.search(lower[cut:after].strip())]
    return (asking[-1] if asking else start, end)
