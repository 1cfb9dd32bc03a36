"""Reads one utterance: what is there and is not, of whom, since when, and what the patient wants."""

import re
from datetime import datetime

from models.embedded.scope import ScopeKind
from models.embedded.understanding.allergens import with_allergens
from models.embedded.understanding.alone import alone
from models.embedded.understanding.answers import (
    FREE_TOPICS,
    OF_NO_BODY,
    answer_in,
    asks_for_a_nurse,
    end_of_echo,
    end_of_first_clause,
    fact_for,
    fever_measured,
    of_another,
    sugar_measured,
    told_to_have_none,
    working_well,
)
from models.embedded.understanding.bare_replies import details_for, person_for
from models.embedded.understanding.carried import blood_named, kin_too, own_too, swelling_named
from models.embedded.understanding.clauses import assign
from models.embedded.understanding.corrections import is_correction, only_denies, replaced
from models.embedded.understanding.cues import Cue, cues, pattern
from models.embedded.understanding.details import DEGREES, Detail, details
from models.embedded.understanding.free_words import (
    bare_place,
    by_form,
    fetched,
    free_words,
    places_beside,
    treated,
    with_exception,
)
from models.embedded.understanding.hearing import Hearing, hear, without_denials_inside
from models.embedded.understanding.held import is_feared
from models.embedded.understanding.history import Told, came_back, told
from models.embedded.understanding.intents import intents, mood, questions
from models.embedded.understanding.kin import had_by_kin, with_kin
from models.embedded.understanding.lexicon import VAGUE, Lexicon, Mention, apart, lexicon
from models.embedded.understanding.measured import pressures, with_pressure, with_results
from models.embedded.understanding.medicine_states import State
from models.embedded.understanding.medicines import Medicine, medicines
from models.embedded.understanding.own_records import RecordsAsked, records_asked
from models.embedded.understanding.past_illness import lasting_of_illness, time_told, told_unasked, with_time
from models.embedded.understanding.sizes import with_size
from models.embedded.understanding.sounds import close_mentions
from models.embedded.understanding.statements import (
    as_asked,
    fact_of,
    held_by_pain,
    history_fact,
    medicine_fact,
    merged,
    pregnancy_facts,
    rash_before_itch,
    sleep_last,
    with_details,
    without_endoscopy_had,
    without_reactions,
)
from models.embedded.understanding.stray import without_strays
from models.embedded.understanding.taking import Taking, takings, with_kinds_named
from models.embedded.understanding.temperatures import after_the_highest, highest, when_measured, with_latest
from models.embedded.understanding.things import things_beside, things_told
from models.embedded.understanding.whose import is_anothers
from models.embedded.understanding.writing import Writing, language_of, read
from models.facts import Answer, Details, Fact, Intent, Language, Side, Status, Topic, Understanding
from models.knowledge.schema import Knowledge

_CUES = cues("statements")

LONGEST = 8000  # characters read of one utterance; the rest is kept by the log, not understood


def understand(
    text: str,
    *,
    language: Language | None = None,
    asked: str | None = None,
    now: datetime | None = None,
    known: Knowledge | None = None,
) -> Understanding:
    """What `text` says, with nothing concluded from it; facts have turn 0.

    `asked` is the key of the question just put ("finding:sweating", "duration", "past_history", ...). `now` places
    weekdays and dates. Codes of history: "none" (ABSENT) where the patient has no illness, medicine, allergy or
    operation, "any" where they do not know; "pregnancy_known", "postpartum", "breastfeeding"; "smoking", "drinking";
    medicines by their English name or "unknown: " and the patient's words; else the patient's own words.
    """
    writing = read(text[:LONGEST])
    spoken = language_of(text) or language or Language.ZH
    wanted = intents(writing)
    if Intent.NONSENSE in wanted:
        return Understanding(language=spoken, intents=wanted)
    of_records = records_asked(writing.lower)
    if of_records is not None:
        return _beside(of_records, writing, wanted, language=spoken, asked=asked, now=now, known=known)
    return _understood(hear(writing, spoken, asked), lexicon(known), wanted, now)


