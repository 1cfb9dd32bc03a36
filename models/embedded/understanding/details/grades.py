"""Degrees told as a number of ten, "about 7", 得有八分, or by a word."""

import re
from collections.abc import Iterator

from models.embedded.understanding.cues import Cue, cues, pattern
from models.embedded.understanding.words.numbers import CHINESE, number
from models.facts import Severity


def on_a_scale(lower: str) -> Iterator[tuple[int, int, Severity]]:
    """From and to where a degree is told on a scale, wherever it stands: "8 out of 10"."""
    for match in _SCALE.finditer(lower):
        value = _first_number(match)
        if value is not None and value <= _WORST:
            yield *match.span(), _graded(value)


_SCALE = Cue(cues("details")["scale"])
_WORST = 10


def _first_number(match: re.Match[str]) -> float | None:
    return next((number(words) for words in match.groupdict().values() if words), None)


def _graded(value: float) -> Severity:
    return Severity.SEVERE if value >= 7 else Severity.MODERATE if value >= 4 else Severity.MILD


def grade(text: str) -> Severity | None:
    """A severity given as a number from 0 to 10 and no more than a few words with it ("about 7", 得有八分)."""
    told = (_GRADE.fullmatch(clause) for clause in _CLAUSES.split(text.lower().rstrip(".")))
    values = [number(match["n"]) for match in told if match]
    values += [number(match["n"]) for match in _GRADE_WHEN.finditer(text.lower())]
    worst = max((value for value in values if value is not None and value <= _WORST), default=None)
    return None if worst is None else _graded(worst)


_CLAUSES = re.compile(r"[，,。;；!！?？]\s*|\.\s")
_NUMBER_OF_TEN = rf"\d{{1,2}}(?:\.\d)?|{CHINESE}|(?:zero|one|two|three|four|five|six|seven|eight|nine|ten)\b"
_GRADE = re.compile(
    r"\W*(?:第[一二三]天|头[一两]天|刚开始|来的时候|白天|晚上|夜里|早上|十分(?:里头?|满分)?就|大概|大约|差不多|应该|估计|可能|也就|就|得|能|有|到|是|打个?|给个?|(?:疼|痛|咳|晕|痒|难受|发作|犯)起来|最?(?:疼|痛|厉害|严重|难受|重)的?时候?|最[疼痛]|疼到?|痛到?|现在|最多|至少|我觉得|我?说"
    r"|(?:so|this|this one|is|an?|about|around|maybe|probably|roughly|i'?d say|i would say|say|it'?s|at least|at most"
    r"|almost|nearly|like|good|solid|easily|between|up to|from|now|the pain is|pain is|well|oh|erm?|um+|uh)\b\s*)*\s*"
    rf"(?P<n>{_NUMBER_OF_TEN})(?:\s*(?:到|至|-|~|to|or|and)?\s*(?:{_NUMBER_OF_TEN}))?"
    r"\s*(?:[多来几]?[分级成]|out of (?:ten|10)|/\s*10)?(?:的样子|左右|吧|了|呢|啊|啦|咯|嘛|哦|总有|得有|是有的"
    r"|\s*(?:maybe|or so|i think|i guess|i'd say|at least))*\W*"
)
_GRADE_WHEN = re.compile(  # "2 at rest, 7 on the stairs", "sitting, a two. On the stairs it's a good seven"
    rf"(?:(?<![\d.\w])|\bit(?:'s| is) (?:like |about |maybe |an? |good |solid )*)(?P<n>{_NUMBER_OF_TEN})"
    r"(?: (?:at|on|when|if|sitting|standing|walking|lying|moving|most|normally|usually)\b|(?=\W*$))"
)


def degree_named(lower: str) -> Severity | None:
    """The degree that a word of a short reply names: 有点, "not too bad", 一般."""
    if _MILD_WORD.search(lower):
        return Severity.MILD
    if _SEVERE_WORD.search(lower):
        return Severity.SEVERE
    return Severity.MODERATE if _MODERATE_WORD.search(lower) else None


_REPLIES = cues("answers")
_MILD_WORD, _SEVERE_WORD = pattern(_REPLIES["mild_word"]), pattern(_REPLIES["severe_word"])
_MODERATE_WORD = re.compile(r"中|一般|\b(?:moderate|medium|middle|so-so|average)\b")
