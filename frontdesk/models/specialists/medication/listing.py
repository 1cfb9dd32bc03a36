"""A patient's one list of medicines: each with where it stands, its dose, its day and who says so."""

import re
from collections.abc import Iterable
from datetime import date
from enum import StrEnum
from functools import cache, lru_cache
from pathlib import Path

import yaml

from frontdesk.models.allergies import avoided, without_allergies
from frontdesk.models.facts import Fact, Status, Topic, Value
from frontdesk.models.knowledge.formulary import formulary
from frontdesk.models.parsers import medicines
from frontdesk.models.parsers.names import members_of
from frontdesk.models.parsers.persons import relatives
from frontdesk.models.parsers.writing import read
from frontdesk.models.specialists.case import Patient
from frontdesk.models.specialists.medication.dose_told import dose_of
from frontdesk.models.specialists.medication.ended import ended
from frontdesk.models.specialists.medication.intake import Intake, intake_of, read_intake
from frontdesk.models.specialists.medication.mentions import mentions, named
from frontdesk.models.specialists.medication.spoken import Spoken, hear


class Standing(StrEnum):
    TAKEN = "taken"  # told to be taken
    RUNNING = "running"  # prescribed, and not stopped since
    ONCE = "once"
    ASKED = "asked"  # asked about, not taken yet
    STOPPED = "stopped"
    DECLINED = "declined"
    ADVISED = "advised"  # and not begun
    AVOIDED = "avoided"  # a doctor wrote that it must not be taken


IN_THE_BODY = frozenset({Standing.TAKEN, Standing.RUNNING, Standing.ONCE})
HELD_AGAINST = IN_THE_BODY | {Standing.ASKED}
"""What counts where medicines are held against each other and against the patient."""
NEVER_BEGUN = frozenset({Standing.DECLINED, Standing.ADVISED})


class ListedMedicine(Value):
    """One line of the list. `holds`: its medicines in the formulary. `source`: the department; empty: the talk."""

    code: str
    words: str
    holds: tuple[str, ...]
    standing: Standing
    dose: str = ""
    on: date | None = None
    source: str = ""
    outpatient_number: int | None = None
    turn: int = 0


def told(facts: Iterable[Fact], said: Iterable[Fact] = ()) -> tuple[ListedMedicine, ...]:
    """What a talk tells: the medicines of the record, then those named in `said`, words not asked for them."""
    entries: dict[tuple[str, ...], ListedMedicine] = {}
    for fact in facts:
        if (entry := _of_fact(fact)) is not None:
            entries.setdefault(entry.holds, entry)
    for entry in (entry for fact in said for entry in of_words(fact.quote, fact.turn)):
        entries.setdefault(entry.holds, entry)
    return tuple(entries.values())


@lru_cache(maxsize=256)  # what was said is looked at again in every later turn
def of_words(words: str, turn: int = 0) -> tuple[ListedMedicine, ...]:
    """The medicines that words tell of, each with where it stands; one that was never taken is none."""
    words, never = without_allergies(words), avoided(words)
    heard = (one for one in hear(words, Patient()).spoken if _is_told(one) and never.isdisjoint(one.codes))
    entries = [_of_spoken(one, words, turn) for one in heard]
    known = {code for entry in entries for code in (entry.code, *entry.holds)}
    for one in medicines(words):
        holds = holds_of(one.code, one.words)
        if known.isdisjoint((one.code, *holds)):
            standing = standing_of(words, one.code)
            dose = dose_of(one.words, words)
            entries.append(
                ListedMedicine(code=one.code, words=one.words, holds=holds, standing=standing, dose=dose, turn=turn)
            )
    over = {one.code for one in ended(words)}
    return tuple(_over(one) if over & {one.code, *one.holds} else one for one in entries)


def _over(entry: ListedMedicine) -> ListedMedicine:
    return entry.model_copy(update={"standing": Standing.STOPPED}) if entry.standing in IN_THE_BODY else entry


def never_taken(text: str) -> frozenset[str]:
    """Codes of the medicines that the words name as refused, or advised and not begun."""
    return frozenset(one.code for one in of_words(text) if one.standing in NEVER_BEGUN)


