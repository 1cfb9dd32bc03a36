"""Measures what the specialists find on single utterances, by category, beside Table 8 of Polaris.

    python -m frontdesk.evaluation.capabilities [--wrong] [FILE ...]

FILE is one YAML of cases per specialist (default: every one in this folder): a list of categories, each with `kind`,
`name`, `table_8` (per cent, where Polaris reports it) and `cases` of `say`, `patient` and `expect` (subject: verdict,
or a list of verdicts; {} where nothing of that kind may be found; a verdict alone where the subject may go by more
than one name). A case is right when every expected subject has a verdict expected of it and no other.
The policy specialist's are asked of the demonstration hospital: one of the texts expected must be told, or none.
The column "offered" counts, of the texts not told, those offered to choose from; "soothed" the worst kind
of error: told to be harmless where harm was expected.
"""

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from frontdesk.app.settings import DEMONSTRATION
from frontdesk.evaluation.ask import MORNING, hospital_of
from frontdesk.his_adapter.enquiries import Enquiries
from frontdesk.models.facts import Language
from frontdesk.models.specialists.case import Checked, Patient
from frontdesk.models.specialists.team import check

FOLDER = Path(__file__).parent
HARMLESS = frozenset({"as_prescribed", "within", "allowed", "none", "normal", "plausible", "match"})


class Result(NamedTuple):
    """One case: its language, whether it was answered rightly, and what was found of its kind."""

    say: str
    language: Language
    right: bool
    expected: Mapping[str, Any] | list[str] | str
    found: list[tuple[str, str]]

    @property
    def offered(self) -> bool:
        """Whether what was not told is among the texts offered to choose from."""
        return not self.right and any(verdict == "offered" and one in self.expected for one, verdict in self.found)

    @property
    def soothed(self) -> bool:
        """Whether something was told to be harmless of which harm was expected."""
        if not isinstance(self.expected, Mapping):
            return (
                bool(self.found)
                and {v for _, v in self.found} <= HARMLESS
                and HARMLESS.isdisjoint(_either(self.expected))
            )
        harmless = {subject for subject, verdict in self.found if verdict in HARMLESS}
        return any(HARMLESS.isdisjoint(_either(self.expected[one])) for one in harmless & self.expected.keys())


class Category(NamedTuple):
    name: str
    kind: str
    table_8: Mapping[str, int]
    results: list[Result]

    def share(self, language: Language | None = None) -> tuple[int, int]:
        """How many were right, of how many."""
        counted = [r for r in self.results if language is None or r.language is language]
        return sum(r.right for r in counted), len(counted)


def measure(path: Path, *, every: int = 1, enquiries: Enquiries | None = None) -> Iterator[Category]:
    """Every category of one file, answered, of its cases one of `every` so many.

    The file's name is the specialist's, up to a full stop. `enquiries`: of the demonstration hospital, if open.
    """
    specialist = path.name.split(".")[0]
    answer: Callable[[str, Mapping[str, Any]], Result] = partial(_result, specialist)
    with ExitStack() as open_places:
        if specialist == "policy":
            answer = partial(_told, enquiries or open_places.enter_context(hospital_of(DEMONSTRATION)))
        for group in yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader):
            results = [answer(group["kind"], case) for case in group["cases"][::every]]
            yield Category(group["name"], group["kind"], group.get("table_8", {}), results)


def _result(specialist: str, kind: str, case: Mapping[str, Any]) -> Result:
    found = [
        one
        for one in check(case["say"], Patient.model_validate(case.get("patient", {})))
        if one.specialist == specialist and one.kind == kind
    ]
    return Result(case["say"], _language(case["say"]), is_right(case["expect"], found), case["expect"], _pairs(found))


def _told(enquiries: Enquiries, _kind: str, case: Mapping[str, Any]) -> Result:
    """A visitor's question; the first of the texts told is what was understood. What is only offered is not told."""
    say, expected = case["say"], case["expect"]
    reply = enquiries.answer(say, _language(say), now=MORNING)
    told = list(reply.ids[:1]) if reply.answered else []
    right = bool(set(told) & set(expected)) if expected else not told
    found = [(one, "told") for one in told] + [(near.id, "offered") for near in reply.near]
    return Result(say, _language(say), right, expected, found)


def _language(say: str) -> Language:
    return Language.ZH if any("\u4e00" <= char <= "\u9fff" for char in say) else Language.EN


def _pairs(found: list[Checked]) -> list[tuple[str, str]]:
    return [(one.subject, one.verdict) for one in found]


def is_right(expected: Mapping[str, Any] | list[str] | str, found: list[Checked]) -> bool:
    """Every expected subject found, each with no verdict but those expected; nothing where nothing is expected."""
    if isinstance(expected, str | list):
        return bool(found) and {one.verdict for one in found} <= _either(expected)
    if not expected:
        return not found
    verdicts = {subject: {one.verdict for one in found if one.subject == subject} for subject in expected}
    return all(verdicts[subject] and verdicts[subject] <= _either(allowed) for subject, allowed in expected.items())


def _either(expected: str | list[str]) -> set[str]:
    return set(expected) if isinstance(expected, list) else {expected}


def report(paths: list[Path], *, wrong: bool) -> None:
    heads = f"{'category':52} {'all':>12} {'zh':>10} {'en':>10} {'offered':>8} {'soothed':>8}"
    print(f"{heads}   Table 8 (Polaris / GPT-4 / LLaMA-2 / nurses)")
    for path in paths:
        for category in measure(path):
            table = category.table_8
            beside = " / ".join(str(table.get(who, "-")) for who in ("polaris", "gpt_4", "llama_2_70b", "nurses"))
            every, zh, en = (_share(category.share(language)) for language in (None, Language.ZH, Language.EN))
            offered = sum(result.offered for result in category.results)
            soothed = sum(result.soothed for result in category.results)
            name = f"{path.stem}: {category.name}"
            print(f"{name:52} {every:>12} {zh:>10} {en:>10} {offered:>8} {soothed:>8}   {beside}")
            if wrong:
                for result in category.results:
                    if not result.right:
                        print(f"    {result.say}\n        expected {result.expected}, found {result.found}")


def _share(counts: tuple[int, int]) -> str:
    right, of = counts
    return f"{right}/{of} {right / of:.0%}" if of else "-"


if __name__ == "__main__":
    named = [Path(name) for name in sys.argv[1:] if name != "--wrong"]
    report(named or sorted(FOLDER.glob("*.yaml")), wrong="--wrong" in sys.argv)
