"""What is denied: "no fever, cough or chills", 发烧、咳嗽都没有."""

import re
from functools import partial
from itertools import islice, takewhile

from frontdesk.models.assertion.clauses import Segment, Sentence, sentences_of
from frontdesk.models.assertion.cues import cues, spans, touches
from frontdesk.models.assertion.kinds import Assertion, Scope
from frontdesk.models.assertion.polarity import cancelled
from frontdesk.models.facts import Language

LIST_ITEM_WORDS = 4  # "no fever, cough, chest pain": a longer stretch between commas says something of its own
OR = re.compile(r"\b(?:and/)?n?or\b(?: an?\b)?")  # "..., black stools or weight loss" are two items
OR_AND = re.compile(rf"{OR.pattern}|\band\b")  # who "denies chest pain, sweating and palpitations" has none of them
SO_LONG = re.compile(
    r" for (?:many|several|some|over|(?:at least|more than|the (?:last|past)) ?\w*|\w+) (?:years|months|weeks)$"
)
LIST_ITEMS = 12
NAMING = ("no", "without")  # what follows is a name: a verb after it is the patient's, "with no past history describes"
ZH_ITEM = 4  # characters of a bare item between Chinese commas: 发烧，咳嗽都没有
ZH_REACH = 14  # characters a Chinese negation governs when no punctuation ends it
ZH_NOT_REACH = 7  # and a bare 不
OTHERS = re.compile("其他|其它|其余|别的|另外")  # 胸口疼，其他都没有 denies what is not named
ECHO = {Language.ZH: 10, Language.EN: 30}  # characters of a question that is only said again before its answer
LONG_ECHO = {Language.ZH: 24, Language.EN: 80}  # and of one whose answer denies all of it: "No to both"


def denied(text: str, sentences: tuple[Sentence, ...], language: Language) -> list[Scope]:
    """What a negation before or after it governs, over lists."""
    pseudo = [*spans("pseudo", text, language), *cancelled(text)]
    found = [*_found_well(text, language), *_answered_no(text, sentences, language)]
    found += _listed_and_denied(text, sentences, language)
    for sentence in sentences:
        for at, segment in enumerate(sentence):
            for cue in cues(language, "negation").finditer(text, segment.start, segment.end):
                if not touches(cue.span(), pseudo):
                    end = _end_of_list(text, sentence, at, cue, language)
                    found.append(Scope(start=cue.end(), end=end, kind=Assertion.ABSENT, cue=cue[0]))
            after = cues(language, "negated_before").search(text, segment.start, segment.end)
            if after and not touches((after.start() - 1, after.end()), pseudo):  # 没以前利索
                of_all = "都" in after[0] or "全" in after[0]
                others = OTHERS.search(text, segment.start, after.start())
                over_commas = of_all and not others and after.start() - segment.start <= ZH_ITEM
                start = _start_of_list(sentence, at, over_commas)
                start = max(
                    [start, *(s.start for s in found if s.start <= after.start() - 1 and s.start > segment.start)]
                )
                found.append(Scope(start=start, end=after.start(), kind=Assertion.ABSENT, cue=after[0]))
    return found


def _found_well(text: str, language: Language) -> list[Scope]:
    """What is named and is as it should be, or is denied by its own name: 喘气好着呢, "breathing's fine", 吐都没吐."""
    return [
        Scope(start=well.start("what"), end=well.end("what"), kind=Assertion.ABSENT, cue=well["cue"])
        for name in ("well", "moves_well", "denied_by_name", "waved_off")
        for well in cues(language, name).finditer(text)
    ]


def _listed_and_denied(text: str, sentences: tuple[Sentence, ...], language: Language) -> list[Scope]:
    """What is listed and denied behind the list: "chest pain, passing out, none of it", 胸痛啊昏倒啊，一样都没有."""
    found = []
    for sentence in sentences:
        for at, segment in enumerate(sentence[1:], start=1):
            none = cues(language, "none_of_them").fullmatch(text[segment.start : segment.end].strip())
            start = at
            while none and start > 0 and _is_listed(text, sentence[start - 1], language):
                start -= 1
            if none and start < at:
                until = sentence[at - 1].end
                found.append(Scope(start=sentence[start].start, end=until, kind=Assertion.ABSENT, cue=none[0]))
    return found


