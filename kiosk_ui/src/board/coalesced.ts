/** Many reasons to read again become one reading at a time, and one more when something happened meanwhile. */
export function coalesced(read: () => Promise<void>): () => void {
  let reading = false;
  let again = false;
  const go = async () => {
    if (reading) {
      again = true;
      return;
    }
    reading = true;
    do {
      again = false;
      await read();
      // `again` may have been set while waiting.
    } while (again as boolean);
    reading = false;
  };
  return () => void go();
}
