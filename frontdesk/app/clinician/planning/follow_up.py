"""A question that follows another keeps its subject: "and the potassium?", 什么时候停的, "why?"."""

import re

from frontdesk.app.clinician.planning.cues import cued
from frontdesk.app.clinician.task import Chart
from frontdesk.app.clinician.topics import Topic, TopicKind, topics
from frontdesk.models.intents import Intent

LEANS = re.compile(r"^\s*(?:(?:and|also|what about|how about)\b|那么?|还有)|呢[？?]?\s*$", re.IGNORECASE)
OF_IT = frozenset(
    {Intent.WHY, Intent.DONE, Intent.MEDICINE_CHANGES, Intent.ADJUST}
)  # of nothing named they ask nothing
LONGEST = 60  # characters of a question that leans on the one before
DEGREE = re.compile(r"\b(?:so|that|too|very) (?:low|high|big|small|bad)\b|[这那]么[低高大小多少差]", re.IGNORECASE)
COMPARES = re.compile(
    r"[跟和与比较][^，。？]{0,2}(?:上|前)(?:一)?[次回]|\b(?:compared|versus|vs|than|against) .{0,12}(?:last"
    r"|previous|before)\b|\band (?:the (?:time|one) )?before\b",
    re.IGNORECASE,
)
EVENT = re.compile(r"\b(?:before|after|since|when|while|on)\b.+|[^，。]+(?:之?[前后]|以[前后来])", re.IGNORECASE)
PRONOUN = re.compile(  # "that cat", "all of them": what it is stands beside it
    r"\bit\b|(?<!\bof )\bthem\b|\b(?:this|that|those)\b(?! \w)"
    r"|(?<!have )(?<!with )(?<!on )(?<!in )\b(?:this|that|those)\b"
    r"|这个|那个|它",
    re.IGNORECASE,
)


def resolved(question: str, chart: Chart) -> str:
    """The question with what the one before was about, where it names nothing itself or only another thing."""
    if chart.before is None or len(question) > LONGEST:
        return question
    before = chart.before.about or chart.before.question
    own = _known(question)
    of_it = _is_of_it(question, own)
    subject = _known(before) or (next(iter(topics(before)), None) if of_it else None)
    if subject is None:
        return question
    if of_it:
        return f"{subject.words} {question}"
    if own is not None:
        leans = LEANS.search(question) is not None and cued(question) is None
        return before.replace(subject.words, own.words) if leans and subject.kind is own.kind else question
    if topics(question) and not PRONOUN.search(question):
        return question
    whole = f"{subject.words} {question}"
    cue = cued(whole)
    asks_of_it = cued(question) is None and cue is not None and cue.intent in OF_IT
    return whole if asks_of_it or PRONOUN.search(question) else question


def _is_of_it(question: str, own: Topic | None) -> bool:
    """Whether it asks on without naming what: "why so low?", 跟上一次比呢, "what was it before the statin?"."""
    if own is not None and own.kind is TopicKind.FINDING and DEGREE.search(question):
        return True
    if own is None:
        return COMPARES.search(question) is not None and not any(
            one.kind is not TopicKind.WORDS for one in topics(question)
        )
    by_event = EVENT.search(question)
    return (
        by_event is not None and PRONOUN.search(question[: by_event.start()]) is not None and own.words in by_event[0]
    )


def _known(question: str) -> Topic | None:
    """The first thing named that a list knows, with its words in the question."""
    known = (one for one in topics(question) if one.kind is not TopicKind.WORDS and one.kind is not TopicKind.HABIT)
    return next((one for one in known if one.words in question), None)
