/** What to tell of a change of a patient's data that was refused. */
import { Refused } from "../api/client";
import en from "../messages/records/en.json";
import { troubleId } from "../staff/records/fields";
import type { MessageId } from "../staff/words";

export function troubleWords(error: unknown): MessageId {
  if (error instanceof Refused) {
    const id = `sheet.refused.${error.code}`;
    if (id in en) return id as MessageId;
  }
  return troubleId(error);
}
