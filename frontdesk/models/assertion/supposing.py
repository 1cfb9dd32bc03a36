"""What is only supposed, asked about or not certain."""

import re
from itertools import pairwise

from frontdesk.models.assertion.clauses import Sentence
from frontdesk.models.assertion.cues import cues, spans, touches
from frontdesk.models.assertion.kinds import Assertion, Scope
from frontdesk.models.facts import Language

# characters of a question that is only said again
AGAIN = {Language.ZH: 6, Language.EN: 16}


def supposed(text: str, sentences: tuple[Sentence, ...], language: Language) -> list[Scope]:
    """What is asked, imagined, heard of or read, to where telling goes on; nothing if it is then said to be so."""
    if cues(language, "hypothetical_true").search(text):
        return []
    void = spans("hypothetical_void", text, language)
    found = [*_said_again(text, sentences, language), *_kept_for(text, language)]
    found += [*_only_named(text, language), *_dreamt(text, sentences, language)]
    for sentence in sentences:
        for at, segment in enumerate(sentence):
            for cue in cues(language, "hypothetical").finditer(text, segment.start, segment.end):
                if not touches(cue.span(), void):
                    ends = "hearsay_end" if cues(language, "hearsay").fullmatch(cue[0]) else "hypothetical_end"
                    stop = cues(language, ends).search(text, cue.end(), segment.end)
                    end = stop.start() if stop else _end_of_supposing(text, sentence, at, language)
                    found.append(Scope(start=cue.end(), end=end, kind=Assertion.CONDITIONAL, cue=cue[0]))
    for sentence in sentences:
        after = cues(language, "hypothetical_before").search(text, sentence[0].start, sentence[-1].end)
        if after:
            start = max(s.start for s in sentence if s.joint != "contrast" and s.start <= after.start())
            found.append(Scope(start=start, end=after.start(), kind=Assertion.CONDITIONAL, cue=after[0]))
    return found


def _kept_for(text: str, language: Language) -> list[Scope]:
    """What a medicine is kept for, where it is not there now: "a spray for when my chest is tight"."""
    kept = list(cues(language, "kept_for").finditer(text))
    if not kept or cues(language, "occasion_void").search(cues(language, "errand").sub("", text)):
        return []
    return [Scope(start=one.start("when"), end=one.end("when"), kind=Assertion.CONDITIONAL, cue="") for one in kept]


def _only_named(text: str, language: Language) -> list[Scope]:
    """What a talk, a certificate or a service is named after: 脓毒症知识竞赛, "anaphylaxis training certificate"."""
    found = []
    for cue in cues(language, "only_named").finditer(text):
        name = _NAME[language].search(text, max(0, cue.start() - LONGEST_NAME), cue.start())
        if name:
            found.append(Scope(start=name.start(), end=name.end(), kind=Assertion.CONDITIONAL, cue=cue[0]))
    return found


# right before a place, the words of a name: none that tell when, where or what happened
LONGEST_NAME = 40
_NAME = {
    Language.ZH: re.compile(r"[^\W\da-z在了着过到去来从刚又]{2,8}$"),
    Language.EN: re.compile(
        r"(?:\b(?!(?:a|an|the|my|his|her|our|i|he|she|we|it|and|or|but|at|in|on|of|to|for|from|with|by|after|before"
        r"|during|while|had|has|have|having|was|is|am|are|got|get|then|now|outside|today|yesterday|\w+ed)\b)"
        r"[a-z'-]+ ?){1,3}$"
    ),
}


def _dreamt(text: str, sentences: tuple[Sentence, ...], language: Language) -> list[Scope]:
    """What was only dreamt, to the waking from it; not of death or harm, which are to be asked about."""
    found = []
    for sentence in sentences:
        start, end = sentence[0].start, sentence[-1].end
        cue = cues(language, "dream").search(text, start, end)
        if cue and not cues(language, "dream_void").search(text, cue.start(), end):
            woken = cues(language, "dream_end").search(text, cue.end(), end)
            stop = woken.start() if woken else end
            found.append(Scope(start=cue.end(), end=stop, kind=Assertion.CONDITIONAL, cue=cue[0]))
    return found


def _said_again(text: str, sentences: tuple[Sentence, ...], language: Language) -> list[Scope]:
    """A question only said again, and not taken up after it: "Slurred? I only drink tea"."""
    found = []
    for sentence, following in pairwise(sentences):
        start, end = sentence[0].start, sentence[-1].end
        reply = text[following[0].start :].lstrip()
        repeats = language is Language.ZH and reply[:1] in text[start:end]  # 吐血？吐了半盆
        taken_up = repeats or any(cues(language, name).match(reply) for name in ("taken_up", "answered_no"))
        if not text[start:end].strip() or text[end] not in "?？" or end - start > AGAIN[language] or taken_up:
            break
        found.append(Scope(start=start, end=end, kind=Assertion.CONDITIONAL, cue="?"))
    return found


def _end_of_supposing(text: str, sentence: Sentence, at: int, language: Language) -> int:
    """ "What are the signs of a stroke, like a drooping face?" """
    goes_on = cues(language, "hypothetical_goes_on")
    end = sentence[at].end
    for following in sentence[at + 1 :]:
        # 看新闻说北边有一家中毒, 万一以后突然胸口疼
        of_it = following.joint == "contrast" and text.startswith(("有", "突然", "忽然"), following.start)
        if (
            following.joint != "list"
            and not of_it
            and not goes_on.match(text[following.start : following.end].lstrip())
        ):
            break
        end = following.end
    return end


def uncertain(text: str, sentences: tuple[Sentence, ...], language: Language) -> list[Scope]:
    """What the speaker is not sure of."""
    return [
        Scope(start=cue.end(), end=segment.end, kind=Assertion.POSSIBLE, cue=cue[0])
        for sentence in sentences
        for segment in sentence
        for cue in cues(language, "uncertain").finditer(text, segment.start, segment.end)
    ]
