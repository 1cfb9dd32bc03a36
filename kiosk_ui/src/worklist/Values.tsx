/** Vitals and newest values: each with its day, its range or target, and its course as a small line. */
import { useState } from "react";
import type { Schemas } from "../api/client";
import { Button } from "../controls/Button";
import { useWords } from "../staff/words";
import { Written } from "../staff/Written";
import { dotsOf, isOut, unitOf, written, type Series } from "./series";

const FEW = 8;

export function Values({ values }: { values: readonly Series[] }) {
  const { say } = useWords();
  const [all, setAll] = useState(false);
  if (values.length === 0) return <p className="nothing">{say("worklist.values.none")}</p>;
  const shown = all ? values : values.slice(0, FEW);
  return (
    <>
      <ul className="values">
        {shown.map((one) => (
          <Line key={one.test} series={one} />
        ))}
      </ul>
      <div className="values-foot screen-only">
        {values.length > FEW && (
          <Button kind="quiet" className="plain-press" onPress={() => setAll(!all)}>
            {all ? say("worklist.fold") : say("worklist.values.more", { count: values.length - FEW })}
          </Button>
        )}
        <Sources values={shown} />
      </div>
    </>
  );
}

export function Line({ series }: { series: Series }) {
  const { say, inLanguage, intl } = useWords();
  const newest = series.points.at(-1);
  if (!newest) return null;
  const on = (point: Schemas["ValuePoint"]) =>
    intl.formatDate(point.day, { year: "2-digit", month: "numeric", day: "numeric", timeZone: "UTC" });
  const out = isOut(newest);
  const course = series.points.map((point) => `${on(point)} ${written(point)}`);
  return (
    <li className={out ? "value value-out" : "value"}>
      <span className="value-name">{inLanguage(series.name)}</span>
      <span className="tabular">
        <strong>{written(newest)}</strong> <span className="value-unit">{unitOf(newest)}</span>
        {out && <span className="value-verdict"> {say(verdictId(newest.verdict ?? ""))}</span>}
      </span>
      <span className="quiet tabular">
        {newest.told ? say("medicines.told") : on(newest)}
        {series.usual !== "" &&
          say("medicines.then") +
            say(series.target ? "worklist.values.target" : "worklist.values.usual", { range: series.usual })}
      </span>
      {series.points.length > 1 && <Sparkline series={series} label={course.join(say("staff.comma"))} />}
    </li>
  );
}

/** Which department wrote each value, and what its range rests on. */
function Sources({ values }: { values: readonly Series[] }) {
  const { say, inLanguage, row, department } = useWords();
  const told = values.flatMap((one) => {
    const newest = one.points.at(-1);
    const from = row([newest && !newest.told ? department(newest.source) : null, one.basis]);
    return from === "" ? [] : [{ test: one.test, name: inLanguage(one.name), from }];
  });
  if (told.length === 0) return null;
  return (
    <details className="sources">
      <summary>{say("medicines.sources")}</summary>
      <dl>
        {told.map(({ test, name, from }) => (
          <div key={test}>
            <dt>{name}</dt>
            <dd>
              <Written>{from}</Written>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function verdictId(verdict: string) {
  return verdict.endsWith("low") ? "worklist.values.low" : "worklist.values.high";
}

const WIDE = 72;
const HIGH = 18;

function Sparkline({ series, label }: { series: Series; label: string }) {
  const { dots, band } = dotsOf(series, WIDE, HIGH);
  const last = dots.at(-1);
  return (
    <svg className="sparkline" viewBox={`0 0 ${String(WIDE)} ${String(HIGH)}`} role="img" aria-label={label}>
      <title>{label}</title>
      {band && <rect className="sparkline-band" x={0} width={WIDE} y={band.top} height={band.height} />}
      <polyline points={dots.map((dot) => `${dot.x.toFixed(1)},${dot.y.toFixed(1)}`).join(" ")} />
      {last && <circle cx={last.x} cy={last.y} r={2.5} />}
    </svg>
  );
}
