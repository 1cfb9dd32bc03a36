"""Query generation: does this turn ask something the hospital's system has to be asked, and what exactly."""

from app.reception.asked import BETWEEN, PLAINLY_ASKED, in_other_words
from app.reception.listen import Turn
from app.reception.team.finding import Finding, Rank, Specialist, Wait
from models.embedded.speaking.manner import Manner, manners
from models.embedded.understanding.requested import SEEN_TO_THERE
from models.facts import Intent, Language, Mood, Topic

SAYS_SOMETHING = 4  # letters and digits; less is not looked up on the chance that it asks something


def examine(turn: Turn) -> Finding | None:
    """The questions about the hospital, as asked; medical questions are for the doctor.

    What nothing else was understood of may be a question too; it is answered only if the hospital's texts do.
    """
    heard = turn.heard
    rails = heard.mood is Mood.ANGRY  # 你会不会看病啊 asks nothing
    if not rails and (Intent.MEDICAL_QUESTION in heard.intents or Manner.FEARS in manners(turn.text)):
        return _for_the_doctor(turn)
    plainly = bool(PLAINLY_ASKED.search(turn.text))
    perhaps = _tells_nothing(turn) if turn.asked in BETWEEN else plainly and not turn.understood
    perhaps = perhaps and turn.option is None and sum(map(str.isalnum, turn.text)) >= SAYS_SOMETHING
    if Intent.QUESTION not in heard.intents and not perhaps:
        return None
    of_records = heard.intents & {Intent.OWN_RECORDS, Intent.OTHERS_DATA}
    asks = heard.questions[1:] if of_records else heard.questions  # the first is no question about the hospital
    return Finding(
        specialist="policy",
        rank=Rank.POLICY,
        what="perhaps_question" if perhaps else "question",
        quote=turn.text[:200],
        asks=asks or (in_other_words(turn.text[:400]),),
    )


def _tells_nothing(turn: Turn) -> bool:
    """No complaint and no answer: at most a wish, and a day or a person that belong to what is asked."""
    facts = turn.extension.facts if turn.extension else ()
    intents = turn.heard.intents - {Intent.NONSENSE, Intent.FOLLOW_UP}
    aged = turn.heard.person is not None and turn.heard.person.age_months is not None
    asks_for = all(fact.topic is Topic.REQUEST and fact.code not in SEEN_TO_THERE for fact in facts)
    return not (turn.heard.answer or intents or aged) and asks_for


def _for_the_doctor(turn: Turn) -> Finding:
    """The question goes to the doctor in the patient's words; the same one only once."""
    asked = " ".join(turn.heard.questions)[:200] or turn.text[:200]
    told = any(f.what == "medical_question" and f.quote == asked for f in turn.before.findings)
    why = Manner.ASKS_WHY in manners(turn.text)
    note = None if told or why else {Language.ZH: f"病人想问：{asked}", Language.EN: f"The patient asks: {asked}"}
    return Finding(specialist="policy", rank=Rank.POLICY, what="medical_question", quote=asked, note=note)


SPECIALIST = Specialist("policy", Wait.MAY, examine)
