/** A press in a row of a table; who hears it, hears of which row. */
import { Button } from "../controls/Button";

export function RowPress({ words, of, onPress }: { words: string; of: string; onPress: () => void }) {
  return (
    <Button kind="quiet" className="plain-press" aria-label={`${words}: ${of}`} onPress={onPress}>
      {words}
    </Button>
  );
}
