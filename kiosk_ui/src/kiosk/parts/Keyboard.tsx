/** Keys on the glass for Latin letters and digits. */
import { useState } from "react";
import { useIntl } from "react-intl";
import { Button } from "../../controls/Button";

const ROWS = ["1234567890", "qwertyuiop", "asdfghjkl'", "zxcvbnm,.?"];

interface Props {
  onKey: (key: string) => void;
  onErase: () => void;
}

export function Keyboard({ onKey, onErase }: Props) {
  const intl = useIntl();
  const [capital, setCapital] = useState(false);
  const press = (key: string) => {
    onKey(capital ? key.toUpperCase() : key);
    setCapital(false);
  };
  return (
    <div className="keyboard" role="group" aria-label={intl.formatMessage({ id: "keyboard.title" })}>
      {ROWS.map((row) => (
        <div key={row} className="keyboard-row">
          {Array.from(row, (key) => (
            <Button key={key} kind="quiet" className="key" onPress={() => press(key)}>
              {capital ? key.toUpperCase() : key}
            </Button>
          ))}
        </div>
      ))}
      <div className="keyboard-row">
        <Button kind="quiet" className="key" aria-pressed={capital} onPress={() => setCapital(!capital)}>
          {intl.formatMessage({ id: "keyboard.shift" })}
        </Button>
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
