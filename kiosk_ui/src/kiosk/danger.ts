/**
 * Words of danger, for the time in which the server cannot be asked. It is the server that judges; here the rule is
 * wide, since whoever is asked to get help in vain loses a minute.
 */
const EVENTS =
  /昏|晕倒|晕过|快晕|意识|不省人事|没有?反应|不应|不醒|叫不|喊不|倒(下|地|在)|抽搐|抽风|抽筋|惊厥|羊癫|癫痫|白沫|窒息|噎|卡住|呼吸|脉搏|中毒|农药|吞|误服|过量|一整?(瓶|盒)|毒|不想活|想死|自杀|自残|割腕|跳楼|遗书|上吊|杀|强奸|强暴|打我|拿刀|捅|枪|救我|救命|快不行|要死|急救|猝死|中风|心梗|触电|电击|溺水|烧(伤|了)|烫(伤|了)|硫酸|撞|骨头|摔|掉下|断了|压断|绞|羊水|破水|要生|胎动|看不见|全黑|瞎|石灰|眼(里|睛里)|睾丸|蛋蛋|剧痛|尿不出|说胡话|不认人|糊涂|发紫|都紫|发青|都青|软趴|不吃奶|低血糖|血(?!压|糖|脂|常规|型|检)|黑便/;
const EVENTS_EN =
  /\b(help (me|him|her|us)|faint\w*|pass(ed|es|ing)? out|unconscious|unresponsive|out cold|not answering|won'?t wake|can'?t wake|collaps\w*|seizure|seizing|convuls\w*|(having|had|has) a fit|fitting|shaking all over|chok\w*|gasp\w*|breath\w*|wheez\w*|pulse|poison\w*|overdos\w*|swallowed|bleach|cleaner|killer|all my (pills|tablets)|suicid\w*|kill (me|myself|him|her)|(want|wants) to die|end my life|be alive|jump|rope|dying|stroke|heart attack|electr\w*|drown\w*|burn(ed|t|s|ing)?|scald\w*|acid|stab\w*|shot|gun|knife|strangl\w*|raped?|beat(en|ing)|crash\w*|hit by|fell|bones?|snapped|blood\w*|bleed\w*|spurt\w*|soak\w*|coffee grounds|tar|waters?|contractions?|baby('s)? (coming|hasn'?t)|labou?r|cord|floppy|newborn|blind|can'?t see|in (my|his|her) eyes?|testicles?|can'?t (pee|move|lift|feel)|gibberish|confused|one side|numb|dropped|blue|hives|ballooning|gas leak)\b/;
const TOGETHER: readonly (readonly [RegExp, RegExp])[] = [
  [/胸|心口|心脏|心前区/, /痛|疼|闷|压|紧|憋|绞|捂|难受/],
  [/\b(chest|heart)\b/, /\b(pain\w*|hurt\w*|ache\w*|aching|tight\w*|pressure|crush\w*|heavy|squeez\w*|sitting|clutch\w*)\b/],
  [/喘|气/, /困难|不过|不上|不来|憋|急促|不管用/],
  [/嘴|脸|口角|说话|手|腿|胳膊|半边/, /歪|麻|没力|没劲|没知觉|无力|动不了|抬不起|不清|突然/],
  [/头|肚子|腹|背|脖子/, /剧烈|炸|裂开|最厉害|受不了|刀割|撕|硬|一直吐/],
  [/\b(head\w*|belly|stomach|back|abdom\w*|neck)\b/, /\b(worst|severe|terrible|awful|unbearable|tearing|agony|explod\w*|hard|stiff)\b/],
  [/喉|嗓子|舌头|嘴唇|脸|疹/, /肿|堵|紧|喘/],
  [/\b(throat|tongue|lips?|face)\b/, /\b(swell\w*|swollen|clos\w*|tight\w*|stuck)\b/],
  [/天|周|月子|出生/, /(宝宝|婴儿|娃).*(烧|烫|度)|(烧|烫|度).*(宝宝|婴儿|娃)/],
  [/\b(days?|weeks?) old\b/, /\b(temp\w*|fever|hot|burning)\b/],
];

export function soundsDangerous(text: string): boolean {
  const said = text.toLowerCase().replaceAll("’", "'");
  return (
    EVENTS.test(said) || EVENTS_EN.test(said) || TOGETHER.some(([one, other]) => one.test(said) && other.test(said))
  );
}
