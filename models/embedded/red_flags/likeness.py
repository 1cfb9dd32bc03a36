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
SURE_FROM = 0.3  # the chance of one rule from which it is raised, if harmlessness is unlikely or has little more
SURE_IN_A_TALE = 0.15  # the same where much is told, in which one sentence of danger counts for less
SURE_IN_AN_ANSWER = 0.45
A_TALE = {True: 60, False: 150}  # characters from which much is told, in Chinese, in English
HARMLESS_BELOW = 0.55  # the chance of harmlessness from which it is no longer unlikely
AS_LIKELY = 0.5  # share of the chance of harmlessness that a rule must then have
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


def alike(text: str, network: Network | None = None, *, answer: bool = False) -> dict[int, float]:
    """The rules whose emergencies `text`, with nothing denied in it, sounds like, with their chances.

    Few answers to a question tell of an emergency beside it: in an `answer` a rule must be likelier than harmlessness,
    and likely. The thresholds were set on 335 emergencies (two lost), 410 ordinary texts (two alarms fewer) and 1,300
    lines of whole talks (9 of 30 fewer), in both languages.
    """
    text = SAID_OTHERWISE.sub(lambda word: PLAINLY[word[0]], text)
    if len(text) < SHORTEST[bool(HAN.search(text))] or len(set(text)) < FEWEST:
        return {}
    if NAMES_NOTHING.fullmatch(text) or ONLY_WITH_CHILD.fullmatch(text):
        return {}
    chances = _chances(text) if network is None else chances_of(clipped(text), network)
    none, *others = map(float, chances)
    enough = SURE_IN_A_TALE if len(text) >= A_TALE[bool(HAN.search(text))] else SURE_FROM
    sure = enough if none < HARMLESS_BELOW else AS_LIKELY * none
    sure = max(sure, none, SURE_IN_AN_ANSWER) if answer else sure
    rules = map(int, (network or shipped()).labels[1:])
    return {rule: chance for rule, chance in zip(rules, others, strict=True) if chance >= sure}


@lru_cache(maxsize=256)
def _chances(text: str) -> Floats:
    return chances_of(clipped(text), shipped())


def clipped(text: str) -> str:
    """The beginning of a long text and, since the newest is often last, some of its end."""
    most = CLIP[bool(HAN.search(text))]
    return text if len(text) <= most else f"{text[: most * 3 // 4]} {text[-most // 4 :]}"
