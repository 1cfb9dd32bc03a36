"""What the patient wants of the nurse, how they feel, and the questions they put."""

import re

from models.embedded.understanding.writing import Writing, is_mash
from models.facts import Intent, Mood

_ALONE = r"^[\W_]*(?:%s)[\W_]*$"


def _either(*parts: str) -> re.Pattern[str]:
    return re.compile("|".join(parts))


_WANTS: dict[Intent, re.Pattern[str]] = {
    Intent.GREETING: re.compile(_ALONE % r"(?:你好|您好|早上好|上午好|下午好|晚上好|喂|嗨|哈喽|大夫好|医生好|护士好|有人吗|在吗)[呀啊吗]?(?:[，,。！!]?(?:护士|医生|大夫|小姐|美女))?|(?:hi|hello|hey|good (?:morning|afternoon|evening)|hiya|howdy|greetings)(?: there| nurse| doctor)?(?:,? how are you(?: doing)?)?"),
    Intent.THANKS: _either(r"谢谢|多谢|感谢|谢了|辛苦了|麻烦您了", r"\bthank(?:s| you)\b|\bcheers\b|\bmuch appreciated\b"),
    Intent.FINISH: re.compile(
        r"(?:^|[，。！；])\s*(?:没有?(?:别的|其他|其它)?(?:了|啦)|就这些(?:了|吧)?|就这样(?:吧|了)?|没(?:别的|其他|什么)(?:的)?(?:事|问题|症状)?(?:了|啦)?|没事了|说完了|好了就这些|没什么(?:要)?(?:说|补充|问)的?了?|别的没(?:有)?了?|不用了谢谢|再见|拜拜|完了|可以了|行了就这样|其他没有了?|其他都(?:还)?(?:好|正常)|没有要问的了?)\s*(?=$|[，。！；])"
        r"|\bthat'?s (?:all|it|everything|about it)\b(?! (?:over|the))|\bnothing (?:else|more)\b|\bno(?:thing)?,? (?:that'?s|that is) (?:all|it|everything)|\b(?:i'm|we're|i am) (?:done|finished|all set)\b|\bgood ?bye\b|^\W*bye\W*$|\bno more questions|\bnothing to add|\bnothing further"
    ),
    Intent.GO_BACK: _either(
        r"(?:返回|退回|回到|倒回)(?:上一[个步题页]|前面|刚才|前一)|上一[个步题](?:问题)?|回去改|撤回|撤销|(?:刚才|上一个|前面)(?:那个|的)?(?:问题)?(?:我)?(?:说|答|点|选|按|填)错了|^\W*(?:返回|后退|退回)\W*$",
        r"\bgo back\b(?! to (?:work|sleep|bed|school|normal|my))|\bprevious question|\bundo\b|\bi (?:pressed|tapped|clicked|hit|chose|picked) (?:the )?wrong|\bback to the last|^\W*back\W*$|\bone step back|\bchange my (?:last )?answer",
    ),
    Intent.REPEAT: _either(
        r"再说一(?:遍|次)|(?:没|没有)听(?:清|懂|见|明白)|听不(?:清|懂|见|明白)|(?:没|没有|不)(?:看懂|明白|太懂|懂)(?:你|您)?(?:的)?(?:意思|什么|说)?(?=$|[，。！？])|什么意思(?=$|[，。？?])|你(?:刚才)?(?:说|问)(?:的)?(?:什么|啥)|^\W*(?:啊|嗯|什么|啥|蛤)\s*[?？]\W*$|重复一(?:遍|下)|大点声|再问一遍",
        r"\bsay (?:that |it )?again\b|\brepeat (?:that|it|the|please|yourself)|\bwhat did you (?:say|ask)|\bcome again\b|\bpardon\b|\bi (?:didn't|did not|don't|can't|couldn't) (?:hear|understand|catch|get|follow)(?: (?:you|that|the question|what you (?:said|mean)|it))?\W*(?:$|[,.;!?])|\bwhat do you mean\b|\bcan't hear you|\bspeak up|^\W*(?:what|huh|eh|sorry)\s*\?\W*$|^\W*repeat\W*$",
    ),
    Intent.WANTS_PERSON: _either(
        r"(?:叫|找|要|换|请|喊|转)(?:一?个|位|下|你们)?(?:的)?(?:真人|活人|人工|护士|工作人员|服务人员|人)(?:服务|客服|过?来|帮|跟我|和我|吧|说|问|给|$|，|。|！)|(?:我要|转|找|接)人工|有没有(?:真?人|护士|工作人员|活人)|(?:不想|不要|不愿意?|懒得)(?:跟|和|同|对)(?:机器|电脑|你这|你)(?:人)?(?:说|聊|讲|谈)|(?:跟|和)(?:真?人|护士)(?:说|聊|讲|谈)|叫人|来个人|护士在哪|人呢",
        r"\b(?:talk|speak|speaking|chat|connect me|put me through) (?:to|with) (?:a |an |the |some |any |one of the )*(?:real |actual |live |human )*(?:person|human|nurse|someone|somebody|receptionist|staff|people|operator|agent)|\b(?:get|call|want|need|send|fetch|bring|give)(?: me)? (?:a |an |the |some )*(?:real |actual |live )*(?:person|human|nurse|receptionist|staff member|member of staff|human being)\b|\breal person\b|\bhuman,? please|\ba (?:person|nurse|human),? please|\b(?:don't|do not) want to (?:talk|speak|type) to (?:a |this )?(?:machine|robot|computer|bot)|\bis (?:there )?(?:anyone|anybody|someone) (?:here|there|around)|\bcan (?:someone|somebody|anyone|a nurse) (?:help|come)",
    ),
    Intent.WANTS_DOCTOR: _either(
        r"(?:叫|找|要|想|直接|赶紧|快)(?:见|看|找|叫|给我|让我|一?个|我要)*(?:见|看|找|叫)?(?:一?个|位|下)?(?:医生|大夫)(?:来|过来|吧|给我看|看看|$|，|。|！)|直接(?:见|看|找)(?:医生|大夫)|给我(?:叫|找|挂)?(?:个|一个)?(?:医生|大夫|号)",
        r"\b(?:give|get|want|need|see|send|fetch|call|let me see|just)(?: me)?(?: to see| to speak to| to talk to)? (?:a |the )?doctor\b(?!s? (?:said|told|gave|who|about|prescri))(?! (?:last|yesterday|two|a|in|before|and he|and she))|\b(?:speak|talk) (?:to|with) (?:a |the )doctor",
    ),
    Intent.FOLLOW_UP: _either(
        r"复查|复诊|回访|(?:上次|之前|上周|上个月|前几天)[^，。]{0,12}(?:让|叫|说|要)(?:我)?(?:再)?(?:来|过来|回来|复)|(?:来|过来)?(?:拿|取|看|问)(?:一?下|我的)?(?:检查|化验|体检|报告|片子|ct|b超|核磁|病理|验血|血检|抽血)+(?:的)?(?:结果|报告|单)|(?:术|手术)后(?:来)?(?:复|拆线|换药)|拆线|换药|再开(?:点|些|一点)?(?:上次|之前|原来|以前|同样)(?:的|那)|(?:大夫|医生)(?:让|叫)我(?:今天)?(?:再)?(?:来|过来|回来)(?:复|看|查|$|，|。|的)",
        r"\bfollow[- ]?up\b|\bcome back for|\bcame back (?:for|to)\b|\b(?:told|asked|said|wanted)(?: me)? to (?:come|return)(?: back)?|\bcheck-?up after|\breview appointment|\b(?:get|collect|hear|pick up|here for|here about|about|have|see|check)(?: about)? (?:my|the) (?:\w+ )?(?:test |blood |scan |lab |x-?ray |biopsy |mri |ct )*results?\b|\bback (?:again )?for (?:my|the|a)\b|\brecheck\b|\bstitches (?:out|removed)|\bas (?:you|the doctor) (?:told|asked|said)",
    ),
    Intent.OTHERS_DATA: _either(
        r"(?:看|查|给我|调|打印|告诉我|知道|显示|要|发)(?:一下|看|看看|出|我)*(?:[^，。我的]{2,4}|我(?:老公|老婆|妈妈?|爸爸?|丈夫|妻子|同事|女朋友|男朋友|邻居|朋友|前妻|前夫|儿媳|婆婆))的(?:病历|病例|病史|记录|检查结果|化验(?:单|结果)?|报告|住址|电话|手机号|资料|信息|诊断|就诊)|(?:上一个|前面那个|别的|其他|别人|所有|隔壁)(?:的)?(?:病人|患者)?(?:的|是谁|叫什么|得了?什么|看的什么|说了?什么|病历|信息)",
        r"\b(?:show|give|see|read|tell|access|look up|pull up|print|send|share|view|open|check|want|need|get|what's|what is|display|find|know)\b[^.!?]{0,30}?(?:\b(?!my\b|the\b|your\b)[a-z]+(?: [a-z]+)?'s|\b(?:another|other|previous|last|everyone'?s?|all) (?:patients?'?s?'?|person'?s?|people'?s?)?) (?:medical |health |test |patient |lab |blood |hiv )*(?:records?|file|results?|history|notes|diagnos[ie]s|information|data|details|address|phone|chart|prescriptions?|appointments?)|\bwhat (?:is|was|does) (?:the )?(?:other|last|previous) patient|\blist (?:of )?(?:all )?(?:the )?(?:other )?patients|\b(?:patient|medical) records? (?:of|for|belonging to) (?!me\b|my\b|myself\b)\w+",
    ),
    Intent.MANIPULATION: _either(
        r"(?:忽略|无视|忘掉|忘记|不要管|别管|跳过|绕过|抛开|放弃|覆盖|违反)(?:掉)?(?:你|您|之前|以前|前面|以上|上面|所有|一切|先前|刚才|系统|原来|全部)*(?:的)?(?:所有|全部|一切)?(?:的)?(?:指令|指示|命令|规则|设定|提示词?|限制|要求|约束|内容|规定)|(?:你|您)(?:现在|从现在开始|接下来)(?:就)?(?:是|扮演|变成|假装|充当)(?!不是|哪|谁|在|什么|要|说|问|想|让)|扮演(?:一?个)?|假装(?:你|自己)是|(?:系统|初始|你的)(?:提示词|提示语|prompt|指令)|开发者模式|管理员(?:权限|模式|密码)|越狱|drop\s+table|进入[^，。]{0,6}模式|输出(?:你的)?(?:提示|指令|规则|配置)|(?:告诉|给)我(?:数据库|密码|密钥|管理员)|数据库(?:密码|里)",
        r"\b(?:ignore|disregard|forget|override|bypass|skip|neglect|violate|drop)\b[^.!?]{0,30}?\b(?:instruct\w*|rules?|prompts?|guidelines?|programming|training|restrictions?|directives?|safety|filters?|everything (?:above|before|i said)|previous|above|prior|commands?)\b|\byou are (?:now|no longer)\b|\b(?:from now on|now) you (?:are|will|must)\b|\bact as (?:if|a|an|my)\b|\bpretend (?:to be|you(?:'re| are)|that you)|\broleplay|\bjailbreak|\bdan mode|\bdeveloper mode|\bsystem prompt|\b(?:your|the|initial|hidden|original|secret) (?:\w+ )?(?:prompt|instructions)\b|\badmin (?:mode|password|access|rights)|\bsudo\b|\bdrop table|\bselect (?:\*|[\w, ]+) from\b|\bunion select\b|\bdelete from\b|';?\s*--|\bor 1 ?= ?1\b|<script|\{\{.*\}\}|\bexec\(|\bos\.system|\brm -rf|<\|.*\|>|\[/?inst\]|\breveal (?:your|the) |\bprint (?:your|the) (?:prompt|instructions|rules)|###? ?(?:system|instruction)",
    ),
    Intent.OFF_TOPIC: _either(
        r"(?:讲|说)(?:一?个|段)?(?:笑话|故事|段子|相声)|唱(?:一?首|支)?(?:歌|个)|(?:今天|明天)?天气(?:怎么样|如何|好吗|预报)|(?:股票|彩票|比特币|炒股|基金)|(?:话费|电费|水费|网费|宽带|快递|外卖|打车|叫车|订票|机票|火车票|酒店)|写(?:一?首|一?篇|个|段)(?:诗|作文|代码|文章|情书|小说)|(?:谁|哪个队)(?:赢|会赢)|翻译(?:一下|成)|(?:足球|篮球)(?:比赛|赛)|做我(?:女|男)朋友|你(?:几岁|多大|漂亮|结婚|有男朋友|有女朋友|喜欢我)|(?:帮我)?(?:算一?下|计算)\d|菜谱|(?:推荐|放)(?:一?[部首个])?(?:电影|音乐|歌)|作业",
        r"\b(?:tell me a )?(?:joke|story|poem|riddle)\b|\bsing\b(?:.{0,10}song)?|\bweather\b(?! changes| makes)|\b(?:stocks?|lottery|bitcoin|crypto)\b|\b(?:phone|electric\w*|gas|water|internet|cable) bill|\bdiscount on\b|\b(?:pizza|order (?:food|a taxi)|taxi|uber|flight|hotel|train ticket)\b|\bwrite (?:me )?(?:a |an |some )(?:poem|essay|code|story|song|letter)|\b(?:who won|football|soccer|basketball|world cup|super bowl)(?: game| match| score)?\?|\btranslate\b|\bmarry me|\bwill you (?:go out|date)|\bhow old are you|\bcapital of\b|\bwhat is \d+ ?[+x*/-] ?\d+|\brecipe\b|\b(?:movie|film) recommend|\bhomework\b|\bmy car (?:won't|broke|needs)",
    ),
    Intent.SWITCH_LANGUAGE: _either(
        r"(?:说|讲|用|换|切换(?:成|到)?|改)(?:成)?(?:英文|英语|中文|普通话|汉语|国语)|(?:会|能)(?:不会|不能)?(?:说|讲)(?:英文|英语|中文)",
        r"\b(?:speak|switch to|in|use|change to|continue in|prefer) (?:english|chinese|mandarin)\b|\bdo you (?:speak|know) (?:english|chinese|mandarin)",
    ),
    Intent.AGREES: re.compile(_ALONE % r"(?:好的?|行|可以|没问题|同意|嗯+|对的?|是的?|对对|好吧|好呀|好啊|成|中|要得|就这个|就它了?|没错|正确|没意见|ok|okay)[吧呀啊哦嗯了]?(?:[，,。！! ]*(?:好的?|行|可以|就这个|就这样|谢谢|没错|对|是的?)[吧呀啊了]?)*|(?:yes|yeah|yep|yup|sure|ok|okay|alright|all right|fine|of course|sounds good|that's (?:right|fine|correct|good)|correct|right|absolutely|agreed|go ahead|please do|yes please|that works|perfect|great|good)(?:[,.! ]+(?:please|thanks|thank you|that's (?:right|fine|correct|good)|sure|ok|go ahead|yes|i do|it is|i have|i am|sounds good|of course))*"),
    Intent.DISAGREES: _either(
        _ALONE % r"(?:不|不是|不对|不行|不要|不用|不同意|不好|不可以|错了|不去|我不要|不用了|算了|不愿意|不想|别)[吧呀啊的了]?(?:[，,。！! ]*(?:不是|不对|不行|不要|不用|谢谢|错了)[的了]?)*|(?:no|nope|nah|no way|not really|wrong|i disagree|no thanks?(?: you)?|i don't want (?:that|to|it)|that's (?:wrong|not right|not it)|not that)(?:[,.! ]+(?:no|thanks|thank you|not that|that's wrong|it isn't|i don't|i haven't|i'm not|it doesn't))*",
        r"(?:不想|不愿意?|不去|不要)(?:去|看|挂)(?:这个|那个)?(?:科|门诊)|换(?:一?个|别的)(?:科|医生|时间)|\bi don't (?:want|agree)\b(?! to (?:die|live|be here))|\ba different (?:department|doctor|time)",
    ),
}  # fmt: skip

