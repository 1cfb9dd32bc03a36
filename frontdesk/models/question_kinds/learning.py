"""Learns what clauses ask; `python -m frontdesk.models.question_kinds.learning` renews the weights and measures them.

Learnt from the examples beside it; more lightly from frames filled with what the knowledge names, from the questions
that visitors are known to ask, and from replies.
"""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import yaml

from frontdesk.models.facts import Language
from frontdesk.models.knowledge.formulary import formulary
from frontdesk.models.knowledge.load import knowledge, wordings
from frontdesk.models.network.learning import Example, learn
from frontdesk.models.network.network import Network, chances_of, store
from frontdesk.models.parsers.writing import clauses
from frontdesk.models.question_kinds.classifier import WEIGHTS, Kind, plain
from frontdesk.models.reading.examples import read
from frontdesk.models.retrieval import asked
from frontdesk.models.triage.letters import doctors

FRAMES = Path(__file__).parent / "frames.yaml"
FILLED = 12  # times each
KEPT_BACK = Path(__file__).parents[2] / "evaluation" / "cases" / "question_kinds.yaml"
LABELLED = Path(__file__).parents[1] / "reading" / "labelled"
HIDDEN, ROUNDS = 32, 40
SEED = 20261129
LIGHT, LIGHTER = 0.4, 0.15  # weights of the visitors' questions and of the replies
KINDS_OF_SUBJECTS = {
    **dict.fromkeys(("illness_advice", "drug_advice", "result_meaning", "operation_detail"), Kind.MEDICAL),
    **dict.fromkeys(("data_protection", "words_kept"), Kind.PRIVACY),
}
OF_NO_KIND = frozenset({"own_illness", "greeting", "machine_or_person", "private_life", "home_violence", "mood_detail"})
SHORTEST = {Language.ZH: 2, Language.EN: 6}  # characters of a clause of a reply
TELLS = frozenset({"chooses"})  # acts that a told clause may hold


def examples() -> Iterator[Example]:
    """Those written for it."""
    for language in Language:
        file = Path(__file__).parent / f"examples.{language}.yaml"
        for kind, lines in yaml.safe_load(file.read_text("utf-8")).items():
            yield from (Example(plain(line), Kind(kind)) for line in lines.splitlines() if line.strip())


def beside() -> Iterator[Example]:
    """The frames, what visitors ask the hospital, by its subject, and clauses of replies that ask nothing."""
    yield from framed()
    known = asked.known()
    for subject in (one for one in known.subjects if one not in OF_NO_KIND):
        kind = KINDS_OF_SUBJECTS.get(subject, Kind.PRACTICAL)
        yield from (Example(plain(line), kind, LIGHT) for line in known.of(subject))
    for clause in dict.fromkeys(_told()):
        yield Example(plain(clause), Kind.STATEMENT, LIGHTER)


def framed() -> Iterator[Example]:
    """Each frame with what is drawn for its blanks."""
    random = Random(SEED)  # noqa: S311 examples are drawn the same each time
    frames = yaml.safe_load(FRAMES.read_text("utf-8"))
    for language in Language:
        named = _named(language)
        for kind, lines in frames.items():
            for line in (line for line in lines[language] for _ in range(FILLED)):
                blanks = {name: random.choice(named[name]) for name in named}
                yield Example(plain(line.format_map(blanks)), Kind(kind), LIGHT)


def _named(language: Language) -> dict[str, list[str]]:
    """What people call everything that the frames leave blank."""
    known, chinese = knowledge(), language is Language.ZH
    conditions = known.conditions.values()
    medicines = formulary().medicines.values()
    return {
        "finding": [words for one in known.findings.values() for words in wordings(one, language)],
        "condition": [
            name for one in conditions for name in (one.zh if chinese else one.en, *one.says.get(language, ()))
        ],
        "medicine": [
            name for one in medicines for name in (one.zh if chinese else one.code, *one.says.get(language, ()))
        ],
        "site": [
            name
            for one in known.sites.values()
            for name in (one.zh if chinese else one.en, *one.says.get(language, ()))
        ],
        "doctor": [name for names in doctors(language).values() for name in names],
    }


def _told() -> Iterator[str]:
    """Clauses of replies without an act: neither questions nor objections nor calls for a person."""
    for example in read(sorted(LABELLED.glob("*.txt"))):
        if any(not span.status and span.kind not in TELLS for span in example.spans):
            continue
        language = Language.EN if example.text.isascii() else Language.ZH
        yield from (one for one in clauses(example.text) if len(plain(one)) >= SHORTEST[language])


def kept_back() -> Iterator[tuple[Language, Example]]:
    """What is never learnt."""
    for language, kinds in yaml.safe_load(KEPT_BACK.read_text("utf-8")).items():
        for kind, lines in kinds.items():
            yield from ((Language(language), Example(plain(line), Kind(kind))) for line in lines.splitlines())


def report(network: Network) -> Iterator[str]:
    """Of what is kept back, how much is taken for what it is, by language and kind."""
    right: dict[tuple[Language, str], list[bool]] = {}
    for language, one in kept_back():
        found = network.labels[int(chances_of(one.text, network).argmax())] == one.label
        right.setdefault((language, one.label), []).append(found)
        right.setdefault((language, "all"), []).append(found)
    for (language, kind), found_in in right.items():
        yield f"{language} {kind}: {sum(found_in)} of {len(found_in)}"


if __name__ == "__main__":
    written, others = list(dict.fromkeys(examples())), list(dict.fromkeys(beside()))
    print(f"{len(written)} clauses written for it, {len(others)} beside")
    learnt = learn([*written, *others], list(Kind), hidden=HIDDEN, rounds=ROUNDS)
    print(*report(learnt), sep="\n")
    store(learnt, WEIGHTS)
    print(f"{WEIGHTS.stat().st_size / 1e6:.2f} MB written to {WEIGHTS.name}")
