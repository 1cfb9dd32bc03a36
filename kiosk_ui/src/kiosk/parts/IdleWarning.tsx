/** "Are you still there?" with a ring that empties. */
import { useEffect, useEffectEvent } from "react";
import { Dialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import { Button } from "../../controls/Button";
import { useSpeech } from "../voice/useSpeech";

const AROUND = 2 * Math.PI * 54;

interface Props {
  left: number;
  of: number;
  /** Whoever is known finds again what they said; a guest does not. */
  kept: boolean;
}

export function IdleWarning({ left, of, kept }: Props) {
  const intl = useIntl();
  const speech = useSpeech();
  const says = useEffectEvent(() => {
    if (!speech.on) return;
    const language = intl.locale.startsWith("zh") ? "zh" : "en";
    const ids = ["idle.title", kept ? "idle.text" : "idle.guest"] as const;
    speech.read(ids.map((id) => ({ text: intl.formatMessage({ id }), language })));
  });
  useEffect(() => says(), []);
  return (
    <ModalOverlay className="veil" isOpen isKeyboardDismissDisabled>
      <Modal className="warning">
        <Dialog role="alertdialog" className="warning-inside">
          <Heading slot="title" className="words-xl">
            <FormattedMessage id="idle.title" />
          </Heading>
          <div className="ring" aria-hidden="true">
            <svg viewBox="0 0 120 120">
              <circle className="ring-ground" cx="60" cy="60" r="54" />
              <circle
                className="ring-left"
                cx="60"
                cy="60"
                r="54"
                strokeDasharray={AROUND}
                strokeDashoffset={AROUND * (1 - left / of)}
              />
            </svg>
            <span className="words-xl tabular">{left}</span>
          </div>
          <p>
            <FormattedMessage id={kept ? "idle.text" : "idle.guest"} />
          </p>
          {/* Touching anything ends the warning; the button says so. */}
          <Button kind="primary" className="wide tall" autoFocus>
            <FormattedMessage id="idle.here" />
          </Button>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
