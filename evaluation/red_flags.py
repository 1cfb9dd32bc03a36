"""Measures the red-flag rules on a file of texts: which fire, on what, and how long it takes.

    python -m evaluation.red_flags FILE [FILE ...]

FILE is JSON lines with `text`, and `urgency` (emergency, non_emergency, self_care) where it is known.
"""

import json
import statistics
import sys
import time
from collections import Counter, defaultdict
from pathlib import Path

from models.embedded.red_flags import RedFlag, check
from models.facts import Language


def measure(path: Path) -> None:
    fired: dict[str, Counter[str]] = defaultdict(Counter)
    rules: Counter[str] = Counter()
    milliseconds = []
    for line in path.read_text("utf-8").splitlines():
        row = json.loads(line)
        started = time.perf_counter()
        flags = check(row["text"], language=Language(row.get("language", "en")))
        milliseconds.append((time.perf_counter() - started) * 1000)
        kind = row.get("urgency", "all")
        fired[kind][highest(flags)] += 1
        rules.update(f"{flag.rule}{flag.level}" for flag in flags)
        if flags:
            names = " ".join(f"{flag.rule}{flag.level}" for flag in flags)
            print(f"{row.get('id', '')}\t{kind}\t{names}\t{flags[0].quote}")
    print(f"\n{path.name}: {len(milliseconds)} texts, {statistics.median(milliseconds):.1f} ms median")
    for kind, levels in sorted(fired.items()):
        total = levels.total()
        shares = "  ".join(f"{level} {levels[level] / total:.3f}" for level in ("A", "B", "C", "P", "I", "none"))
        print(f"  {kind:14} {total:4}  any {1 - levels['none'] / total:.3f}  {shares}")
    print("  rules:", ", ".join(f"{rule} x{count}" for rule, count in rules.most_common()))


def highest(flags: tuple[RedFlag, ...]) -> str:
    return flags[0].level if flags else "none"


if __name__ == "__main__":
    check("", language=Language.EN)
    for name in sys.argv[1:]:
        measure(Path(name))
