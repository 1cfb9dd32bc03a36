"""What words mention and do not deny, as features for the classifiers: never a record."""

from models.facts import Fact, Record
from models.mentions import mentions


def hints(text: str) -> Record:
    """One fact for each finding, wish or illness mentioned, in the order of the text."""
    seen = {(mention.topic, mention.code): mention for mention in mentions(text) if not mention.denied}
    return tuple(Fact(topic=one.topic, code=one.code, quote=one.words) for one in seen.values())
