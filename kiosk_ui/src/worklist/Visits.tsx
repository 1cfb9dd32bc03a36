/** What the hospital's records hold: earlier visits, and a visit that came without a conversation. */
import { useState } from "react";
import { Button } from "../controls/Button";
import { CLOCK, useWords } from "../staff/words";
import { codedWords, fieldName } from "../staff/records/fields";
import { Written } from "../staff/Written";
import { Marked } from "./Marked";
import { changedFields, type Summary } from "./page";

const FEW = 3;

export function Earlier({ summary }: { summary: Summary }) {
  const { say, intl, department } = useWords();
  const [all, setAll] = useState(false);
  const visits = all ? summary.earlier : summary.earlier.slice(0, FEW);
  if (visits.length === 0) return null;
  return (
    <section className="part part-earlier">
      <h3>{say("worklist.earlier")}</h3>
      <div className="part-words">
        <ul className="earlier">
          {visits.map((visit, number) => (
            <li key={number}>
              <span className="tabular">
                {intl.formatDate(visit.visit_date, { year: "numeric", month: "numeric", day: "numeric" })}
              </span>
              <span>{department(visit.department ?? "")}</span>
              <span>
                <Written>{[visit.complaint, visit.diagnosis].filter(Boolean).join(" → ")}</Written>
              </span>
            </li>
          ))}
        </ul>
        {summary.earlier.length > visits.length && (
          <Button kind="quiet" className="plain-press screen-only" onPress={() => setAll(true)}>
            {say("worklist.earlier_all", { count: summary.earlier.length })}
          </Button>
        )}
      </div>
    </section>
  );
}

const KINDS = ["allergy", "problem"] as const;

const names = (words: string, name: string) => words.toLowerCase().includes(name.toLowerCase());

/** What earlier records hold, whichever department wrote them; marked where it was denied today. */
export function OnFile({ summary }: { summary: Summary }) {
  const { say, intl, department, inLanguage, language } = useWords();
  if (summary.on_file.length === 0) return null;
  return (
    <section className="part part-on-file">
      <h3>{say("worklist.on_file")}</h3>
      <dl className="part-words on-file">
        {KINDS.map((kind) => {
          const those = summary.on_file.filter((one) => one.kind === kind);
          if (those.length === 0) return null;
          return (
            <div key={kind}>
              <dt>{say(`worklist.on_file.${kind}`)}</dt>
              {those.map((one) => (
                <dd key={one.words} className={one.contradicts ? "contradicts" : undefined}>
                  {language in one.name && !names(one.words, inLanguage(one.name)) && (
                    <span>{inLanguage(one.name)} · </span>
                  )}
                  <Written>{one.words}</Written>{" "}
                  <span className="note-turn">
                    {say("worklist.on_file.source", {
                      date: intl.formatDate(one.date, { year: "numeric", month: "numeric", day: "numeric" }),
                      department: department(one.department),
                    })}
                  </span>
                  {one.contradicts && <strong className="contradiction">{say("worklist.on_file.contradicts")}</strong>}
                </dd>
              ))}
            </div>
          );
        })}
      </dl>
    </section>
  );
}

/** What a colleague, or the doctor, changed in the record itself: the sentences below are as the patient left them. */
export function RecordChanged({ summary }: { summary: Summary }) {
  const { say, intl } = useWords();
  const changes = changedFields(summary);
  if (changes.length === 0) return null;
  return (
    <section className="part part-changed">
      <h3>{say("worklist.record_changed")}</h3>
      <ul className="part-words">
        {changes.map(({ field, before, after, by, at }) => (
          <li key={field}>
            <span className="quiet">{fieldName(field, say)}</span> <Marked before={before} after={after} />{" "}
            <span className="note-turn">
              {say("worklist.note.changed", {
                name: by,
                time: intl.formatTime(at, CLOCK),
              })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A visit that came without a conversation: what the record holds. */
export function RecordOnly({ summary }: { summary: Summary }) {
  const words = useWords();
  const { say } = words;
  const filled = Object.entries(summary.record).filter(([, text]) => text.trim() !== "");
  return (
    <>
      <p className="notice">{say("worklist.no_summary")}</p>
      <dl className="record">
        {filled.map(([field, text]) => (
          <div key={field} className="part">
            <dt>{fieldName(field, say)}</dt>
            <dd>
              <Written>{codedWords(field, text, words)}</Written>
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
