/** Another department than the one named: what is offered then, and why each, is said by the nurse. */
import { useIntl } from "react-intl";
import { Button } from "../../controls/Button";
import type { Reception } from "../useReception";

const ANOTHER = "another";

export function Another({ reception }: { reception: Reception }) {
  const label = useIntl().formatMessage({ id: "go.another" });
  return (
    <Button kind="quiet" onPress={() => void reception.choose({ key: ANOTHER, label, quote: null, why: null })}>
      {label}
    </Button>
  );
}