_HOSPITAL_TOPIC = re.compile(
    r"交费|缴费|付款|付钱|收费|多少钱|费用|价格|医保|报销|社保卡|发票|退费|退号|挂号|取号|预约|号源|几点|开门|关门|上班|下班|营业|哪(?:儿|里|个楼|层|栋)|在哪|怎么走|怎么去|路线|几楼|几号楼|厕所|洗手间|卫生间|电梯|停车|食堂|药房|取药|拿药|抽血(?:处|室|在|要)|化验室|ct室|b超室|放射科|住院部|急诊(?:在|怎么)|打印|报告(?:什么时候|多久|怎么|在哪)|病历(?:复印|怎么)|复印|轮椅|探视|探病|陪护|wifi|充电|小卖部|便利店|空腹|排队|等多久|多久(?:能|才|可以)|(?:什么时候|何时)(?:出|能|可以|上班|坐诊)|出诊|坐诊|专家|有没有(?:医生|号|专家)|带(?:什么|哪些)(?:证件|东西|材料)|证明|假条|病假|投诉|导诊|(?:帮我|能不能|可以|能)(?:再)?(?:开|拿|配)(?:[^，。]{0,8})药|开多(?:久|少)|两个月的药|疫苗|体检(?:中心|在|要|多)|翻译|身份证"
    r"|\b(?:pay|payment|cost|price|how much (?:is|does|do|will|for)|bill|fee|insurance|refund|receipt|invoice|open(?:ing)?(?: hours| times)?|clos(?:e|ing)|hours|where (?:is|are|can|do|should)|how (?:do|can) i get to|which (?:floor|building|room|way|department)|directions|toilet|restroom|bathroom|lift|elevator|parking|park|cafeteria|canteen|cafe|pharmacy|pick up|collect|lab|laboratory|radiology|x-?ray (?:room|department)|blood (?:test|draw)|appointment|book|cancel|reschedule|register|registration|visit(?:ing|or)|wheelchair|interpreter|wi-?fi|charger|how long (?:is|will|do|does) (?:the|it|i|they) (?:wait|take|have|results)|waiting time|queue|wait|results? (?:be )?(?:ready|back)|records? (?:copy|copied)|copy of|sick note|certificate|complain|complaint|ward|fasting|fast before|eat before|bring|id card|passport|vaccin\w+|repeat (?:of my )?(?:prescription|tablets)|refill|prescription|months? of my|translator|see (?:a|the) specialist|referral)\b"
)
_MEDICAL_TOPIC = re.compile(
    r"(?:怎么|怎样|如何|咋)(?:医治|治疗|治|办|缓解|调理|预防|处理)|有(?:什么|啥)(?:好的?)?(?:方法|办法)|(?:是不是|会不会|是否|会是|不会是|难道)(?:得了?|患)?(?:[^，。？?]{0,12})(?:癌|瘤|病|炎|症|感染|怀孕|严重|传染|中风|梗|坏|遗传|危险|死)|(?:是|得了?)(?:什么|啥)(?:病|问题|原因|毛病)|什么病|怎么回事|什么原因|为什么|怎么(?:治|办|缓解|调理|预防|引起|才能好|吃)|咋(?:办|回事|治)|(?:吃|用|喝|开|买)(?:点)?(?:什么|啥|哪种|哪些)(?:样的)?(?:药|好|东西|饭|食物)?|(?:能|可以|可不可以|能不能|要不要|需要|需不需要|该不该|用不用)(?:[^，。？?]{0,10})(?:吃|喝|用|治|手术|住院|打针|打|输液|检查|查|做|怀孕|要孩子|运动|洗澡|同房|停)|严重(?:吗|不|么)|要紧(?:吗|不|么)|传染(?:吗|不)|危险(?:吗|不)|能(?:治|好|根治|治愈)(?:吗|么|不)|(?:会)?好(?:得)?了吗|有(?:什么|没有)(?:办法|危害|影响|后遗症|副作用)|正常(?:吗|么|不)|怎样(?:治|才|能|缓解|治疗)|如何(?:治|缓解|预防|调理|处理|护理)|(?:治疗|效果)(?:哪家|怎么样|好)|能活多久|多久能好|什么症状|什么意思"
    r"|\bis (?:it|this|that) (?:a |an |my |anything )?(?:serious|cancer|dangerous|normal|contagious|bad|infection|broken|heart attack|stroke|covid|tumou?r|\w+itis|[a-z]+)\b|\b(?:do|have|could|might|am|did) i (?:have|got|having|be having|be|pregnant|going to die|dying)\b|\bwhat(?:'s| is| could be| can be| might be)? (?:wrong|causing|the (?:cause|matter|problem|reason)|happening|is it)|\bwhat (?:should|can|could|do|must) i (?:take|do|use|eat|drink|try)|\bshould i (?:be )?(?:take|stop|worr\w+|go|see|get|use|eat|keep|continue|change|start|have|rest|concerned|avoid|try|do|exercise)|\bcan i (?:take|eat|drink|stop|use|exercise|still|have|mix|get pregnant|fly|go)|\bwhat (?:medicine|medication|drug|tablet|treatment|antibiotic|illness|disease|condition|causes?|could cause|does (?:it|this|that) mean)|\bwhy (?:do|does|am|is|are|have|has|did)\b|\bwhat is (?:this|it|the treatment|the best)|\bhow (?:do|can|should) i (?:treat|cure|get rid|stop|prevent|manage|lower|reduce|ease|relieve)|\bis (?:there|it) (?:any|a) (?:cure|treatment|remedy|chance|way)|\bwill (?:it|i|this|he|she) (?:get|go|be|need|have|die|go away|heal|recover)|\bam i (?:going to die|dying|pregnant|ok|okay|having)|\bcould (?:it|this|that) be\b|\bis it (?:safe|ok|okay|possible|because|due|from|the)\b|\bdoes (?:it|this|that) mean|\b(?:diagnos\w+|prescribe) me\b|\bplease (?:advise|guide|suggest|help me understand)|\bany (?:advice|suggestions|ideas)\b|\bdo i need\b|\bwhich (?:medicine|tablet|antibiotic|doctor)|\bwhat (?:shall|do) i do|\bwill \w+ (?:help|work|be (?:effective|ok|safe))|\bwhen will i\b|\bcan (?:you|there) (?:suggest|be|please)|\bis \w+ (?:safe|effective|good for|related|due to)|\bare there any\b|\bsomething worse"
)
_ASKS = re.compile(
    r"[?？]|(?:吗|呢|么|吧)(?=$|[，。！])|什么|怎么|咋|哪(?:儿|里|个|些|家|种)|为什么|多少|几点|几楼|多久|是不是|有没有|能不能|可不可以|要不要|会不会|如何|怎样|请问"
    r"|^\W*(?:and |so |but |also |please |ok |doctor |nurse |hi |hello |can you tell me |could you tell me |do you know |tell me )*(?:where|what|when|how|why|which|who|is|are|can|could|do|does|should|will|would|may|am|have)\b|\b(?:i (?:want|would like|need|'d like) to know|wondering (?:if|whether|how|what)|tell me (?:where|what|how|when)|can i|could i|where (?:do|is|can)|how do i|what should i|please (?:advise|guide|suggest))\b"
)
_QUESTION_PARTS = re.compile(r"(?:[^。！？!?；;\n.]|\.(?=\d))+[。！？!?；;.]?")

