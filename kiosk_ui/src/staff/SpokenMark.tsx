/** That a line was spoken and not typed, and how sure the recogniser was where that was little. */
import { useWords } from "./words";

/** Below it a line may well be wrong: whisper-base, 40 sentences a language. */
const SURE = 0.85;

interface Props {
  line: { spoken: boolean; confidence: number | null };
  className: string;
}

export function SpokenMark({ line: { spoken, confidence }, className }: Props) {
  const { say, intl } = useWords();
  if (!spoken) return null;
  const unsure = confidence !== null && confidence < SURE;
  const sure = unsure ? intl.formatNumber(confidence, { style: "percent" }) : "";
  return <span className={className}> {unsure ? say("board.spoken.unsure", { sure }) : say("board.spoken.mark")}</span>;
}
