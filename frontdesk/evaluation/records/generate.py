"""Fictional outpatient records from the case frames in ``frames.yaml``.

    python -m frontdesk.evaluation.records.generate SEED N > generated.jsonl

Half of the records are Chinese and half English; about a sixth are follow-up
visits.  The same SEED and N always give the same records.

Text in ``frames.yaml`` may contain angle-bracket slots: ``<120..135>`` is a
number in that range (with as many decimals as written), ``<a|b>`` one of the
alternatives, and ``<name>`` a variable of the frame, the same throughout the
record.  A symptom ``seen~denied`` has one wording for each case.
"""

from __future__ import annotations

import argparse
import difflib
import json
import random
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import yaml

FRAMES_PATH = Path(__file__).with_name("frames.yaml")
FIRST_NUMBER = 82_000_001
FOLLOW_UP_SHARE = 1 / 6
MAX_SIMILARITY = 0.8
MAX_DRAWS = 400
COMMON = "usual"  # a frame's past history left to the common ones
FIRST_DAY = datetime(2025, 9, 1)  # noqa: DTZ001 the invented hospital's local time
DAYS = 365
SLOT = re.compile(r"<([^<>]*)>")
NUMBER_RANGE = re.compile(r"(\d+(?:\.\d+)?)\.\.(\d+(?:\.\d+)?)")
WHO = re.compile(r"([MF]) (\d+)-(\d+)([md]?)")
ONE_OF_MANY = re.compile(r"\b1 (minute|hour|day|week|month|year)s\b")
ROUND_THE_CLOCK = {"emergency", "fever_clinic"}
SECTION_ORDERS = (
    ("onset", "course", "seen", "tried", "denied"),
    ("onset", "seen", "course", "denied", "tried"),
    ("onset", "course", "seen", "denied", "tried"),
    ("onset", "course", "tried", "seen", "denied"),
)


@dataclass(frozen=True)
class Patient:
    """Sex and age of one invented patient."""

    sex: str
    age: int
    unit: str

    @property
    def years(self) -> int:
        """Age in whole years."""
        return self.age if self.unit == "y" else self.age // 12 if self.unit == "m" else 0


@dataclass(frozen=True)
class Symptoms:
    """The accompanying symptoms a patient reports and those denied."""

    seen: list[str]
    denied: list[str]


