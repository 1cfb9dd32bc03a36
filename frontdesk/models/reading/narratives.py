"""Pages made of the narratives of the knowledge: one tile that is meant, among others that are not spoken of."""

import random
from functools import cache
from pathlib import Path

import yaml

from frontdesk.models.facts import Language
from frontdesk.models.knowledge import load
from frontdesk.models.knowledge.load import knowledge
from frontdesk.models.knowledge.schema import Finding
from frontdesk.models.reading.examples import Example

FOLDER = Path(load.__file__).parent / "told"
ASKED = {
    Language.ZH: ("您好，今天哪里不舒服？用自己的话说就行。", "您现在有没有下面这些情况？", "还有没有下面这些不舒服？"),
    Language.EN: (
        "What brings you in today? Just tell me in your own words.",
        "Is any of this so now?",
        "Any of these?",
    ),
}
NONE = {Language.ZH: "都没有", Language.EN: "None of these"}


def pages(number: int, chance: random.Random) -> list[Example]:
    """At most `number` of them, each of another telling."""
    told = _tellings()
    return [_page(text, code, language, chance) for text, code, language in chance.sample(told, min(number, len(told)))]


def _page(text: str, code: str, language: Language, chance: random.Random) -> Example:
    findings = knowledge().findings
    meant = findings[code]
    kin = {code, *meant.also, *meant.danger, *meant.asks}
    others = [one for one in findings.values() if one.code not in kin and code not in one.also]
    far = [one for one in others if one.site != meant.site]
    near = [one for one in others if one.site == meant.site]
    tiles = chance.sample(far, chance.choice((2, 3, 4)))
    tiles += chance.sample(near, 1) if near and chance.random() < 0.5 else []
    labels: list[tuple[str, str | None]] = [(_label(one, language), None) for one in tiles]
    if chance.random() > 0.12:
        labels.append((_label(meant, language), "yes"))
    chance.shuffle(labels)
    if chance.random() < 0.5:
        labels.append((NONE[language], None))
    return Example(
        text=text,
        spans=(),
        asked=chance.choice(ASKED[language]),
        asked_spans=(),
        tiles=tuple(label for label, _ in labels),
        several=True,
        answers=tuple(answer for _, answer in labels),
        relation=None,
        sex=None,
        source=code,
        labelled=False,
    )


def _label(finding: Finding, language: Language) -> str:
    return finding.zh if language is Language.ZH else finding.en.capitalize()


@cache
def _tellings() -> list[tuple[str, str, Language]]:
    """Each telling with the finding it is of, and its language."""
    findings, found = knowledge().findings, list[tuple[str, str, Language]]()
    for language in Language:
        for path in sorted(FOLDER.glob(f"*.{language}.yaml")):
            of_file = yaml.safe_load(path.read_text(encoding="utf-8"))
            found += [
                (line.strip(), code, language)
                for code, lines in of_file.items()
                if code in findings
                for line in lines.strip().split("\n")
            ]
        found += [(words, code, language) for code, one in findings.items() for words in one.says.get(language, ())]
    return found
