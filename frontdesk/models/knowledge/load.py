"""Reads the clinical knowledge files and refuses them as a whole, naming file, line and reason of every fault."""

import csv
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import yaml
from pydantic import BaseModel, ValidationError

from frontdesk.models.facts import Details, Language
from frontdesk.models.knowledge.schema import (
    Condition,
    Finding,
    HighRisk,
    Histories,
    History,
    Knowledge,
    Listed,
    Qualifier,
    Sign,
    Site,
    Specialty,
)
from frontdesk.models.knowledge.tiles import NOT_SITES, history_faults, page_faults, qualifier_faults, sign_faults

FOLDER = Path(__file__).parent
TOLD = FOLDER / "told"
DETAILS = frozenset(Details.model_fields)

_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_Entry = TypeVar("_Entry", Finding, Condition, Site, Specialty, Sign, Qualifier, History, Listed, HighRisk)


class Fault(NamedTuple):
    file: str
    line: int
    reason: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.reason}"


class KnowledgeError(Exception):
    """The knowledge files cannot be trusted; `faults` says where and why, one for each fault."""

    def __init__(self, faults: list[Fault]) -> None:
        super().__init__("\n".join(map(str, faults)))
        self.faults = tuple(faults)


class Row(NamedTuple):
    """One entry as it stands in a file: plain strings, lists and dicts, with its line and those of its fields."""

    file: str
    line: int
    lines: dict[str, int]
    data: dict[str, Any]

    def fault(self, field: str, reason: str) -> Fault:
        return Fault(self.file, self.lines.get(field, self.line), f"{self.data.get('code', '?')}: {reason}")


@lru_cache(maxsize=1)
def knowledge() -> Knowledge:
    """The knowledge that ships with the project, read once."""
    return load(FOLDER)


def load(folder: Path) -> Knowledge:
    """The knowledge in `folder`. Raises KnowledgeError with every fault of every file."""
    faults: list[Fault] = []

    def fail(fault: Fault) -> None:
        faults.append(fault)

    specialties = _entries(Specialty, _csv_rows(folder, fail), fail)
    sites = _entries(Site, yaml_rows(folder, "sites.yaml", fail), fail)
    findings = _entries(Finding, yaml_rows(folder, "findings/*.yaml", fail), fail)
    conditions = _entries(Condition, yaml_rows(folder, "conditions/*.yaml", fail), fail)
    signs = _entries(Sign, yaml_rows(folder, "signs.yaml", fail), fail)
    qualifiers = _entries(Qualifier, yaml_rows(folder, "qualifiers.yaml", fail), fail)
    histories = _entries(History, yaml_rows(folder, "histories.yaml", fail), fail)
    pregnancy = _entries(Listed, yaml_rows(folder, "pregnancy.yaml", fail), fail)
    high_risk = _entries(HighRisk, yaml_rows(folder, "high_risk.yaml", fail), fail)
    read = Knowledge(
        findings={code: entry for code, (_, entry) in findings.items()},
        conditions={code: entry for code, (_, entry) in conditions.items()},
        sites={code: entry for code, (_, entry) in sites.items()},
        specialties={code: entry for code, (_, entry) in specialties.items()},
        signs={code: entry for code, (_, entry) in signs.items()},
        qualifiers={code: entry for code, (_, entry) in qualifiers.items()},
        histories=_histories({code: entry for code, (_, entry) in histories.items()}),
        turns_on_pregnancy=frozenset(
            code for code, (_, finding) in findings.items() if not {code, finding.site}.isdisjoint(pregnancy)
        ),
        high_risk=frozenset(high_risk),
        always_asked=frozenset(code for code, (_, entry) in high_risk.items() if entry.always),
    )
    for row, sign in signs.values():
        faults.extend(row.fault(*found) for found in sign_faults(sign))
    for row, qualifier in qualifiers.values():
        faults.extend(row.fault(*found) for found in qualifier_faults(qualifier))
    for code in NOT_SITES:
        if code not in histories:
            fail(Fault("histories.yaml", 1, f"{code} is missing"))
    for row, history in histories.values():
        faults.extend(row.fault(*found) for found in history_faults(history, read))
    for row, finding in findings.values():
        faults.extend(_finding_faults(row, finding, read))
    for row, site in sites.values():
        for code in site.offers:
            if code not in read.findings:
                fail(row.fault("offers", f"offers names an unknown finding: {code}"))
    for code, (row, _) in pregnancy.items():
        if code not in read.findings.keys() | read.sites.keys():
            fail(row.fault("code", "is neither a finding nor a site"))
    for code, (row, _) in high_risk.items():
        if code not in read.findings or not read.findings[code].signs:
            fail(row.fault("code", "is no finding with danger signs"))
    for row, condition in conditions.values():
        if condition.code in read.findings:
            fail(row.fault("code", "is a finding too"))
        faults.extend(_weight_faults(row, condition, read))
    faults.extend(_wording_faults([*findings.values(), *conditions.values()]))
    if faults:
        raise KnowledgeError(sorted(faults))
    return read


def wordings(entry: Finding | Condition | Site, language: Language) -> tuple[str, ...]:
    """Every way `entry` is named in one language, its plain name first, each once."""
    names = [entry.zh if language is Language.ZH else entry.en]
    if isinstance(entry, Finding):
        record = entry.record_zh if language is Language.ZH else entry.record_en
        names += [record] if record else []
    return tuple(dict.fromkeys([*names, *entry.says.get(language, ())]))


