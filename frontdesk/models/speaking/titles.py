"""How a member of staff is named to a patient: with a title, and never with two."""

import re

from frontdesk.models.facts import Language

TITLE = re.compile(
    r"\b(?:nurse|sister|matron|dr|doctor|prof|professor|mr|mrs|ms|miss)\b|护士|护师|医生|医师|大夫|主任|教授|先生|女士|老师",
    re.IGNORECASE,
)


def as_nurse(name: str, language: Language) -> str:
    """A nurse's name as a patient is told it: "Nurse" before a bare one; one that holds a title stays as it is."""
    if TITLE.search(name):
        return name
    return f"护士{name}" if language is Language.ZH else f"Nurse {name}"
