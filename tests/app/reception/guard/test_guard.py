"""Nothing forbidden reaches the patient, whole or while it streams; nothing harmless is lost."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from app.reception.guard.faults import Ground, Kind
from app.reception.guard.guarded import Guarded, guarded
from models.facts import Language
from models.speaking import length

CASES = [
    case
    for name in ("replies", "fresh", "fresh2", "fresh3", "claims")
    for case in yaml.safe_load((Path(__file__).parent / f"{name}.yaml").read_text())
]
BAD = [(case, one) for case in CASES for one in case["bad"]]
HARMLESS = [(case, reply) for case in CASES for reply in case["harmless"]]


def ground_of(case: dict[str, Any]) -> Ground:
    facts = "\n".join([case["embedded"], *case["said"]])
    names = ("皮肤性病科", "眼科", "Orthopaedics")
    return Ground(
        language=Language(case["language"]),
        embedded=case["embedded"],
        question=case["question"],
        key=case["key"],
        said=case["said"][-1],
        must=tuple(case.get("must", ())),
        facts=facts,
        has=tuple(case.get("has", ())),
        departments=tuple(name for name in names if name in facts),
    )


def shown(reply: str, ground: Ground, size: int = 3) -> tuple[list[str], Guarded]:
    """Everything the patient saw, the last of it at the end."""
    guard = Guarded(ground)
    pieces = (reply[at : at + size] for at in range(0, len(reply), size))
    seen = list(guarded(pieces, guard))
    return [*seen, guard.end()], guard


@pytest.mark.parametrize(("case", "one"), BAD, ids=[f"{case['name']}: {one['reply'][:40]}" for case, one in BAD])
def test_never_shown(case: dict[str, Any], one: dict[str, str]) -> None:
    ground = ground_of(case)
    seen, guard = shown(one["reply"], ground)
    showing = seen[-1:] if one["kind"] == "missing" else seen
    assert not any(one["bad"].lower() in text.lower() for text in showing)
    assert guard.faults
    assert length(seen[-1], ground.language) <= 60
    if ground.question:
        assert "？" in seen[-1] or "?" in seen[-1]
    assert all(must in seen[-1] for must in ground.must)


@pytest.mark.parametrize(("case", "reply"), HARMLESS, ids=[reply[:60] for _, reply in HARMLESS])
def test_harmless_words_stay_as_they_are(case: dict[str, Any], reply: str) -> None:
    seen, guard = shown(reply, ground_of(case))
    assert seen[-1] == reply
    assert not guard.faults


def test_there_are_enough_of_both() -> None:
    assert len(BAD) >= 60 and len(HARMLESS) >= 60
    assert {one["kind"] for _, one in BAD} == {kind.value for kind in Kind} - {"foreign"}
