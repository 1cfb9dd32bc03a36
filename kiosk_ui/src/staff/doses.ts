/** How often a medicine is taken, as records write it in Chinese, in a reader's English; whatever else stays. */
const OFTEN: readonly (readonly [RegExp, string])[] = [
  [/每[日天]?晚(?:一次|1次)?/g, "every night"],
  [/睡前(?:一次|服)?/g, "at bedtime"],
  [/每早(?:一次)?|每日早晨(?:一次)?/g, "every morning"],
  [/[每一][日天][一1]次/g, "once a day"],
  [/[每一][日天][两二2]次/g, "twice a day"],
  [/[每一][日天][三3]次/g, "three times a day"],
  [/[每一][日天][四4]次/g, "four times a day"],
  [/每周[一1]次/g, "once a week"],
  [/每周[两二2]次/g, "twice a week"],
  [/必要时/g, "when needed"],
  [/饭后|餐后/g, "after meals"],
  [/饭前|餐前/g, "before meals"],
  [/餐中|随餐/g, "with meals"],
  [/(\d)片/g, "$1 tablets "],
];

export function doseWords(dose: string, language: string): string {
  const units = dose.replace(/(\d)iu\b/gi, "$1 IU");
  if (language !== "en") return units;
  return OFTEN.reduce((text, [often, words]) => text.replace(often, words), units).replace(/  +/g, " ");
}
