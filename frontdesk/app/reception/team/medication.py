"""Medicines the patient takes, held against who they are and what else they take."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from frontdesk.app.reception.record.background import MEDICINES
from frontdesk.app.reception.record.clauses import rejects
from frontdesk.app.reception.record.line_assertions import THAT_MUCH
from frontdesk.app.reception.record.wording import name_of, pick
from frontdesk.app.reception.session.events import FindingRaised
from frontdesk.app.reception.session.questions import BACKGROUND
from frontdesk.app.reception.team.case import case_of, illness, ills, present
from frontdesk.app.reception.team.finding import Finding, Rank, Specialist, Wait
from frontdesk.app.reception.turn.utterance import Turn
from frontdesk.his_adapter.records import Text
from frontdesk.models import parsers
from frontdesk.models.allergies import without_allergies
from frontdesk.models.assertion import denies
from frontdesk.models.facts import Fact, Language, Topic
from frontdesk.models.knowledge.formulary import formulary
from frontdesk.models.parsers.corrections import takes_back
from frontdesk.models.parsers.writing import read
from frontdesk.models.reading import DialogueAct
from frontdesk.models.specialists.medication.condition import contraindication
from frontdesk.models.specialists.medication.daily_maximum import day_milligrams, maximum, milligrams, most_prescribed
from frontdesk.models.specialists.medication.dose import amount_in_words
from frontdesk.models.specialists.medication.hazards import doubled, is_kept, wished_off
from frontdesk.models.specialists.medication.intake import read_intake, says
from frontdesk.models.specialists.medication.label_rhythm import oftener, told_and_label
from frontdesk.models.specialists.medication.lexicon import Mention
from frontdesk.models.specialists.medication.mentions import mentions
from frontdesk.models.specialists.medication.of_a_medicine import of_a_medicine
from frontdesk.models.specialists.medication.own_words import without_others
from frontdesk.models.specialists.medication.pairs import Found, compare
from frontdesk.models.specialists.medication.situation import illnesses_in, is_chinese
from frontdesk.models.specialists.medication.spoken import Heard, Spoken, hear

ZH, EN = Language.ZH, Language.EN
NAMED_THERE = frozenset({"medicines", "allergies", BACKGROUND})  # pages whose medicines are facts already, or not taken
CAUTION, KEEP, DOUBLED = "caution", "keep", "double_dose"
OVER, TOO_OFTEN, RIGHT = "over_maximum", "too_often", "put_right"
BRINGS_A_NURSE = frozenset({DOUBLED, OVER, TOO_OFTEN})


class Problem(NamedTuple):
    """Why one medicine needs a doctor's eye; `has` is what of the patient or their other medicines it meets.

    `for_the_doctor`: it may well be prescribed so; nobody at the desk holds it up.
    """

    has: Text
    why: Text
    for_the_doctor: bool = False


def examine(turn: Turn) -> Finding | None:
    """A problem that became true in this turn; each medicine is told once.

    `what` is CAUTION for what is bought without prescription: the patient is asked to wait for a doctor. What a
    doctor prescribed is "noted" for the doctor alone: nobody at the desk tells a patient to stop it; who asks whether
    to stop it, or has a problem with what must not be stopped alone, is told to KEEP it until the doctor is asked.
    DOUBLED, OVER and TOO_OFTEN bring a nurse.
    """
    if found := _doubled(turn) or _too_much(turn) or _put_right(turn) or _to_be_kept(turn):
        return found
    told = {f.quote for f in turn.before.findings if f.specialist == "medication" and not f.takes_back}
    beside = tuple(_named_beside(turn))  # in the words around them, which tell how much and how
    named = {fact.code for fact in beside}
    taken = (*beside, *(fact for fact in present(turn, Topic.MEDICINE) if fact.code not in named))
    return among(turn, tuple(fact for fact in taken if not any(words in fact.quote for words in told)))


def _named_beside(turn: Turn) -> tuple[Fact, ...]:
    """Medicines named in words that were not asked for them: weighed, and recorded nowhere but as those words."""
    quotes = (fact.quote[:200] for fact in turn.record if fact.topic is Topic.SAID and fact.asked not in NAMED_THERE)
    said = (without_allergies(quote) for quote in quotes)
    return tuple(
        Fact(topic=Topic.MEDICINE, code=named.code, quote=words) for words in said for named in parsers.medicines(words)
    )


def medicine_in(finding: Finding, language: Language) -> str:
    """The medicine a finding is of, as the patient called it, or as the language of the talk does."""
    named = next((one for one in mentions(read(finding.quote)) if one.meant), None)
    if named is None or named.meant is None:
        return pick(("这个药", "that medicine"), language)
    if is_chinese(named.words) is (language is ZH):
        return named.words
    code = named.meant.codes[0]
    return formulary().medicines[code].zh if language is ZH and code in formulary().medicines else code


def _doubled(turn: Turn) -> Finding | None:
    """A dose taken twice of what is dangerous twice; where no medicine is named in the turn, of one told before."""
    if not says("doubled", read(turn.text).lower):
        return None
    heard = hear(turn.text, case_of(turn))
    if not any(one.mention for one in heard.spoken):
        taken, told = "、".join(fact.quote for fact in present(turn, Topic.MEDICINE)), _of_medicines(turn)
        heard = hear(f"{taken}，{told}", case_of(turn)) if taken and told else heard
    before = [f for f in _standing(turn) if f.what == DOUBLED]
    first = next((one for one in doubled(heard) if one.mention), None)
    if first is None or first.mention is None or before:
        return None
    code = first.codes[0]
    note = {
        ZH: f"自述{formulary().medicines[code].zh}一次用了不止一份，请马上核对。",
        EN: f"More than one dose of {code} at a time, as told. To be checked at once.",
    }
    quote = first.mention.words
    return Finding(specialist="medication", rank=Rank.MEDICATION, what=DOUBLED, quote=quote, note=note)


def _too_much(turn: Turn) -> Finding | None:
    """More on one day than the label allows, or oftener; told of a medicine named now, or before where words are of it.

    "I smoke 20 a day", three turns after a medicine was told, is no dose of that medicine.
    """
    told = _of_medicines(turn)
    heard = hear(told, case_of(turn))
    taken = present(turn, Topic.MEDICINE)[-1:]
    if taken and not any(one.mention for one in heard.spoken) and read_intake(without_others(heard.lower)).dose.tells:
        heard = hear(f"{taken[0].quote}，{told}", case_of(turn))
    known = {(f.what, f.quote) for f in _standing(turn)}
    for one in heard.spoken:
        if one.mention is None or one.anothers or one.intake.asked or _is_denied(one, heard.language):
            continue
        quote = one.mention.words
        for what, note in _excesses(heard, one):
            if (what, quote) not in known:
                return Finding(specialist="medication", rank=Rank.MEDICATION, what=what, quote=quote, note=note)
    return None


def _standing(turn: Turn) -> list[FindingRaised]:
    """What was found of medicines in turns that still count, and not put right since."""
    found = list[FindingRaised]()
    for one in turn.before.findings:
        found = [f for f in found if not (f.quote == one.quote and f.what in one.takes_back)]
        found += [one] if one.specialist == "medication" and one.turn not in turn.before.undone else []
    return found


def _put_right(turn: Turn) -> Finding | None:
    """A dose found to be too much that the patient says is none, or another that is not."""
    grave = [f for f in _standing(turn) if f.what in BRINGS_A_NURSE]
    if not grave:
        return None
    lower = read(turn.text).lower
    corrects = rejects(turn.text) or takes_back(lower) or turn.acts.does(DialogueAct.OBJECTS)
    heard = hear(_of_medicines(turn), case_of(turn))
    for found in grave:
        codes = {code for one in mentions(read(found.quote)) if one.meant for code in one.meant.codes}
        said = [one for one in heard.spoken if codes.intersection(one.codes)]
        denied = [one for one in said if _is_denied(one, heard.language)]
        amounts = [one for one in denied if one.intake.dose.amount or THAT_MUCH.search(one.intake.words)]
        told = [one for one in said if one.intake.dose.tells and one not in denied]
        right = [*denied, *told] if corrects else amounts
        if right and not any(list(_excesses(heard, one)) for one in told):
            kinds = tuple(f.what for f in grave if f.quote == found.quote)
            return Finding(
                specialist="medication", rank=Rank.MEDICATION, what=RIGHT, quote=found.quote, takes_back=kinds
            )
    return None


def _is_denied(one: Spoken, language: Language) -> bool:
    """Whether it was not taken, or not so much of it: "I never took 2000 mg of it"."""
    return one.intake.denied or denies(one.intake.words.partition("@")[0], language)


def _of_medicines(turn: Turn) -> str:
    """What of the words may tell a dose: the answer to the question of medicines, elsewhere what is of a medicine."""
    asked = turn.question is not None and turn.question.key == MEDICINES
    return turn.text if asked else of_a_medicine(turn.text)


def _excesses(heard: Heard, one: Spoken) -> Iterator[tuple[str, Text]]:
    """What is too much or too often, with the arithmetic."""
    if label := oftener(one):
        zh, en = told_and_label(one, label)
        zh_dose, en_dose = amount_in_words(one.intake.dose)
        named = formulary().medicines[label.medicine].zh
        yield (
            TOO_OFTEN,
            {
                ZH: f"{named}{zh_dose}{zh}。请马上核对。",
                EN: f"{label.medicine.capitalize()}{en_dose}: {en}. To be checked at once.",
            },
        )
    for code, taken in milligrams(one).items():
        most = most_prescribed(formulary().maxima[code], heard.situation)
        if taken.usual > most:
            zh_dose, en_dose = amount_in_words(one.intake.dose)
            named = formulary().medicines[code].zh
            yield (
                OVER,
                {
                    ZH: f"{named}{zh_dose}自述一天共{taken.usual:,.0f}毫克，上限{most:,.0f}毫克。请马上核对。",
                    EN: f"{code.capitalize()}{en_dose}: {taken.usual:,.0f} mg on one day as told, "
                    f"the most is {most:,.0f} mg. To be checked at once.",
                },
            )


def _to_be_kept(turn: Turn) -> Finding | None:
    """The patient asks whether to stop what a doctor prescribed."""
    if not says("asks_to_stop", read(turn.text).lower):
        return None
    heard = hear(turn.text, case_of(turn))
    named = [one.mention.words for one in wished_off(heard) if one.mention and not _may_be_left(one, heard)]
    taken = [fact.quote for fact in present(turn, Topic.MEDICINE) if not is_bought((fact.code,))]
    quote = next(iter(named or (taken if _ANY_MEDICINE.search(heard.lower) else ())), None)
    if quote is None or any(f.what == KEEP and f.quote == quote for f in turn.before.findings):
        return None
    note = {ZH: f"询问能否停用{quote}，请医生答复。", EN: f"Asks whether to stop {quote}. The doctor should answer."}
    return Finding(specialist="medication", rank=Rank.MEDICATION, what=KEEP, quote=quote, note=note)


def _may_be_left(one: Spoken, heard: Heard) -> bool:
    return is_bought(one.codes) and not is_kept(one, heard.lower, heard)


# Rubbed in or stuck on, and little of it taken up.
_ON_THE_SKIN = re.compile(r"药?膏|贴|喷雾|搽|涂|抹|\b(?:gel|cream|ointment|patch(?:es)?|rub|plasters?|lotion)\b", re.I)
_ANY_MEDICINE = re.compile(r"药|片|针|\b(?:pills?|tablets?|medicines?|medications?|meds|them|it|that)\b")


def among(turn: Turn, medicines: tuple[Fact, ...]) -> Finding | None:
    """The first problem with one of these medicines of the record."""
    for medicine in sorted(medicines, key=lambda fact: not is_bought((fact.code,))):
        told = _words(medicine)
        heard = hear(of_a_medicine(told) or told, case_of(turn, besides=medicine))
        for one in heard.spoken:
            problem = next(_problems(turn, heard, one), None)
            if problem and problem.has is not _REASONS["allergy"] and _ON_THE_SKIN.search(medicine.quote):
                continue
            if problem:
                return _finding(turn, medicine, heard, one, problem)
            if not one.sure and one.mention and one.mention.close:
                return _unclear(medicine, one.mention)
    return None


def _words(medicine: Fact) -> str:
    dose = medicine.details.value
    return medicine.quote if not dose or dose in medicine.quote else f"{medicine.quote}, {dose}"


def _problems(turn: Turn, heard: Heard, one: Spoken) -> Iterator[Problem]:
    """Over the maximum first, then against the person, then with another medicine."""
    for code in one.codes:
        limit, dose = formulary().maxima.get(code), day_milligrams(one)
        if limit and dose and dose > (most := maximum(limit, heard.situation)):
            yield Problem(
                {ZH: "用量偏大", EN: "a high dose"},
                {ZH: f"说明书上限每日{most:,.0f}毫克", EN: f"the label's most is {most:,.0f} mg"},
                for_the_doctor=dose <= most_prescribed(limit, heard.situation),
            )
        against = contraindication(code, heard.situation)
        if against:
            yield Problem(
                _reason(turn, against[0].conditions, against[1]), {ZH: against[0].why[ZH], EN: against[0].why[EN]}
            )
        for other in (code for listed in heard.situation.listed for code in listed.named.codes):
            compared = compare(code, other)
            rule = compared.rule if isinstance(compared, Found) else None
            if is_bought((other,)) and not is_bought((code,)):
                continue  # told of the one that can be left out
            if rule and rule.verdict == "avoid" and other != code:
                zh = formulary().medicines[other].zh if other in formulary().medicines else other
                yield Problem({ZH: f"同时在用{zh}", EN: f"{other} as well"}, {ZH: rule.why[ZH], EN: rule.why[EN]})


_REASONS = {
    "allergy": {ZH: "药物过敏", EN: "an allergy to it or its kind"},
    "pregnancy": {ZH: "怀孕", EN: "a pregnancy"},
    "breast-feeding": {ZH: "在哺乳", EN: "a baby at the breast"},
    "age": {ZH: "年龄限制", EN: "an age it is not for"},
}


def _reason(turn: Turn, conditions: tuple[str, ...], reason: str) -> Text:
    if reason in _REASONS:
        return _REASONS[reason]
    for fact in ills(turn):
        if not illnesses_in(illness(fact)).keys().isdisjoint(conditions):
            return {ZH: name_of(fact, ZH), EN: name_of(fact, EN)}
    return {ZH: reason, EN: reason}


def is_bought(codes: tuple[str, ...]) -> bool:
    """Whether all of it is sold without prescription."""
    known = formulary().medicines
    return all(code in known and known[code].otc for code in codes)


def _finding(turn: Turn, medicine: Fact, heard: Heard, one: Spoken, problem: Problem) -> Finding:
    counted = _counted(one)
    how = {ZH: "询问能否用", EN: "Asks about "} if medicine.only_asked else {ZH: "在用", EN: "Takes "}
    named = {language: f"{how[language]}{name_of(medicine, language)}{counted[language]}" for language in Language}
    note = {
        ZH: f"{named[ZH]}；{problem.has[ZH]}：{problem.why[ZH]}。今天请医生核对。",
        EN: f"{named[EN]}; has {problem.has[EN]}: {problem.why[EN]}. To be checked now.",
    }
    kept = is_kept(one, turn.text.lower(), heard)
    only_old = kept and problem.has is _REASONS["age"]  # a rule for who begins with it, and they have long begun
    what = "noted" if only_old or problem.for_the_doctor or not is_bought(one.codes) else KEEP if kept else CAUTION
    quote = one.mention.words if one.mention else medicine.quote
    return Finding(specialist="medication", rank=Rank.MEDICATION, what=what, quote=quote, note=note)


def _counted(one: Spoken) -> Text:
    """The milligrams of a day as they were told; of tablets alone, by the strength they are sold in."""
    dose, told = day_milligrams(one), one.intake.dose
    if not dose:
        return {ZH: "", EN: ""}
    if told.mg is None and told.strength is None and told.per_ml is None:
        return {ZH: f"，按常见规格每日约{dose:,.0f}毫克", EN: f", about {dose:,.0f} mg a day by its usual strength"}
    return {ZH: f"，自述每日共{dose:,.0f}毫克", EN: f", {dose:,.0f} mg a day as told"}


def _unclear(medicine: Fact, mention: Mention) -> Finding:
    """A name that is close to one or more on our lists: nobody guesses, the doctor asks to see the box."""
    codes = dict.fromkeys(close.codes[0] for close in mention.close)
    zh = "、".join(formulary().medicines[code].zh if code in formulary().medicines else code for code in codes)
    note = {
        ZH: f"自述在用“{mention.words}”，可能是{zh}，请核对药盒。",
        EN: f"Takes “{mention.words}”: perhaps {' or '.join(codes)}. The box has to be seen.",
    }
    return Finding(
        specialist="medication", rank=Rank.MEDICATION, what="unclear_medicine", quote=medicine.quote, note=note
    )


SPECIALIST = Specialist("medication", Wait.MAY, examine)
