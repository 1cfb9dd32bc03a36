"""What is told of another time: long ago, or there lately and gone now."""

import re
from collections.abc import Iterator

from frontdesk.models.assertion.clauses import Segment, Sentence
from frontdesk.models.assertion.cues import cues, spans, touches
from frontdesk.models.assertion.kinds import Assertion, Scope
from frontdesk.models.assertion.polarity import cancelled
from frontdesk.models.facts import Language

# characters beside a cue that say nothing of their own: "but it has", "现在都"
BARE = {Language.ZH: 3, Language.EN: 12}


def past(text: str, sentences: tuple[Sentence, ...], language: Language, negated: list[Scope]) -> list[Scope]:
    """What was long ago, unless it came back; with it the sentences after it that tell how it was treated then."""
    found: list[Scope] = []
    latest: list[Scope] = []  # those of the sentence before
    then = ""  # what dates the story being told
    for sentence in sentences:
        start, end = sentence[0].start, sentence[-1].end
        if _said_to_be_back(text, start, end, language, "past_returns", negated):
            found = [scope for scope in found if scope not in latest]
        if _said_to_be_back(text, start, end, language, "past_void", negated):
            then = ""
            continue
        dated = [
            scope for name in ("past", "past_forward", "past_named") for scope in _dated(text, sentence, language, name)
        ]
        found += _behind(text, sentence, language)
        found += _moments(text, sentence, language)
        if not dated and then and _goes_on(text, start, end, language):
            dated = [Scope(start=start, end=end, kind=Assertion.PAST, cue=then)]
        elif text[start:end].strip():
            then = next((scope.cue for scope in dated if cues(language, "past").fullmatch(scope.cue)), "")
        if text[start:end].strip():
            latest = dated
        found += dated
    return found


def _said_to_be_back(text: str, start: int, end: int, language: Language, name: str, negated: list[Scope]) -> bool:
    """Whether something old is said to have come back, and not that it "never happened again"."""
    came_back = cues(language, name).finditer(text, start, end)
    return not all(any(scope.covers(*cue.span()) for scope in negated) for cue in came_back)


def _dated(text: str, sentence: Sentence, language: Language, name: str) -> Iterator[Scope]:
    for at, segment in enumerate(sentence):
        for cue in cues(language, name).finditer(text, segment.start, segment.end):
            if touches(cue.span(), list(cancelled(text))):
                continue  # 说话没以前利索: what was before is only what it is compared with
            start = _start_of_past(text, sentence, at, cue, language) if name == "past" else cue.end()
            end = _end_of_past(text, sentence, at, cue, language)
            if name == "past_named" and (verb := cues(language, "past_named_end").search(text, cue.end(), end)):
                end = verb.start()
            yield Scope(start=start, end=end, kind=Assertion.PAST, cue=cue[0])


def _goes_on(text: str, start: int, end: int, language: Language) -> bool:
    """Whether a sentence tells how an old illness was found and treated, and nothing of now."""
    told = cues(language, "past_story").search(text, start, end)
    return bool(told) and not cues(language, "past_story_over").search(text, start, end)


def _start_of_past(text: str, sentence: Sentence, at: int, cue: re.Match[str], language: Language) -> int:
    """A clause that only says when ("when I was a child", "but that's fifteen years ago") dates the one before it."""
    segment = sentence[at]
    bare = _beside(text, segment, cue) < BARE[language] or _is_its_date(text, segment, cue, language)
    if at == 0 or not (bare or text.startswith("when", segment.start)):
        return segment.start
    told = (one.start for one in reversed(sentence[:at]) if len(text[one.start : one.end].strip()) > BARE[language])
    return next(told, sentence[0].start)


def _is_its_date(text: str, segment: Segment, cue: re.Match[str], language: Language) -> bool:
    """Whether a clause says when the words before it were: 站不稳那是上个月婚宴上的事."""
    return text.startswith("是", segment.start) and bool(
        cues(language, "past_matter").match(text, cue.end(), segment.end)
    )


def _beside(text: str, segment: Segment, cue: re.Match[str]) -> int:
    """The characters of a clause beside its cue that say something: "and that's thirty years ago nearly" has none."""
    return len(_FILLS.sub("", text[segment.start : cue.start()] + text[cue.end() : segment.end]))


_FILLS = re.compile(r"\band (?:that's|that was) |\b(?:nearly|almost|must be)\b")