def _beside(
    of_records: RecordsAsked,
    writing: Writing,
    wanted: frozenset[Intent],
    *,
    language: Language,
    asked: str | None,
    now: datetime | None,
    known: Knowledge | None,
) -> Understanding:
    """What is said beside a question for a record; what stands in such a question is of the past, nothing to note."""
    end = of_records.start + len(of_records.words)
    rest = f"{writing.text[: of_records.start]} {writing.text[end:]}".strip()
    heard = understand(rest, language=language, asked=asked, now=now, known=known)
    intent = Intent.OTHERS_DATA if of_records.others else Intent.OWN_RECORDS
    kept = (wanted & {Intent.MANIPULATION, Intent.WANTS_PERSON}) | (
        heard.intents - {Intent.NONSENSE, Intent.OTHERS_DATA}
    )
    words = writing.words(of_records.start, end)
    return heard.model_copy(
        update={"language": language, "intents": kept | {intent}, "questions": (words, *heard.questions)}
    )


def _understood(hearing: Hearing, words: Lexicon, wanted: frozenset[Intent], now: datetime | None) -> Understanding:
    writing, lower = hearing.writing, hearing.writing.lower
    history = told(lower)
    taken = medicines(writing, chinese=hearing.chinese, english=hearing.english)
    mentions = _mentions(hearing, words, history, taken)
    found = [
        d
        for d in details(writing, chinese=hearing.chinese, english=hearing.english, now=now)
        if not (_used(d, hearing) or _no_cause(d, hearing))
    ]
    # 胃受不了 of a medicine makes no headache severe, and blood pressure tablets are no pressing pain.
    told_of = [one.reaction or (one.start, one.end) for one in taken]
    of_findings = [one.start for one in mentions if one.topic is Topic.FINDING]
    taking = takings(
        writing,
        taken,
        of_findings,
        chinese=hearing.chinese,
        english=hearing.english,
        asked=hearing.asked == "medicines",
    )
    found = [d for d in found if d.kind in _EASES or not any(a <= d.start and d.end <= b for a, b in told_of)]
    of_taking = [span for one in taking for span in one.told]
    found = [d for d in found if not any(d.start < end and start < d.end for start, end in of_taking)]
    if hearing.asked == "medicines":  # 不舒服就含几粒: when it is taken, and no complaint
        mentions = [m for m in mentions if not any(s <= m.start and m.end <= e for s, e in of_taking)]
    found = [d for d in found if not _of_an_operation(d, lower, history, mentions)]
    attacks = told_unasked(lower)
    found = [d for d in found if not any(start <= d.start < end for start, end in attacks)]
    if hearing.asked and Intent.REPEAT in wanted:  # 听不见，大声点 is of the question, not of the ears
        mentions = [one for one in mentions if one.code != "hearing_loss"]
    hearing = without_denials_inside(hearing, [m.what or (m.start, m.end) for m in mentions if not m.heard])
    asked_parts, kinds = questions(writing)
    if Intent.QUESTION in kinds:  # "can I park here for two hours?"
        found = [d for d in found if d.kind == "began_with" or not _inside(d, asked_parts, writing)]
    found = [detail for detail in found if not _is_denied(detail, hearing)]
    found = without_strays(found, mentions, hearing, taken)
    latest = None if hearing.marks else after_the_highest(found, writing)
    found = found if hearing.marks else highest(found, lower)
    read_then = _when_read(found, hearing, mentions) if hearing.asked == "finding:fever" else None
    temperature = _temperature(found, hearing, mentions)
    measured = when_measured(temperature, found, mentions, lower) if temperature else None
    found = [detail for detail in found if detail is not temperature and detail is not measured]
    sugar = _sugar(found, hearing, mentions)
    found = [detail for detail in found if detail is not sugar]
    of_pressure = [] if hearing.asked == "value" else pressures(found)
    found = [detail for detail in found if detail not in of_pressure]
    things = things_beside(hearing, words, mentions, found)
    found = [detail for detail in found if all(detail is not thing.since for thing in things)]
    named = [fact_of(hearing, mention) for mention in mentions]
    gone_or_denied = (fact is not None and (fact.past or fact.status is Status.ABSENT) for fact in named)
    denied = frozenset(place for place, is_so in enumerate(gone_or_denied) if is_so)
    given, loose = assign(lower, mentions, found, hearing.marks, asked=hearing.asked, denied=denied)
    gone = replaced(lower, mentions, hearing.marks)
    of_mentions = [
        (with_details(fact, said), mention.start)
        for place, (mention, fact, said) in enumerate(zip(mentions, named, given, strict=True))
        if fact and place not in gone
    ]
    answer, person = answer_in(writing), hearing.passing.person
    if person and person.words and any(person.words.lower() in lower[slice(*span)] for span in of_taking):
        person = None  # 我老公的, "my husband's": whose tablets they are, and not who is ill
    stated = with_kinds_named(merged(_facts(hearing, mentions, of_mentions, history, taken, taking), hearing))
    stated = sleep_last(without_endoscopy_had(with_size(hearing, held_by_pain(stated)), lower), lower)
    stated = rash_before_itch(stated, lower)
    facts = [with_time(hearing, fact) for fact in as_asked(stated, hearing, answer)]
    corrected = is_correction(lower) and not ((hearing.asked or "").startswith("finding:") and only_denies(lower))
    if corrected and answer is Answer.NO and (loose != Details() or any(map(_is_told, facts))):
        answer = None  # "sorry, no, the left one" and 不对，是头晕 take something back and answer nothing
    if hearing.asked and answer and of_another(writing, facts, hearing.asked):
        answer = None
    if answer is Answer.YES and Intent.WANTS_PERSON in wanted and asks_for_a_nurse(writing, facts):
        answer = None
    if answer is Answer.REFUSED and hearing.asked in _OPEN and facts:
        answer = None  # "he's limping, won't say what happened" tells what they came for
    facts += [
        none
        for none in (*told_to_have_none(writing), *working_well(writing))
        if none.topic is not FREE_TOPICS.get(hearing.asked or "") and none.name not in {fact.name for fact in facts}
    ]
    if temperature:
        facts.append(fever_measured(temperature.value, writing, since=measured.value if measured else None))
    if sugar:
        facts.append(sugar_measured(sugar.value, writing))
    facts = with_results(hearing, with_pressure(hearing, of_pressure, facts))
    facts = with_kin(hearing, with_allergens(hearing, facts))
    if hearing.asked == "finding:weak_one_side" and answer is Answer.NO and loose.side is Side.BOTH:
        loose = loose.model_copy(update={"side": None})  # "both sides same" is the no itself
    if hearing.asked:
        reply = fact_for(hearing.asked, answer, writing, said=tuple(facts))
        if reply and answer is None and reply.topic is Topic.FINDING and _told_of_old(hearing):
            reply = reply.model_copy(update={"past": reply.past or reply.status is Status.PRESENT})
        if reply and reply.status is Status.PRESENT:  # "yes, for two days": the days are of what was asked
            reply, loose = reply.model_copy(update={"details": reply.details.updated(loose)}), Details()
        if read_then and loose.duration == read_then.value:
            loose = loose.model_copy(update={"duration": None})
        facts += [reply] if reply else free_words(hearing, facts, answer, wanted, loose)
        facts, loose = lasting_of_illness(hearing, facts, loose)
        loose = details_for(hearing.asked, writing, found=loose, told=facts)
        if not facts and end_of_echo(lower, hearing.asked):
            loose = Details()  # "Slurred? I've not had a drink since Christmas": how long is not of the complaint
        person = person_for(hearing.asked, answer, writing, found=person, now=now)
    if loose.value and loose.value.endswith(DEGREES) and any(fact.code == "fever" for fact in facts):
        loose = loose.model_copy(update={"value": None})  # 没发烧，36度8: of no cough
    if latest and loose.value:
        loose = loose.model_copy(update={"latest": latest})
    facts = without_reactions(with_exception(hearing, with_latest(facts, latest)), hearing.asked)
    if not facts:
        facts = bare_place(hearing, words) or alone(hearing)
    facts += places_beside(hearing, words, facts)
    facts += things_told(hearing, things, facts)
    facts += treated(hearing, words, facts)
    facts += fetched(hearing, taken, facts)
    facts += by_form(hearing, taken, facts)
    only_family = any(fact.topic is Topic.FAMILY for fact in facts) and all(
        fact.topic is Topic.FAMILY or fact.status is not Status.PRESENT for fact in facts
    )
    if only_family and person and person.age_months is None:
        person = None  # my father had diabetes: he is not the one who is ill
    return Understanding(
        language=hearing.language,
        facts=tuple(facts),
        person=person,
        answer=answer,
        correction=corrected,
        takes_back=_taken_back(facts, gone, mentions, corrected),
        details=loose,
        intents=_settled(wanted | kinds, facts),
        mood=mood(writing),
        questions=asked_parts,
    )


