/** One line that says what did not work, spoken at once. */
import { failureId, useWords } from "./words";

export function Failure({ of }: { of: unknown }) {
  const { say } = useWords();
  return (
    <div role="alert" className="failure-place">
      {of !== null && of !== undefined && <p className="notice notice-urgent">{say(failureId(of))}</p>}
    </div>
  );
}