class Writer:
    """Writes one language's records from its frames and shared wordings."""

    def __init__(self, shared: Mapping[str, Any], rng: random.Random) -> None:
        self.shared = shared
        self.rng = rng

    def expand(self, text: str, names: Mapping[str, str]) -> str:
        """Fill every slot of a text, innermost first."""
        while match := SLOT.search(text):
            text = text[: match.start()] + self._slot(match[1], names) + text[match.end() :]
        return text

    def _slot(self, slot: str, names: Mapping[str, str]) -> str:
        """Value of one slot; an unknown name is an error in the frame."""
        if bounds := NUMBER_RANGE.fullmatch(slot):
            return self._number(bounds[1], bounds[2])
        if "|" in slot:
            return self.rng.choice(slot.split("|"))
        return names[slot]

    def _number(self, low: str, high: str) -> str:
        """A number between two bounds, with the decimals of the lower one."""
        decimals = len(low.partition(".")[2])
        scale = 10**decimals
        value = self.rng.randint(round(float(low) * scale), round(float(high) * scale))
        return f"{value / scale:.{decimals}f}"

    def names_for(self, frame: Mapping[str, Any]) -> dict[str, str]:
        """Choose the frame's variables, independent ones and linked ones."""
        chosen = {name: self.rng.choice(values) for name, values in frame.get("vars", {}).items()}
        chosen |= self.rng.choice(frame.get("linked", [{}]))
        return {name: self.expand(str(value), {}) for name, value in chosen.items()}

    def patient_for(self, frame: Mapping[str, Any]) -> Patient:
        """Draw a patient whose sex and age fit the frame."""
        text = self.rng.choice(frame["who"])
        match = WHO.fullmatch(text)
        if match is None:
            raise ValueError(f"{frame['id']}: cannot read patient {text!r}")
        sex, low, high, unit = match.groups()
        return Patient(sex, self.rng.randint(int(low), int(high)), unit or "y")

    def symptoms_for(self, frame: Mapping[str, Any], said: str, names: Mapping[str, str]) -> Symptoms:
        """Split the frame's symptoms into reported and denied ones.

        Each optional symptom falls on one side only, and nothing is denied
        that the rest of the history (``said``) already mentions.
        """
        seen = self.some(frame.get("present", []))
        denied = self.some(frame.get("absent", []), most=True)
        for item in frame.get("maybe", []):
            (seen if self.rng.random() < 0.45 else denied).append(item)
        self.rng.shuffle(denied)
        seen_texts = [self.expand(item.partition("~")[0], names) for item in seen]
        denied_texts = [self.expand(item.rpartition("~")[2], names) for item in denied]
        mentioned = (said + " ".join(seen_texts)).lower()
        return Symptoms(seen_texts[:4], [d for d in denied_texts if d.lower() not in mentioned][:6])

    def some(self, items: Sequence[str], most: bool = False) -> list[str]:
        """A random part of the items: at least one, or at least all but two."""
        if not items:
            return []
        least = max(1, len(items) - 2) if most else 1
        return self.rng.sample(list(items), self.rng.randint(least, len(items)))

    def pick(self, value: str | Sequence[str], names: Mapping[str, str]) -> str:
        """Expand a text, or one of several alternatives."""
        text = value if isinstance(value, str) else self.rng.choice(value)
        return self.expand(text, names)

    def history(self, frame: Mapping[str, Any], parts: dict[str, str], symptoms: Symptoms) -> str:
        """Join the sentences of the present illness in one of several orders."""
        sentences = dict(parts)
        for key in ("seen", "denied"):
            sentences[key] = self.enumerate(key, getattr(symptoms, key))
        ordered = (sentences[key] for key in self.rng.choice(SECTION_ORDERS))
        return str(self.shared["space"].join(self.sentence(text) for text in ordered if text))

    def enumerate(self, key: str, items: Sequence[str]) -> str:
        """One sentence listing reported or denied symptoms."""
        if not items:
            return ""
        form = self.rng.choice(self.shared[key])
        last = form.get("last", form["between"])
        listing = form["between"].join(items[:-1]) + last + items[-1] if len(items) > 1 else items[0]
        return str(form["before"] + listing + form.get("after", ""))

    def sentence(self, text: str) -> str:
        """End a text with a full stop and, in English, begin it with a capital."""
        text = ONE_OF_MANY.sub(r"1 \1", text.strip())
        stop = self.shared["stop"]
        text = text if text.endswith((stop, "！", "？", "”", "!", "?")) else text + stop
        return text if text[1:2].isupper() else text[0].upper() + text[1:]

    def past(self, frame: Mapping[str, Any], patient: Patient, names: Mapping[str, str], rest: str) -> str:
        """Past history: the frame's own, a common one, or none."""
        own = [item for item in map(as_item, frame["past"]) if fits(item, patient)]
        chosen = self.rng.choice(own)["text"]
        common = [i for i in self.shared["histories"] if fits(i, patient) and not clashes(i, rest + chosen)]
        extra = self.expand(self.rng.choice(common)["text"], names) if common and self.rng.random() < 0.45 else ""
        if chosen == COMMON:
            return self.sentence(extra or self.rng.choice(self.shared["healthy"]))
        text = self.sentence(self.expand(chosen, names))
        return str(self.shared["space"].join(filter(None, (text, self.sentence(extra) if extra else ""))))

    def allergy(self, patient: Patient, rest: str) -> str:
        """Drug allergies that clash with nothing given or taken."""
        fitting = [i for i in self.shared["allergies"] if fits(i, patient) and not clashes(i, rest)]
        if fitting and self.rng.random() < 0.28:
            return str(self.rng.choice(fitting)["text"])
        return str(self.rng.choice(self.shared["no_allergy"]))

    def note(self, frame: Mapping[str, Any], patient: Patient, names: Mapping[str, str]) -> str:
        """The frame's note where it has one, else a common one."""
        if "notes" in frame and self.rng.random() < 0.7:
            return self.pick(frame["notes"], names)
        return str(self.rng.choice([i for i in self.shared["notes"] if fits(i, patient)])["text"])

    def name(self, patient: Patient) -> str:
        """An invented name."""
        given, family = self.rng.choice(self.shared["given"][patient.sex]), self.rng.choice(self.shared["family"])
        return str(self.shared["name"].format(given=given, family=family))

    def age(self, patient: Patient) -> str:
        """Age as the record writes it."""
        singular, plural = self.shared["age"][patient.unit]
        return f"{patient.age}{singular if patient.age == 1 else plural}"

    def visit_date(self, frame: Mapping[str, Any]) -> str:
        """A visit time within the clinic's hours and the frame's season."""
        months = frame.get("months", range(1, 13))
        open_daily = frame["department"] in ROUND_THE_CLOCK
        while True:
            day = FIRST_DAY + timedelta(days=self.rng.randrange(DAYS))
            if day.month in months and (open_daily or day.weekday() < 6):
                break
        hour = self.rng.randrange(24) if open_daily else self.rng.choice((8, 8, 9, 9, 10, 10, 11, 14, 14, 15, 16))
        return day.replace(hour=hour, minute=self.rng.randrange(60)).strftime("%Y-%m-%d %H:%M")

    def record(self, frame: Mapping[str, Any]) -> dict[str, Any]:
        """One record, still without its numbers."""
        names, patient = self.names_for(frame), self.patient_for(frame)
        outcome = {**frame, **self.rng.choice(frame.get("outcomes", [{}]))}
        complaint = self.sentence(self.pick(frame["complaint"], names))
        parts = {key: self.pick(frame.get(key, ""), names) for key in ("onset", "course", "tried")}
        if parts["tried"] and not frame.get("follow_up"):
            parts["tried"] = self.rng.choice(self.shared["tried"]) + parts["tried"]
        symptoms = self.symptoms_for(frame, complaint + " ".join(parts.values()), names)
        exam, tests, diagnosis, plan = (
            self.sentence(self.pick(outcome[key], names)) for key in ("exam", "tests", "diagnosis", "plan")
        )
        history = self.history(frame, parts, symptoms)
        everything = " ".join((complaint, history, exam, tests, diagnosis, plan))
        past = self.past(frame, patient, names, everything)
        return {
            "outpatient_number": 0,
            "department": frame["department"],
            "name": self.name(patient),
            "gender": self.shared["sex"][patient.sex],
            "age": self.age(patient),
            "drug_allergy_history": self.allergy(patient, everything + past),
            "chief_complaint": complaint,
            "present_illness_history": history,
            "past_history": past,
            "physical_examination": exam,
            "auxiliary_examination": tests,
            "preliminary_diagnosis": diagnosis,
            "treatment_opinion": plan,
            "physician_signature": self.rng.choice(self.shared["doctors"]),
            "patient_id": "",
            "visit_date": self.visit_date(frame),
            "notes": self.note(frame, patient, names),
        }


