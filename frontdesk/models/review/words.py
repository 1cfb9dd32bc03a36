"""What the agents in plain code say, and the draft, the talk and the discussion in words for a model's prompt."""

from collections.abc import Iterable, Sequence

from frontdesk.models.facts import Language
from frontdesk.models.review.draft import Draft, Part, Remark, Sentence

PARTS = {
    Part.DEMOGRAPHICS: ("病人与生活", "Demographics and social"),
    Part.INTENT: ("来意", "Intent"),
    Part.POSITIVES: ("有的", "Pertinent positives"),
    Part.NEGATIVES: ("没有的", "Pertinent negatives"),
    Part.UNKNOWNS: ("不清楚的", "Pertinent unknowns"),
    Part.HISTORY: ("既往史", "History"),
}
WORDS = {
    "section": ("“{part}”一节，{count}处。", "{part}: {count} to look at."),
    "satisfied": ("各节都对过了，没有别的意见。", "Every section is gone through; nothing more to say."),
    "missing": ("缺：{text}（病人说：“{quote}”）。", "Missing: {text} (said: “{quote}”)."),
    "unheard": ("病人还说：“{quote}”，没有记下。", "The patient also said “{quote}”, which is nowhere."),
    "wrong": (
        "“{text}”与病人所说的{differs}不符，应为“{known}”（病人说：“{quote}”）。",
        "“{text}” differs in {differs}; it should be “{known}” (said: “{quote}”).",
    ),
    "ungrounded": ("“{text}”在谈话里没有依据。", "“{text}” has no ground in the talk."),
    "and": ("、", ", "),
    "facet_names": ("内容", "what it names"),
    "facet_denied": ("有无", "polarity"),
    "facet_unsettled": ("是否清楚", "whether it is known"),
    "facet_numbers": ("数字", "a number"),
    "facet_side": ("左右", "the side"),
    "facet_hours": ("时间", "how long"),
    "facet_part": ("所在的节", "the section"),
    "facet_words": ("用词", "words nobody said"),
    "accepted": ("采纳。", "Accepted."),
    "rejected": ("不采纳。", "Rejected."),
    "accept_missing": ("谈话里有，记上。", "It is in the talk and goes in."),
    "accept_wrong": ("以病人的话为准。", "The patient's words decide."),
    "accept_ungrounded": ("没有依据的话不留。", "What has no ground does not stay."),
    "reject_no_quote": (
        "所引的话谈话里没有，或者不足以支持。",
        "The words it rests on are not in the talk, or do not bear it out.",
    ),
    "reject_by_code": (
        "程序核对：所引的话不足以支持其中的{facet}。换个写法可以再提。",
        "Checked by code: the words quoted do not bear out {facet}. Put otherwise, it may be proposed again.",
    ),
    "reject_said": ("已经写了。", "The draft says so already."),
    "reject_grounded": ("病人确实说过。", "The patient did say it."),
    "reject_no_ruling": ("没有给出意见。", "It got no ruling."),
}


def say(name: str, language: Language, *, part: Part | None = None, **blanks: object) -> str:
    chosen = 0 if language is Language.ZH else 1
    named = {"part": PARTS[part][chosen]} if part else {}
    return WORDS[name][chosen].format(**named, **blanks)


def blanks(draft: Draft) -> dict[str, str]:
    """For the prompts: what changes least comes first."""
    zh = draft.language is Language.ZH
    nothing = "（无）" if zh else "(nothing)"
    speakers = ("病人", "护士") if zh else ("Patient", "Nurse")
    talk = "\n".join(
        f"[{line.turn}] {speakers[0]}: {line.text}" if line.turn else f"{speakers[1]}: {line.text}"
        for line in draft.lines
    )
    pad = "\n".join(f"- {_one(ruling.remark)}" for ruling in draft.rulings if ruling.accepted)
    discussion = "\n".join(f"{one.speaker.capitalize()}: {one.text}" for one in draft.exchanges)
    return {
        "talk": talk,
        "summary": _summary(draft, nothing),
        "scratchpad": pad or nothing,
        "discussion": discussion or nothing,
    }


def listed(remarks: Sequence[Remark]) -> str:
    return "\n".join(f"{place}. {_one(remark)}" for place, remark in enumerate(remarks, 1))


def _one(remark: Remark) -> str:
    about = f", {remark.sentence_id}" if remark.sentence_id else ""
    proposed = f" -> {remark.proposal.text} {_quotes(remark.proposal)}" if remark.proposal else ""
    return f"[{remark.part}, {remark.fault}{about}] {remark.says}{proposed}"


def _quotes(sentence: Sentence) -> str:
    return " ".join(f"([{quote.turn}] “{quote.words}”)" for quote in sentence.quotes)


def _summary(draft: Draft, nothing: str) -> str:
    lines = [line for part in Part for line in _section(draft, part, nothing)]
    return "\n".join([*lines, "kept word for word:", *(f"  {text}" for text in draft.kept or (nothing,))])


def _section(draft: Draft, part: Part, nothing: str) -> Iterable[str]:
    yield f"{part}:"
    sentences = [one for one in draft.now if one.part is part]
    yield from (f"  {one.sentence_id}: {one.text}" for one in sentences)
    if not sentences:
        yield f"  {nothing}"
