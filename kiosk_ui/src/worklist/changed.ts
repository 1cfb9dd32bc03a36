/** What an edit took out and put in, with what both have in common left and right of it. */
export interface Change {
  head: string;
  removed: string;
  added: string;
  tail: string;
}

/** Latin words and numbers stay whole; everything else goes character by character. */
const pieces = (text: string): string[] => text.match(/[\p{Script=Latin}\p{N}'’.]+|\s+|[^]/gu) ?? [];

export function changed(before: string, after: string): Change {
  const old = pieces(before);
  const now = pieces(after);
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) head += 1;
  let tail = 0;
  while (tail < old.length - head && tail < now.length - head && old.at(-1 - tail) === now.at(-1 - tail)) tail += 1;
  const join = (parts: string[]) => parts.join("");
  return {
    head: join(now.slice(0, head)),
    removed: join(old.slice(head, old.length - tail)),
    added: join(now.slice(head, now.length - tail)),
    tail: join(now.slice(now.length - tail)),
  };
}
