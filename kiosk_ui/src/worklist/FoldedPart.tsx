/** Sentences of a section behind one line that says them in short, or what is `short` said of them. */
import type { ReactNode } from "react";
import { useWords } from "../staff/words";
import { Folded } from "./Folded";
import { statementsOf } from "./page";
import { AddButton, Adding, emptyId, Sentences, type PageProps } from "./Part";
import type { Section } from "./page";

interface FoldedPartProps extends PageProps {
  section: Section;
  /** Told with it, under the same heading. */
  also?: readonly Section[];
  children?: ReactNode;
  /** What stands on the line instead, and how many that are. */
  short?: string;
  count?: number;
}

export function FoldedPart({ section, also = [], children, short, count, ...common }: FoldedPartProps) {
  const { say, inReader } = useWords();
  const { summary, reading, adding } = common;
  const sections = [section, ...also];
  const statements = sections.flatMap((one) => statementsOf(summary, one));
  const said = statements.map((one) => inReader(one, summary.summary?.language));
  const denied = together(said.filter((text) => DENIED.test(text)).map((text) => text.replace(BY_HEADING, "")));
  const whole = said.filter((text) => !DENIED.test(text)).join(say("worklist.semicolon"));
  const line = [...denied, ...(whole && denied.length > 0 ? [say("worklist.told", { whole })] : [whole])].filter(Boolean);
  return (
    <Folded
      title={say(`worklist.section.${section}`)}
      section={section}
      line={short ?? (statements.length === 0 ? say(emptyId(section)) : line.join(say("worklist.semicolon")))}
      count={count ?? statements.reduce((sum, one) => sum + one.text.split(/[；;]/u).length, 0)}
      note={sections.map((one) => <AddButton key={one} {...common} section={one} />)}
      open={
        sections.some((one) => one === adding?.section) ||
        statements.some((one) => one.statement_id === reading.editing?.statementId || one.contradicted) ||
        statements.some((one) => summary.marked.some((mark) => mark.statement_id === one.statement_id))
      }
    >
      {sections.map((one) => (
        <div key={one}>
          <Sentences {...common} section={one} />
          <Adding {...common} section={one} />
        </div>
      ))}
      {children}
    </Folded>
  );
}

const LISTED = /^(所列的都没有：|none of those listed: )/u;
/** The heading says already that it is denied; what says so another way ("can lie flat") is no name of what is absent. */
const BY_HEADING = /^(没有：?|无|not so: |no )/;
const DENIED = new RegExp(`${LISTED.source}|${BY_HEADING.source}`, "u");

/** What one tap denied of a list, named behind one "none of those listed". */
function together(said: string[]): string[] {
  const listed = said.filter((text) => LISTED.test(text));
  if (listed.length < 2) return said;
  const head = LISTED.exec(listed[0] ?? "")?.[0] ?? "";
  const names = listed.map((text) => text.replace(LISTED, ""));
  return [...said.filter((text) => !LISTED.test(text)), head + names.join(head.startsWith("所") ? "、" : ", ")];
}
