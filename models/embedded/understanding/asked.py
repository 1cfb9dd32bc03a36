"""Which question a nurse or doctor has just put, read from their words in a dialogue."""

import re

from models.embedded.understanding.lexicon import lexicon
from models.embedded.understanding.writing import language_of, read
from models.facts import Language, Topic
from models.knowledge.schema import Knowledge

# The first that matches the last question of the utterance names it; a question about findings comes after all these.
_KEYS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("allergies", re.compile(r"过敏|\ballerg")),
    ("family", re.compile(r"家族史|家里(?:人|面)?(?:有|有没有|还有)|父母|遗传|\bfamily (?:history|medical|member)|\b(?:in|your|the) family|\byour (?:parents|mother|father|siblings|family)\b|\bruns? in")),
    ("operations", re.compile(r"手术|开过刀|动过刀|\bsurger(?:y|ies)|\boperations?\b|\bsurgical|\boperated")),
    ("adherence", re.compile(r"按时(?:吃|服|用)|(?:药|上次开的).{0,8}(?:吃完|坚持|停)|\btaking (?:it|them|your \w+) (?:as|regularly|every)|\bmiss(?:ed)? (?:any )?dose|\bfinish(?:ed)? the")),
    ("habits", re.compile(r"烟.{0,3}酒|抽烟.{0,6}喝酒|\b(?:smok\w*|tobacco).{0,20}(?:alcohol|drink)|(?:alcohol|drink\w*).{0,20}(?:smok|tobacco)")),
    ("habit:smoking", re.compile(r"抽烟|吸烟|烟龄|\bsmok|\btobacco|\bcigarette")),
    ("habit:drinking", re.compile(r"喝酒|饮酒|\balcohol|\bdrink(?! (?:water|enough))")),
    ("medicines", re.compile(r"(?:吃|用|服)(?:过|着|了|的)?(?:什么|啥|哪些|别的|其他)?(?:样的)?药|在吃药|用药|药物史|\bmedic(?:ines?|ations?)\b|\bmeds\b|\btaking any|\bprescri|\bdrugs\b(?! or alcohol)|\btablets?\b|\bpills?\b")),
    ("past_history", re.compile(r"(?:以前|之前|过去|既往|平时|平常|本身)(?:身体)?(?:有|得过|有过|有没有|都|还|怎么样|好)?.{0,6}(?:病|毛病|史|身体)|慢性病|基础病|高血压.{0,6}糖尿病|得过.{0,6}病|\b(?:medical|past|health) (?:history|conditions?|problems|issues)|\bconditions? (?:in the past|i should know|before)|\bchronic|\bother (?:medical|health)|\bhistory of|\bdiagnosed with")),
    ("pregnancy", re.compile(r"怀孕|有孕|\bpregnan")),
    ("age", re.compile(r"多大(?:年纪|岁数|了)|几岁|年龄|年纪|\bhow old|\byour age")),
    ("sex", re.compile(r"性别|男(?:的)?还是女|\bmale or female|\bgender")),
    ("severity", re.compile(r"(?:疼|痛|难受)(?:得)?(?:厉害|严重)(?:吗|不)|有多(?:疼|痛|严重)|几分|打几分|程度|\bhow (?:bad|severe|painful|strong)|\bscale (?:of|from)|\bout of (?:ten|10)|\brate (?:the|your)")),
    ("duration", re.compile(r"多久|多长时间|几天|什么时候(?:开始|有|出现|的)|持续|从(?:什么|啥)时候|几个月了|\bhow long|\bwhen did|\bwhen (?:was|were) the|\bsince when|\bfor how many|\bhow many (?:days|weeks|months|years)|\bstart(?:ed)?\?")),
    ("side", re.compile(r"哪(?:一)?(?:边|侧|只|条)|左.{0,4}(?:还是)?右|\bwhich (?:side|leg|arm|knee|eye|ear|one|hip|hand|foot|shoulder)|\bleft or (?:the )?right|\bone side")),
    ("site", re.compile(r"哪(?:里|儿|个(?:部位|位置|地方))|什么(?:部位|位置|地方)|具体.{0,4}(?:位置|部位)|\bwhere (?:is|does|exactly|abouts|do you|are)|\bwhereabouts|\bwhich part|\bpoint to")),
    ("course", re.compile(r"(?:好(?:点|些|转)|加重|变化|缓解).{0,6}(?:吗|没|不|呢)|越来越|\b(?:getting|gotten|got|become|any) (?:better|worse)|\bbetter or worse|\bcome(?:s)? and go|\bconstant|\bchanged? (?:since|over)|\bhow (?:are|have) you (?:been )?(?:doing|feeling) since")),
    ("frequency", re.compile(r"(?:多久|几天|一天|每天).{0,6}(?:一次|几次|多少次)|频率|\bhow (?:often|many times|frequent)")),
    ("character", re.compile(r"(?:怎么|什么样|怎样|哪种)(?:的)?(?:个)?(?:疼|痛|咳|难受)法?|\bdescribe (?:the|your|it|that)|\bwhat (?:kind|type|sort) of (?:pain|ache|cough|headache)|\bsharp|\bdull\b|\bfeel like")),
    ("worse_with", re.compile(r"什么(?:时候|情况)(?:下)?(?:会)?(?:加重|更|厉害)|\bmakes? (?:it|the \w+|things) worse|\bbrings? it on|\btriggers?\b")),
    ("better_with", re.compile(r"怎么(?:会|能)?(?:缓解|好)|\bmakes? (?:it|the \w+|things) better|\bhelps?\b.{0,12}\?|\brelieve")),
    ("result", re.compile(r"(?:检查|化验|报告|结果|片子).{0,8}(?:带|有|出|做)|(?:做|拍|查)过(?:什么)?(?:检查|片|ct|b超)|\bresults?\b|\bbring (?:any|your)|\bany (?:tests|scans|x-?rays)")),
    ("wish", re.compile(r"(?:想|希望|需要)(?:我们|要|得到|怎么)?.{0,6}(?:帮|什么)|\bwhat (?:would|do) you (?:like|want|hope)|\bhoping")),
    ("open", re.compile(r"怎么了|哪儿不舒服|哪里不舒服|什么不舒服|怎么不好|什么症状|有什么(?:可以|能)帮|\bwhat brings|\bhow can i help|\bwhat(?:'s| is| seems)? (?:the )?(?:problem|matter|wrong|trouble|going on|happening)|\bhow are you (?:doing|feeling)|\bwhat happened")),
)  # fmt: skip
_OF_FAMILY = dict(_KEYS)["family"]
_QUESTIONS = re.compile(r"[^。！？!?.;；\n]+[？?]|[^。！？!?.;；\n]*(?:吗|呢|没有|不)(?=$|[。！])")
# A question written down without its mark, as recognisers do.
_UNMARKED = re.compile(
    r"^(?:\W|and|so|okay|ok|now|well|all right|alright|hi|hello|good \w+|tell me|can you|could you)*\b(?:what|how|do|does|did|are|is|any|when|have|has|where|which|tell me|describe)\b|有没有|是不是|什么|怎么|多久|几天|几岁|多大|哪"
)


def asked_in(text: str, *, known: Knowledge | None = None) -> tuple[str, ...]:
    """The keys of what was asked, as `understand` takes them; several findings may be asked for at once."""
    writing = read(text)
    parts = _QUESTIONS.findall(writing.lower) or ([writing.lower] if _UNMARKED.search(writing.lower) else [])
    if not parts:
        return ()
    last = parts[-1]
    if _OF_FAMILY.search(writing.lower):
        return ("family",)
    for key, pattern in _KEYS:
        if key not in ("open", "site") and pattern.search(last):
            return ("habit:smoking", "habit:drinking") if key == "habits" else (key,)
    chinese = language_of(text) is not Language.EN
    spoken = " ? ".join(parts)
    mentions = lexicon(known).mentions(spoken, chinese=chinese, english=not chinese)
    findings = [f"finding:{mention.code}" for mention in mentions if mention.topic is Topic.FINDING]
    if findings:
        return tuple(dict.fromkeys(findings))
    conditions = [f"condition:{mention.code}" for mention in mentions if mention.topic is Topic.CONDITION]
    if conditions:
        return tuple(dict.fromkeys(conditions))
    return tuple(key for key, pattern in _KEYS if key in ("open", "site") and pattern.search(last))[:1]