_MOODS: tuple[tuple[Mood, re.Pattern[str]], ...] = (
    (
        Mood.ANGRY,
        _either(
            r"烦死|烦不烦|真烦|气死|什么(?:破|烂|鬼|垃圾|态度)|(?:破|烂|垃圾|傻|蠢)(?:机器|医院|系统|玩意|东西)|他妈|tmd|妈的|滚|废话|有病吧|搞什么|有完没完|没完没了|(?:说|讲|问)(?:了|过)(?:多少|好几|几|三|两|无数|八百|一百|\d)(?:遍|次|回)|不(?:想|要)再(?:说|问)|别(?:再)?(?:问|烦|废话|啰嗦|磨叽)|磨磨唧唧|等了?(?:半天|几个小时|这么久|那么久|一上午|一下午|大半天)|受够了|投诉|没人管|浪费(?:我)?(?:的)?时间|太慢了|急死",
            r"\b(?:told|asked|explained|said|repeated|answered)(?: (?:you|them|everyone|it|this|that|to))?(?: already)? (?:\w+ )?(?:three|four|five|ten|\d+|several|many|so many|a hundred|a million|twice) (?:people|times|of you|nurses|doctors)|\b(?:stupid|useless|damn|bloody|fucking|f\*+|ridiculous|rubbish|crap|idiotic?|pathetic|nonsense|bullshit|wtf)\b(?! nose)|\bsick (?:and tired )?of (?:this|waiting|answering|being)|\bfed up\b|\bhow many (?:more )?times|\b(?:already|just) (?:told|said|answered)\b|\bi(?:'m| am) (?:so )?(?:angry|furious|pissed|annoyed|frustrated|mad)\b|\bwaste of (?:my )?time|\bwaiting (?:for )?(?:hours|ages|forever|all (?:day|morning))|\bstop asking|\bjust (?:give|get|let) me\b|\bthis is (?:ridiculous|a joke|unacceptable|insane)|\bfor god'?s sake|\bi want to complain|\bleave me alone|\bnobody (?:listens|cares|helps)",
        ),
    ),
    (
        Mood.AFRAID,
        _either(
            r"害怕|好怕|很怕|怕死|吓死|吓坏|恐惧|担心|紧张|不放心|慌得|慌死|着急|焦虑|救命|怎么办啊|会不会死|快不行|要死了|恐慌|心里没底|提心吊胆|忧心",
            r"\b(?:scared|afraid|frightened|terrified|worried|worry|worrying|anxious|nervous|panick?(?:ing|ed)?|fear|freaking out|concerned|am i (?:going to die|dying)|help me)\b",
        ),
    ),
    (
        Mood.SAD,
        _either(
            r"难过|伤心|绝望|不想活|活着没意思|没意思|想哭|哭了|哭个不停|痛苦|崩溃|心情(?:很|特别|非常|太|一直)?(?:不好|差|低落|糟)|情绪低|抑郁|孤独|没人(?:理|关心|爱)我|撑不下去|活不下去",
            r"\b(?:sad|depressed|hopeless|crying|cry|lonely|miserable|want to die|worthless|can't go on|heartbroken|down lately|feeling (?:very |so |really )?(?:down|low)|grief|grieving|end it all|no point)\b",
        ),
    ),
    (
        Mood.IN_PAIN,
        _either(
            r"(?:疼|痛)(?:得|的)?(?:特别|非常|很|太)?(?:厉害|要命|要死|不行|受不了|死了|死我|睡不着|直不起|打滚|哭|冒汗|站不)|(?:好|很|太|特别|非常|真)(?:疼|痛)(?!快)|剧痛|剧烈(?:疼|头|腹|胸)|哎[哟呦]|疼死|痛死|绞痛",
            r"\b(?:killing me|agony|excruciating|unbearable|ow+|ouch|so much pain|a lot of pain|in (?:terrible|severe|awful|horrible|such|so much|real) pain|severe (?:\w+ )?pain|hurts? (?:so much|so bad(?:ly)?|like hell|a lot|really bad(?:ly)?|terribly)|can't (?:stand|bear|take) (?:it|the pain)|worst pain|crushing|terrible pain|really hurts)\b",
        ),
    ),
)


