"""Hears an emergency told in words no pattern holds: a small network over the utterance, trained on our phrasings.

The rules stay the ground: this adds what they miss and takes nothing away. It sees the utterance without what is
denied, past, supposed, said in jest or of somebody only mentioned, so that it need not understand those.
"""

import re
from functools import cache, lru_cache
from pathlib import Path

from models.embedded.network import Network, chances_of, load
from models.embedded.scope import Scope, ScopeKind, lowered
from models.embedded.triage.statistics import Floats

WEIGHTS = Path(__file__).parent / "likeness.npz"
DANGER_FROM = 0.6  # the chance of any danger at all from which one is raised,
LIKELY = 0.3  # if one rule has this much of it;
SURE = 0.5  # or the chance of one rule by itself;
SURE_IN_AN_ANSWER = 0.6  # which alone counts in an answer
CLIP = {True: 160, False: 360}  # characters read of a text in Chinese, in another language
SHORTEST = {True: 6, False: 20}  # characters of what is left, in Chinese, in English; less says too little
FEWEST = 4  # different characters
HAN = re.compile("[\u4e00-\u9fff]")
NAMES_NOTHING = re.compile(
    r"\W*(?:我|他|她)?(?:自己|本人)?也?(?:是|有点)?(?:这么|这样|同样)?(?:觉得|感觉|认为|发现)[了的到]?\W*"
)
# How far a pregnancy is, and nothing of it.
ONLY_WITH_CHILD = re.compile(
    r"\W*(?:(?:i'm|i am|she's|she is|now|about|around|nearly|my wife is) )*\d{1,2} ?(?:weeks?|months?|wks?)"
    r"(?: (?:pregnant|gone|along|now|and|today))*\W*"
    r"|\W*(?:我|她|老婆|媳妇|现在|已经)*(?:怀孕|怀|孕|怀上)?了?(?:\d{1,2}|[一二两三四五六七八九十]{1,3})(?:周|个?多?月)多?了?\W*",
    re.IGNORECASE,
)
# What kin are called in dialects it was not trained on, and blood that nobody loses.
PLAINLY = {
    "贫血": "缺铁",
    "血虚": "体虚",
    "崽崽": "宝宝",
    "囡囡": "宝宝",
    "毛毛头": "宝宝",
    "伢子": "孩子",
    "伢儿": "孩子",
    "姆妈": "妈妈",
    "阿妈": "妈妈",
    "阿爸": "爸爸",
}
SAID_OTHERWISE = re.compile("|".join(PLAINLY))
SILENT = frozenset(ScopeKind) - {ScopeKind.UNCERTAIN}


@cache
def shipped() -> Network:
    return load(WEIGHTS)


def left_standing(text: str, scopes: tuple[Scope, ...]) -> str:
    """The text without the stretches under a scope that silences them, and without the words that do so."""
    gone, low = bytearray(len(text)), lowered(text)
    for scope in scopes:
        if scope.kind in SILENT:
            start = low.rfind(scope.cue, 0, scope.start + len(scope.cue)) if scope.cue else scope.start
            start = scope.start if start < 0 or scope.start - start > len(scope.cue) + 1 else start
            if scope.kind is ScopeKind.NEGATED and HAN.search(scope.cue):  # 脖子不硬: with what it is said of
                start = max(low.rfind(stop, 0, start) + 1 for stop in "，、。；！？,;!?")
            gone[start : scope.end] = b"\1" * (scope.end - start)
    return " ".join("".join(" " if out else char for char, out in zip(text, gone, strict=True)).split())


def alike(
    text: str, network: Network | None = None, *, answer: bool = False, at_least: float | None = None
) -> dict[int, float]:
    """The rules whose emergencies `text`, with nothing denied in it, sounds like, with their chances.

    Few answers to a question tell of an emergency beside it: in an `answer` a rule must be likelier. The thresholds
    were set on texts of writers nothing was learnt from: 1,829 emergencies, 420 letters without one, 2,085 lines of
    talks. `at_least` is a chance that counts instead of the thresholds.
    """
    text = SAID_OTHERWISE.sub(lambda word: PLAINLY[word[0]], text)
    if len(text) < SHORTEST[bool(HAN.search(text))] or len(set(text)) < FEWEST:
        return {}
    if NAMES_NOTHING.fullmatch(text) or ONLY_WITH_CHILD.fullmatch(text):
        return {}
    chances = _chances(text) if network is None else chances_of(clipped(text), network)
    none, *others = map(float, chances)
    enough = SURE_IN_AN_ANSWER if answer else LIKELY if 1 - none >= DANGER_FROM else SURE
    enough = enough if at_least is None else at_least
    rules = map(int, (network or shipped()).labels[1:])
    return {rule: chance for rule, chance in zip(rules, others, strict=True) if chance >= enough}


@lru_cache(maxsize=256)
def _chances(text: str) -> Floats:
    return chances_of(clipped(text), shipped())


def clipped(text: str) -> str:
    """The beginning of a long text and, since the newest is often last, some of its end."""
    most = CLIP[bool(HAN.search(text))]
    return text if len(text) <= most else f"{text[: most * 3 // 4]} {text[-most // 4 :]}"
