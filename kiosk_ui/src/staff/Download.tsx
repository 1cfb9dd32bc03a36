/** A press that saves a file; what went wrong stands beside it. */
import { download } from "../api/download";
import { Button } from "../controls/Button";
import { useCommand } from "./command";
import { asStaff } from "./server";
import { failureId, useWords } from "./words";

interface Props {
  path: string;
  words: string;
  /** What is heard, where the words alone do not tell. */
  label?: string;
  title?: string;
  className?: string;
}

export function Download({ path, words, label, title, className = "" }: Props) {
  const { say } = useWords();
  const { busy, failure, run } = useCommand();
  return (
    <>
      <span title={title}>
        <Button
          kind="quiet"
          className={`plain-press ${className}`}
          aria-label={label}
          onPress={() => busy || void run(() => asStaff(download(path)))}
        >
          {words}
        </Button>
      </span>
      {failure !== null && <span role="alert">{say(failureId(failure))}</span>}
    </>
  );
}
