/** A press: `primary` for the one thing to do, `quiet` for the ways round it, `danger` for alarms. */
import type { ReactNode, Ref } from "react";
import { Button as Press, type ButtonProps } from "react-aria-components";

interface Props extends Omit<ButtonProps, "className" | "children"> {
  kind?: "primary" | "plain" | "quiet" | "danger";
  className?: string;
  children: ReactNode;
  ref?: Ref<HTMLButtonElement>;
}

export function Button({ kind = "plain", className = "", ...rest }: Props) {
  return <Press {...rest} className={`button button-${kind} ${className}`} />;
}
