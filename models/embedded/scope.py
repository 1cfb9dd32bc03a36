"""Which stretches of an utterance are negated, past, recovered, supposed, uncertain, about somebody else, or idiom."""

import re
from collections.abc import Iterable
from enum import StrEnum
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

import yaml

from models.facts import Language, Value

LIST_ITEM_WORDS = 4  # "no fever, cough, chest pain": a longer stretch between commas says something of its own
OR = re.compile(r"\b(?:and/)?n?or\b(?: an?\b)?")  # "..., black stools or weight loss" are two items
BARE = {
    Language.ZH: 3,
    Language.EN: 12,
}  # characters beside a cue that say nothing of their own: "but it has", "现在都"
LIST_ITEMS = 12
ZH_ITEM = 4  # characters of a bare item between Chinese commas: 发烧，咳嗽都没有
ZH_REACH = 14  # characters a Chinese negation governs when no punctuation ends it
ZH_NOT_REACH = 7  # and a bare 不


class ScopeKind(StrEnum):
    NEGATED = "negated"
    PAST = "past"  # long ago: last year, as a child, history of
    RECOVERED = "recovered"  # there lately, gone now
    HYPOTHETICAL = "hypothetical"
    UNCERTAIN = "uncertain"
    OTHER_PERSON = "other_person"  # somebody who is only mentioned
    IDIOM = "idiom"


class Scope(Value):
    """`text[start:end]` is under `kind`. The cue stands outside it, except for idioms, which are the whole stretch."""

    start: int
    end: int
    kind: ScopeKind
    cue: str

    def covers(self, start: int, end: int) -> bool:
        """Whether words at [start, end) are governed: they begin inside. A cue that is part of them does not count."""
        if self.kind is ScopeKind.IDIOM:
            return self.start < end and start < self.end
        return self.start <= start < self.end


class Segment(NamedTuple):
    """A clause; `joint` is what stands before it."""

    start: int
    end: int
    joint: str  # "sentence", "comma", "list" (、) or "contrast"


Sentence = tuple[Segment, ...]


@lru_cache(maxsize=128)
def scopes(text: str, language: Language) -> tuple[Scope, ...]:
    """Every scope in `text`, which is normalised. Ordered by start."""
    text = lowered(text)
    sentences = _sentences(text, language)
    negated = _negated(text, sentences, language)
    found = [
        *_idioms(text, language),
        *negated,
        *_past(text, sentences, language, negated),
        *_recovered(text, sentences, language),
        *_hypothetical(text, sentences, language),
        *_uncertain(text, sentences, language),
        *_other_person(text, sentences, language),
    ]
    return tuple(sorted((s for s in found if s.start < s.end), key=lambda scope: (scope.start, scope.end)))


def lowered(text: str) -> str:
    """Lower case with straight apostrophes, every character staying where it is."""
    low = text.lower()
    if len(low) != len(text):
        low = "".join(small if len(small := char.lower()) == 1 else char for char in text)
    return low.replace("’", "'")


@cache
def _words() -> dict[str, dict[str, str | list[str]]]:
    words: dict[str, dict[str, str | list[str]]] = yaml.safe_load(
        Path(__file__).with_suffix(".yaml").read_text("utf-8")
    )
    return words


@cache
def _cue(language: Language, name: str) -> re.Pattern[str]:
    """The compiled cues of one kind; what a language does not list never matches."""
    entry = _words()[language].get(name, "(?!)")
    fragments = entry if isinstance(entry, str) else "|".join(entry)
    fragments = re.sub(r"\s*\n\s*", " ", fragments).replace(" |", "|").replace("n't", "n'?t")
    bounded = language is Language.EN and name not in ("sentence", "comma")
    return re.compile(rf"(?<![\w'])(?:{fragments})(?:(?<=\s)|(?!\w))" if bounded else fragments)


def _sentences(text: str, language: Language) -> tuple[Sentence, ...]:
    sentences, start = [], 0
    for mark in _cue(language, "sentence").finditer(text):
        sentences.append(_segments(text, start, mark.start(), language))
        start = mark.end()
    return (*sentences, _segments(text, start, len(text), language))


def _segments(text: str, start: int, end: int, language: Language) -> Sentence:
    joints = [
        (m.start(), m.end(), "list" if m[0] == "、" else "comma")
        for m in _cue(language, "comma").finditer(text, start, end)
    ]
    joints += [(m.start(), m.start(), "contrast") for m in _cue(language, "contrast").finditer(text, start, end)]
    segments, joint = [], "sentence"
    for stop, resume, kind in sorted(joints):
        if stop >= start:
            segments.append(Segment(start, stop, joint))
            start, joint = resume, kind
    return (*segments, Segment(start, end, joint))


