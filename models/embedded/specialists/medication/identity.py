"""Which medicine is meant: read plainly, close to a name and to be asked, or on no list."""

from collections.abc import Iterator

from models.embedded.specialists.case import Checked
from models.embedded.specialists.medication.finding import found
from models.embedded.specialists.medication.spoken import Heard, Spoken, is_group

NAMES = "WHO INN list; FDA and NMPA approved names and brands (models/knowledge/medicines)"


def identity(heard: Heard) -> Iterator[Checked]:
    seen: set[str] = set()
    for one in heard.spoken:
        for checked in _identified(heard, one):
            if checked.subject not in seen:
                seen.add(checked.subject)
                yield checked


def _identified(heard: Heard, one: Spoken) -> Iterator[Checked]:
    mention = one.mention
    if mention is None:
        return
    words = mention.words
    if mention.named is None and not mention.close:
        zh = f"我不认识“{words}”这个药，请把药盒给护士看一下。"
        en = f"I do not know a medicine called “{words}”; please show the box to the nurse."
        yield found("identity", "unknown", words.lower(), heard.say(zh, en), NAMES)
    elif mention.named is None:
        names = "、".join if heard.say("zh", "en") == "zh" else " or ".join
        asked = names(heard.name(close.codes[0]) for close in mention.close)
        for close in mention.close:
            for code in close.codes:
                zh, en = f"您说的“{words}”是{asked}吗？", f"By “{words}”, do you mean {asked}?"
                yield found("identity", "confirm", code, heard.say(zh, en), NAMES)
    elif is_group(mention.named.codes[0]):
        if one.listed:
            zh = f"您说的“{words}”是{heard.name(one.codes[0])}吗？"
            yield found(
                "identity", "confirm", one.codes[0], heard.say(zh, f"By “{words}”, do you mean {one.codes[0]}?"), NAMES
            )
    else:
        for code in mention.named.codes:
            name = heard.name(code)
            part = len(mention.named.codes) > 1
            zh = f"“{words}”里含有{name}。" if part else f"您说的是{name}。"
            en = f"“{words}” contains {name}." if part else f"You mean {name}."
            yield found("identity", "recognised", code, heard.say(zh, en), NAMES)
