/** Management's reports: a period, its figures as charts and tables, to download and to print. */
import { useEffect, useState } from "react";
import { Button } from "../controls/Button";
import { Refused } from "../api/client";
import { named } from "../api/named";
import { Corner, type Staff } from "../staff/Desk";
import { failureId, useWords, type MessageId } from "../staff/words";
import { PeriodChoice } from "./PeriodChoice";
import { addressOf, dateOf, moved, readReport, wantedOf, type Report, type Wanted } from "./server";
import { Sheet } from "./Sheet";

/** Beside a failure the last report stands for the hospital's shifts alone: its figures are of another period. */
interface Shown {
  of: Wanted;
  report: Report | null;
  failure: unknown;
}

export function ReportsPage({ staff }: { staff: Staff }) {
  const { say } = useWords();
  const [wanted, setWanted] = useState(() => wantedOf(location.search, dateOf(new Date())));
  const [shown, setShown] = useState<Shown | null>(null);
  useEffect(() => {
    let asked = true;
    history.replaceState(null, "", addressOf(wanted));
    readReport(wanted).then(
      (report) => asked && setShown({ of: wanted, report, failure: null }),
      (failure: unknown) => asked && setShown((last) => ({ of: wanted, report: last?.report ?? null, failure })),
    );
    return () => {
      asked = false;
    };
  }, [wanted]);

  const report = shown?.report ?? null;
  const failed = shown !== null && shown.failure !== null;
  const shifts = report?.shifts ?? [];
  const begun = report?.period.begins.slice(11, 16) ?? "";
  const exact = wanted.of === "shift" && wanted.shift === "" ? { ...wanted, shift: begun } : wanted;
  const busy = shown?.of !== wanted;
  return (
    <div className="reports" aria-busy={busy}>
      <header className="reports-top">
        <h1>{say("reports.title")}</h1>
        <PeriodChoice
          wanted={exact}
          shifts={shifts}
          onChoose={setWanted}
          onMove={(by) => setWanted(moved(exact, by, shifts))}
        />
        <Button kind="primary" isDisabled={report === null || failed || busy} onPress={() => window.print()}>
          {say("reports.print")}
        </Button>
        <Corner staff={staff} />
      </header>
      <main className="reports-main">
        <p role="status" className={busy ? "reports-busy" : "visually-hidden"}>
          {busy ? say("reports.loading") : ""}
        </p>
        <div role="alert">
          {failed && !busy && <p className="notice notice-urgent">{say(messageOf(shown.failure))}</p>}
        </div>
        {report && !failed && <Sheet report={report} wanted={exact} />}
      </main>
    </div>
  );
}

const known: Partial<Record<string, MessageId>> = {
  period_in_the_future: "reports.failure.period_in_the_future",
  period_reversed: "reports.failure.period_reversed",
  period_too_long: "reports.failure.period_too_long",
  period_without_end: "reports.failure.period_without_end",
  no_such_shift: "reports.failure.no_such_shift",
  invalid: "reports.failure.invalid",
};

function messageOf(failure: unknown): MessageId {
  const code = failure instanceof Refused ? failure.code : "";
  return named(known, code) ?? failureId(failure);
}
