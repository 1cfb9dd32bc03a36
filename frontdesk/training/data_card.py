"""The data card of a set of simulated conversations: what is in it, who wrote it, what was left out and why."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from statistics import mean, median
from typing import NamedTuple

import leather
from rapidfuzz import fuzz, process

from frontdesk.app.reception.turn.anonymity import anonymous
from frontdesk.models.facts import Language
from frontdesk.training.data import Conversation, Row, append, read_lines, rows_beside
from frontdesk.training.profiles import population

ALIKE = 92.0  # of 100, from which two patients' words are nearly the same (normalised indel similarity)
SIZE = (760, 420)
NUMBERS = re.compile(r"\d{7,}")
TABLES = ("education", "income", "trait_level", "follow_up_course")


class Checked(NamedTuple):
    """`alike`: ids of conversations taken away, each with the one it is nearly the same as. `personal`: ids in which
    a name, a number or an address stands.
    """

    conversations: tuple[Conversation, ...]
    rows: tuple[Row, ...]
    alike: tuple[tuple[str, str], ...]
    personal: tuple[str, ...]


def write_card(out: Path, records: str) -> Path:
    """Takes near-duplicates out of the set at `out` and writes card and charts beside it. Raises BadLines, OSError."""
    rows = read_lines(rows_beside(out), Row) if rows_beside(out).exists() else ()
    found = checked(read_lines(out, Conversation), rows)
    if found.alike:
        for path, values in ((out, found.conversations), (rows_beside(out), found.rows)):
            kept = path.with_suffix(".kept")
            kept.unlink(missing_ok=True)
            append(kept, values)
            kept.replace(path)
    for name, svg in charts(found.conversations).items():
        out.with_name(f"{out.stem}.{name}.svg").write_text(svg, encoding="utf-8")
    card = out.with_name(f"{out.stem}.card.md")
    card.write_text(written(found, out, records), encoding="utf-8")
    return card


def checked(conversations: Sequence[Conversation], rows: Sequence[Row]) -> Checked:
    alike = dict(near_duplicates(conversations))
    kept = tuple(one for one in conversations if one.id not in alike)
    return Checked(
        conversations=kept,
        rows=tuple(row for row in rows if row.conversation not in alike),
        alike=tuple(alike.items()),
        personal=tuple(one.id for one in kept if tells_who(one)),
    )


def near_duplicates(conversations: Sequence[Conversation]) -> Iterable[tuple[str, str]]:
    """Each later conversation whose patient says nearly what an earlier one said, with that one; by language."""
    for language in Language:
        same = [one for one in conversations if one.language is language]
        words = [_patient(one) for one in same]
        for place in range(1, len(same)):
            nearest = process.extractOne(words[place], words[:place], scorer=fuzz.ratio, score_cutoff=ALIKE)
            if nearest is not None:
                yield same[place].id, same[nearest[2]].id


def tells_who(one: Conversation) -> bool:
    """Whether the record's name, a long number, or what our recognisers take for a name or address, is in the talk."""
    words = _patient(one)
    named = bool(one.record.name) and one.record.name in words
    return named or NUMBERS.search(words) is not None or anonymous(words) != words


def written(found: Checked, out: Path, records: str) -> str:
    """Markdown."""
    talks, rows = found.conversations, found.rows
    lengths = [len(one.turns) for one in talks]
    sources = "\n".join(f"- {name}: {source}" for name, source in _sources(talks).items())
    return "\n".join(
        (
            f"# Data card: {out.name}",
            "",
            f"Simulated outpatient receptions, made from {records} (SFMSS; PIORS, section 3). No patient said this.",
            "",
            f"- written by: {', '.join(sorted({one.by for one in talks}))}; seed {_all(one.seed for one in talks)}",
            f"- conversations: {len(talks)}; left out as nearly the same as another: {len(found.alike)}",
            f"- turns of a conversation: {_spread(lengths)}; characters of a patient's turn: {_spread(_sizes(talks))}",
            f"- rows to learn from: {_counted(row.kind for row in rows)}; prompts: {_all(row.prompt for row in rows)}",
            f"- conversations in which a name, a number or an address may stand: {len(found.personal)}"
            f"{' (' + ', '.join(found.personal[:10]) + ')' if found.personal else ''}",
            "",
            *_table("language", Counter(one.language.value for one in talks)),
            *_table("visit", Counter(one.visit.value for one in talks)),
            *_table("department", Counter(one.record.department for one in talks)),
            *_table("sent to", Counter(one.department or "nowhere" for one in talks)),
            *_table("action", Counter(f"{turn.speaker}: {turn.action}" for one in talks for turn in one.turns)),
            *_table("education", Counter(one.profile.education for one in talks)),
            *_table("trait", Counter(f"{k} {v}" for one in talks for k, v in one.profile.traits.items())),
            "Distributions that the patients are drawn from:",
            sources,
            "",
        )
    )


def charts(talks: Sequence[Conversation]) -> Mapping[str, str]:
    """SVG by name."""
    return {
        "departments": _bars("Conversations by department", Counter(one.record.department for one in talks)),
        "actions": _bars(
            "Turns by action", Counter(turn.action.replace("_", " ") for one in talks for turn in one.turns)
        ),
        "turns": _bars("Conversations by turns", Counter(f"{len(one.turns):02d}" for one in talks), by_name=True),
    }


def _bars(title: str, counts: Counter[str], *, by_name: bool = False) -> str:
    ordered = sorted(counts.items()) if by_name else counts.most_common(24)
    chart = leather.Chart(title)
    chart.add_bars([(often, name) for name, often in reversed(ordered)] or [(0, "none")])
    svg: str = chart.to_svg(width=SIZE[0], height=max(SIZE[1], 22 * len(ordered) + 120))
    return svg[svg.index("<svg") :]


def _sources(talks: Sequence[Conversation]) -> dict[str, str]:
    languages = {one.language for one in talks}
    found = {}
    for name in TABLES:
        table = population()[name]
        if "source" in table:
            found[name] = table["source"]
        else:
            found |= {f"{name} ({language})": table[language]["source"] for language in sorted(languages)}
    return found


def _patient(one: Conversation) -> str:
    return " ".join(turn.text for turn in one.turns if turn.speaker == "patient")


def _sizes(talks: Sequence[Conversation]) -> list[int]:
    return [len(turn.text) for one in talks for turn in one.turns if turn.speaker == "patient"]


def _spread(numbers: Sequence[int]) -> str:
    if not numbers:
        return "none"
    return f"{min(numbers)} to {max(numbers)}, median {median(numbers):g}, mean {mean(numbers):.1f}"


def _all(values: Iterable[object]) -> str:
    return ", ".join(sorted({str(value) for value in values})) or "none"


def _counted(values: Iterable[str]) -> str:
    return ", ".join(f"{often} {name}" for name, often in Counter(values).most_common()) or "none"


def _table(title: str, counts: Counter[str]) -> Iterable[str]:
    yield f"| {title} | number |"
    yield "| --- | --- |"
    yield from (f"| {name} | {often} |" for name, often in counts.most_common())
    yield ""
