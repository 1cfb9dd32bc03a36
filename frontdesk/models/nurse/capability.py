"""The capability `nurse`: what is known of a turn goes in; a decision and the words come out, streamed."""

from pathlib import Path

from frontdesk.models.capability import Asked, Capability
from frontdesk.models.facts import Language, Value

TOKENS = 220  # the longest reply


class Speaking(Value):
    """The question: everything the reply may rest on, in words for the prompt."""

    language: Language
    blanks: dict[str, str]


NURSE: Capability[Speaking, str] = Capability(
    name="nurse",
    embedded=lambda speaking: "",
    asked=lambda speaking: Asked(language=speaking.language, blanks=speaking.blanks),
    prompts=Path(__file__).parent / "prompts",
    tokens=TOKENS,
)