def _idioms(text: str, language: Language) -> list[Scope]:
    void = _spans("idiom_void", text, language)
    return [
        Scope(start=m.start(), end=m.end(), kind=ScopeKind.IDIOM, cue=m[0])
        for m in _cue(language, "idiom").finditer(text)
        if not _touches(m.span(), void)
    ]


def _negated(text: str, sentences: tuple[Sentence, ...], language: Language) -> list[Scope]:
    pseudo = _spans("pseudo", text, language)
    found = []
    for sentence in sentences:
        for at, segment in enumerate(sentence):
            for cue in _cue(language, "negation").finditer(text, segment.start, segment.end):
                if not _touches(cue.span(), pseudo):
                    end = _end_of_list(text, sentence, at, cue, language)
                    found.append(Scope(start=cue.end(), end=end, kind=ScopeKind.NEGATED, cue=cue[0]))
            after = _cue(language, "negated_before").search(text, segment.start, segment.end)
            if after and not _touches(after.span(), pseudo):
                over_commas = ("都" in after[0] or "全" in after[0]) and after.start() - segment.start <= ZH_ITEM
                start = _start_of_list(sentence, at, over_commas)
                start = max(
                    [start, *(s.start for s in found if s.start <= after.start() - 1 and s.start > segment.start)]
                )
                found.append(Scope(start=start, end=after.start(), kind=ScopeKind.NEGATED, cue=after[0]))
    return found


def _end_of_list(text: str, sentence: Sentence, at: int, cue: re.Match[str], language: Language) -> int:
    """Where a negation ends that governs the items after it: "no fever, cough or chills"."""
    start, reach = cue.end(), ZH_NOT_REACH if cue[0].endswith("不") else ZH_REACH
    end = sentence[at].end if language is Language.EN else min(sentence[at].end, start + reach)
    if end < sentence[at].end or not text[start:end].strip():
        return end
    closed = _cue(language, "comma_list_last")
    whole_list = language is Language.ZH and any(
        closed.search(text, s.start, s.end) for s in sentence[at + 1 : at + 1 + LIST_ITEMS]
    )
    for following in sentence[at + 1 : at + 1 + LIST_ITEMS]:
        if following.joint == "list" or (
            following.joint == "comma" and _is_item(text, following, language, whole_list)
        ):
            end = following.end
        else:
            break
    return end


def _is_item(text: str, segment: Segment, language: Language, whole_list: bool) -> bool:
    if language is Language.ZH:
        return whole_list
    items = OR.split(text[segment.start : segment.end])
    says_more = _cue(language, "comma_list_break")
    return 0 < max(len(item.split()) for item in items) <= LIST_ITEM_WORDS and not any(map(says_more.search, items))


def _start_of_list(sentence: Sentence, at: int, over_commas: bool) -> int:
    """Where a negation begins that stands after what it denies: 发烧、咳嗽都没有."""
    start = sentence[at].start
    while at > 0 and (sentence[at].joint == "list" or (over_commas and _is_short_item(sentence, at))):
        at -= 1
        start = sentence[at].start
    return start


def _is_short_item(sentence: Sentence, at: int) -> bool:
    before = sentence[at - 1]
    return sentence[at].joint == "comma" and before.end - before.start <= ZH_ITEM


def _past(text: str, sentences: tuple[Sentence, ...], language: Language, negated: list[Scope]) -> list[Scope]:
    found = []
    for sentence in sentences:
        came_back = _cue(language, "past_void").finditer(text, sentence[0].start, sentence[-1].end)
        if not all(any(scope.covers(*cue.span()) for scope in negated) for cue in came_back):
            continue  # what came back is not past, unless it "never happened again"
        for at, segment in enumerate(sentence):
            for name in ("past", "past_forward"):
                for cue in _cue(language, name).finditer(text, segment.start, segment.end):
                    start = _start_of_past(sentence, at, cue, language) if name == "past" else cue.end()
                    end = _end_of_past(text, sentence, at, cue, language)
                    found.append(Scope(start=start, end=end, kind=ScopeKind.PAST, cue=cue[0]))
    return found


def _start_of_past(sentence: Sentence, at: int, cue: re.Match[str], language: Language) -> int:
    """A clause that only says when ("when I was a child") speaks of the clause before it."""
    segment = sentence[at]
    return (
        sentence[at - 1].start
        if at > 0 and segment.end - segment.start - len(cue[0]) < BARE[language]
        else segment.start
    )


def _end_of_past(text: str, sentence: Sentence, at: int, cue: re.Match[str], language: Language) -> int:
    end = sentence[at].end
    alone = end - cue.end() + cue.start() - sentence[at].start < BARE[language]
    for following in sentence[at + 1 :]:
        goes_on = _cue(language, "past_goes_on").search(text, following.start, following.end)
        if following.joint == "contrast" or not (following.joint == "list" or alone or goes_on):
            break
        end, alone = following.end, False
    stop = _cue(language, "past_break").search(text, cue.end(), end)
    return stop.start() if stop else end


