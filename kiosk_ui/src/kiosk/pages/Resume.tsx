/** Takes up a conversation left within the hour, after identity was compared again. */
import { FormattedMessage } from "react-intl";
import { Button } from "../../controls/Button";
import { IdentityForm } from "../parts/IdentityForm";
import type { Reception } from "../useReception";

interface Props {
  reception: Reception;
  onBack: () => void;
}

export function Resume({ reception, onBack }: Props) {
  return (
    <div className="page-one">
      <h1 className="words-xl">
        <FormattedMessage id="resume.title" />
      </h1>
      <p>
        <FormattedMessage id="resume.text" />
      </p>
      <IdentityForm onSend={(claim) => void reception.resume({ ...claim, language: reception.language })} />
      <Button kind="quiet" className="wide" onPress={onBack}>
        <FormattedMessage id="frame.back" />
      </Button>
    </div>
  );
}