def narratives(language: Language) -> Iterator[tuple[str, str]]:
    """A finding's code and one everyday telling of it, each in turn. Codes of no finding stand for no complaint."""
    for path in sorted(TOLD.glob(f"*.{language}.yaml")):
        for code, lines in yaml.safe_load(path.read_text(encoding="utf-8")).items():
            yield from ((code, line.strip()) for line in lines.strip().splitlines())


def _csv_rows(folder: Path, fail: Callable[[Fault], None]) -> Iterator[Row]:
    path = folder / "specialties.csv"
    if not path.is_file():
        fail(Fault(path.name, 1, "is missing"))
        return
    with path.open(encoding="utf-8", newline="") as lines:
        reader = csv.DictReader(lines)
        for data in reader:
            yield Row(path.name, reader.line_num, {}, dict(data))


def yaml_rows(folder: Path, pattern: str, fail: Callable[[Fault], None]) -> Iterator[Row]:
    paths = sorted(folder.glob(pattern))
    if not paths:
        fail(Fault(pattern, 1, "is missing"))
    for path in paths:
        name = path.relative_to(folder).as_posix()
        try:
            root = yaml.compose(path.read_text(encoding="utf-8"), Loader=_Loader)
        except yaml.MarkedYAMLError as error:
            mark = error.problem_mark
            fail(Fault(name, mark.line + 1 if mark else 1, f"is not YAML: {error.problem}"))
            continue
        if not isinstance(root, yaml.SequenceNode):
            fail(Fault(name, 1, "must be a list of entries"))
            continue
        for node in root.value:
            line = node.start_mark.line + 1
            if isinstance(node, yaml.MappingNode):
                yield Row(name, line, {key.value: key.start_mark.line + 1 for key, _ in node.value}, _plain(node))
            else:
                fail(Fault(name, line, "is not an entry with a code"))


def _plain(node: yaml.Node) -> Any:
    # Scalars stay strings, so that an unquoted "no" or "on" among the wordings is not read as a truth value.
    if isinstance(node, yaml.MappingNode):
        return {key.value: _plain(value) for key, value in node.value}
    if isinstance(node, yaml.SequenceNode):
        return [_plain(value) for value in node.value]
    return node.value


def _entries(kind: type[_Entry], rows: Iterator[Row], fail: Callable[[Fault], None]) -> dict[str, tuple[Row, _Entry]]:
    entries: dict[str, tuple[Row, _Entry]] = {}
    for row in rows:
        try:
            entry = kind.model_validate(row.data)
        except ValidationError as error:
            for problem in error.errors():
                where = ".".join(map(str, problem["loc"]))
                fail(row.fault(str(problem["loc"][0]) if problem["loc"] else "code", f"{where}: {problem['msg']}"))
            continue
        if entry.code in entries:
            first = entries[entry.code][0]
            fail(row.fault("code", f"code was given before, at {first.file}:{first.line}"))
            continue
        entries[entry.code] = (row, entry)
    return entries


def _histories(read: dict[str, History]) -> Histories:
    default, children, women = (read[code].conditions if code in read else () for code in NOT_SITES)
    sites = {code: history.conditions for code, history in read.items() if code not in NOT_SITES}
    return Histories(default=default, children=children, women=women, sites=sites)


def _finding_faults(row: Row, finding: Finding, read: Knowledge) -> Iterator[Fault]:
    for field, codes in (("danger", finding.danger), ("asks", finding.asks), ("also", finding.also)):
        for code in codes:
            if code not in read.findings:
                yield row.fault(field, f"{field} names an unknown finding: {code}")
            elif code == finding.code:
                yield row.fault(field, f"{field} names the finding itself")
    for detail in finding.details:
        if detail not in DETAILS:
            yield row.fault("details", f"unknown detail: {detail}")
    if finding.site is not None and finding.site not in read.sites:
        yield row.fault("site", f"unknown site: {finding.site}")
    yield from (row.fault(*found) for found in page_faults(finding, read))
    yield from _weight_faults(row, finding, read)


def _weight_faults(row: Row, entry: Finding | Condition, read: Knowledge) -> Iterator[Fault]:
    groups = [("specialties", entry.specialties), *(("shifts", shift.specialties) for shift in entry.shifts)]
    for field, weights in groups:
        for code, weight in weights.items():
            if code not in read.specialties:
                yield row.fault(field, f"unknown specialty: {code}")
            if weight <= 0:
                yield row.fault(field, f"the weight of {code} is not positive")
    for code in (code for shift in entry.shifts for code in shift.when.beside):
        if code not in read.findings:
            yield row.fault("shifts", f"beside names an unknown finding: {code}")
    for language in Language:
        if not entry.says.get(language):
            yield row.fault("says", f"no further wording in {language}")


def _wording_faults(entries: list[tuple[Row, BaseModel]]) -> Iterator[Fault]:
    owners: dict[str, tuple[Row, str]] = {}
    for row, entry in entries:
        assert isinstance(entry, Finding | Condition)  # noqa: S101
        for language in Language:
            for words in wordings(entry, language):
                first, code = owners.setdefault(words.casefold(), (row, entry.code))
                if code != entry.code:
                    yield row.fault("says", f"“{words}” belongs to {code} too, at {first.file}:{first.line}")
