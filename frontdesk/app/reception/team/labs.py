"""Values the patient tells: those a person must see at once, those that cannot be, and the rest for the doctor."""

from frontdesk.app.reception.record.experiencer import without_others
from frontdesk.app.reception.session.questions import BACKGROUND, HISTORY, VALUE_AGAIN
from frontdesk.app.reception.team.case import case_of
from frontdesk.app.reception.team.finding import Finding, Rank, Specialist, Wait
from frontdesk.app.reception.turn.utterance import Turn
from frontdesk.his_adapter.records import Text
from frontdesk.models.facts import Language
from frontdesk.models.specialists.labs_vitals import Judged, judge
from frontdesk.models.specialists.labs_vitals.judgement import may_be_critical, measured
from frontdesk.models.specialists.labs_vitals.readings import hear
from frontdesk.models.specialists.labs_vitals.told import Heard
from frontdesk.models.specialists.labs_vitals.wording import STATES, VERDICTS, name_of, value_of

CRITICAL, UNLIKELY, INEXACT, VALUE = "critical_value", "unlikely_value", "inexact_value", "value"
ASKED_AGAIN = (UNLIKELY, INEXACT)
AGAIN = VALUE_AGAIN

ZH, EN = Language.ZH, Language.EN


def examine(turn: Turn) -> Finding | None:
    """The gravest of the patient's values told in this turn; while it is not known who that is, of anybody's."""
    own = without_others(turn.text, turn.person)
    heard = _heard(turn.model_copy(update={"text": own}))
    judged = everybodys = judge(heard, case_of(turn))
    if own != turn.text and turn.person.relation is None:
        everybodys = judge(_heard(turn), case_of(turn))
    finding = gravest(everybodys)
    return finding and finding.model_copy(update={"measured": measured(heard, judged)})


def gravest(judged: tuple[Judged, ...]) -> Finding | None:
    """One finding for the worst of them; the note names them all."""
    if not judged:
        return None
    critical = [one for one in judged if one.verdict in ("critical_low", "critical_high")]
    unlikely = [one for one in judged if not one.plausible]
    inexact = [one for one in judged if may_be_critical(one)]
    what = CRITICAL if critical else UNLIKELY if unlikely else INEXACT if inexact else VALUE
    first = (critical or unlikely or inexact or list(judged))[0]
    note = {
        language: ("；" if language is ZH else "; ").join(_line(one, language) for one in judged)
        for language in Language
    }
    return Finding(specialist="labs", rank=Rank.LABS, what=what, quote=first.reading.quote[:200], note=note)


def again(turn: Turn) -> tuple[str, dict[str, Text]] | None:
    """The phrase, and what is told in it, that asks once more for the first value that cannot be or is not exact."""
    judged = judge(_heard(turn), case_of(turn))
    one = next((one for one in judged if not one.plausible), next(filter(may_be_critical, judged), None))
    if one is None:
        return None
    names = {language: name_of(one.subject, language) for language in Language}
    values = {
        "name": {**names, EN: names[EN][:1].upper() + names[EN][1:]},
        "value": dict.fromkeys(Language, value_of(one)),
    }
    if one.plausible:
        return "value_exactly", values
    if one.suggestion:
        return "value_again_meant", {**values, "meant": dict.fromkeys(Language, one.suggestion)}
    return "value_again", values


def _heard(turn: Turn) -> Heard:
    """What was told in words; the answer to "could you look again?" is of the test that was asked about."""
    of_old = turn.asked in (BACKGROUND, *HISTORY)  # names of medicines are no tests
    heard = hear("" if turn.tapped or of_old else turn.text)
    earlier = [f for f in turn.before.findings if f.specialist == "labs" and f.what in ASKED_AGAIN]
    if heard.readings or turn.asked != AGAIN or not earlier:
        return heard
    return hear(f"{_name_in(earlier[-1].quote)} {turn.text}")


def _name_in(quote: str) -> str:
    """The words of `quote` before its value."""
    first = next(
        (at for at, char in enumerate(quote) if char.isdigit() or char in "一二三四五六七八九十两"), len(quote)
    )
    return quote[:first].strip() or quote


def _line(one: Judged, language: Language) -> str:
    """ "fasting glucose 7.8 mmol/L: above the usual range", as told."""
    name = name_of(one.subject, language)
    if one.reading.answer is not None:
        return f"自述{name}{'阳性' if one.reading.answer else '阴性'}" if language is ZH else (
            f"{name} {'positive' if one.reading.answer else 'negative'} as told"
        )  # fmt: skip
    state = STATES.get(one.reading.state or "")
    said = f"{state[0 if language is ZH else 1] + ('' if language is ZH else ' ') if state else ''}{name}"
    value = f"{said}{'' if language is ZH else ' '}{value_of(one)}"
    if not one.plausible:
        judged = "不大可能，请核对" if language is ZH else "not likely, to be checked"
    else:
        judged = VERDICTS[one.verdict][0 if language is ZH else 1] if one.verdict else ""
    if language is ZH:
        return f"自述{value}" + (f"，{judged}" if judged else "")
    return f"{value} as told" + (f": {judged}" if judged else "")


SPECIALIST = Specialist("labs", Wait.MAY, examine)
