"""Details told of something else than a complaint: the football last night, the wind today, what a sister had."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence

from models.embedded.scope import ScopeKind
from models.embedded.understanding.clauses import Clause, clauses
from models.embedded.understanding.cues import cues, pattern
from models.embedded.understanding.details import Detail
from models.embedded.understanding.english import FILLERS, tokens
from models.embedded.understanding.hearing import Hearing
from models.embedded.understanding.lexicon import Mention
from models.embedded.understanding.medicines import Medicine
from models.embedded.understanding.openings import end_of_echo
from models.embedded.understanding.whose import is_of_another_named
from models.facts import Course, Details, Severity, Topic

_CUES = cues("stray")
_OF_TIME = frozenset({"duration", "course", "frequency", "sudden"})
_OF_NOW = _OF_TIME | {"severity", "side"}
_TURNS = frozenset({Course.BETTER, Course.WORSE})
_WHEN_ASKED = frozenset({"duration", "onset", "sudden"})
_ONSET = pattern(_CUES["onset"])
_TELLS = pattern(_CUES["tells_of_it"])
_ERRANDS = pattern(_CUES["errands"])
_JOURNEYS = pattern(_CUES["journeys"])
_EVERYDAY = pattern(_CUES["everyday"])
_LATENESS = pattern(_CUES["lateness"])
_LATELY = pattern(_CUES["lately"])
_ANOTHER_TIME = pattern(_CUES["another_time"])
_NO_BODY = pattern(_CUES["no_body"])
_ELSEWHERE_TOO = pattern(_CUES["elsewhere_too"])
_THEN, _FINE_NOW = pattern(_CUES["then"]), pattern(_CUES["fine_now"])
_ASKS_US = pattern(_CUES["asks_us"])
_PLAIN_HAN = frozenset(_CUES["plain_han"])
_MOST_HAN, _MOST_WORDS = 4, 2  # characters and words beside a time that still speak of nothing else


def without_strays(
    found: list[Detail], mentions: list[Mention], hearing: Hearing, taken: Sequence[Medicine]
) -> list[Detail]:
    """The details that can be of a complaint as it is now, and are not of a medicine `taken`."""
    lower = hearing.writing.lower
    echo = end_of_echo(lower, hearing.asked) if hearing.asked else 0
    found = [detail for detail in found if detail.start >= echo and not _is_a_bit_of(hearing, detail, mentions)]
    found = [detail for detail in found if not _is_of_a_dose(detail, taken)]
    if all(detail.kind not in _OF_NOW for detail in found):
        return found
    parts = clauses(lower)
    starts, ends = [part.start for part in parts], [part.end for part in parts]

    def touched(start: int, end: int) -> range:
        return range(bisect_right(ends, start), bisect_left(starts, end))

    named = {part for mention in mentions for part in touched(mention.start, mention.end)}

    def alone(detail: Detail) -> Clause | None:
        """The clause it stands in, if nothing is named there."""
        near = touched(detail.start, detail.end)
        if detail.kind not in _OF_NOW or not near or not named.isdisjoint(near):
            return None
        return Clause(starts[near[0]], ends[near[-1]])

    def is_of_a_place(clause: Clause) -> bool:
        """左膝盖摔过，现在还疼: whether it is there that something is felt."""
        return any(one.where and clause.start <= one.where[0] < clause.end for one in mentions)

    def is_stray(detail: Detail) -> bool:
        clause = alone(detail)
        if clause is None or (detail.kind == "side" and is_of_a_place(clause)):
            return False
        if detail.kind == "side" and hearing.asked == "past_history":
            return True  # 还有地贫 beside 右边切过一个瘤: an illness has no side of its own
        of_medicine = detail.kind in _OF_TIME and _follows_a_medicine(detail, clause)
        return of_medicine or _since_it_turned(detail) or _speaks_of_else(detail, clause, hearing)

    def _follows_a_medicine(detail: Detail, clause: Clause) -> bool:
        """Whether a medicine is in the clause, or is what was named last before it."""
        if any(clause.start <= one.start < clause.end for one in taken):
            return True
        last = max((one.end for one in taken if one.end <= detail.start), default=-1)
        return detail.kind == "frequency" and last > max((m.end for m in mentions if m.end <= detail.start), default=-1)

    def _since_it_turned(detail: Detail) -> bool:
        near = touched(detail.start, detail.end)
        turned = (one for one in found if one.kind == "course" and one.value in _TURNS)
        places = (detail.start, max(0, detail.start - 1))  # 这 stands before the words of a time
        lately = detail.kind == "duration" and any(_LATELY.match(lower, place) for place in places)
        return lately and any(touched(one.start, one.end) == near for one in turned)

    kept = _last_course([detail for detail in found if not is_stray(detail)], alone)
    if hearing.asked in ("course", "severity") and not any(detail.kind == "course" for detail in kept):
        kept += _now_better(lower, found, kept)
    times = [detail for detail in kept if detail.kind == "duration" and alone(detail)]
    if hearing.asked in _WHEN_ASKED and not any(detail.kind == "duration" for detail in kept):
        return kept + [d for d in found if d.kind == "duration" and not _is_late(d, hearing)][:1]
    # 两年前做的手术，疼是上个月开始的
    begun = [d for d in times if _BEGAN.search(lower, d.start, d.end) or _BEGAN.match(lower, d.end)]
    begun = [d for d in times if _RECKONED.search(lower, 0, d.start)][-1:] or begun
    return [d for d in kept if d not in times or d in begun or not begun]


def _now_better(lower: str, found: list[Detail], kept: list[Detail]) -> list[Detail]:
    """ "It was awful last night but it's only slight now": a degree that is over, and what is said of now."""
    over = (d for d in found if d.kind == "severity" and d not in kept and d.value is not Severity.MILD)
    fine = next((m for d in over if (m := _FINE_NOW.search(lower, d.end))), None)
    return [Detail(*fine.span(), "course", Course.BETTER)] if fine else []


def _last_course(found: list[Detail], alone: Callable[[Detail], Clause | None]) -> list[Detail]:
    """Of "it eased off Saturday, and since yesterday it's worse" the last stands."""
    turns = [d for d in found if d.kind == "course" and d.value in _TURNS and not d.taken_back and alone(d)]
    return [detail for detail in found if detail not in turns[:-1]]


def _is_of_a_dose(detail: Detail, taken: Sequence[Medicine]) -> bool:
    """5mg twice a day: so often a medicine is taken, whatever illness it is for."""
    if detail.kind != "frequency":
        return False
    doses = (one.dose for one in taken if one.dose and one.end <= one.dose[0])
    return any(start <= detail.start and detail.end <= end for start, end in doses)


def _is_a_bit_of(hearing: Hearing, detail: Detail, mentions: list[Mention]) -> bool:
    """ "A bit of angina" grades no illness."""
    if detail.kind != "severity":
        return False
    illnesses = (one for one in mentions if one.topic is Topic.CONDITION or hearing.asked == "past_history")
    return any(_OF.fullmatch(hearing.writing.lower, detail.end, one.start) for one in illnesses)


_OF = re.compile(r" of (?:an? |the |my |old )*")


def _speaks_of_else(detail: Detail, clause: Clause, hearing: Hearing) -> bool:
    lower = hearing.writing.lower
    words = lower[clause.start : clause.end]
    if _of_another(clause, words, hearing) or _ANOTHER_TIME.search(words) or _is_of_then(detail, clause, hearing):
        return True
    if detail.kind == "side":
        return False
    whole = clause.end if detail.kind == "duration" else detail.end  # 小时候也这样
    if _ELSEWHERE_TOO.search(lower, clause.start, whole) or _ASKS_US.search(words) or _JOURNEYS.search(words):
        return True
    if detail.kind in ("severity", "course"):
        return _NO_BODY.search(words) is not None
    if detail.kind == "frequency":
        return _ERRANDS.search(words) is not None or _TAKEN.search(lower, detail.start, detail.end) is not None
    return detail.kind == "duration" and _lasts_for_else(detail, clause, hearing)


def _is_of_then(detail: Detail, clause: Clause, hearing: Hearing) -> bool:
    """Whether it is of an earlier illness, or of how it was before it got better."""
    lower = hearing.writing.lower
    then = _THEN.search(lower, clause.start, clause.end) and _FINE_NOW.search(lower, detail.end)
    if then and (detail.kind == "severity" or detail.value is Course.WORSE):
        return True
    if detail.kind == "side" and _ONCE.search(lower, clause.start, clause.end) and _BY_NOW.match(lower, clause.end):
        return True  # 左腿做过手术，现在肩膀疼
    long_ago = ScopeKind.PAST in hearing.under(detail.start, detail.end)
    if long_ago and _ONCE.search(lower, clause.start, clause.end) and clause.end < len(lower):
        return True  # 去年扭过，这次: what happened then is no beginning
    if _ONSET.search(lower, clause.start, clause.end):
        return False
    if then and detail.kind not in ("side", "course"):
        return True
    return long_ago


def _is_late(detail: Detail, hearing: Hearing) -> bool:
    return _LATENESS.search(hearing.writing.lower, max(0, detail.start - 6), detail.end + 6) is not None


def _lasts_for_else(detail: Detail, clause: Clause, hearing: Hearing) -> bool:
    """Whether a time is of what somebody does, or stands beside too many words that say nothing of a beginning."""
    lower = hearing.writing.lower
    words = lower[clause.start : clause.end]
    if _LATENESS.search(words) or _EVERYDAY.search(words):
        return True
    if _TELLS.search(words) or (_ONSET.search(words) and not _asked_of_else(hearing)) or _OF_IT.search(words):
        return False
    beside = lower[clause.start : detail.start] + " " + lower[detail.end : clause.end]
    han = [char for char in beside if "\u3400" <= char <= "\u9fff" and char not in _PLAIN_HAN]
    latin = [token for token in tokens(beside) if re.fullmatch(r"[a-z']{2,}", token.word) and token.stem not in FILLERS]
    return len(han) >= _MOST_HAN or len(latin) > _MOST_WORDS


def _asked_of_else(hearing: Hearing) -> bool:
    """Whether the question was of their illnesses, medicines, age or whatever else: 'half a stone since summer'."""
    return hearing.asked is not None and hearing.asked not in (*Details.model_fields, "open", "new", "onset")


_OF_IT = re.compile(
    r"这[个样]?(?:毛病|病|事)?|疼|痛|难受|\b(?:it|it's|it'll|this|that|these|those|they|them|pain\w*|hurt\w*|sore)\b"
)


def _of_another(clause: Clause, words: str, hearing: Hearing) -> bool:
    """Whether a relative who is not the one ill is what the clause is about, and not who noticed or says it."""
    person = hearing.passing.person
    if person is not None and person.relation is not None:
        return is_of_another_named(hearing, clause.end - 1) and not _TELLS.search(words)
    named = any(clause.start <= who[0] < clause.end for who in hearing.passing.mentioned)
    they = _THEY.match(words) and _ONESELF.search(hearing.writing.lower)
    return bool(named or they) and not _TELLS.search(words)


_ONCE = re.compile(r"(?<![通经度])过(?!敏|来|去|年|节|夜)|\b(?:broke|had|was|were|sprained|tore|did)\b")
_BY_NOW = re.compile(
    r"\s*(?:and |but )?(?:现在|这次|这回|今天|最近|目前|眼下|(?:now|this time|today|these days|lately|at the moment)\b)"
)
_RECKONED = re.compile(  # "found it Tuesday, today's Monday, so six days"
    r"[^\s.?!] ?(?:[,.;] |\b(?:and )?)(?:so|i'd say|call it|that's|which is|makes it|make that)"
    r"(?: (?:so|i'd say|call it|that's|that makes|it's|about|around|nearly|maybe|roughly|what|like))*,? $"
    r"|(?:所以|算(?:下来|起来|一算)|那就是|也就是)(?:大概|差不多|有|快|都)*$"
)
_BEGAN = re.compile(
    r"[^，。,.]{0,3}(?:开始|起(?![来床]))|[^.,;]{0,20}\b(?:it|this|the pain)? ?(?:started|began|came on)\b"
)
_TAKEN = re.compile(r"[吃喝服]|打针|贴|抹")
_THEY = re.compile(r"\W*(?:[他她](?!们?说)|人家|(?:he|she|his|hers|they)\b)")
_ONESELF = re.compile(r"我|俺|咱|\b(?:i|i'm|i've|my|mine|me)\b")
