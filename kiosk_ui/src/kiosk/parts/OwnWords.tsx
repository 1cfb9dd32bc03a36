/** The place for one's own words: what opens the box to type in, and beside it whatever else takes words. */
import { useEffect, useRef, useState, type ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { Button } from "../../controls/Button";

interface Props {
  /** The box itself, shown once it is asked for. */
  box: ReactNode;
  /** Stands open from the beginning. */
  open?: boolean;
  /** Large: the first thing on its page. */
  large?: boolean;
  /** Buttons that belong into the same row. */
  children?: ReactNode;
}

export function OwnWords({ box, open = false, large = false, children }: Props) {
  const [unfolded, setUnfolded] = useState(open);
  const [asked, setAsked] = useState(false);
  const place = useRef<HTMLDivElement>(null);

  // The button is gone with its press: the keyboard goes on in the box.
  useEffect(() => {
    if (asked) place.current?.querySelector<HTMLElement>("textarea, input")?.focus();
  }, [asked]);

  if (unfolded) return <div ref={place}>{box}</div>;
  const unfold = () => {
    setUnfolded(true);
    setAsked(true);
  };
  return (
    <div className={large ? "own-words own-words-large" : "own-words"}>
      <Button onPress={unfold}>
        <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
          <path
            d="M2.5 6h19v12h-19zM6 9.5h.01M10 9.5h.01M14 9.5h.01M18 9.5h.01M6 12.5h.01M18 12.5h.01M9 15h6M10 12.5h.01M14 12.5h.01"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.8"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </svg>
        <FormattedMessage id="talk.typeInstead" />
      </Button>
      {children}
    </div>
  );
}
