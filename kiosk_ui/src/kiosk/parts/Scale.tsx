/** How bad it is, from 0 to 10: a touch sends the number. */
import { useIntl } from "react-intl";
import { Button } from "../../controls/Button";

const NUMBERS = Array.from({ length: 11 }, (_, number) => number);

export function Scale({ onSend }: { onSend: (text: string) => void }) {
  const intl = useIntl();
  return (
    <div className="scale" role="group" aria-label={intl.formatMessage({ id: "pad.label.of_ten" })}>
      <p className="scale-ends">
        <span>{intl.formatMessage({ id: "scale.none" })}</span>
        <span>{intl.formatMessage({ id: "scale.worst" })}</span>
      </p>
      <div className="scale-numbers">
        {NUMBERS.map((number) => (
          <Button key={number} className="tabular" onPress={() => onSend(intl.formatMessage({ id: "scale.said" }, { number }))}>
            {number}
          </Button>
        ))}
      </div>
    </div>
  );
}