def as_item(value: str | Mapping[str, Any]) -> dict[str, Any]:
    """A history given as plain text or with conditions, always as a mapping."""
    return {"text": value} if isinstance(value, str) else dict(value)


def fits(item: Mapping[str, Any], patient: Patient) -> bool:
    """Whether an item's conditions on age and sex hold for the patient."""
    return bool(
        item.get("min", 0) <= patient.years <= item.get("max", 120) and item.get("sex", patient.sex) == patient.sex
    )


def clashes(item: Mapping[str, Any], text: str) -> bool:
    """Whether a text mentions something the item does not go with."""
    lowered = text.lower()
    return any(word.lower() in lowered for word in item.get("avoid", ()))


def allocate(weights: Mapping[str, float], total: int) -> dict[str, int]:
    """Share a total out by weight, giving everyone one where it suffices."""
    floor = 1 if total >= len(weights) else 0
    spare, whole = total - floor * len(weights), sum(weights.values())
    exact = {key: spare * weight / whole for key, weight in weights.items()}
    counts = {key: floor + int(share) for key, share in exact.items()}
    by_remainder = sorted(exact, key=lambda key: (int(exact[key]) - exact[key], key))
    for key in by_remainder[: total - sum(counts.values())]:
        counts[key] += 1
    return counts


