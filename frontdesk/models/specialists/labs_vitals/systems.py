"""Which system of units an utterance keeps to, mmol/L or mg/dL, for those of its values that are told without one."""

from collections.abc import Iterator

from frontdesk.models.facts import Language
from frontdesk.models.specialists.labs_vitals.catalogue import Test, tests
from frontdesk.models.specialists.labs_vitals.concentration import measures
from frontdesk.models.specialists.labs_vitals.told import Reading
from frontdesk.models.specialists.labs_vitals.units import believable


def in_one_system(readings: tuple[Reading, ...], language: Language) -> tuple[Reading, ...]:
    """The readings, those without a unit in the system of the others where these are all of one."""
    systems = {what for one in readings if (what := _system(one, language))}
    return tuple(_in(one, next(iter(systems)), language) for one in readings) if len(systems) == 1 else readings


def _choices(one: Reading, language: Language) -> Iterator[tuple[str, str]]:
    """The units usual for the test, by what they measure, where that is not the same in both systems."""
    test: Test | None = tests().get(one.test)
    units = dict.fromkeys((test.unit, test.habit.get(language, test.unit))) if test else {}
    kinds = {measured[0]: unit for unit in units if (measured := measures(unit))}
    if test is not None and one.second is None and one.answer is None and len(kinds) == 2:
        yield from kinds.items()


def _system(one: Reading, language: Language) -> str | None:
    """The only one the value can be told in."""
    choices = dict(_choices(one, language))
    if one.unit is not None:
        said = measures(one.unit)
        return said[0] if said and said[0] in choices else None
    can_be = [what for what, unit in choices.items() if believable(tests()[one.test], one.value, unit)]
    return can_be[0] if len(can_be) == 1 else None


def _in(one: Reading, system: str, language: Language) -> Reading:
    unit = dict(_choices(one, language)).get(system)
    if one.unit is not None or unit is None or not believable(tests()[one.test], one.value, unit):
        return one
    return one.model_copy(update={"unit": unit})