def _is_told(one: Spoken) -> bool:
    """Whether it is named plainly, is the patient's, and is or was taken, offered or asked about."""
    denied = cue("told_never").search(one.intake.words) or (one.intake.denied and not one.intake.stopped)
    never = bool(denied) and not cue("told_declined").search(one.intake.words)
    anothers = one.anothers or relatives(one.intake.words)
    return one.sure and one.mention is not None and bool(one.codes) and not anothers and not never


def _of_spoken(one: Spoken, words: str, turn: int) -> ListedMedicine:
    product = one.named.product if one.named else None
    said = one.mention.words if one.mention else ""
    return ListedMedicine(
        code=product.code if product else one.codes[0],
        words=said,
        holds=one.codes,
        standing=_standing(one.intake),
        dose=dose_of(said, words, one.mention.start if one.mention else 0),
        turn=turn,
    )


def _of_fact(fact: Fact) -> ListedMedicine | None:
    if fact.topic is not Topic.MEDICINE or fact.code in ("none", "any") or fact.status is Status.REFUSED:
        return None
    standing = Standing.STOPPED if fact.past or fact.status is Status.ABSENT else standing_of(fact.quote, fact.code)
    standing = Standing.ASKED if fact.only_asked else standing
    told_apart = ", ".join(part for part in (fact.details.value, fact.details.frequency) if part)
    dose = told_apart or dose_of("", fact.quote)
    holds = holds_of(fact.code, fact.quote)
    return ListedMedicine(code=fact.code, words=fact.quote, holds=holds, standing=standing, dose=dose, turn=fact.turn)


@lru_cache(maxsize=1024)
def holds_of(code: str, words: str = "") -> tuple[str, ...]:
    """The medicines in what is called `code`; where no list holds it, itself."""
    known = formulary()
    product = next((one for one in known.products if one.code == code), None)
    if code in known.medicines or product is None:
        meant = None if code in known.medicines else named(code.replace("_", " ")) or named(words)
        return meant.codes if meant else (code,)
    return tuple(product.holds)


@lru_cache(maxsize=1024)
def standing_of(words: str, code: str) -> Standing:
    """Where a patient's words leave a medicine."""
    writing = read(words)
    found, holds = mentions(writing), set(holds_of(code, words))
    mention = next((one for one in found if one.meant and holds & set(one.meant.codes)), None)
    return _standing(intake_of(writing.lower, mention, found) if mention else read_intake(writing.lower))


def _standing(intake: Intake) -> Standing:
    for name, standing in (("told_declined", Standing.DECLINED), ("told_once", Standing.ONCE)):
        if cue(name).search(intake.words) and not (intake.stopped and standing is Standing.ONCE):
            return standing
    if intake.stopped or intake.denied:
        return Standing.STOPPED
    if cue("told_advised").search(intake.words):
        return Standing.ADVISED
    return Standing.ASKED if intake.asked else Standing.TAKEN


@cache
def cue(name: str) -> re.Pattern[str]:
    text = (Path(__file__).parent / "standing.yaml").read_text(encoding="utf-8")
    return re.compile("|".join(yaml.load(text, Loader=yaml.CSafeLoader)[name]))


def codes(entries: Iterable[ListedMedicine], standings: frozenset[Standing] = HELD_AGAINST) -> tuple[str, ...]:
    """The medicines of those entries, each once."""
    return tuple(dict.fromkeys(code for one in entries if one.standing in standings for code in one.holds))


def may_be(entry: ListedMedicine, entries: Iterable[ListedMedicine]) -> tuple[str, ...]:
    """Medicines prescribed and running that one told by its kind alone ("water tablet") may be."""
    if entry.source:
        return ()
    return members_of(entry.code, codes((one for one in entries if one.source), frozenset({Standing.RUNNING})))


def whole(talk: Iterable[ListedMedicine], record: Iterable[ListedMedicine]) -> tuple[ListedMedicine, ...]:
    """The one list: what was told, then what the record holds, by where it stands; lines of one medicine together."""
    lines = [*talk, *record]
    order = list(Standing)
    best = {one.holds: min(order.index(two.standing) for two in lines if two.holds == one.holds) for one in lines}
    return tuple(sorted(lines, key=lambda one: (best[one.holds], one.holds, bool(one.source))))
