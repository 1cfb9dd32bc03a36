"""Measures what the specialists find on single utterances, by category, beside Table 8 of Polaris.

    python -m evaluation.capabilities [--wrong] [FILE ...]

FILE is one YAML of cases per specialist (default: every one in this folder): a list of categories, each with `kind`,
`name`, `table_8` (per cent, where Polaris reports it) and `cases` of `say`, `patient` and `expect` (subject: verdict,
or a list of verdicts; {} where nothing of that kind may be found; a verdict alone where the subject may go by more
than one name). A case is right when every expected subject has a verdict expected of it and no other.
The checklist's cases have what was `said` before and the question `asked`, and expect the items settled.
The column "soothed" counts the worst kind of error: told to be harmless where harm was expected.
"""

import sys
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from models.embedded.asking import Known
from models.embedded.specialists.case import Checked, Patient
from models.embedded.specialists.checklist import checklist, told
from models.embedded.specialists.team import check
from models.facts import Language, Person

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


def measure(path: Path) -> Iterator[Category]:
    """Every category of one file, answered. The file's name is the specialist's, up to a full stop."""
    specialist = path.name.split(".")[0]
    for group in yaml.safe_load(path.read_text(encoding="utf-8")):
        answer = _settled if specialist == "checklist" else partial(_result, specialist, group["kind"])
        results = [answer(case) for case in group["cases"]]
        yield Category(group["name"], group["kind"], group.get("table_8", {}), results)


def _result(specialist: str, kind: str, case: Mapping[str, Any]) -> Result:
    found = [
        one
        for one in check(case["say"], Patient.model_validate(case.get("patient", {})))
        if one.specialist == specialist and one.kind == kind
    ]
    return Result(case["say"], _language(case["say"]), is_right(case["expect"], found), case["expect"], _pairs(found))


def _settled(case: Mapping[str, Any]) -> Result:
    """A case of the checklist: `said` before, the question `asked`, and the items that `say` settles."""
    known = Known(record=(), person=Person())
    for earlier in case.get("said", ()):
        known = told(earlier, known)
    if "asked" in case:
        known = known.model_copy(update={"asked": (case["asked"],)})
    settled = checklist(case["say"], known).answers
    right = set(settled) == set(case["expect"])
    return Result(case["say"], _language(case["say"]), right, case["expect"], [(item, "settled") for item in settled])


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
    heads = f"{'category':52} {'all':>12} {'zh':>10} {'en':>10} {'soothed':>8}"
    print(f"{heads}   Table 8 (Polaris / GPT-4 / LLaMA-2 / nurses)")
    for path in paths:
        for category in measure(path):
            table = category.table_8
            beside = " / ".join(str(table.get(who, "-")) for who in ("polaris", "gpt_4", "llama_2_70b", "nurses"))
            every, zh, en = (_share(category.share(language)) for language in (None, Language.ZH, Language.EN))
            soothed = sum(result.soothed for result in category.results)
            print(f"{path.stem + ': ' + category.name:52} {every:>12} {zh:>10} {en:>10} {soothed:>8}   {beside}")
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
