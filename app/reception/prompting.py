"""What a model is told of a turn: what was said and found, and nothing that says who the patient is."""

import re

from app.reception.events import Event, NurseSaid
from app.reception.house import House
from app.reception.listen import Turn
from app.reception.team.finding import Finding
from app.reception.wording import LABELS, age_words, pick, sentence_of, sex_words
from models.capability import Asked, Message
from models.embedded.understanding.lexicon import lexicon
from models.facts import Language

LINES = 8  # of the talk, the newest
NOTHING = ("（还没有）", "(nothing yet)")
# Who somebody is does not help to receive them: names people give, and numbers long enough to be one of theirs.
NUMBERS = re.compile(
    r"(?<![\d.])(?:[A-Za-z]{0,3}[-\s]?)?\d(?:[\d\s-]{4,})\d[Xx]?(?!\d)|(?<![A-Za-z0-9])[A-Za-z]{1,3}\d{4,}"
)
BIRTHDAYS = re.compile(r"(?:19|20)\d\d\s*[年/.\-]\s*\d{1,2}\s*[月/.\-]\s*\d{1,2}\s*[日号]?")
ADDRESSES = re.compile(r"[\w.+-]+@[\w-]+\.[\w.]+")
SURNAMES = (
    "王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘蒋蔡余杜叶程苏魏吕丁沈于范方石"
    "姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段钱汤尹黎易常武乔贺赖龚文华温齐安单牛葛严施陶洪翟颜倪庞樊兰殷"
    "章鲁韦昌俞柳鲍费岑薛雷倪滕罗毕安乐傅皮卞康伍余元卜平穆萧祁湛汪明臧计伏成戴宋茅纪舒屈项祝阮闵席麻强贾路娄"
    "江童梅盛刁钟丘骆夏田樊凌霍虞支柯咎管卢莫经房裘缪解应宗宣邓郁杭包左石吉钮程嵇邢裴荣翁荀羊惠甄曲封芮储靳焦"
    "牧隗山谷车宓蓬全班仰秋仲伊宫宁仇栾甘厉戎祖符刘景詹束龙司韶郜溥印宿怀蒲邰从索咸籍卓蔺屠蒙池阴郁胥苍双闻党"
    "谭贡劳逄姬申扶堵冉宰郦雍璩桑桂濮寿通边扈燕冀郏浦尚农别庄晏柴瞿阎充慕连茹习宦艾鱼容向古戈终居衡步都耿满弘匡"
    "姜戚谌云喻水窦奚范昝岳尤邬涂栗占覃粟练禄阙东殴殳沃利蔚越夔隆师巩厍聂晁勾敖融冷訾辛阚那简饶空沙鞠须丰巢关蒯相查后荆红游竺权逯盖益桓公欧"
)
NAMED_ZH = re.compile(r"((?:叫|名字是|姓名是?[:：]?|我姓)\s*)[\u4e00-\u9fff·]{1,4}(?=[，。,.！!、\s]|$)")
AM_ZH = re.compile(rf"((?:我|他|她)是\s*)([{SURNAMES}][\u4e00-\u9fff]{{1,2}})(?=[，。,.！!、\s]|$)")
LATIN_ZH = re.compile(r"((?:叫|是|姓名[:：]?)\s*)[A-Z][\w'-]+(?:\s+[A-Z][\w'-]+)*")
NAMED_EN = re.compile(
    r"(?i:\b((?:my|his|her) name(?:'s| is)|name(?: is|:)|called)\s+)"
    r"[^\W\d_][\w'-]*(?:\s+[A-Z][\w'-]*|\s+[a-z]+(?=[,.]|$))*"
)
AM_EN = re.compile(
    r"((?i:\b(?:i am|i'm|this is|wife|husband|mother|father)),?\s+)"
    r"(?:(?:Mr|Mrs|Ms|Dr)\.?\s+)?[A-Z][\w'-]+(?:\s+[A-Z][\w'-]+)*"
)


def interaction(house: House, turn: Turn, findings: tuple[Finding, ...], said: NurseSaid) -> Asked:
    """For the nurse's words: the record so far, the tasks by rank, what the embedded nurse would say, the talk."""
    language = turn.language
    return Asked(
        language=language,
        blanks={
            "hospital": house.hospital.info().name[language],
            "record": record(turn),
            "tasks": tasks(findings, language),
            "say": anonymous(said.text),
        },
        talk=talk(turn),
    )


def record(turn: Turn) -> str:
    """Age, sex and the facts, a line each."""
    language = turn.language
    who = pick(("，", ", "), language).join(
        word for word in (age_words(turn.person, language), sex_words(turn.person.sex, language)) if word
    )
    lines = [f"{pick(LABELS[f.topic], language)}: {anonymous(sentence_of(f, language))}" for f in turn.record]
    return "\n".join(f"- {line}" for line in (who, *lines) if line) or pick(NOTHING, language)


TASKS = {
    "caution": ("今天要请医生核对用药", "the doctor has to look at the medicines today"),
    "question": ("病人问了一个问题，下面有答案", "the patient asked something; the answer stands below"),
    "perhaps_question": ("病人可能在问事情", "the patient may be asking something"),
    "medical_question": ("病人问病情，只有医生能回答", "the patient asks what only a doctor can tell"),
    "impatient": ("病人不耐烦了，要简短", "the patient has lost patience: be brief"),
    "distress": ("病人心里难受，要体贴", "the patient is upset: be gentle"),
    "misunderstands": ("病人没听懂，请说得更简单", "the patient did not understand: say it more simply"),
    "threat": ("护士正在过来，保持平静，要简短", "a nurse is on her way: stay calm and brief"),
    "wants_person": ("病人要找人，护士正在过来", "the patient wants a person; a nurse is on her way"),
    **dict.fromkeys(
        ("others_data", "claims_to_be", "manipulation"),
        ("不谈任何人的资料", "speak of nobody's data"),
    ),
}


def tasks(findings: tuple[Finding, ...], language: Language) -> str:
    """What the team found, by rank; only the kinds of finding that there are words for."""
    told = dict.fromkeys(pick(TASKS[f.what], language) for f in findings if f.what in TASKS)
    return "\n".join(f"- {task}" for task in told) or pick(NOTHING, language)


def talk(turn: Turn) -> tuple[Message, ...]:
    """The last lines, patient and nurse taking turns, ending with the patient."""
    told: list[Message] = []
    for line in [line for line in turn.heard_by.lines if not line.undone][-LINES:]:
        role = "user" if line.speaker == "patient" else "assistant"
        words = anonymous(line.text)
        if told and told[-1].role == role:
            words = f"{told.pop().content}\n{words}"
        told.append(Message(role="user" if role == "user" else "assistant", content=words))
    return tuple(told[1:] if told and told[0].role == "assistant" and len(told) > 1 else told)


def anonymous(text: str) -> str:
    """The words without names, numbers of papers and telephones, birthdays and addresses."""
    text = BIRTHDAYS.sub("…", ADDRESSES.sub("…", text))
    text = LATIN_ZH.sub(r"\1…", NAMED_ZH.sub(r"\1…", NUMBERS.sub("…", text)))
    text = AM_ZH.sub(lambda match: match[0] if _is_trouble(match[2]) else f"{match[1]}…", text)
    return AM_EN.sub(r"\1…", NAMED_EN.sub(r"\1 …", text))


def _is_trouble(words: str) -> bool:
    """高血压 begins with a surname and is none."""
    return bool(lexicon().mentions(words, chinese=True, english=False))


def line_of(events: tuple[Event, ...]) -> NurseSaid:
    return next(event for event in events if isinstance(event, NurseSaid))
