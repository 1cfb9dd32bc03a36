"""Conversations and rows to learn from, made by a pattern."""

import json
from pathlib import Path
from typing import Any

from frontdesk.training.data import rows_beside

COMPLAINTS = ("头疼三天", "咳嗽发烧", "my knee hurts", "手上起红疹", "a cough for a week", "牙疼")
SENDS = ("neurology", "respiratory", "orthopaedics", "dermatology", "respiratory", "stomatology")
PROFILE = {
    "gender": "女",
    "age": "40岁",
    "speaks": "patient",
    "speaker_age": None,
    "education": "primary",
    "income": "average",
    "traits": {"openness": "low"},
    "adjectives": ["quiet"],
}


def conversation(number: int) -> dict[str, Any]:
    complaint = COMPLAINTS[number % len(COMPLAINTS)]
    english = complaint.isascii()
    turns = [
        ("nurse", "greeting", "Good morning." if english else "您好。"),
        ("patient", "expressing_needs", complaint),
        ("nurse", "symptom_inquiry", "Since when?" if english else "多久了？"),
        ("patient", "answering", "Three days." if english else "三天。"),
        ("nurse", "department_guidance", "Please go in." if english else "请进去。"),
    ]
    return {
        "id": f"c{number}",
        "language": "en" if english else "zh",
        "visit": "first",
        "profile": PROFILE,
        "record": {"patient_id": f"p{number}", "department": "x", "chief_complaint": complaint},
        "turns": [dict(zip(("speaker", "action", "text"), turn, strict=True)) for turn in turns],
        "by": "a pattern",
        "seed": 0,
    }


def rows_of(number: int) -> list[dict[str, Any]]:
    complaint = COMPLAINTS[number % len(COMPLAINTS)]
    language = "en" if complaint.isascii() else "zh"
    messages = [
        {"role": "system", "content": "You are the nurse. " * 4},
        {"role": "user", "content": "an example"},
        {"role": "assistant", "content": "ANSWER\nas an example"},
        {"role": "user", "content": complaint},
    ]
    same = {"conversation": f"c{number}", "turn": 1, "language": language, "messages": messages}
    return [
        {**same, "kind": "nurse", "prompt": "nurse@1", "answer": f"SEND {SENDS[number % len(SENDS)]}\n{complaint}"},
        {**same, "kind": "reading", "prompt": "notes@1", "answer": json.dumps({"notes": [], "asks": []})},
    ]


def written(folder: Path, count: int = 12) -> Path:
    """A file of conversations with its rows beside it."""
    path = folder / "conversations.jsonl"
    lines(path, [conversation(number) for number in range(count)])
    lines(rows_beside(path), [row for number in range(count) for row in rows_of(number)])
    return path


def lines(path: Path, values: list[Any]) -> None:
    path.write_text("".join(json.dumps(value, ensure_ascii=False) + "\n" for value in values), encoding="utf-8")
