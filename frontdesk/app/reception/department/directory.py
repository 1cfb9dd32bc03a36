"""From a standard specialty to a department of this hospital that takes this patient."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from itertools import chain

from frontdesk.his_adapter.opening import next_opening, standing
from frontdesk.his_adapter.records import Department, Rules
from frontdesk.models.ages import is_child
from frontdesk.models.facts import Person, Value

LAST_RESORTS = ("general_practice", "emergency")


class Choice(Value):
    """A department for a specialty; `opens` is None where whoever sets out now is seen, `instead` is where they are."""

    department: Department
    opens: datetime | None = None
    instead: Department | None = None


def choose(
    departments: Sequence[Department],
    fallbacks: Mapping[str, str],
    specialty: str,
    person: Person,
    *,
    fever: bool,
    now: datetime,
) -> Choice | None:
    """The department for `specialty`, open ones first; None when the hospital has nowhere to send this patient."""
    fitting = serving(departments, fallbacks, specialty, person, fever=fever)
    if not fitting:
        return None
    opened = next((d for d in fitting if standing(d, now).reached), None)
    if opened is not None:
        return Choice(department=opened)
    department = min(fitting, key=lambda d: next_opening(d, now) or now + timedelta(days=365))
    rescue = (d for last in LAST_RESORTS for d in departments if last in d.specialties)
    instead = next((d for d in rescue if standing(d, now).reached and accepts(d.rules, person, fever=fever)), None)
    return Choice(department=department, opens=next_opening(department, now), instead=instead)


def serving(
    departments: Sequence[Department],
    fallbacks: Mapping[str, str],
    specialty: str,
    person: Person,
    *,
    fever: bool,
) -> list[Department]:
    """Departments for `specialty` that take this patient, its own first; the hospital's fallback if it has none."""
    tried = [specialty]
    while tried[-1] in fallbacks and fallbacks[tried[-1]] not in tried:
        tried.append(fallbacks[tried[-1]])
    taking = [d for d in departments if accepts(d.rules, person, fever=fever)]
    codes = (*tried, *LAST_RESORTS)
    by_specialty = ((code, [d for d in taking if code in d.specialties]) for code in codes)
    meant = ((code, [d for d in taking if code in d.specialties and _meant(d, code, person)]) for code in codes)
    code, found = next((pair for pair in chain(meant, by_specialty) if pair[1]), ("", []))
    return sorted(found, key=lambda d: (d.specialties[0] != code, d.department_id))


def _meant(department: Department, specialty: str, person: Person) -> bool:
    """One for the pregnant, for children or for the old takes others' specialties only for one known to be that."""
    rules = department.rules
    if department.specialties[0] == specialty:
        return True
    if rules.pregnant and not person.pregnant:
        return False
    by_age = rules.age_from is not None or rules.age_under is not None
    return not by_age or person.age is not None or _is_within(rules, person) or is_child(person)


def _is_within(rules: Rules, person: Person) -> bool:
    """For certain, by a band of ages."""
    return all(
        (
            person.age_between is not None,
            rules.age_from is None or person.is_from(rules.age_from),
            rules.age_under is None or person.is_under(rules.age_under),
        )
    )


def accepts(rules: Rules, person: Person, *, fever: bool) -> bool:
    """Whether a department takes this person; what is not known keeps nobody out."""
    if rules.age_from is not None and person.is_under(rules.age_from):
        return False
    if rules.age_under is not None and person.is_from(rules.age_under):
        return False
    if rules.sex is not None and person.sex is not None and rules.sex is not person.sex:
        return False
    if rules.fever is not None and rules.fever is not fever:
        return False
    return rules.pregnant is None or person.pregnant is None or rules.pregnant is person.pregnant
