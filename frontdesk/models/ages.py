"""Ages that anything turns on, in years, with the source of each; what a child is stands here and nowhere else."""

from typing import NamedTuple

from frontdesk.models.facts import Person, Relation

NEWBORN_UNDER = 1 / 12  # a month (WHO: 28 days)
BABY_UNDER = 0.25  # three months: any fever is grave (NICE NG143)
INFANT_UNDER = 1.0  # any complaint may be grave (NICE NG143, NG9)
MASK_FROM = 2.0  # American Academy of Pediatrics, masks and children
NURSED_UNDER = 3.0  # of whom a breastfeeding mother may speak
FERTILE_FROM = 9.0  # a girl may be pregnant (the youngest who have periods)
ADULT_DOSE_FROM = 12.0  # the adult maximum of a medicine holds (labels of medicines without prescription)
CHILD_UNDER = 14.0  # goes to the departments of children, as Chinese hospitals have it
VITALS_OF_ADULTS_FROM = 16.0  # NEWS2 (Royal College of Physicians 2017); below it NICE NG143
GROWN_UP_FROM = 18.0  # of age by law; reference ranges and scores of adults; asked about nobody's parent
OLD_FROM = 65.0  # medicines to be weighed for the old (Beers criteria)
GERIATRIC_FROM = 75.0  # goes to geriatrics
WORN_UNDER = 35.0  # what wears out with age is not offered before it
PARENT_OF_GROWN_FROM = 45.0  # nobody much younger is the father or mother of somebody grown


class Band(NamedTuple):
    """Years, from and up to."""

    low: float
    high: float

    def may_hold(self, person: Person) -> bool:
        return person.may_be_from(self.low) and person.may_be_under(self.high)


EVERY_AGE = Band(0, 200)
CHILDBEARING = Band(12, 51)  # is asked about pregnancy (NICE NG126 and its knowledge summaries: menarche to menopause)


def is_child(person: Person) -> bool:
    """As far as is known: somebody's child who was brought, unless they turn out to be grown."""
    return person.is_under(CHILD_UNDER) if person.age_told else person.relation is Relation.CHILD


def is_of_childbearing_age(person: Person) -> bool:
    """Where it may be one, once an age was told."""
    return person.age_told and CHILDBEARING.may_hold(person)
