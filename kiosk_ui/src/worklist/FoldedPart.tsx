/** Sentences of a section behind one line that says them in short. */
import { useWords } from "../staff/words";
import { Folded } from "./Folded";
import { statementsOf } from "./page";
import { AddButton, Adding, emptyId, Sentences, type PageProps } from "./Part";
import type { Section } from "./page";

export function FoldedPart({ section, ...common }: PageProps & { section: Section }) {
  const { say, inReader } = useWords();
  const { summary, reading, adding } = common;
  const statements = statementsOf(summary, section);
  const said = statements.map((one) => bare(inReader(one, summary.summary?.language)));
  return (
    <Folded
      title={say(`worklist.section.${section}`)}
      section={section}
      line={statements.length === 0 ? say(emptyId(section)) : said.join(say("worklist.semicolon"))}
      count={said.reduce((sum, text) => sum + text.split(/[；;]/u).length, 0)}
      note={<AddButton {...common} section={section} />}
      open={
        adding?.section === section ||
        statements.some((one) => one.statement_id === reading.editing?.statementId || one.contradicted) ||
        statements.some((one) => summary.marked.some((mark) => mark.statement_id === one.statement_id))
      }
    >
      <Sentences {...common} section={section} />
      <Adding {...common} section={section} />
    </Folded>
  );
}

/** The heading says already that it is denied. */
const bare = (text: string) => text.replace(/^(没有：?|not so: |no )/, "");
