"""Allergies and problems that the hospital's earlier records hold, across departments, beside what was said today."""

from collections.abc import Iterator, Sequence

from frontdesk.app.web.schemas import OnFile, OnFileKind
from frontdesk.his_adapter.chart import ChartIndex, Fact, Said
from frontdesk.his_adapter.chart.lines import clauses
from frontdesk.his_adapter.records import OutpatientRecord, PreVisitSummary, Section
from frontdesk.models.facts import Language, Status, Topic
from frontdesk.models.knowledge.load import knowledge

NONE = frozenset({"无", "none"})  # how a statement says that there is nothing
SECTIONS = {
    OnFileKind.ALLERGY: Section.ALLERGIES,
    OnFileKind.PROBLEM: Section.PAST_HISTORY,
}
TOPICS = {Topic.ALLERGY: OnFileKind.ALLERGY, Topic.CONDITION: OnFileKind.PROBLEM}


def on_file(earlier: Sequence[OutpatientRecord], summary: PreVisitSummary | None) -> list[OnFile]:
    """Allergies and problems, each in the words of the newest record that has it, with date and department.

    `contradicts`: today it was denied, by itself, in a list or with everything of its kind.
    """
    found: dict[tuple[OnFileKind, str], list[Fact]] = {}
    for kind, fact in _entries(ChartIndex(earlier)):
        found.setdefault((kind, fact.code), []).append(fact)
    none, denied = _none(summary), _denied(summary)
    shown = [
        OnFile(
            kind=kind,
            words=_words(kind, facts[0]),
            name=_name(kind, code),
            department=facts[0].line.department,
            date=facts[0].line.at,
            outpatient_number=facts[0].line.record,
            times=len({one.line.record for one in facts}),
            contradicts=kind in none or (kind, code) in denied,
        )
        for (kind, code), facts in found.items()
    ]
    return sorted(shown, key=lambda one: list(OnFileKind).index(one.kind))


def _name(kind: OnFileKind, code: str) -> dict[Language, str]:
    known = knowledge().conditions.get(code) if kind is OnFileKind.PROBLEM else None
    return {Language.EN: known.en, Language.ZH: known.zh} if known else {}


def _none(summary: PreVisitSummary | None) -> set[OnFileKind]:
    said = {(one.section, one.text.strip().lower()) for one in summary.statements} if summary else set()
    return {kind for kind, section in SECTIONS.items() if any((section, none) in said for none in NONE)}


def _denied(summary: PreVisitSummary | None) -> set[tuple[OnFileKind, str]]:
    said = (one.coded for one in summary.statements) if summary else ()
    return {
        (TOPICS[one.topic], one.code) for one in said if one and one.topic in TOPICS and one.status is Status.ABSENT
    }


def _entries(index: ChartIndex) -> Iterator[tuple[OnFileKind, Fact]]:
    """An allergy that no list holds stands under its own words."""
    yield from ((OnFileKind.ALLERGY, one) for one in index.allergies if one.said is Said.SO)
    yield from ((OnFileKind.PROBLEM, one) for one in index.problems)


def _words(kind: OnFileKind, fact: Fact) -> str:
    """Of an allergy the whole sentence; of a problem the clause that names it."""
    if kind is OnFileKind.ALLERGY:
        return fact.line.text
    return next((one for one in clauses(fact.line.text) if fact.words.lower() in one.lower()), fact.words)
