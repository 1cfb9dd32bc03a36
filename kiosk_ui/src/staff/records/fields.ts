/** The names of a record's fields and of refusals, as far as the catalogue has them. */
import { Refused } from "../../api/client";
import en from "../../messages/desk/en.json";
import { ageWords, failureId, sexWords, type MessageId, type Say, type Words } from "../words";

function known(id: string): id is MessageId {
  return id in en;
}

export function fieldName(field: string, say: Say): string {
  const id = `records.field.${field}`;
  return known(id) ? say(id) : field;
}

/** What stands in a field: a code in the reader's words, everything else as it was written. */
export function codedWords(field: string, text: string, { say, department }: Words): string {
  switch (field) {
    case "gender":
      return sexWords(text, say);
    case "age":
      return ageWords(text, say);
    case "department":
      return department(text);
    default:
      return text;
  }
}

/** In plain words: what was not done, and what would help. */
export function refusalId(code: string): MessageId {
  const id = `records.refused.${code}`;
  return known(id) ? id : "records.refused.not_understood";
}

/** What to say of a call that failed: a refusal's own words where it has some. */
export function troubleId(error: unknown): MessageId {
  if (error instanceof Refused) {
    const id = `records.refused.${error.code}`;
    if (known(id)) return id;
  }
  return failureId(error);
}
