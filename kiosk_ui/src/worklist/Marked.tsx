/** A sentence with what was changed marked in it: what went struck, what came underlined. */
import { changed } from "./changed";

export function Marked({ before, after }: { before: string | null; after: string }) {
  if (before === null || before === after) return <>{after}</>;
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
