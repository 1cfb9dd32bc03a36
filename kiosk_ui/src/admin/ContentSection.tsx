/** Clinical content, to be read and signed off by a clinician. */
import { useState } from "react";
import type { Schemas } from "../api/client";
import { Button } from "../controls/Button";
import { Field } from "../controls/Field";
import { useCommand } from "../staff/command";
import { useFocusComesBack, useFocusOnceShown } from "../staff/focus";
import { useWords, type MessageId } from "../staff/words";
import { Choice } from "./Choice";
import { momentWords } from "./moments";
import { Panel } from "./Panel";
import { Refusal } from "./Refusal";
import { RowPress } from "./RowPress";
import { readContent, readContentFile, signOff } from "./server";
import { Table } from "./Table";
import { useLoaded } from "./useLoaded";

type Piece = Schemas["ContentView"];

const short = (version: string) => version.slice(0, 12);

export function ContentSection() {
  const { say, intl } = useWords();
  const { value, failure, set } = useLoaded(readContent);
  const [open, setOpen] = useState<{ what: "read" | "sign"; of: Piece } | null>(null);
  const named = (one: Piece) => say(`admin.content.${one.content}` as MessageId);
  const state = (one: Piece) => {
    const [last] = one.sign_offs;
    if (!last) return say("admin.content.unsigned");
    const told = { clinician: last.clinician, time: momentWords(last.at, intl), version: short(last.version) };
    return say(last.current ? "admin.content.signed" : "admin.content.changed", told);
  };
  return (
    <>
      <p className="section-note">{say("admin.content.note")}</p>
      <Refusal of={failure} />
      {open?.what === "read" && <Reading key={open.of.content} piece={open.of} title={named(open.of)} onDone={() => setOpen(null)} />}
      {open?.what === "sign" && (
        <SignOffForm
          key={open.of.content}
          piece={open.of}
          title={say("admin.content.sign_which", { name: named(open.of) })}
          onSigned={(list) => {
            set(list);
            setOpen(null);
          }}
          onCancel={() => setOpen(null)}
        />
      )}
      <Table
        label={say("admin.content")}
        rows={value ?? []}
        id={(one) => one.content}
        nothing={say("admin.loading")}
        columns={[
          { title: "admin.content", kind: "wide", cell: named, by: named },
          { title: "admin.content.version", cell: (one) => <code>{short(one.version)}</code> },
          {
            title: "admin.content.state",
            kind: "wide",
            cell: (one) => <span className={one.sign_offs[0]?.current ? "mark-good" : "mark-bad"}>{state(one)}</span>,
            by: state,
          },
          {
            title: "admin.presses",
            kind: "presses",
            cell: (one) => (
              <div className="row-presses">
                <RowPress words={say("admin.content.read")} of={named(one)} onPress={() => setOpen({ what: "read", of: one })} />
                <RowPress words={say("admin.content.sign")} of={named(one)} onPress={() => setOpen({ what: "sign", of: one })} />
              </div>
            ),
          },
        ]}
      />
    </>
  );
}

function Reading({ piece, title, onDone }: { piece: Piece; title: string; onDone: () => void }) {
  const { say } = useWords();
  useFocusComesBack();
  const shown = useFocusOnceShown<HTMLHeadingElement>();
  const { failure, run } = useCommand();
  const [chosen, setChosen] = useState("");
  const [file, setFile] = useState<Schemas["ContentFile"] | null>(null);
  const choose = (number: string) => {
    setChosen(number);
    if (number !== "") void run(async () => setFile(await readContentFile(piece.content, Number(number))));
  };
  return (
    <section className="panel" aria-label={title}>
      <h2 ref={shown} tabIndex={-1}>
        {title}
      </h2>
      <div className="panel-narrow">
        <Choice
          label={say("admin.content.file")}
          value={chosen}
          options={[{ key: "", words: "" }, ...piece.files.map((name, number) => ({ key: String(number), words: name }))]}
          onChange={choose}
        />
      </div>
      <Refusal of={failure} />
      {file && (
        <pre className="content-text" tabIndex={0} aria-label={file.path}>
          {file.text}
        </pre>
      )}
      <div className="panel-presses">
        <Button kind="quiet" onPress={onDone}>
          {say("admin.close")}
        </Button>
      </div>
    </section>
  );
}

interface SignProps {
  piece: Piece;
  title: string;
  onSigned: (list: Piece[]) => void;
  onCancel: () => void;
}

function SignOffForm({ piece, title, onSigned, onCancel }: SignProps) {
  const { say } = useWords();
  const [username, setUsername] = useState("");
  const [password, setPassword] = useState("");
  return (
    <Panel
      title={title}
      go={say("admin.content.sign")}
      onGo={async () => onSigned(await signOff(piece.content, { version: piece.version, username, password }))}
      onCancel={onCancel}
    >
      <p>{say("admin.content.sign_note", { version: short(piece.version), count: piece.files.length })}</p>
      <div className="panel-fields">
        <Field label={say("admin.content.clinician")} value={username} onChange={setUsername} autoComplete="off" spellCheck="false" />
        <Field
          label={say("admin.content.password")}
          type="password"
          value={password}
          onChange={setPassword}
          autoComplete="off"
        />
      </div>
    </Panel>
  );
}
