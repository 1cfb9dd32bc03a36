/** What did not work, in the words of the administration; of bad input, which fields. */
import { Refused } from "../api/client";
import { failureId, useWords, type MessageId } from "../staff/words";

export function Refusal({ of }: { of: unknown }) {
  const { say, row, intl } = useWords();
  const known = (id: string) => (id in intl.messages ? (id as MessageId) : null);
  const words = () => {
    if (!(of instanceof Refused)) return say(failureId(of));
    const own = known(`admin.failure.${of.code}`);
    if (own) return say(own, { detail: of.errors.join(" ") });
    const fields = [...new Set(of.errors.map((error) => /^\w+\.(\w+)/.exec(error)?.[1] ?? ""))];
    const named = fields.map((field) => known(`admin.field.${field}`)).filter((id) => id !== null);
    return named.length > 0 ? say("admin.failure.fields", { fields: row(named.map((id) => say(id))) }) : say(failureId(of));
  };
  return (
    <div role="alert" className="failure-place">
      {of !== null && of !== undefined && <p className="notice notice-urgent">{words()}</p>}
    </div>
  );
}
