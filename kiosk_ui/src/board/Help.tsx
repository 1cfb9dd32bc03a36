/** The keys of the board, and the switch that turns them off. */
import { SwitchButton, SwitchField } from "react-aria-components";
import { Key } from "../staff/Key";
import { useWords } from "../staff/words";
import { Panel } from "./Panel";

const keys = ["j", "k", "t", "m", "r", "a", "h", "e", "l", "f", "s", "slash", "help"] as const;

const signs: Partial<Record<string, string>> = { help: "?", slash: "/" };

interface Props {
  on: boolean;
  setOn: (on: boolean) => void;
  onClose: () => void;
}

export function Help({ on, setOn, onClose }: Props) {
  const { say } = useWords();
  return (
    <Panel title={say("board.help.title")} onClose={onClose}>
      <dl className="help-keys">
        {keys.map((key) => (
          <div key={key}>
            <dt>
              <Key name={signs[key] ?? key.toUpperCase()} />
            </dt>
            <dd>{say(`board.help.${key}`)}</dd>
          </div>
        ))}
      </dl>
      <SwitchField isSelected={on} onChange={setOn}>
        <SwitchButton className="switch">
          <span className="switch-track" aria-hidden="true" />
          {say("board.help.switch")}
        </SwitchButton>
      </SwitchField>
    </Panel>
  );
}
