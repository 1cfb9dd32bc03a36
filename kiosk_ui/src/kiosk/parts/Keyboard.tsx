/** Keys on the glass for Latin letters and digits. */
import { useState } from "react";
import { useIntl } from "react-intl";
import { Button } from "../../controls/Button";

const ROWS = ["1234567890", "qwertyuiop", "asdfghjkl'", "zxcvbnm,.?"];

interface Props {
  onKey: (key: string) => void;
  onErase: () => void;
  /** Where there are keys for Chinese too. */
  onSwitch?: () => void;
}

export function Keyboard({ onKey, onErase, onSwitch }: Props) {
  const intl = useIntl();
  const [capital, setCapital] = useState(false);
  const press = (key: string) => {
    onKey(key);
    setCapital(false);
  };
  return (
    <div className="keyboard" role="group" aria-label={intl.formatMessage({ id: "keyboard.title" })}>
      <KeyRows rows={capital ? ROWS.map((row) => row.toUpperCase()) : ROWS} onKey={press} />
      <div className="keyboard-row">
        <Button kind="quiet" className="key" aria-pressed={capital} onPress={() => setCapital(!capital)}>
          {intl.formatMessage({ id: "keyboard.shift" })}
        </Button>
        {onSwitch && (
          <Button kind="quiet" className="key" onPress={onSwitch}>
            {intl.formatMessage({ id: "keyboard.switch" })}
          </Button>
        )}
        <Button kind="quiet" className="key key-space" onPress={() => press(" ")}>
          {intl.formatMessage({ id: "keyboard.space" })}
        </Button>
        <Button kind="quiet" className="key" onPress={onErase}>
          {intl.formatMessage({ id: "keyboard.erase" })}
        </Button>
      </div>
    </div>
  );
}

interface RowsProps {
  rows: readonly string[];
  onKey: (key: string) => void;
}

export function KeyRows({ rows, onKey }: RowsProps) {
  return rows.map((row, at) => (
    <div key={at} className="keyboard-row">
      {Array.from(row, (key, place) => (
        <Button key={place} kind="quiet" className="key" onPress={() => onKey(key)}>
          {key}
        </Button>
      ))}
    </div>
  ));
}