def _told_of_old(hearing: Hearing) -> bool:
    """Whether all that is said is of long ago: "swelled up once, back in college"."""
    text = hearing.writing.lower.rstrip(" .,!。，！")
    ends = (len(text) - len(text.lstrip()), len(text) - 1)
    return all(ScopeKind.PAST in hearing.under(place, place + 1) for place in ends)


def _of_an_operation(detail: Detail, lower: str, history: list[Told], mentions: list[Mention]) -> bool:
    """Whether it is when an operation was: 冠心病，装了两个支架，2019年装的."""
    done = [one for one in history if one.topic is Topic.OPERATION and detail.kind == "duration"]
    apart = (one for one in done if not any(m.start < one.end and one.start < m.end for m in mentions))
    times = (time_told(lower, one.start, one.end) for one in apart)
    return any(time.start() < detail.end and detail.start < time.end() for time in times if time)


def _temperature(found: list[Detail], hearing: Hearing, mentions: list[Mention]) -> Detail | None:
    """A body temperature told without speaking of fever, and not asked for: 孩子39度2，咳嗽."""
    if hearing.asked in ("finding:fever", "value") or OF_NO_BODY.search(hearing.writing.lower):
        return None
    if any(mention.code in ("fever", "low_fever") for mention in mentions):
        return None
    return next((d for d in found if d.kind == "value" and d.value.endswith(DEGREES)), None)


