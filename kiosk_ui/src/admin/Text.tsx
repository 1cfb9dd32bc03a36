/** Several lines of text, with their label. */
import { useId } from "react";

interface Props {
  label: string;
  value: string;
  onChange: (value: string) => void;
  lang?: string;
  rows?: number;
  note?: string;
}

export function Text({ label, value, onChange, lang, rows = 4, note }: Props) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        className="input"
        rows={rows}
        lang={lang}
        value={value}
        aria-describedby={note === undefined ? undefined : `${id}-note`}
        onChange={(event) => onChange(event.target.value)}
      />
      {note !== undefined && (
        <p id={`${id}-note`} className="field-note">
          {note}
        </p>
      )}
    </div>
  );
}