def frames_to_fill(
    frames: Iterable[Mapping[str, Any]], weights: Mapping[str, int], total: int, rng: random.Random
) -> Iterator[Mapping[str, Any]]:
    """Yield frames, as many per department as its weight asks for, in turn."""
    by_department: dict[str, list[Mapping[str, Any]]] = {}
    for frame in frames:
        by_department.setdefault(frame["department"], []).append(frame)
    shares = allocate({code: weights[code] for code in by_department}, total)
    for code, count in shares.items():
        group = rng.sample(by_department[code], len(by_department[code]))
        yield from (group[i % len(group)] for i in range(count))


def told(record: Mapping[str, Any]) -> str:
    """What near-duplicates are judged by."""
    return str(record["chief_complaint"] + record["present_illness_history"])


def too_similar(text: str, others: Iterable[str]) -> bool:
    """Whether a text is nearly one of the others."""
    for other in others:
        matcher = difflib.SequenceMatcher(None, other, text, autojunk=False)
        if matcher.quick_ratio() > MAX_SIMILARITY and matcher.ratio() > MAX_SIMILARITY:
            return True
    return False


def distinct_record(
    writer: Writer, frame: Mapping[str, Any], earlier: Sequence[str], names: set[str]
) -> dict[str, Any]:
    """Draw until the record resembles none of its frame's and reuses no name."""
    for _ in range(MAX_DRAWS):
        record = writer.record(frame)
        if record["name"] not in names and not too_similar(told(record), earlier):
            return record
    raise RuntimeError(f"{frame['id']}: too few alternatives for {len(earlier) + 1} records")


def language_records(data: Mapping[str, Any], language: str, total: int, rng: random.Random) -> list[dict[str, Any]]:
    """All records of one language, in random order, without numbers."""
    writer = Writer(data["shared"][language], rng)
    frames = [frame for frame in data["frames"] if frame["language"] == language]
    follow_ups = round(total * FOLLOW_UP_SHARE)
    plan = [
        *frames_to_fill((f for f in frames if not f.get("follow_up")), data["departments"], total - follow_ups, rng),
        *frames_to_fill((f for f in frames if f.get("follow_up")), data["departments"], follow_ups, rng),
    ]
    names: set[str] = set()
    earlier: dict[str, list[str]] = {}
    records = []
    for frame in plan:
        record = distinct_record(writer, frame, earlier.setdefault(frame["id"], []), names)
        earlier[frame["id"]].append(told(record))
        names.add(record["name"])
        records.append(record)
    rng.shuffle(records)
    return records


def generate(data: Mapping[str, Any], seed: int, total: int) -> list[dict[str, Any]]:
    """Generate numbered records, Chinese ones first."""
    rng = random.Random(seed)
    chinese = total - total // 2
    records = language_records(data, "zh", chinese, rng) + language_records(data, "en", total - chinese, rng)
    patients = rng.sample(range(50_000_000, 90_000_000), total)
    for index, (record, patient) in enumerate(zip(records, patients, strict=True)):
        record["outpatient_number"] = FIRST_NUMBER + index
        record["patient_id"] = f"P{patient}"
    return records


def main() -> None:
    """Write the records to standard output, one JSON object a line."""
    parser = argparse.ArgumentParser(description="Generate fictional outpatient records.")
    parser.add_argument("seed", type=int)
    parser.add_argument("count", type=int)
    args = parser.parse_args()
    data = yaml.safe_load(FRAMES_PATH.read_text(encoding="utf-8"))
    for record in generate(data, args.seed, args.count):
        sys.stdout.write(json.dumps(record, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