def _is_listed(text: str, segment: Segment, language: Language) -> bool:
    told = text[segment.start : segment.end]
    if language is Language.ZH:
        return len(told) <= ZH_NOT_REACH or len(re.findall("[啊呀啦、]", told)) > 1
    return len(told.split()) <= LIST_ITEM_WORDS and not cues(language, "comma_list_break").search(told)


def _answered_no(text: str, sentences: tuple[Sentence, ...], language: Language) -> list[Scope]:
    """What is said and answered with no at once: "Chest pain? No", 出冷汗？没有啊, 胸口疼，没有."""
    found = _asked_and_denied(text, sentences, language)
    for segment in (segment for sentence in sentences for segment in sentence):
        behind = cues(language, "no_behind").search(text, segment.start, segment.end)
        if behind and behind.start() - segment.start <= ECHO[language]:  # "fever no"
            found.append(Scope(start=segment.start, end=behind.start(), kind=Assertion.ABSENT, cue=behind[0]))
    first = sentences[0]
    if len(first) > 1 and first[0].end - first[0].start <= ECHO[language] and first[1].joint == "comma":
        bare = cues(language, "bare_no").fullmatch(text[first[1].start : first[1].end].strip())
        if bare and not cues(language, "negation").search(text, first[0].start, first[0].end):
            found.append(Scope(start=first[0].start, end=first[0].end, kind=Assertion.ABSENT, cue=bare[0]))
    return found


def _asked_and_denied(
    text: str, sentences: tuple[Sentence, ...], language: Language, *, plainly: bool = False
) -> list[Scope]:
    """A question only said again, and its no; a no to all of it is to a longer one, and to those before it as well."""
    found = []
    for at, following in enumerate(sentences[1:]):
        every = cues(language, "denies_every").match(text, following[0].start)
        no = every or (None if plainly else cues(language, "answered_no").match(text, following[0].start))
        if no is None:
            continue
        asked = [one for one in reversed(sentences[: at + 1]) if text[one[0].start : one[-1].end].strip()]
        said_again = takewhile(partial(_is_said_again, text, language, bool(every)), asked)
        of_several = every and cues(language, "of_several").match(text, following[0].start)
        for sentence in islice(said_again, None if of_several else 1):
            found.append(Scope(start=sentence[0].start, end=sentence[-1].end, kind=Assertion.ABSENT, cue=no[0]))
    return found


def _is_said_again(text: str, language: Language, long: bool, sentence: Sentence) -> bool:
    start, end = sentence[0].start, sentence[-1].end
    most = LONG_ECHO[language] if long else ECHO[language]
    asks_more = long and end - start > ECHO[language] and cues(language, "asks_more").search(text, start, end)
    return text[end] in "?？" and end - start <= most and not asks_more


def asked_and_denied(text: str, language: Language) -> list[tuple[int, int]]:
    """Where a lowered text says a question again, and plainly denies all of it at once."""
    found = _asked_and_denied(text, sentences_of(text, language), language, plainly=True)
    return [(scope.start, scope.end) for scope in found]


def _end_of_list(text: str, sentence: Sentence, at: int, cue: re.Match[str], language: Language) -> int:
    """Where a negation ends that governs the items after it: "no fever, cough or chills"."""
    start, reach = cue.end(), ZH_NOT_REACH if cue[0].endswith("不") else ZH_REACH
    end = sentence[at].end if language is Language.EN else min(sentence[at].end, start + reach)
    if cue[0] in NAMING and (verb := cues(language, "negation_end").search(text, start, end)):
        return verb.start()
    if end < sentence[at].end or not text[start:end].strip():
        return end
    closed = cues(language, "comma_list_last")
    whole_list = language is Language.ZH and any(
        closed.search(text, s.start, s.end) for s in sentence[at + 1 : at + 1 + LIST_ITEMS]
    )
    for following in sentence[at + 1 : at + 1 + LIST_ITEMS]:
        if following.joint == "list" or (
            following.joint == "comma" and _is_item(text, following, language, whole_list, cue[0])
        ):
            end = following.end
        else:
            break
    return end


def _is_item(text: str, segment: Segment, language: Language, whole_list: bool, cue: str) -> bool:
    if language is Language.ZH:
        return whole_list
    told = SO_LONG.sub("", text[segment.start : segment.end])
    items = (OR_AND if cue.startswith("den") else OR).split(told)
    says_more = cues(language, "comma_list_break")
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
