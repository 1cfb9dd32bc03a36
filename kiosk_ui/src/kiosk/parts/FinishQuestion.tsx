/** "Finish now?": what becomes of what was said, before the session is over. */
import { Dialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { FormattedMessage } from "react-intl";
import { Button } from "../../controls/Button";
import type { Session } from "../../api/kiosk";

interface Props {
  session: Session;
  onFinish: () => void;
  onStay: () => void;
}

export function FinishQuestion({ session, onFinish, onStay }: Props) {
  return (
    <ModalOverlay className="veil" isOpen onOpenChange={(open) => !open && onStay()}>
      <Modal className="warning">
        <Dialog role="alertdialog" className="warning-inside">
          <Heading slot="title" className="words-xl">
            <FormattedMessage id="finish.title" />
          </Heading>
          <p className="words-l">
            <FormattedMessage id={consequence(session)} />
          </p>
          <Button kind="primary" className="wide tall" autoFocus onPress={onStay}>
            <FormattedMessage id="finish.stay" />
          </Button>
          <Button className="wide" onPress={onFinish}>
            <FormattedMessage id="finish.now" />
          </Button>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function consequence({ phase, turns, verified }: Session) {
  if (phase === "recommendation") return "finish.sent";
  if (turns === 0) return "finish.nothing";
  return verified ? "finish.kept" : "finish.guest";
}