def intents(writing: Writing) -> frozenset[Intent]:
    lower = writing.lower
    if is_mash(writing.text):
        return frozenset({Intent.NONSENSE})
    found = {intent for intent, pattern in _WANTS.items() if pattern.search(lower)}
    if Intent.FINISH in found and Intent.DISAGREES in found:
        found.discard(Intent.DISAGREES)
    return frozenset(found)


def mood(writing: Writing) -> Mood:
    lower = writing.lower
    for kind, pattern in _MOODS:
        match = pattern.search(lower)
        if match and not _NOT_FELT.search(lower[max(0, match.start() - 8) : match.start()]):
            return kind
    if re.search(r"[!！]{3,}", lower):
        return Mood.ANGRY
    return Mood.CALM


_NOT_FELT = re.compile(r"(?:不|没|没有|别|不用|不太|不是)$|\b(?:not|no|n't|never) (?:\w+ )?$")


def questions(writing: Writing) -> tuple[tuple[str, ...], frozenset[Intent]]:
    """The parts that ask something, in the patient's words, and what kinds of question they are."""
    asked: list[str] = []
    kinds: set[Intent] = set()
    for part in _QUESTION_PARTS.finditer(writing.text):
        lower = writing.lower[part.start() : part.end()]
        if not _ASKS.search(lower):
            continue
        start = part.start()
        for piece in _pieces(lower):
            hospital, medical = _HOSPITAL_TOPIC.search(lower, *piece), _MEDICAL_TOPIC.search(lower, *piece)
            if not hospital and not medical:
                continue
            words = writing.words(start + piece[0], start + piece[1]).strip(" ,，")
            asked.append(re.sub(r"[\s,，]+(?:and|also|then)$", "", words))
            kinds.add(
                Intent.QUESTION if hospital and not (medical and _clinical(lower, piece)) else Intent.MEDICAL_QUESTION
            )
    return tuple(words for words in asked if words), frozenset(kinds)