def _when_read(found: list[Detail], hearing: Hearing, mentions: list[Mention]) -> Detail | None:
    """When a temperature was taken: 昨晚量了37度2, asked for a fever, dates nothing but that."""
    read_at = next((d for d in found if d.kind == "value" and d.value.endswith(DEGREES)), None)
    return when_measured(read_at, found, mentions, hearing.writing.lower) if read_at else None


def _sugar(found: list[Detail], hearing: Hearing, mentions: list[Mention]) -> Detail | None:
    """A blood sugar too high at any hour, told without a word for it and not asked for: "morning sugar is 12 to 13"."""
    if hearing.asked == "value" or any(mention.code == "high_sugar_reading" for mention in mentions):
        return None
    told = (d for d in found if d.kind == "value" and d.value.endswith(tuple(_DIABETIC)))
    own = (d for d in told if not _NOT_OWN & hearing.under(d.start, d.end))
    return next((d for d in own if _most(d.value) >= _DIABETIC[d.value.split()[1]]), None)


_OPEN = (None, "open", "site", "how")  # what anything may answer
# From which a sugar at any hour is one of diabetes (WHO 2019, random plasma glucose).
_DIABETIC = {"mmol/L": 11.1, "mg/dL": 200.0}
_NOT_OWN = frozenset({ScopeKind.OTHER_PERSON, ScopeKind.HYPOTHETICAL, ScopeKind.NEGATED, ScopeKind.PAST})


def _most(value: str) -> float:
    return max(float(number) for number in value.split()[0].split("-"))


