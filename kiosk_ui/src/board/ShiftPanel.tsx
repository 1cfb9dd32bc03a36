/** The shift in figures and by the hour: arrivals, waits for a person, alarm to acknowledgement. */
import { useEffect, useState } from "react";
import type { Schemas } from "../api/client";
import { Bars } from "../charts/Bars";
import { span } from "../staff/clock";
import { Failure } from "../staff/Failure";
import { readShift } from "../staff/server";
import { useWords } from "../staff/words";
import { Panel } from "./Panel";

const AGAIN_MS = 60_000;

type Hour = Schemas["Hour"];

const figures = ["arrivals", "wait", "answer"] as const;

/** Minutes to a tenth, the arrivals as they are. */
const shown = (hour: Hour, figure: (typeof figures)[number]): number | null => {
  const value = hour[figure];
  return figure === "arrivals" || value === null ? value : Math.round(value / 6) / 10;
};

export function ShiftPanel({ onClose }: { onClose: () => void }) {
  const { say, intl } = useWords();
  const [shift, setShift] = useState<Schemas["ShiftView"] | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  useEffect(() => {
    const read = () => void readShift().then(setShift, setFailure);
    read();
    const timer = window.setInterval(read, AGAIN_MS);
    return () => window.clearInterval(timer);
  }, []);
  const clock = (at: string) => intl.formatTime(at, { hour: "2-digit", hourCycle: "h23" }).replace(/\D/g, "");
  const middle = (seconds: number | null) =>
    seconds === null ? say("board.shift.nothing") : say("board.shift.middle", { time: span(seconds) });
  return (
    <Panel title={say("board.shift.title")} onClose={onClose}>
      <Failure of={failure} />
      {shift && (
        <>
          <div className="shift-charts">
            {figures.map((figure) => {
              const values = shift.hours.map((hour) => ({ hour: clock(hour.starts), value: shown(hour, figure) }));
              const what = say(`board.shift.${figure}`);
              const told = values.map(({ hour, value }) => `${hour}: ${value ?? "–"}`).join("; ");
              return (
                <figure key={figure}>
                  <figcaption>
                    {what}{" "}
                    <strong className="tabular">{figure === "arrivals" ? shift.arrivals : middle(shift[figure])}</strong>
                    {figure === "answer" && shift.unanswered > 0 && (
                      <span className="shift-unanswered"> {say("board.shift.unanswered", { count: shift.unanswered })}</span>
                    )}
                  </figcaption>
                  <Bars
                    label={say("board.shift.alt", { what, values: told })}
                    categories={values.map(({ hour }) => hour)}
                    series={[{ key: figure, name: what, values: values.map(({ value }) => value) }]}
                    small
                  />
                </figure>
              );
            })}
          </div>
          <details className="shift-table">
            <summary>{say("board.shift.table")}</summary>
            <table className="tabular">
              <thead>
                <tr>
                  <th scope="col">{say("board.shift.hour")}</th>
                  {figures.map((figure) => (
                    <th key={figure} scope="col">
                      {say(`board.shift.${figure}`)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {shift.hours.map((hour) => (
                  <tr key={hour.starts}>
                    <th scope="row">{clock(hour.starts)}</th>
                    {figures.map((figure) => (
                      <td key={figure}>{shown(hour, figure) ?? "–"}</td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </details>
        </>
      )}
    </Panel>
  );
}
