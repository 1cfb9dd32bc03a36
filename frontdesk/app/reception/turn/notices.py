"""What the model that speaks is told of its own replies: what was cut, why a decision was refused, what is decided."""

from collections.abc import Iterable, Iterator

from frontdesk.app.reception.guard.faults import Kind
from frontdesk.app.reception.record.wording import pick
from frontdesk.app.reception.services import Services
from frontdesk.app.reception.turn.anonymity import worded
from frontdesk.app.reception.turn.granting import SAID_WHOLE
from frontdesk.app.reception.turn.prompting import names_kept
from frontdesk.app.reception.turn.spoken import Spoken
from frontdesk.app.reception.turn.utterance import Turn
from frontdesk.models.facts import Language

UNDECIDED = "undecided"
VALUE = "value"  # the item under which a value that cannot be is asked for again

WHY_REFUSED: dict[str, tuple[str, str]] = {
    UNDECIDED: (
        "第一行不是决定。第一行只能是：ASK 项目、SEND 代码、LOOK UP 内容、CALL nurse、ANSWER、CLOSE。",
        "its first line was no decision. The first line has to be one of: ASK item, SEND code, LOOK UP words, "
        "CALL nurse, ANSWER, CLOSE.",
    ),
    "questions": ("没有剩下的问题数了。", "no questions are left."),
    "ask": ("这个项目不在“还没问的”里。", "that item is not among those still open."),
    "screening": (
        "危险情况还没问完，先 ASK danger。",
        "no department may be named before danger was asked: ASK danger.",
    ),
    "specialty": ("“科室”里没有这个代码，或不收这位病人。", "no department with that code takes this patient."),
    "unlikely": ("病人没有选这个科室。", "the patient did not choose that department."),
    "booked": ("已经约好了时间，科室不再改。", "a time is booked already: the department stays."),
    "close": ("还没有告诉病人去哪个科室。", "no department has been named yet."),
    "look_up": ("已经查过一次，照下面查到的回答。", "it was looked up once already: answer from what stands below."),
}
REFUSED = ("你这一轮的回答不能用：", "Your reply to these words cannot be used: ")
WHY_CUT: dict[Kind, tuple[str, str]] = {
    Kind.MACHINE: ("谈到了程序或规则", "spoke of rules or of machines"),
    Kind.DIAGNOSIS: ("说了是什么病或什么原因", "said what illness it is, or what it comes from"),
    Kind.SAFETY: ("保证了没事", "promised that it is harmless"),
    Kind.PRESCRIPTION: ("建议了治疗、用药或剂量", "advised on treatment, a medicine or a dose"),
    Kind.DEPARTMENT: ("说了不在上面的科室", "named a department that does not stand here"),
    Kind.DOCTOR: ("说了不在上面的人", "named a person who does not stand here"),
    Kind.FACT: (
        "说了不在上面的地点、时间、价钱或数字",
        "named a place, time, price or number that does not stand here",
    ),
    Kind.OTHERS: ("谈到了别人", "spoke of somebody else"),
    Kind.CREDENTIAL: ("要了密码或号码", "asked for a password or number"),
    Kind.CONTRADICTS: ("和记录不符", "went against the record"),
    Kind.UNTOLD: ("说了病人没说过的", "said of the patient what nobody told"),
    Kind.QUESTIONS: ("多问了一个问题", "was a second question"),
    Kind.REPEATED: ("重复了说过的", "had been said or answered before"),
    Kind.LONG: ("太长", "came after too many others"),
}
CUT = ("你上一次的话里删掉了一句，因为它{why}。", "Of your last reply a sentence was left out that {why}.")
DECIDED = ("程序已决定：{what}", "Decided by the program: {what}")
CHOSEN = (
    "病人选定了{name}。回答 SEND，用自己的话说这个科室，不提问。",
    "the patient has chosen {name}. Reply SEND, name it in your own words, ask nothing.",
)
CALLED = ("护士正被叫来。回答 CALL nurse。", "a nurse is being called. Reply CALL nurse.")
ENDS = ("病人没有别的事了，道别。回答 CLOSE。", "the patient wants nothing more: say good-bye. Reply CLOSE.")
BEHIND = (
    "你的话后面会接着说：“{text}” 回答 ANSWER，用一句话接住病人刚说的，不重复这些，不提问。",
    'behind your words stands: "{text}" Reply ANSWER: one sentence that takes up what was just said, repeats none of '
    "that and asks nothing.",
)
AGAIN = (
    "病人说的数值不对劲，请再问一次：{text} 回答 ASK value。",
    "a value cannot be right, ask again: {text} Reply ASK value.",
)


def notices(services: Services, turn: Turn, fixed: Spoken | None, refused: str = "") -> str:
    """A line for each; `fixed` is what plain code has decided already, `refused` why this turn's first try was."""
    return "\n".join(_notices(services, turn, fixed, refused))


def _notices(services: Services, turn: Turn, fixed: Spoken | None, refused: str) -> Iterator[str]:
    language, last = turn.language, turn.before.reply
    yield from cut_told(last.voiced.faults if last and last.voiced else (), language)
    if fixed is not None:
        yield pick(DECIDED, language).format(what=_decided(services, fixed, language))
    if refused in WHY_REFUSED:
        yield pick(REFUSED, language) + pick(WHY_REFUSED[refused], language)


def cut_told(faults: Iterable[str], language: Language) -> Iterator[str]:
    """What the guard cut of the reply before, a line each kind."""
    for kind in dict.fromkeys(Kind(fault) for fault in faults if fault in set(Kind)):
        yield pick(CUT, language).format(why=pick(WHY_CUT[kind], language))


def _decided(services: Services, fixed: Spoken, language: Language) -> str:
    if fixed.why in SAID_WHOLE:
        return pick(BEHIND, language).format(text=worded(fixed.text, names_kept(services)))
    named = next((event.department_id for event in fixed.before if event.kind == "department_recommended"), "")
    department = services.department(named) if named else None
    if department is not None:
        return pick(CHOSEN, language).format(name=department.name[language])
    if fixed.why == "value_again":
        return pick(AGAIN, language).format(text=fixed.text)
    if any(event.kind == "closed" for event in fixed.after):
        return pick(ENDS, language)
    return pick(CALLED, language)