def _clinical(lower: str, piece: tuple[int, int]) -> bool:
    """Whether a question that touches both is about the illness: it asks for a cause, a cure or a verdict."""
    return bool(
        re.search(
            r"什么病|怎么回事|原因|怎么治|咋治|严重吗|要紧吗|是不是(?:得|癌)|吃(?:点)?(?:什么|啥)药|用(?:什么|啥)药|\bwhat (?:causes|is wrong|medicine|should i take)|\bis (?:it|this) (?:serious|cancer|dangerous|normal)|\bshould i take",
            lower[slice(*piece)],
        )
    )


_NEW_QUESTION = re.compile(
    r"[，,](?:\s*(?:and|then|also))?\s*(?=(?:还有|另外|那|顺便|请问|我想问|想问|where|what|when|how|can i|could i|do i|is there|which|why|should i)\b|[^，,]{0,6}(?:在哪|几点|怎么|多少钱|什么|哪里|能不能|可以))|\band (?=(?:where|what|when|how|can i|could i|do i|is there|which|why|should i)\b)"
)


def _pieces(lower: str) -> list[tuple[int, int]]:
    """A sentence that asks, without the statements before its question: my throat hurts, where do I pay?"""
    cuts = [0, *(m.end() for m in _NEW_QUESTION.finditer(lower)), len(lower)]
    pieces = [(start, end) for start, end in zip(cuts, cuts[1:], strict=False) if lower[start:end].strip()]
    asking = [piece for piece in pieces if _ASKS.search(lower[slice(*piece)].strip())] or [(0, len(lower))]
    return [_shortened(lower, piece) for piece in asking]


LONG_QUESTION = 40  # characters; longer ones tell a story first


def _shortened(lower: str, piece: tuple[int, int]) -> tuple[int, int]:
    """The end of a long piece, from the comma before its first words that ask."""
    start, end = piece
    if end - start <= LONG_QUESTION:
        return piece
    cuts = [
        start,
        *(
            match.end()
            for match in re.finditer(r"[，,：:]|(?<=[\u4e00-\u9fff]) (?=[\u4e00-\u9fff])", lower[:end])
            if match.end() > start
        ),
    ]
    asking = [cut for cut, after in zip(cuts, [*cuts[1:], end], strict=True) if _ASKS.search(lower[cut:after].strip())]
    return (asking[-1] if asking else start, end)