def _mentions(hearing: Hearing, words: Lexicon, history: list[Told], taken: list[Medicine]) -> list[Mention]:
    """What the utterance speaks of; idioms and parts of medicines, allergies, operations and habits left out."""
    lower = hearing.writing.lower
    found = words.mentions(lower, chinese=hearing.chinese, english=hearing.english)
    if hearing.asked not in _OPEN and answer_in(hearing.writing) in (Answer.UNSURE, Answer.REFUSED):
        found = [mention for mention in found if mention.start >= end_of_first_clause(hearing.writing)]
    if hearing.asked:
        found = [mention for mention in found if mention.start >= end_of_echo(lower, hearing.asked)]
    close = []
    if hearing.asked not in _NUMBERS:  # 四石岁 is an age misheard, and no sleepiness
        close = close_mentions(lower, words, found, chinese=hearing.chinese, english=hearing.english)
    found = apart([*found, *close])
    found = apart([*found, *blood_named(lower, found)])
    found += swelling_named(lower, found) if "肿" in lower or hearing.english else ()
    found = _without_vague(lower, found, hearing.asked)
    aside = [match.span() for match in _NOT_MEANT.finditer(lower)]
    spans = [(one.start, one.end) for one in history if not came_back(lower, one)]
    spans += [(one.start, one.end) for one in taken]
    spans += [one.dose for one in taken if one.dose]  # "a puff of ventolin" is no breathlessness
    aside += [  # 停了华法林, "my husband's on warfarin": no blood thinner
        (one.start, one.end) for one in taken if one.state is not State.CURRENT or is_anothers(hearing, one.start)
    ]
    asked_for = [(one.start, one.end) for one in taken if one.state is State.ASKED]
    spans += told_unasked(lower) if hearing.asked != "past_history" else []
    spans += [one.reaction for one in taken if one.reaction]  # a rash from penicillin is not there today
    return [
        mention
        for mention in found
        if not any(start <= mention.start and mention.end <= end for start, end in spans)
        and not _is_set_phrase(hearing, mention)
        and not _IN_HEALTH.match(lower, max(0, mention.start - 10), mention.end + 16)
        and not any(
            start < mention.end and mention.start < end
            for start, end in aside
            # 想做皮埋: a medicine that is asked for may be what somebody comes for
            if not (mention.topic is Topic.REQUEST and (start, end) in asked_for)
        )
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
    named = [m.start for m in found if m.topic is Topic.FINDING and m.code not in VAGUE]
    return [m for m in found if m.code not in VAGUE or m.where or not any(start < m.start for start in named)]


_OF_THE_TROUBLE = frozenset(Details.model_fields) - {"site"}
_MOVED = re.compile(
    r"[弯扭]腰|[低抬转回扭]头|[抬伸]手|[抬伸蹬]腿|张嘴|睁眼|闭眼|[转翻]身"
)  # 弯腰的时候才疼: when, not where
_NUMBERS = frozenset({"age", "severity", "value"})
_IN_HEALTH = pattern(_CUES["in_health"])
_NOT_MEANT = Cue(_CUES["not_meant"])  # periods of time, blood pressure tablets


def _used(detail: Detail, hearing: Hearing) -> bool:
    """Whether the words are of an age, a pregnancy or an earlier event: no complaint has lasted so long."""
    if detail.kind != "duration":
        return False
    if any(start < detail.end and detail.start < end for start, end in hearing.passing.spans):
        return True
    lower = hearing.writing.lower
    if hearing.asked == "age" and _YEARS_OF_AGE.match(lower) and lower[: detail.end].rfind(" ", 0, detail.start) < 0:
        return True
    start = max(lower.rfind(stop, 0, detail.start) for stop in "，。；！？,.;!?") + 1
    stops = [place for stop in "，。；！？,.;!?" if (place := lower.find(stop, detail.end)) >= 0]
    clause = lower[start : min(stops, default=len(lower))]
    return bool(_EARLIER_EVENT.search(clause)) or (hearing.asked == "age" and _BIRTHDAY.search(clause) is not None)


def _is_denied(detail: Detail, hearing: Hearing) -> bool:
    """Whether pain is said not to be of that kind or degree: "nothing sharp", 没有烧灼感."""
    if detail.kind not in ("character", "severity") or detail.taken_back:
        return False
    between = (
        hearing.writing.lower[scope.start : detail.start]
        for scope in hearing.covering(detail.start, detail.end)
        if scope.kind is ScopeKind.NEGATED
    )
    return not all(map(_PAUSE.search, between))


_EASES = ("worse_with", "better_with")  # "it eases with antacid": the medicine's name is the detail
_PAUSE = re.compile("[，,、]")


def _no_cause(detail: Detail, hearing: Hearing) -> bool:
    """ "I haven't changed my soap" and 没吃虾 set nothing off."""
    return detail.kind == "began_with" and not hearing.under(detail.start, detail.end).isdisjoint(_NOT_DONE)


_NOT_DONE = frozenset({ScopeKind.NEGATED, ScopeKind.OTHER_PERSON})


def _inside(detail: Detail, parts: tuple[str, ...], writing: Writing) -> bool:
    """Whether the words of `detail` stand in one of these parts of what was said."""
    words = writing.words(detail.start, detail.end)
    return any(words in part for part in parts)


_EARLIER_EVENT = pattern(_CUES["earlier_event"])
_BIRTHDAY = pattern(_CUES["birthday"])
_YEARS_OF_AGE = pattern(_CUES["years_of_age"])


def _facts(
    hearing: Hearing,
    mentions: list[Mention],
    of_mentions: list[tuple[Fact, int]],
    history: list[Told],
    taken: list[Medicine],
    taking: list[Taking],
) -> list[tuple[Fact, int]]:
    """Every fact stated, with the place where it was said."""
    reasons = [one.stopped_for for one in taken if one.stopped_for]
    reasons += _hurt_once(hearing.writing.lower, of_mentions)
    of_mentions = [
        (fact.model_copy(update={"past": True}) if _of_the_past(fact, place, reasons) else fact, place)
        for fact, place in of_mentions
    ]
    of_history = [(history_fact(hearing, one), one.start) for one in history]
    lower = hearing.writing.lower
    lacking = [(one.start, one.end) for one in mentions if _NAMED_FOR_LACK.search(lower[one.start : one.end])]
    inside = [*((one.start, one.end) for one in history), *lacking]
    of_medicines = [
        (medicine_fact(hearing, one, how.details), one.start)
        for one, how in zip(taken, taking, strict=True)
        if not any(start <= one.start and one.end <= end for start, end in inside)
    ]
    of_kin = [
        (Fact(topic=Topic.FAMILY, code=code, quote=hearing.writing.words(*span)), span[0])
        for code, span in kin_too(hearing.writing.lower, mentions, hearing.asked)
    ]
    of_kin += [
        (Fact(topic=Topic.CONDITION, code=code, quote=hearing.writing.words(*span)), span[0])
        for code, span in own_too(hearing.writing.lower, mentions)
    ]
    of_kin += [
        (Fact(topic=Topic.FAMILY, code=one.code, quote=hearing.writing.words(one.start, one.end)), one.start)
        for one in mentions
        if is_feared(hearing, one) and had_by_kin(hearing, one.start)
    ]
    of_pregnancy = [(fact, 0) for fact in pregnancy_facts(hearing)]
    return [(fact, place) for fact, place in (*of_mentions, *of_history, *of_medicines, *of_kin, *of_pregnancy) if fact]


_NAMED_FOR_LACK = pattern(_CUES["named_for_lack"])


def _of_the_past(fact: Fact, place: int, reasons: list[tuple[int, int]]) -> bool:
    """Whether it was what a medicine did that was stopped for it, or an injury of then."""
    present = fact.topic is Topic.FINDING and fact.status is Status.PRESENT
    return present and any(start <= place < end for start, end in reasons)


def _hurt_once(lower: str, told: list[tuple[Fact, int]]) -> list[tuple[int, int]]:
    """Where an injury is told that was had once, beside a trouble of now: 右手摔断过，现在腰疼."""
    now = max((place for fact, place in told if _is_told(fact)), default=-1)
    found = (_HURT_ONCE.match(lower, place) for fact, place in told if fact.topic is Topic.FINDING)
    return [one.span() for one in found if one and one.end() <= now]


_HURT_ONCE = re.compile(
    r"[^，。！？]{0,6}?[断伤裂折扭崴摔烫烧]过(?!敏|来|去)[^，。！？]{0,4}[，,。]\s*(?=现在|这次|这回|今天|最近)"
)


def _is_told(fact: Fact) -> bool:
    return fact.topic is Topic.FINDING and fact.status is Status.PRESENT


def _taken_back(facts: list[Fact], gone: set[int], mentions: list[Mention], corrected: bool) -> frozenset[str]:
    """Codes withdrawn: those another took the place of, and, in a correction, those now denied."""
    still = {fact.code for fact in facts}
    codes = {mentions[place].code for place in gone} - still
    if corrected:
        codes |= {fact.code for fact in facts if fact.status is Status.ABSENT and fact.code != "none"}
    return frozenset(codes)


def _settled(found: frozenset[Intent], facts: list[Fact]) -> frozenset[Intent]:
    """Intents that do not stand beside what else was said are dropped."""
    settled = set(found)
    if any(fact.status is Status.PRESENT and fact.topic in (Topic.FINDING, Topic.REQUEST) for fact in facts):
        settled -= {Intent.OFF_TOPIC, Intent.AGREES, Intent.DISAGREES, Intent.REPEAT}
    if Intent.MANIPULATION in settled:
        settled -= {Intent.QUESTION, Intent.MEDICAL_QUESTION}
    if Intent.OTHERS_DATA in settled or Intent.OFF_TOPIC in settled:
        settled -= {Intent.QUESTION}
    if Intent.WANTS_PERSON in settled:
        settled -= {Intent.WANTS_DOCTOR}
    return frozenset(settled)
