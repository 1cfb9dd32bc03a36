/** The bar that never moves: six commands, always in the same places, each with its key. */
import { Button } from "../controls/Button";
import { Key } from "../staff/Key";
import { useWords } from "../staff/words";

export type Command = "take" | "message" | "reroute" | "acknowledge" | "release" | "end";

export const commands: readonly { command: Command; key: string }[] = [
  { command: "take", key: "T" },
  { command: "message", key: "M" },
  { command: "reroute", key: "R" },
  { command: "acknowledge", key: "A" },
  { command: "release", key: "H" },
  { command: "end", key: "E" },
];

/** Commands done by the press itself; the others open a panel first. */
const atOnce: ReadonlySet<Command> = new Set(["take", "release"]);

interface Props {
  possible: ReadonlySet<Command>;
  opened: string | null;
  /** The command that is called for now, if one is. */
  due: Command | null;
  onDeed: (command: Command) => void;
  onHelp: () => void;
}

export function Bar({ possible, opened, due, onDeed, onHelp }: Props) {
  const { say } = useWords();
  return (
    <div className="bar" role="toolbar" aria-label={say("board.bar")}>
      {commands.map(({ command, key }) => (
        <Button
          key={command}
          kind={command === due ? (command === "acknowledge" ? "danger" : "primary") : "plain"}
          isDisabled={!possible.has(command)}
          aria-keyshortcuts={key}
          aria-expanded={atOnce.has(command) ? undefined : opened === command}
          onPress={() => onDeed(command)}
        >
          {say(`board.command.${command}`)} <Key name={key} />
        </Button>
      ))}
      <Button
        kind="quiet"
        className="bar-help"
        aria-keyshortcuts="?"
        aria-expanded={opened === "help"}
        onPress={onHelp}
      >
        {say("board.command.help")} <Key name="?" />
      </Button>
    </div>
  );
}
