/** One of several, with its label. */
import { useId } from "react";

interface Props<Key extends string> {
  label: string;
  value: Key;
  options: readonly { key: Key; words: string }[];
  onChange: (key: Key) => void;
}

export function Choice<Key extends string>({ label, value, options, onChange }: Props<Key>) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} className="input" value={value} onChange={(event) => onChange(event.target.value as Key)}>
        {options.map(({ key, words }) => (
          <option key={key} value={key}>
            {words}
          </option>
        ))}
      </select>
    </div>
  );
}
