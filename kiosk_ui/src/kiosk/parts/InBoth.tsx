/** Words for everybody: in the language that was chosen; before one is chosen, in both. */
import { createContext, useContext } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import type { Language } from "../../api/kiosk";
import { locales, Messages } from "../../messages/Messages";
import { catalogues } from "./catalogues";

type Id = FormatjsIntl.Message["ids"];
type Values = Record<string, string | number>;

export const LANGUAGES: readonly Language[] = ["zh", "en"];

/** Whether somebody chose a language. */
export const ChosenContext = createContext(true);

export function InBoth({ id, values, apart = false }: { id: Id; values?: Values; apart?: boolean }) {
  const chosen = useContext(ChosenContext);
  if (chosen) return <FormattedMessage id={id} values={values} />;
  return LANGUAGES.map((language) => (
    <Messages key={language} language={language} catalogues={catalogues} partial>
      <span lang={locales[language]} className={apart ? "in-both-line" : "in-both"}>
        <FormattedMessage id={id} values={values} />
      </span>{" "}
    </Messages>
  ));
}

/** The same for names that are not shown. */
export function useInBoth(): (id: keyof typeof catalogues.en) => string {
  const intl = useIntl();
  const chosen = useContext(ChosenContext);
  return (id) =>
    chosen ? intl.formatMessage({ id }) : LANGUAGES.map((language) => catalogues[language][id]).join(" ");
}
