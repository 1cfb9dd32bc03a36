/** One labelled line of text, with a note and an error said in words. */
import type { HTMLAttributes, Ref } from "react";
import { FieldError, Input, Label, Text, TextField, type TextFieldProps } from "react-aria-components";

interface Props extends Omit<TextFieldProps, "className" | "children"> {
  label: string;
  note?: string;
  error?: string;
  placeholder?: string;
  inputMode?: HTMLAttributes<HTMLInputElement>["inputMode"];
  className?: string;
  ref?: Ref<HTMLInputElement>;
}

export function Field({ label, note, error, placeholder, inputMode, className = "", ref, ...rest }: Props) {
  return (
    <TextField {...rest} className={`field ${className}`} isInvalid={error !== undefined}>
      <Label>{label}</Label>
      <Input ref={ref} className="input" inputMode={inputMode} placeholder={placeholder} />
      {note !== undefined && (
        <Text slot="description" className="field-note">
          {note}
        </Text>
      )}
      <FieldError className="field-error">{error}</FieldError>
    </TextField>
  );
}
