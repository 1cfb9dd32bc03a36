"""Writes what triage learns from the records that are for making a nurse: `python -m frontdesk.evaluation.records.for_triage`."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import yaml

from frontdesk.models.facts import Language
from frontdesk.models.triage.letters import FOLDER

HERE = Path(__file__).parent
SOURCES = ("handwritten.jsonl", "generated.jsonl")  # never those held out, nor those that are looked at
MOST = {Language.ZH: 120, Language.EN: 320}  # characters of a record: what comes later tells of treatment
SENTENCE = re.compile(r"(?<=[。；])|(?<=[.;])\s+")


def lines() -> Iterator[tuple[Language, str, str]]:
    """Language, specialty, and the complaint with the beginning of its story."""
    for source in SOURCES:
        for row in map(json.loads, (HERE / source).read_text("utf-8").splitlines()):
            text = f"{row['chief_complaint']} {row['present_illness_history']}"
            language = Language.ZH if re.search(r"[\u3400-\u9fff]", text) else Language.EN
            yield language, row["department"], _beginning(text, MOST[language])


def _beginning(text: str, most: int) -> str:
    """Whole sentences of at most so many characters in all, and the first one always."""
    kept = ""
    for sentence in filter(None, SENTENCE.split(" ".join(text.split()))):
        if kept and len(kept) + len(sentence) > most:
            break
        kept = f"{kept} {sentence.strip()}".strip()
    return kept


def write() -> None:
    for language in Language:
        found: dict[str, list[str]] = {}
        for _, code, text in (one for one in lines() if one[0] is language):
            found.setdefault(code, []).append(text)
        path = FOLDER / f"records.{language}.yaml"
        texts = {code: "\n".join(those) + "\n" for code, those in found.items()}
        head = (
            "# Fictional records' complaints, one a line, by specialty; written by evaluation/records/for_triage.py.\n"
        )
        path.write_text(head + yaml.safe_dump(texts, allow_unicode=True, width=10**6, default_style="|"), "utf-8")


if __name__ == "__main__":
    write()
