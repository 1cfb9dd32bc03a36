/** Number keys for the glass, each at least 15 mm. */
import { useIntl } from "react-intl";
import { Button } from "../../controls/Button";

const ROWS = ["1", "2", "3", "4", "5", "6", "7", "8", "9"] as const;

interface Props {
  /** What goes beside the digits: the letter patient numbers begin with, a decimal point; null where only digits fit. */
  beside: string | null;
  onKey: (key: string) => void;
  onErase: () => void;
}

export function EraseKey({ onErase }: { onErase: () => void }) {
  const intl = useIntl();
  return (
    <Button kind="quiet" className="key key-erase" aria-label={intl.formatMessage({ id: "keypad.erase" })} onPress={onErase}>
      <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
        <path d="M9 5h12v14H9l-6-7zM12 9l6 6M18 9l-6 6" fill="none" stroke="currentColor" strokeWidth="2" strokeLinejoin="round" strokeLinecap="round" />
      </svg>
    </Button>
  );
}

export function Keypad({ beside, onKey, onErase }: Props) {
  const intl = useIntl();
  return (
    <div className="keypad" role="group" aria-label={intl.formatMessage({ id: "keypad.title" })}>
      {[...ROWS, ...(beside === null ? [] : [beside]), "0"].map((key) => (
        <Button key={key} kind="quiet" className="key" onPress={() => onKey(key)}>
          {key}
        </Button>
      ))}
      <EraseKey onErase={onErase} />
    </div>
  );
}
