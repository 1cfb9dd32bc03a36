/** Where a text stands between draft and withdrawn. */
import type { MessageId } from "../staff/words";

export function textState(text: { published: unknown; draft: unknown }): MessageId {
  if (text.published !== null) return text.draft === null ? "admin.texts.published" : "admin.texts.changed";
  return text.draft === null ? "admin.texts.withdrawn" : "admin.texts.draft";
}
