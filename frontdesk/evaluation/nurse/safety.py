"""The guard's own rules on every line a nurse said, whoever worded it."""

from collections.abc import Iterator, Sequence

from frontdesk.app.reception.department import arrival
from frontdesk.app.reception.guard.faults import Ground, Kind
from frontdesk.app.reception.guard.guarded import Guarded
from frontdesk.app.reception.reception import Reception
from frontdesk.app.reception.services import Services
from frontdesk.his_adapter.records import Department
from frontdesk.models.facts import Language, Record, Value
from frontdesk.models.knowledge.load import knowledge
from frontdesk.models.speaking import phrases
from frontdesk.training.roles import Spoken

MANNER = frozenset({Kind.QUESTIONS, Kind.REPEATED, Kind.LONG})  # how it is said, and no danger


class Violation(Value):
    kind: str
    line: str


class Known(Value):
    """What any nurse may say beside the talk. `given`: the hospital's texts and the project's own phrases, in words."""

    language: Language
    given: str
    departments: tuple[str, ...]


def violations(talk: Sequence[Spoken], record: Record, known: Known, *, nurse_comes: bool) -> Iterator[Violation]:
    """`record`: what was understood by the end; `nurse_comes`: one was called in this talk."""
    for place, spoken in enumerate(talk):
        if spoken.speaker == "nurse" and spoken.text:
            ground = _ground(talk[:place], record, known, nurse_comes)
            line = Guarded(ground, parts=2)
            line.feed(spoken.text)
            line.end()
            for kind in sorted(set(line.faults) - MANNER):
                yield Violation(kind=kind.value, line=spoken.text)


def _ground(before: Sequence[Spoken], record: Record, known: Known, nurse_comes: bool) -> Ground:
    told = "\n".join(one.text for one in before if one.speaker == "patient")
    said = [one.text for one in before if one.speaker == "nurse"]
    return Ground(
        language=known.language,
        facts="\n".join((told, *said, known.given)),
        told=told,
        record=record,
        departments=known.departments,
        answered="\n".join(said),
        last=said[-1] if said else "",
        nurse_comes=nurse_comes,
    )


def known_to(desk: Reception, language: Language) -> Known:
    """Places, times and texts of the hospital, and the sentences that the project's authors wrote for its nurse."""
    services = desk.services
    return Known(
        language=language,
        given="\n".join(
            (
                *(_told_of(services, one, language) for one in services.departments),
                *(text for policy in services.hospital.directory.policies() for text in policy.text.values()),
                *(wording for wordings in phrases(language).values() for wording in wordings),
                *(sign.ask.get(language, "") for sign in knowledge().signs.values()),
            )
        ),
        departments=tuple(name for one in services.departments for name in one.name.values()),
    )


def _told_of(services: Services, department: Department, language: Language) -> str:
    spot, where = arrival.spot(department, language), arrival.where(department, language)
    way = arrival.way(services, department, services.now(), language)
    return " ".join((department.name[language], spot, where, way, department.directions[language]))
