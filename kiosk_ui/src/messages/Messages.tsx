/** Puts one language's catalogue around a screen and tells the page which language it speaks. */
import { useEffect, type ReactNode } from "react";
import { I18nProvider } from "react-aria-components";
import { IntlProvider } from "react-intl";
import type { Schemas } from "../api/client";

export type Language = Schemas["Language"];
export type Catalogue = Record<string, string>;

export const locales: Record<Language, string> = { zh: "zh-CN", en: "en-GB" };

interface Props {
  language: Language;
  catalogues: Record<Language, Catalogue>;
  /** A part of a page that speaks another language than the page. */
  partial?: boolean;
  children: ReactNode;
}

export function Messages({ language, catalogues, partial = false, children }: Props) {
  useEffect(() => {
    if (!partial) document.documentElement.lang = locales[language];
  }, [language, partial]);
  // Each screen brings its own half of the ids; `ids.d.ts` names both.
  const messages = catalogues[language] as Record<FormatjsIntl.Message["ids"], string>;
  return (
    <I18nProvider locale={locales[language]}>
      <IntlProvider locale={locales[language]} messages={messages}>
        {children}
      </IntlProvider>
    </I18nProvider>
  );
}
