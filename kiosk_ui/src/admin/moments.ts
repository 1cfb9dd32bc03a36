/** Moments as the administration writes them. */
import type { IntlShape } from "react-intl";

export function momentWords(moment: string, intl: IntlShape): string {
  return intl.formatDate(moment, {
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    hour12: false,
  });
}