def _recovered(text: str, sentences: tuple[Sentence, ...], language: Language) -> list[Scope]:
    pseudo = _spans("pseudo", text, language)
    found = []
    for number, sentence in enumerate(sentences):
        for segment in sentence:
            cue = _cue(language, "recovered").search(text, segment.start, segment.end)
            if cue and "不" in cue[0] and _touches(cue.span(), pseudo):
                cue = None
            if cue and not _cue(language, "recovered_void").search(text, segment.start, segment.end):
                start = segment.start
                if len(text[start : cue.start()].strip()) <= BARE[language]:
                    start = sentence[0].start if segment is not sentence[0] else sentences[max(number - 1, 0)][0].start
                found.append(Scope(start=start, end=cue.end(), kind=ScopeKind.RECOVERED, cue=cue[0]))
    return found


def _hypothetical(text: str, sentences: tuple[Sentence, ...], language: Language) -> list[Scope]:
    void = _spans("hypothetical_void", text, language)
    found = []
    for sentence in sentences:
        for at, segment in enumerate(sentence):
            for cue in _cue(language, "hypothetical").finditer(text, segment.start, segment.end):
                if not _touches(cue.span(), void):
                    ends = "hearsay_end" if _cue(language, "hearsay").fullmatch(cue[0]) else "hypothetical_end"
                    stop = _cue(language, ends).search(text, cue.end(), segment.end)
                    end = stop.start() if stop else _end_of_supposing(text, sentence, at, language)
                    found.append(Scope(start=cue.end(), end=end, kind=ScopeKind.HYPOTHETICAL, cue=cue[0]))
    for sentence in sentences:
        after = _cue(language, "hypothetical_before").search(text, sentence[0].start, sentence[-1].end)
        if after:
            start = max(s.start for s in sentence if s.joint != "contrast" and s.start <= after.start())
            found.append(Scope(start=start, end=after.start(), kind=ScopeKind.HYPOTHETICAL, cue=after[0]))
    return found


def _end_of_supposing(text: str, sentence: Sentence, at: int, language: Language) -> int:
    """ "What are the signs of a stroke, like a drooping face?" """
    goes_on = _cue(language, "hypothetical_goes_on")
    end = sentence[at].end
    for following in sentence[at + 1 :]:
        if not goes_on.match(text[following.start : following.end].lstrip()):
            break
        end = following.end
    return end


def _uncertain(text: str, sentences: tuple[Sentence, ...], language: Language) -> list[Scope]:
    return [
        Scope(start=cue.end(), end=segment.end, kind=ScopeKind.UNCERTAIN, cue=cue[0])
        for segment in _all(sentences)
        for cue in _cue(language, "uncertain").finditer(text, segment.start, segment.end)
    ]


def _other_person(text: str, sentences: tuple[Sentence, ...], language: Language) -> list[Scope]:
    """People who are only mentioned. A relative is the patient unless the speaker talks of their own complaint too."""
    brought = _cue(language, "brought").search(text) or _ill_now(text, language)
    speaks_of_self = _cue(language, "self").search(text)
    found = []
    for sentence in sentences:
        start, end = sentence[0].start, sentence[-1].end
        mentions = [] if brought else list(_cue(language, "other_person").finditer(text, start, end))
        only_mentioned = _cue(language, "relative_only_mentioned").search(text, start, end)
        if speaks_of_self or (only_mentioned and not _cue(language, "relative_ill_now").match(text, start, end)):
            mentions += _cue(language, "relative").finditer(text, start, end)
        for cue in mentions:
            own = _cue(language, "self").search(text, cue.end(), end)
            away = _cue(language, "elsewhere").match(text, cue.end())
            stop = away.end() if away else own.start() if own else end
            found.append(Scope(start=cue.end(), end=stop, kind=ScopeKind.OTHER_PERSON, cue=cue[0]))
    return found


def _ill_now(text: str, language: Language) -> bool:
    """Whether all that is said is of somebody else, who is ill at this moment: "my flatmate can't breathe"."""
    return bool(_cue(language, "now").search(text)) and not _cue(language, "own_words").search(text)


def _all(sentences: tuple[Sentence, ...]) -> Iterable[Segment]:
    return (segment for sentence in sentences for segment in sentence)


def _spans(name: str, text: str, language: Language) -> list[tuple[int, int]]:
    return [m.span() for m in _cue(language, name).finditer(text)]


def _touches(span: tuple[int, int], others: list[tuple[int, int]]) -> bool:
    return any(start < span[1] and span[0] < end for start, end in others)
