"""Names in a question that no list knows, beside others that are known: abbreviations, and medicines by their form."""

import re
from collections.abc import Iterator

from frontdesk.app.clinician.task import Chart
from frontdesk.app.clinician.topics import is_put_with, topics
from frontdesk.app.reception.turn.anonymity import is_known
from frontdesk.models.facts import Language
from frontdesk.models.intents import Intent

WORDS = {
    Language.EN: "“{names}” is not known here: nothing was looked up of it, and it was not checked with anything.",
    Language.ZH: "“{names}”这里不认识：没有按它查，也没有和别的核对。",
}
GAP = {Language.EN: "”, “", Language.ZH: "”“"}
LATIN = re.compile(r"(?<![A-Za-z0-9*-])[A-Za-z][A-Za-z0-9*-]+(?![A-Za-z0-9*-])")
ABBREVIATION = re.compile(r"(?=(?:[a-z0-9*-]*[A-Z]){2})[A-Za-z][A-Za-z0-9*-]{1,6}")
NUMBERED = re.compile(r"[A-Za-z]{1,2}\d+[A-Za-z]?|\d+")  # P1003, 38w
BY_FORM = re.compile(r"[\u4e00-\u9fff]{2,8}?(?:胶囊|颗粒|口服液|冲剂|滴丸|合剂|糖浆|注射液|片|丸|散)")
SHORTEST = 5  # letters of a name that is no abbreviation
NO_MEDICINE = re.compile(r"(?:ing|ed|ly|ness|tion|ment|est)s?$", re.IGNORECASE)  # how no medicine's name ends
# What everybody writes short and asks nothing by: places, times, politeness, how often.
USUAL = frozenset(
    [
        *(
            "ok",
            "gp",
            "ed",
            "er",
            "icu",
            "opd",
            "am",
            "pm",
            "asap",
            "fyi",
            "tl",
            "dr",
            "mr",
            "mrs",
            "ms",
            "re",
            "vs",
            "nb",
        ),
        *(
            "prn",
            "bd",
            "od",
            "tds",
            "qid",
            "qds",
            "tid",
            "bid",
            "qd",
            "stat",
            "iv",
            "im",
            "po",
            "sc",
            "uk",
            "us",
            "nhs",
        ),
        *("hx", "pt", "pts", "hpc", "pc", "sob", "doe", "loc", "nad", "rtc", "id", "aka", "ie", "eg"),
    ]
)


def strangers(question: str, chart: Chart, intents: frozenset[Intent]) -> tuple[str, ...]:
    """Of a question that names something known, what it names besides and nothing knows; none where all is unknown."""
    named = [one for one in topics(question) if one.known]
    if not named:
        return ()
    known = " ".join(one.words for one in named).lower()
    records = " ".join(line.text for line in chart.index.lines).lower()
    found = dict.fromkeys(_candidates(question, of_medicines=Intent.INTERACTIONS in intents))
    return tuple(one for one in found if one.lower() not in known and one.lower() not in records and not _is_known(one))


def told_of(names: tuple[str, ...], language: Language) -> str:
    return WORDS[language].format(names=GAP[language].join(names))


def _candidates(question: str, *, of_medicines: bool) -> Iterator[str]:
    shouted = question.isupper()  # capitals say nothing there
    for found in LATIN.finditer(question):
        word = found[0]
        if word.lower() in USUAL or is_put_with(word.lower()) or NUMBERED.fullmatch(word):
            continue
        short = not shouted and ABBREVIATION.fullmatch(word) is not None
        named = len(word) >= SHORTEST and not NO_MEDICINE.search(word) and not is_known(word.lower())
        if short or (of_medicines and named):
            yield word
    yield from (found[0] for found in BY_FORM.finditer(question) if of_medicines)


def _is_known(word: str) -> bool:
    return any(one.known for one in topics(word))
