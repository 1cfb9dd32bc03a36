"""All that the records of one patient say, as typed facts with day, department, sentence and assertion."""

from collections.abc import Callable, Iterator, Sequence
from datetime import date
from functools import cached_property

from frontdesk.his_adapter.chart.allergies import allergies_of, standing
from frontdesk.his_adapter.chart.facts import Fact, Kind, Line, Plan, Said
from frontdesk.his_adapter.chart.lines import clauses, lines_of
from frontdesk.his_adapter.chart.reading import done_of, habits_of, named_in, plans_of
from frontdesk.his_adapter.records import OutpatientRecord
from frontdesk.models.specialists.medication.listing import ListedMedicine
from frontdesk.models.specialists.medication.prescribed import Note, Written, course, prescribed

PROBLEM_FIELDS = frozenset({"preliminary_diagnosis", "past_history"})


class ChartIndex:
    """Over the records that somebody may see, the newest first.

    Each record is read once as it stands; of another version, which is another value, again. Kinds of facts are
    read when they are first asked for.
    """

    def __init__(self, records: Sequence[OutpatientRecord]) -> None:
        self.records = tuple(sorted(records, key=lambda one: one.visit_date, reverse=True))

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """Every sentence, the newest record first."""
        return tuple(line for record in self.records for line in lines_of(record))

    @cached_property
    def named(self) -> tuple[Fact, ...]:
        """Problems and findings, so or not."""
        return tuple(self._facts(named_in))

    @cached_property
    def problems(self) -> tuple[Fact, ...]:
        """Of diagnoses and past history, not denied and not a relative's; the newest first."""
        return tuple(
            one
            for one in self.named
            if one.line.field in PROBLEM_FIELDS and one.said in (Said.SO, Said.POSSIBLE) and one.kind is Kind.PROBLEM
        )

    @cached_property
    def ills(self) -> tuple[str, ...]:
        """The clauses that name the problems as they are written ("migraine with aura"), the newest first."""
        clause = (_clause(one) for one in self.problems)
        return tuple(dict.fromkeys(clause))

    @cached_property
    def allergies(self) -> tuple[Fact, ...]:
        return standing(tuple(self._facts(allergies_of)))

    @property
    def allergic_to(self) -> tuple[str, ...]:
        """The clauses that tell of an allergy, each once, the newest first."""
        return tuple(dict.fromkeys(one.words for one in self.allergies if one.said is Said.SO))

    @cached_property
    def habits(self) -> tuple[Fact, ...]:
        return tuple(self._facts(habits_of))

    @cached_property
    def examinations(self) -> tuple[Fact, ...]:
        """What was done, was not, or is to come, in the doctors' words."""
        return tuple(self._facts(done_of))

    @cached_property
    def plans(self) -> tuple[Plan, ...]:
        return tuple(plan for line in self.lines for plan in plans_of(line))

    @cached_property
    def medicines(self) -> tuple[Written, ...]:
        """Every medicine of every record in order of time, with what it changed."""
        return course(self._notes)

    def prescribed(self, today: date) -> tuple[ListedMedicine, ...]:
        """What the records leave the patient on."""
        return prescribed(self._notes, today=today)

    @cached_property
    def _notes(self) -> list[Note]:
        return [
            Note(
                one.visit_date.date(),
                one.department,
                one.treatment_opinion,
                one.past_history,
                one.outpatient_number,
                one.present_illness_history,
            )
            for one in self.records
            if one.treatment_opinion or one.past_history or one.present_illness_history
        ]

    def _facts(self, read: Callable[[Line], tuple[Fact, ...]]) -> Iterator[Fact]:
        return (fact for line in self.lines for fact in read(line))


def _clause(fact: Fact) -> str:
    return next((one for one in clauses(fact.line.text) if fact.words.lower() in one.lower()), fact.words)
