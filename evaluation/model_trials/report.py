"""The table of the trials, and who should answer for a model measured so."""

from collections.abc import Iterator, Sequence

from app.settings import EMBEDDED, MODEL
from evaluation.model_trials.measure import Row

SLACK = 0.05  # one case in twenty


def who(rows: Sequence[Row]) -> str:
    """Of one capability: the model where it is nowhere more than `SLACK` worse, somewhere better, and always valid."""
    sound = all(row.model >= row.embedded - SLACK and row.valid in (None, 1.0) for row in rows)
    return MODEL if sound and any(row.model > row.embedded + SLACK for row in rows) else EMBEDDED


def table(rows: Sequence[Row]) -> str:
    """Markdown, one row a score and language."""
    lines = [
        "| capability | language | cases | embedded | model | schema valid | seconds | should answer |",
        "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    for row in rows:
        chosen = who([one for one in rows if one.capability == row.capability])
        name = f"`{row.capability}`" + (f", {row.score}" if row.score else "")
        valid = "-" if row.valid is None else f"{row.valid:.0%}"
        lines.append(
            f"| {name} | {row.language} | {row.cases} | {row.embedded:.0%} | {row.model:.0%} | {valid} "
            f"| {row.seconds:.1f} | {chosen} |"
        )
    return "\n".join(lines)


def wrong(rows: Sequence[Row]) -> Iterator[str]:
    for row in rows:
        for one in row.wrong:
            yield f"{row.capability} {row.score} {row.language}: {one.text} -> {one.reply}"
