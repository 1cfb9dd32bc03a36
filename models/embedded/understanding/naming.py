"""What an utterance names: complaints and requests, history, medicines and how they are taken."""

import re
from typing import NamedTuple

from models.embedded.understanding.carried import blood_named, swelling_named
from models.embedded.understanding.cues import Cue, cues, pattern
from models.embedded.understanding.hearing import Hearing
from models.embedded.understanding.lexicon import VAGUE, Lexicon, Mention, apart
from models.embedded.understanding.medicines.medicine_states import Medicine, State
from models.embedded.understanding.medicines.medicines import medicines
from models.embedded.understanding.medicines.taking import Taking, takings
from models.embedded.understanding.past.history import Told, came_back, told
from models.embedded.understanding.past.of_old import told_unasked
from models.embedded.understanding.persons.whose import is_anothers
from models.embedded.understanding.replies.answers import answer_in
from models.embedded.understanding.replies.openings import end_of_echo, end_of_first_clause
from models.embedded.understanding.words.sounds import close_mentions
from models.facts import Answer, Details, Topic

_CUES = cues("statements")
OPEN = (None, "open", "site", "how")  # questions that anything may answer

Span = tuple[int, int]


class Named(NamedTuple):
    mentions: list[Mention]
    history: list[Told]
    of_old: tuple[Span, ...]  # an illness of long ago, told though it was not asked for
    taken: list[Medicine]
    taking: list[Taking]  # of each of them

    @property
    def told_of_taking(self) -> list[Span]:
        return [span for one in self.taking for span in one.told]


def named(hearing: Hearing, words: Lexicon, *, asks_again: bool) -> Named:
    """What `hearing` speaks of. `asks_again`: 听不见，大声点 is of the question, and not of the ears."""
    lower = hearing.writing.lower
    history, of_old = told(lower), told_unasked(lower)
    taken = medicines(hearing.writing, chinese=hearing.chinese, english=hearing.english)
    mentions = _mentions(hearing, words, history, of_old, taken)
    taking = takings(
        hearing.writing,
        taken,
        [one.start for one in mentions if one.topic is Topic.FINDING],
        chinese=hearing.chinese,
        english=hearing.english,
        asked=hearing.asked == "medicines",
    )
    found = Named(mentions, history, of_old, taken, taking)
    if hearing.asked == "medicines":  # 不舒服就含几粒: when it is taken, and no complaint
        mentions = [m for m in mentions if not any(s <= m.start and m.end <= e for s, e in found.told_of_taking)]
    if hearing.asked not in OPEN and asks_again:
        mentions = [one for one in mentions if one.code != "hearing_loss"]
    return found._replace(mentions=mentions)


def _mentions(
    hearing: Hearing, words: Lexicon, history: list[Told], of_old: tuple[Span, ...], taken: list[Medicine]
) -> list[Mention]:
    """What is spoken of; idioms and parts of medicines, allergies, operations and habits left out."""
    lower = hearing.writing.lower
    inside = [(one.start, one.end) for one in history if not came_back(lower, one)]
    inside += [(one.start, one.end) for one in taken]
    inside += [one.dose for one in taken if one.dose]  # "a puff of ventolin" is no breathlessness
    inside += [one.reaction for one in taken if one.reaction]  # a rash from penicillin is not there today
    inside += of_old if hearing.asked != "past_history" else ()
    aside, wished = _not_meant(hearing, taken), [(one.start, one.end) for one in taken if one.state is State.ASKED]
    return [
        mention
        for mention in _without_vague(lower, _worded(hearing, words), hearing.asked)
        if not any(start <= mention.start and mention.end <= end for start, end in inside)
        and not _is_set_phrase(hearing, mention)
        and not _IN_HEALTH.match(lower, max(0, mention.start - 10), mention.end + 16)
        and not any(
            start < mention.end and mention.start < end
            for start, end in aside
            # 想做皮埋: a medicine that is asked for may be what somebody comes for
            if not (mention.topic is Topic.REQUEST and (start, end) in wished)
        )
    ]


def _worded(hearing: Hearing, words: Lexicon) -> list[Mention]:
    """Everything the words may mean, as they stand, as they sound and as they carry on."""
    lower = hearing.writing.lower
    found = words.mentions(lower, chinese=hearing.chinese, english=hearing.english)
    if hearing.asked not in OPEN and answer_in(hearing.writing) in (Answer.UNSURE, Answer.REFUSED):
        found = [mention for mention in found if mention.start >= end_of_first_clause(hearing.writing)]
    if hearing.asked:
        found = [mention for mention in found if mention.start >= end_of_echo(lower, hearing.asked)]
    if hearing.asked not in _NUMBERS:  # 四石岁 is an age misheard, and no sleepiness
        close = close_mentions(lower, words, found, chinese=hearing.chinese, english=hearing.english)
        found += [one for one in close if not _is_a_name(hearing, one)]
    found = apart(found)
    found = apart([*found, *blood_named(lower, found)])
    found += swelling_named(lower, found) if "肿" in lower or hearing.english else ()
    return found


def _is_a_name(hearing: Hearing, mention: Mention) -> bool:
    """Our Callum has no callus."""
    written = hearing.writing.words(mention.start, mention.end)
    return written[:1].isupper() and _CALLED.search(hearing.writing.lower, 0, mention.start) is not None


_CALLED = re.compile(
    r"\b(?:our|little|young|wee|called|named"
    r"|(?:son|daughter|boy|girl|husband|wife|brother|sister|friend|mate|grand\w+),?) $"
)


def _not_meant(hearing: Hearing, taken: list[Medicine]) -> list[Span]:
    """Periods of time, blood pressure tablets; 停了华法林 and "my husband's on warfarin" are no blood thinner."""
    others = (one for one in taken if one.state is not State.CURRENT or is_anothers(hearing, one.start))
    return [
        *(match.span() for match in _NOT_MEANT.finditer(hearing.writing.lower)),
        *((m.start, m.end) for m in others),
    ]


def _is_set_phrase(hearing: Hearing, mention: Mention) -> bool:
    """Whether it is part of one; the 抽屉 that shut on a finger is only part of what is told."""
    within = mention.where is None
    return any(
        idiom.start < mention.end and mention.start < idiom.end
        for idiom in hearing.idioms
        if not (within and mention.start < idiom.start and idiom.end < mention.end)
    )


def _without_vague(lower: str, found: list[Mention], asked: str | None) -> list[Mention]:
    """膝盖疼，下楼疼得厉害: what is felt nowhere in particular is of the trouble named before, or asked about."""
    if asked == "worse_with":  # 打喷嚏咳嗽都疼: what brings it on
        found = [m for m in found if m.code not in ("cough", "sneezing")]
    if asked in _OF_THE_TROUBLE:
        found = [m for m in found if not (m.where and _MOVED.match(lower, max(0, m.where[0] - 1)))]
        return [m for m in found if m.code not in VAGUE or m.where]
    places = [m.start for m in found if m.topic is Topic.FINDING and m.code not in VAGUE]
    return [m for m in found if m.code not in VAGUE or m.where or not any(start < m.start for start in places)]


_OF_THE_TROUBLE = frozenset(Details.model_fields) - {"site"}
_MOVED = re.compile(  # 弯腰的时候才疼: when, not where
    r"[弯扭]腰|[低抬转回扭]头|[抬伸]手|[抬伸蹬]腿|张嘴|睁眼|闭眼|[转翻]身"
)
_NUMBERS = frozenset({"age", "severity", "value"})
_IN_HEALTH = pattern(_CUES["in_health"])
_NOT_MEANT = Cue(_CUES["not_meant"])
