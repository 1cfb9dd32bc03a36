/** A record's field in the desk's language, where it has a word or a date that is the same in both. */
import { CLOCK, ageWords, sexWords, useWords } from "../staff/words";
import type { Column } from "./wanted";

export const MOMENT = {
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  ...CLOCK,
} as const;

export function useValue(): (value: string, name: Column) => string {
  const { say, intl, department } = useWords();
  return (value, name) => {
    if (value === "") return "";
    switch (name) {
      case "visit_date":
        return intl.formatDate(value, MOMENT);
      case "gender":
        return sexWords(value, say);
      case "age":
        return ageWords(value, say);
      case "department":
        return department(value);
      default:
        return value;
    }
  };
}
