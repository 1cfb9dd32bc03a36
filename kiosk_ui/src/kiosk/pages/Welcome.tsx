/** The first screen: a greeting and three ways in, in both languages at once; pressing one chooses the language. */
import { useIntl } from "react-intl";
import { Button } from "../../controls/Button";
import type { Entry, Language } from "../../api/kiosk";
import { locales, Messages } from "../../messages/Messages";
import { catalogues } from "../parts/catalogues";
import { Picture } from "../parts/Picture";
import type { Reception } from "../useReception";

const LANGUAGES: readonly Language[] = ["zh", "en"];
const WAYS: readonly { entry: Entry; id: FormatjsIntl.Message["ids"] }[] = [
  { entry: "unwell", id: "welcome.unwell" },
  { entry: "follow_up", id: "welcome.followUp" },
  { entry: "question", id: "welcome.question" },
];

interface Props {
  reception: Reception;
  onResume: (language: Language) => void;
  /** A question about the hospital needs no session. */
  onAsk: (language: Language) => void;
}

export function Welcome({ reception, onResume, onAsk }: Props) {
  return (
    <div className="welcome">
      {LANGUAGES.map((language) => (
        <Messages key={language} language={language} catalogues={catalogues} partial>
          <WaysIn language={language} start={reception.start} onResume={onResume} onAsk={onAsk} />
        </Messages>
      ))}
    </div>
  );
}

interface WaysInProps {
  language: Language;
  start: Reception["start"];
  onResume: (language: Language) => void;
  onAsk: (language: Language) => void;
}

function WaysIn({ language, start, onResume, onAsk }: WaysInProps) {
  const intl = useIntl();
  return (
    <section className="ways-in" lang={locales[language]}>
      <h1>{intl.formatMessage({ id: "welcome.greeting" })}</h1>
      <div className="stack">
        {WAYS.map(({ entry, id }) => (
          <Button key={entry} kind="primary" className="wide tall way-in" onPress={() => (entry === "question" ? onAsk(language) : void start(entry, language))}>
            <Picture of={{ key: `entry:${entry}` }} />
            <span className="tile-words">{intl.formatMessage({ id })}</span>
          </Button>
        ))}
        <Button kind="quiet" className="wide" onPress={() => onResume(language)}>
          {intl.formatMessage({ id: "welcome.resume" })}
        </Button>
      </div>
      <p className="quiet">{intl.formatMessage({ id: "welcome.machine" })}</p>
    </section>
  );
}
