"""`python -m frontdesk.evaluation.ask`: how well a hospital's texts answer visitors, and how often wrongly."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, datetime
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Annotated, NamedTuple

import typer
import yaml

from frontdesk.app.ledger.records.loading import seed
from frontdesk.app.ledger.records.store import hospital_behind
from frontdesk.app.settings import DEMONSTRATION, VECTORS
from frontdesk.database.engine import connect
from frontdesk.database.keys import using
from frontdesk.database.migrate import migrate
from frontdesk.his_adapter.enquiries import Enquiries, Enquiry
from frontdesk.models.facts import Language

ROOT = Path(__file__).parents[2]
QUESTIONS = ROOT / "tests" / "app" / "questions.yaml"
MONDAY = date(2026, 11, 23)
MORNING = datetime(2026, 11, 23, 9, 0)  # noqa: DTZ001 the hospital's local time


class Asked(NamedTuple):
    question: str
    language: Language
    expected: frozenset[str]  # empty: nothing answers it
    held_out: bool
    nearest: tuple[str, ...]
    reply: Enquiry
    milliseconds: float
    processor_milliseconds: float

    @property
    def right(self) -> bool:
        if not self.expected:
            return not self.reply.answered
        return self.reply.answered and self.reply.ids[0] in self.expected

    @property
    def helped(self) -> bool:
        """Told rightly, or offered what is right among the texts that may be meant."""
        return self.right or bool(self.expected & {near.id for near in self.reply.near})


@contextmanager
def hospital_of(folder: Path) -> Iterator[Enquiries]:
    """The enquiries of the hospital described in `folder`, in a database of its own."""
    with tempfile.TemporaryDirectory() as place, using(Path(place) / "keys"):
        url = f"sqlite:///{place}/hospital.db"
        migrate(url)
        engine = connect(url)
        seed(engine, folder, MONDAY)
        yield Enquiries(hospital_behind(engine, lambda: MORNING), folder=VECTORS)
        engine.dispose()


def ask_all(enquiries: Enquiries, questions: Path) -> list[Asked]:
    content = yaml.safe_load(questions.read_text(encoding="utf-8"))
    enquiries.warm()
    done = []
    for row in (*content["answerable"], *content["unanswerable"]):
        for language in Language:
            question, began, worked = row[language], perf_counter(), process_time()
            reply = enquiries.answer(question, language, now=MORNING)
            taken, work = perf_counter() - began, process_time() - worked
            nearest = enquiries.nearest(question)
            expected = frozenset(row.get("expect", ()))
            held_out = bool(row.get("held_out"))
            done.append(Asked(question, language, expected, held_out, nearest, reply, taken * 1e3, work * 1e3))
    return done


def report(done: list[Asked], name: str) -> str:
    answerable, unanswerable = [a for a in done if a.expected], [a for a in done if not a.expected]
    return (
        f"{name:<16}{_share([bool(a.expected & set(a.nearest)) for a in answerable]):>12}"
        f"{_share([a.right for a in answerable]):>16}"
        f"{_share([a.helped for a in answerable]):>16}"
        f"{_share([a.reply.answered and not a.right for a in answerable]):>14}"
        f"{_share([a.reply.answered for a in unanswerable]):>12}"
    )


def _share(those: list[bool]) -> str:
    return f"{sum(those)}/{len(those)} {sum(those) / max(1, len(those)):.3f}"


def main(
    folder: Annotated[Path, typer.Argument(help="The hospital's folder.")] = DEMONSTRATION,
    questions: Annotated[Path, typer.Option(help="YAML: answerable, unanswerable.")] = ROOT
    / "tests/app/questions.yaml",
    wrong: Annotated[bool, typer.Option(help="List what went wrong, but for what is held out.")] = False,
) -> None:
    with hospital_of(folder) as enquiries:
        done = ask_all(enquiries, questions)
    print(f"{'':<16}{'recall@3':>12}{'told right':>16}{'or offered':>16}{'wrong':>14}{'invented':>12}")
    for held_out in (False, True):
        for language in Language:
            those = [a for a in done if a.language is language and a.held_out is held_out]
            print(report(those, f"{language}{', held out' if held_out else ''}"))
    print(report(done, "all"))
    times, work = [a.milliseconds for a in done], [a.processor_milliseconds for a in done]
    print(f"median {median(times):.1f} ms, of processor time {median(work):.1f} ms")
    for a in done if wrong else ():
        if not a.right and not a.held_out:
            print(f"{a.question}\n  told {a.reply.ids[:1]} {a.reply.text}")
            print(f"  wanted {sorted(a.expected)}, near {a.nearest}")


if __name__ == "__main__":
    typer.run(main)
