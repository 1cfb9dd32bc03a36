"""What is said of people who are only mentioned, of animals and of figures in stories."""

from frontdesk.models.assertion.clauses import Sentence
from frontdesk.models.assertion.cues import cues
from frontdesk.models.assertion.kinds import Assertion, Scope
from frontdesk.models.facts import Language

# characters from which an acquaintance's illness is told in detail
IN_DETAIL = {Language.ZH: 24, Language.EN: 80}


def of_others(text: str, sentences: tuple[Sentence, ...], language: Language) -> list[Scope]:
    """People who are only mentioned. A relative is the patient unless the speaker talks of their own complaint too,
    or says what they came for; a stranger in the street or at work may be, unless they do.
    """
    brought = cues(language, "brought").search(text) or _ill_now(text, language)
    speaks_of_self = cues(language, "self").search(text) or cues(language, "errand").search(text)
    found = []
    for sentence in sentences:
        start, end = sentence[0].start, sentence[-1].end
        mentions = [] if brought else list(cues(language, "other_person").finditer(text, start, end))
        only_mentioned = cues(language, "relative_only_mentioned").search(text, start, end)
        if speaks_of_self and not brought:
            mentions += cues(language, "stranger").finditer(text, start, end)
        if speaks_of_self or (only_mentioned and not cues(language, "relative_ill_now").match(text, start, end)):
            mentions += cues(language, "relative").finditer(text, start, end)
        for cue in mentions:
            own = [cues(language, name).search(text, cue.end(), end) for name in ("self", "errand", "speaker_again")]
            away = cues(language, "elsewhere").match(text, cue.end())
            theirs = cues(language, "of_theirs").match(cue[0])
            again = cues(language, "patient_again").search(text, cue.end(), end) if theirs else None
            stops = [one.start() for one in own if one] + ([again.end()] if again else [])
            stop = away.end() if away else min(stops, default=end)
            found.append(Scope(start=cue.end(), end=stop, kind=Assertion.SOMEBODY_ELSES, cue=cue[0]))
    return found


def of_no_patients(text: str, sentences: tuple[Sentence, ...], language: Language) -> list[Scope]:
    """Animals and figures of stories, up to where somebody real is spoken of."""
    found = []
    for sentence in sentences:
        end = sentence[-1].end
        mentions = list(cues(language, "story").finditer(text, sentence[0].start, end))
        for segment in sentence:
            start = segment.end - len(text[segment.start : segment.end].lstrip())
            if animal := cues(language, "animal").match(text, start, end):
                mentions.append(animal)
        for cue in mentions:
            real = cues(language, "somebody_real").search(text, cue.end(), end)
            stop = real.start() if real else end
            found.append(Scope(start=cue.end(), end=stop, kind=Assertion.SOMEBODY_ELSES, cue=cue[0]))
    return found


def _ill_now(text: str, language: Language) -> bool:
    """Whether all that is said is of somebody else, and not as something over: "my flatmate can't breathe"."""
    if cues(language, "own_words").search(text):
        return False
    over = cues(language, "relative_only_mentioned").search(text)
    return bool(cues(language, "now").search(text)) or (len(text) >= IN_DETAIL[language] and not over)
