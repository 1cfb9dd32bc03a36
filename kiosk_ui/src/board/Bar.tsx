/** The bar that never moves: six deeds, always in the same places, each with its key. */
import { Button } from "../controls/Button";
import { Key } from "../staff/Key";
import { useWords } from "../staff/words";

export type Deed = "take" | "message" | "reroute" | "acknowledge" | "release" | "end";

export const deeds: readonly { deed: Deed; key: string }[] = [
  { deed: "take", key: "T" },
  { deed: "message", key: "M" },
  { deed: "reroute", key: "R" },
  { deed: "acknowledge", key: "A" },
  { deed: "release", key: "H" },
  { deed: "end", key: "E" },
];

/** Deeds done by the press itself; the others open a panel first. */
const atOnce: ReadonlySet<Deed> = new Set(["take", "release"]);

interface Props {
  possible: ReadonlySet<Deed>;
  opened: string | null;
  /** The deed that is called for now, if one is. */
  due: Deed | null;
  onDeed: (deed: Deed) => void;
  onHelp: () => void;
}

export function Bar({ possible, opened, due, onDeed, onHelp }: Props) {
  const { say } = useWords();
  return (
    <div className="bar" role="toolbar" aria-label={say("board.bar")}>
      {deeds.map(({ deed, key }) => (
        <Button
          key={deed}
          kind={deed === due ? (deed === "acknowledge" ? "danger" : "primary") : "plain"}
          isDisabled={!possible.has(deed)}
          aria-keyshortcuts={key}
          aria-expanded={atOnce.has(deed) ? undefined : opened === deed}
          onPress={() => onDeed(deed)}
        >
          {say(`board.deed.${deed}`)} <Key name={key} />
        </Button>
      ))}
      <Button
        kind="quiet"
        className="bar-help"
        aria-keyshortcuts="?"
        aria-expanded={opened === "help"}
        onPress={onHelp}
      >
        {say("board.deed.help")} <Key name="?" />
      </Button>
    </div>
  );
}
