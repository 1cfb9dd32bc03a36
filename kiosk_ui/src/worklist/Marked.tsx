/** A sentence with what was changed marked in it: what went struck, what came underlined. */
import { changed } from "./changed";
import { OwnWords } from "./OwnWords";

interface Props {
  before: string | null;
  after: string;
  /** The words of the patient that it rests on. */
  quotes?: readonly string[];
}

export function Marked({ before, after, quotes = [] }: Props) {
  if (before === null || before === after) return <OwnWords text={after} quotes={quotes} />;
  const { head, removed, added, tail } = changed(before, after);
  return (
    <>
      {head}
      {removed && <del>{removed}</del>}
      {added && <ins>{added}</ins>}
      {tail}
    </>
  );
}
