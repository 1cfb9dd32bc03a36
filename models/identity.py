"""Names and numbers of patients in one plain form, for comparing; plain code, no model ever sees them."""

import unicodedata


def patient_number(typed: str) -> str:
    """The number as the hospital writes it: half width, no spaces, capitals."""
    return unicodedata.normalize("NFKC", typed).replace(" ", "").replace("-", "").upper()


def plain(name: str) -> str:
    """A name for comparing: half width, no spaces or dots, lower case."""
    return "".join(c for c in unicodedata.normalize("NFKC", name).casefold() if c.isalnum())
