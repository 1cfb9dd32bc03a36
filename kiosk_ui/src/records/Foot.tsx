/** Under the table: which of how many, and the pages. */
import { Button } from "../controls/Button";
import { useWords } from "../staff/words";
import type { Page } from "./server";
import { SIZES, type Wanted } from "./wanted";

interface Props {
  page: Page;
  wanted: Wanted;
  onWant: (wanted: Wanted) => void;
}

export function Foot({ page, wanted, onWant }: Props) {
  const { say } = useWords();
  const pages = Math.max(1, Math.ceil(page.total / page.size));
  return (
    <nav className="sheet-foot" aria-label={say("sheet.table.pages")}>
      <label className="sheet-size">
        {say("sheet.table.size")}
        <select
          className="input"
          value={wanted.size}
          onChange={(event) => onWant({ ...wanted, size: Number(event.target.value), page: 1 })}
        >
          {SIZES.map((size) => (
            <option key={size}>{size}</option>
          ))}
        </select>
      </label>
      <Button
        kind="quiet"
        className="plain-press"
        aria-label={say("sheet.table.before")}
        isDisabled={wanted.page <= 1}
        onPress={() => onWant({ ...wanted, page: wanted.page - 1 })}
      >
        ‹
      </Button>
      <span className="tabular">{say("sheet.table.page", { page: page.page, pages })}</span>
      <Button
        kind="quiet"
        className="plain-press"
        aria-label={say("sheet.table.after")}
        isDisabled={wanted.page >= pages}
        onPress={() => onWant({ ...wanted, page: wanted.page + 1 })}
      >
        ›
      </Button>
    </nav>
  );
}
