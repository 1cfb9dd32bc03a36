"""Measures `frontdesk extract` on a file of dialogues: what of the note it recovers, whether its quotes hold.

    python -m frontdesk.evaluation.extract FILE [--show N]

FILE is JSON lines, each a dialogue in one of three shapes: `dialogue` ("Doctor: ...\\nPatient: ...") with `section` and
`reference`, the note written from it; `turns` of `role` and `text` with `note`; `context` and `user` with `intents`, of
which those that inform of a symptom, in words of the patient, are looked for. `--show N` prints the first N records.
"""

import json
import re
import sys
import time
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from frontdesk.app.reception.record.extraction import Spoken, extracted
from frontdesk.models.parsers.english import FILLERS, STOPS, tokens

FIELDS = {  # the fields of the record a section of a note may belong in
    "GENHX": ("present_illness_history", "past_history"),
    "CC": ("chief_complaint",),
    "ROS": ("present_illness_history",),
    "PASTMEDICALHX": ("past_history",),
    "PASTSURGICAL": ("past_surgical_history",),
    "MEDICATIONS": ("medications",),
    "ALLERGY": ("drug_allergy_history",),
    "FAM/SOCHX": ("family_history", "social_history"),
}
_SPEAKER = re.compile(r"^(?P<who>[A-Z][\w ]*?):\s*(?P<text>.*)$")


class Case(NamedTuple):
    name: str
    lines: list[Spoken]
    section: str = ""
    note: str = ""
    told: tuple[str, ...] = ()  # words of the patient that name a symptom


def cases(path: Path) -> Iterator[Case]:
    for line in path.read_text("utf-8").splitlines():
        row = json.loads(line)
        if "dialogue" in row:
            yield Case(row["id"], _lines(row["dialogue"]), row["section"], row["reference"])
        elif "turns" in row:
            said = [Spoken(_patient(turn["role"]), turn["text"]) for turn in row["turns"]]
            yield Case(row["id"], said, "consultation", str(row.get("note", "")))
        else:
            spoken = [*row["context"], ["user", row["user"]]]
            said = [Spoken(who == "user", text) for who, text in spoken]
            yield Case(row["id"], said, told=tuple(_told(row)))


def _patient(who: str) -> bool:
    return not who.lower().startswith(("doctor", "nurse", "clinician"))


def _lines(dialogue: str) -> list[Spoken]:
    """Guests speak for the patient they came with."""
    found: list[Spoken] = []
    for line in dialogue.splitlines():
        match = _SPEAKER.match(line.strip())
        if match:
            found.append(Spoken(_patient(match["who"]), match["text"]))
        elif found and line.strip():
            found[-1] = found[-1]._replace(text=f"{found[-1].text} {line.strip()}")
    return found


def _told(row: dict[str, Any]) -> Iterator[str]:
    for intent in row["intents"]:
        if intent[:2] == ["Inform", "symptom"] and len(intent) > 2 and intent[2] in row["user"]:
            yield intent[2]


def content(text: str) -> set[str]:
    """The stems of the words that mean something."""
    return {token.stem for token in tokens(text.lower()) if token.stem not in FILLERS | STOPS and len(token.stem) > 2}


class Sums:
    def __init__(self) -> None:
        self.quotes: Counter[bool] = Counter()
        self.words: dict[str, list[float]] = {}
        self.told: Counter[bool] = Counter()
        self.filled: dict[str, list[bool]] = {}
        self.milliseconds: list[float] = []

    def add(self, case: Case) -> dict[str, Any]:
        started = time.perf_counter()
        answer = extracted(case.lines)
        self.milliseconds.append((time.perf_counter() - started) * 1000)
        quotes = [one for given in answer["evidence"].values() for one in given]
        self.quotes.update(one["quote"] in case.lines[one["turn"] - 1].text for one in quotes)
        written = content(case.note)
        if written:
            found = content(" ".join([*answer["record"].values(), *answer["positives"], *answer["negatives"]]))
            self.words.setdefault(case.section, []).append(len(written & found) / len(written))
        if case.section in FIELDS:
            self.filled.setdefault(case.section, []).append(
                any(name in answer["record"] for name in FIELDS[case.section])
            )
        known = " ".join(one["quote"] for one in quotes) + " ".join(answer["positives"] + answer["negatives"])
        self.told.update(sum(char in known for char in word) > len(word) / 2 for word in case.told)
        return answer

    def report(self) -> Iterator[str]:
        held = self.quotes[True] / max(self.quotes.total(), 1)
        each = sum(self.milliseconds) / max(len(self.milliseconds), 1)
        yield f"{len(self.milliseconds)} dialogues, {each:.0f} ms each; {held:.1%} of {self.quotes.total()} quotes hold"
        if self.told:
            share = self.told[True] / self.told.total()
            yield f"symptoms told in the last turn found: {share:.1%} of {self.told.total()}"
        for section, shares in sorted(self.words.items(), key=lambda pair: -len(pair[1])):
            filled = self.filled.get(section)
            field = f", its field filled {sum(filled) / len(filled):.0%}" if filled else ""
            yield f"  {section:16} {len(shares):4} notes, words recovered {sum(shares) / len(shares):.1%}{field}"


def main(path: Path, show: int) -> None:
    sums = Sums()
    for case in cases(path):
        answer = sums.add(case)
        if show > 0:
            show -= 1
            print(
                *(
                    f"  {n} {'patient' if line.by_patient else 'nurse'}: {line.text}"
                    for n, line in enumerate(case.lines, start=1)
                ),
                sep="\n",
            )
            print(f"  note [{case.section}]: {case.note}")
            print(json.dumps(answer, ensure_ascii=False, indent=1), "\n")
    print(*sums.report(), sep="\n")


if __name__ == "__main__":
    shown = [int(b) for a, b in zip(sys.argv, islice(sys.argv, 1, None), strict=False) if a == "--show"]
    main(Path(sys.argv[1]), shown[0] if shown else 0)
