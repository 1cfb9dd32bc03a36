"""`frontdesk check` for laboratory values and vital signs: plausibility, range, trend and effects of medicines."""

from collections.abc import Iterator

from frontdesk.models.facts import Language
from frontdesk.models.specialists.case import Checked, Patient
from frontdesk.models.specialists.experiencer import belongs_to_another
from frontdesk.models.specialists.labs_vitals.catalogue import tests
from frontdesk.models.specialists.labs_vitals.cues import cue
from frontdesk.models.specialists.labs_vitals.effects import effects
from frontdesk.models.specialists.labs_vitals.judgement import Judged, judge, named, recorded_values
from frontdesk.models.specialists.labs_vitals.readings import hear
from frontdesk.models.specialists.labs_vitals.told import PRESSURE, SYSTOLIC, Heard, Reading
from frontdesk.models.specialists.labs_vitals.wording import effect_text, plausibility_text, range_text, trend_text


def check(utterance: str, patient: Patient) -> tuple[Checked, ...]:
    """What the utterance's values are worth for this patient; values of the record only when it asks for them."""
    heard = hear(utterance)
    found = [*_told(heard, patient, utterance), *_asked(heard, patient, utterance)]
    return tuple(dict.fromkeys(found))


def _told(heard: Heard, patient: Patient, utterance: str) -> Iterator[Checked]:
    for one in judge(heard, patient):
        if _is_of_another(one, heard, patient):
            continue
        yield from _of_value(one, heard.language)
        if one.plausible:
            yield from _effects(one.subject, patient, utterance, heard.language)


def _is_of_another(one: Judged, heard: Heard, patient: Patient) -> bool:
    """ "My sister's cholesterol is 7"; a value to be seen to now is heeded, whoever came along with it."""
    critical = (one.verdict or "").startswith("critical")
    before = heard.text.partition(one.reading.quote)[0]
    return not critical and belongs_to_another(before, patient)


def _of_value(one: Judged, language: Language) -> Iterator[Checked]:
    source = one.parts[0].limits.source if one.parts else tests()[one.subject].source
    if one.parts:
        believed = "plausible" if one.plausible else "implausible"
        yield Checked(
            specialist="labs_vitals", kind="plausibility", verdict=believed, subject=one.subject,
            text=plausibility_text(one, language), source=source,
        )  # fmt: skip
    if one.verdict is not None:
        yield Checked(
            specialist="labs_vitals", kind="range", verdict=one.verdict, subject=one.subject,
            text=range_text(one, language), source=source,
        )  # fmt: skip
    if one.earlier is not None:
        origin = "the patient's record" if one.earlier.recorded else "the patient's own words"
        yield Checked(
            specialist="labs_vitals", kind="trend", verdict=one.earlier.verdict, subject=one.subject,
            text=trend_text(one, language), source=origin,
        )  # fmt: skip


def _effects(test: str, patient: Patient, utterance: str, language: Language) -> Iterator[Checked]:
    for effect in effects(test, patient, utterance):
        yield Checked(
            specialist="labs_vitals", kind="drug_effect", verdict="raises" if effect.raises else "lowers",
            subject=test, text=effect_text(test, effect, language), source=effect.source,
        )  # fmt: skip


def _asked(heard: Heard, patient: Patient, utterance: str) -> Iterator[Checked]:
    """Tests spoken of without a value: the record's latest where that is asked for, and what moves them."""
    wanted = list(heard.asked)
    if not wanted and not heard.readings and cue("all_of_it").search(heard.text):
        wanted = list(dict.fromkeys(name for lab in patient.labs if (name := named(lab))))
    of_record = bool(cue("of_the_record").search(heard.text))
    for name in wanted:
        latest = _from_record(name, patient) if of_record or cue("trend_asked").search(heard.text) else ()
        for one in judge(heard._replace(readings=latest), patient.model_copy(update={"labs": ()})):
            for finding in _of_value(one, heard.language):
                trend = finding.kind == "trend" and cue("trend_asked").search(heard.text)
                if trend or finding.kind == "range":
                    yield finding
        if name in heard.asked and cue("moves").search(heard.text):
            yield from _effects(name, patient, utterance, heard.language)


def _from_record(name: str, patient: Patient) -> tuple[Reading, ...]:
    """The latest result as a reading of now, the one before as a reading of before."""
    held = [
        (lab.date.isoformat() if lab.date else "", at, lab) for at, lab in enumerate(patient.labs) if named(lab) == name
    ]
    readings = []
    for at, (_, _, lab) in enumerate(sorted(held, key=lambda one: one[:2], reverse=True)[:2]):
        values = recorded_values(lab)
        test = tests().get(SYSTOLIC if name == PRESSURE else name)
        if not values or test is None or test.answers:
            continue
        unit = lab.unit if lab.unit in test.units_known() else None
        readings.append(Reading(
            test=name, value=values[0], second=values[1] if name == PRESSURE and len(values) > 1 else None,
            unit="mmHg" if name == PRESSURE else unit, before=at > 0, quote=str(lab.value),
        ))  # fmt: skip
    return tuple(readings)