def _end_of_past(text: str, sentence: Sentence, at: int, cue: re.Match[str], language: Language) -> int:
    end = sentence[at].end
    alone = end - cue.end() + cue.start() - sentence[at].start < BARE[language]
    for following in sentence[at + 1 :]:
        goes_on = cues(language, "past_goes_on").search(text, following.start, following.end)
        # 小时候有湿疹, 高二时曾有自伤史
        told = alone or cue[0].endswith("曾")
        had = told and cues(language, "past_had").match(text, cue.end(), following.end)
        tale = cues(language, "past_tale").match(text, following.start)
        # 前年夏天突然嘴歪
        dated = following.joint == "contrast" and text.startswith(_AT_ONCE, following.start)
        dated = dated and bool(_YEARS_AGO.fullmatch(text, cue.start(), following.start))
        if following.joint == "contrast" and not (had or tale or dated):
            break
        if not (following.joint == "list" or alone or had or goes_on or tale or dated):
            break
        end, alone = following.end, False
    stop = cues(language, "past_break").search(text, cue.end(), end)
    return stop.start() if stop else end


_AT_ONCE = ("突然", "忽然")
_YEARS_AGO = re.compile(
    r"(?:大?前年|去年|[^，。,；]{1,3}年前)(?:的|[春夏秋冬]天|年[初底中]|春节|国庆|过年|\w{1,2}月份?|那会儿?|那时候?|有一?[天次回])*"
)


def _behind(text: str, sentence: Sentence, language: Language) -> Iterator[Scope]:
    """What is named before the words that make it past: 面瘫后第五月, 晕厥史; or in the clause before, 伤后两年."""
    for at, segment in enumerate(sentence):
        for cue in cues(language, "past_behind").finditer(text, segment.start, segment.end):
            alone = at > 0 and cue.start() - segment.start < BARE[language]
            start = sentence[at - 1].start if alone else segment.start
            yield Scope(start=start, end=cue.start(), kind=Assertion.PAST, cue=cue[0])


def _moments(text: str, sentence: Sentence, language: Language) -> Iterator[Scope]:
    """What is over within minutes, a faint or a fit, told of weeks ago; what lasts ("hurt my knee") is there still."""
    start, end = sentence[0].start, sentence[-1].end
    dated = cues(language, "weeks_ago").search(text, start, end)
    if dated is None or cues(language, "moment_again").search(text, start, end):
        return
    for moment in cues(language, "moment").finditer(text, start, end):
        yield Scope(start=moment.start(), end=moment.end(), kind=Assertion.PAST, cue=dated[0])


def _begun(text: str, before: Sentence, language: Language) -> int:
    """Where what is over began: in the last clause of long ago, if one is told so (小时候哮喘过，早好了)."""
    old = (one.start for one in reversed(before) if cues(language, "past").search(text, one.start, one.end))
    return next(old, before[0].start)


def _told_before(text: str, earlier: tuple[Sentence, ...]) -> Sentence | None:
    """The last sentence of `earlier` that says something: between the dots of a pause none does."""
    return next((one for one in reversed(earlier) if text[one[0].start : one[-1].end].strip()), None)


def _named_again(text: str, before: Sentence, cue: re.Match[str]) -> Segment | None:
    """The clause whose trouble is named once more as over: 黄痰，前几天发烧，现在不烧了 ends the fever alone."""
    over = _NO_MORE.search(cue[0])
    return next((one for one in reversed(before) if over and over[1] in text[one.start : one.end]), None)


_NO_MORE = re.compile("不(?:再|怎么)?(.{1,2})了$")


def recovered(text: str, sentences: tuple[Sentence, ...], language: Language) -> list[Scope]:
    """What was there lately and has passed."""
    pseudo = spans("pseudo", text, language)
    found = []
    for number, sentence in enumerate(sentences):
        for segment in sentence:
            cue = cues(language, "recovered").search(text, segment.start, segment.end)
            if cue and "不" in cue[0] and touches(cue.span(), pseudo):
                cue = None
            ahead = sentences[min(number + 1, len(sentences) - 1)][-1].end
            if cue and cues(language, "past_returns").search(text, cue.end(), ahead):
                cue = None  # "it passed, but it's back"
            if cue and not cues(language, "recovered_void").search(text, segment.start, segment.end):
                start = segment.start
                dates = text.startswith(("以后", "之后"), cue.end())  # 感冒好了以后一直咳 ends the cold alone
                if not dates and len(text[start : cue.start()].strip()) <= BARE[language]:
                    before = sentence[: sentence.index(segment)] or _told_before(text, sentences[:number]) or sentence
                    if named := _named_again(text, before, cue):
                        found.append(Scope(start=named.start, end=named.end, kind=Assertion.RESOLVED, cue=cue[0]))
                    else:
                        start = _begun(text, before, language)
                found.append(Scope(start=start, end=cue.end(), kind=Assertion.RESOLVED, cue=cue[0]))
    return found
