"""What somebody takes back while giving an instruction: one patient for another, and those to be left alone."""

import re

from frontdesk.his_adapter.hospinfo.fields import fielded
from frontdesk.his_adapter.hospinfo.script import Kind, Script
from frontdesk.his_adapter.hospinfo.vocabulary import patterns
from frontdesk.his_adapter.operation import Column

IDENTITY = frozenset({Column.PATIENT_ID, Column.OUTPATIENT_NUMBER})


def corrected(said: Script) -> Script:
    """`said` (with ids as letters) without the patients and records taken back or spared, where others are left.

    An instruction that gives a record another id keeps all it names: "the patient ID is P1004, not P1003".
    """
    if IDENTITY & set(fielded(said).every(Kind.FIELD)):
        return said
    for name in ("replaced", "spared"):
        for expression in patterns("corrections", name):
            while (match := expression.search(said.text)) and _others(said, match):
                said = said.without(*match.span("out"), instead="")
    return said


def last_said(words: str) -> str:
    """A value as it was last given: "30, sorry, 31" is 31."""
    match = patterns("corrections", "value")[0].match(words)
    return match["v"] if match else words


def _others(said: Script, match: re.Match[str]) -> bool:
    rest = said.without(*match.span("out"))
    return bool(rest.every(Kind.PATIENT) or rest.every(Kind.RECORD))
