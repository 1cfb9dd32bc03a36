/** Pain from 0 to 10, with words at both ends. */
import { FormattedMessage, useIntl } from "react-intl";
import { Button } from "../../controls/Button";

const SCORES = Array.from({ length: 11 }, (_, score) => score);

export function PainScale({ onChoose }: { onChoose: (text: string) => void }) {
  const intl = useIntl();
  return (
    <div className="pain-scale" role="group" aria-label={intl.formatMessage({ id: "pain.title" })}>
      <div className="pain-scores">
        {SCORES.map((score) => (
          <Button
            key={score}
            className="pain-score"
            onPress={() => onChoose(intl.formatMessage({ id: "pain.say" }, { score }))}
          >
            <span className="pain-bar" style={{ blockSize: `${4 + score * 9.6}%` }} aria-hidden="true" />
            <span className="pain-number">{score}</span>
          </Button>
        ))}
      </div>
      <p className="pain-ends">
        <span>
          <FormattedMessage id="pain.none" />
        </span>
        <span>
          <FormattedMessage id="pain.worst" />
        </span>
      </p>
    </div>
  );
}
