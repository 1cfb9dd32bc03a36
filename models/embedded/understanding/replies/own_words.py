"""How often, of what kind, and by what it gets worse or better, as a reply tells it in its own words."""

import re
from collections.abc import Sequence

from models.embedded.replies import answers
from models.embedded.understanding.replies.denials import LACKS_A_SYMPTOM
from models.embedded.understanding.replies.person_replies import ONLY_A_SEX, YEARS
from models.embedded.understanding.words.clauses import PAUSES
from models.embedded.understanding.words.writing import normalise
from models.facts import Details, Fact, Topic


def in_their_words(asked: str, original: str, told: Sequence[Fact], found: Details) -> str:
    """What of the reply answers the question: all of it, or the first clause that does; "" if none does."""
    if asked == "better_with":
        told = [fact for fact in told if fact.topic is not Topic.MEDICINE]
    words = _told_of_it(original, told)
    parts = [part for part in PAUSES.split(words) if part]
    candidates: list[str] = [words, *(parts if len(parts) > 1 else ())]
    for candidate in candidates:
        lower = normalise(candidate).lower()
        other = _tells_another_thing(asked, lower, [fact for fact in told if fact.quote in candidate], found)
        if not other and (answers(asked, lower) or _is_list_of_triggers(asked, lower)):
            return candidate
    return ""


def _told_of_it(original: str, told: Sequence[Fact]) -> str:
    """The reply without the sentences that tell of a medicine or the past: "stairs, and kneeling. I take warfarin"."""
    aside = [fact.quote for fact in told if fact.topic is not Topic.FINDING]
    parts = [part for part in _SENTENCES.split(original.strip()) if part]
    kept = [part for part in parts if not any(quote in part for quote in aside)]
    between = "，" if any(char > "\u3400" for char in original) else ", "
    return between.join(part.strip(" .。,，!！~;；") for part in kept or [original])


_SENTENCES = re.compile(
    r"(?<=[.;!?])\s+|(?<=[。；！？])|[,，]?\s*\band (?=(?:i|i'm|i've|can|could|my|he|she|put)\b)"
    r"|[，,](?=(?:还有|另外|对了)?[我帮])",
    re.I,
)


def _tells_another_thing(asked: str, lower: str, told: Sequence[Fact], found: Details) -> bool:
    """Whether the reply is of an illness, a medicine, an age or a time, and not of how often or when it gets worse."""
    if YEARS.fullmatch(lower) or ONLY_A_SEX.fullmatch(lower):
        return True
    if found.value or LACKS_A_SYMPTOM.match(lower) or (asked != "frequency" and _SAYS_NONE.match(lower)):
        return True
    if found.duration and len(lower.replace(found.duration.words.lower(), "")) <= _BESIDE_A_TIME:
        return True
    others = [fact for fact in told if fact.topic is not Topic.FINDING or fact.code not in _ACTS]
    return bool(others) and not (_WHEN.search(lower) and all(fact.topic is Topic.FINDING for fact in others))


_SAYS_NONE = re.compile(r"(?:no|not|nothing|none)\b|没有?(?!事|精神|劲|力|吃|睡|休息)")
_BESIDE_A_TIME = 6  # characters that leave 有七八天了吧 a time and nothing else
_ACTS = frozenset({"cough", "sneezing", "anxiety", "constipation", "hot_flush"})  # findings that make another worse
_WHEN = re.compile(r"\b(?:when|whenever|after|before|if|while|during|with)\b|的?时候?|以?后|就")


def _is_list_of_triggers(asked: str, words: str) -> bool:
    """ "Stairs, and kneeling", 上楼，还有蹲下: one that is known for a trigger says what the list is of."""
    if asked not in ("worse_with", "better_with"):
        return False
    items = [item for item in _LISTED.split(words) if item]
    return any(_DOING.fullmatch(item) or (len(items) > 1 and answers(asked, item)) for item in items)


_LISTED = re.compile(r"\s*(?:[,，、]|\band\b|\bor\b|还有|或者)+\s*")
_DOING = re.compile(  # kneeling, "going up hill"; 冷风一吹就疼
    r"\W*(?:(?:when i'?m|if i'?m|mostly|mainly|just|it's)\s+)?"
    r"(?!(?:no|some|any|every)thing|getting|feeling|being|taking|having|hurting|aching|killing|bleeding|during|evening)"
    r"[a-z]{2,}ing\b(?: (?!and\b)[a-z']+){0,4}\W*"
    r"|[^，。]{0,6}一[^，。]{1,4}就(?:疼|痛|重|厉害|犯|难受|痒|咳|喘|晕)[^，。]{0,3}"
)


def triggers_told(original: str, found: Details) -> dict[str, object]:
    """What makes it worse or better, told in place of how bad it is: "only when I bend", 下楼才疼."""
    told: dict[str, object] = {}
    for part in filter(None, PAUSES.split(original)):
        kind = "better_with" if HELPS.search(part.lower()) else "worse_with"
        if getattr(found, kind) is None and _HURTS.search(part.lower()) and answers("worse_with", part.lower()):
            told.setdefault(kind, part[:80])
    return told


HELPS = re.compile(
    r"好[些点受]|缓|舒[服坦]|松快|没事|不[疼痛]|\b(?:better|helps?|eases?|fine|all right|alright|okay|nothing|calms?)\b"
)
_HURTS = re.compile(
    r"疼|痛|憋|喘|晕|难受|受不了|厉害|[才就].|好[些点受]|缓|舒[服坦]|松快"
    r"|\b(?:only when|when|if|with|hurts?|pain\w*|sore|do(?:es)? for me|kills?|helps?|eases?|better)\b"
)
