/** Versions of a text, the newest first; an earlier one may become a draft again. */
import { useState, type ReactNode } from "react";
import { Button } from "../controls/Button";
import { useFocusComesBack, useFocusOnceShown } from "../staff/focus";
import { useWords } from "../staff/words";
import { momentWords } from "./moments";
import { Refusal } from "./Refusal";
import { useLoaded } from "./useLoaded";

interface Version {
  version_id: number;
  state: "draft" | "published" | "withdrawn";
  at: string;
  by: string;
}

interface Props<V extends Version> {
  title: string;
  read: () => Promise<V[]>;
  words: (version: V) => ReactNode;
  onUse?: (version: V) => void;
  onClose: () => void;
}

export function History<V extends Version>({ title, read, words, onUse, onClose }: Props<V>) {
  const { say, intl } = useWords();
  useFocusComesBack();
  const shown = useFocusOnceShown<HTMLHeadingElement>();
  const [once] = useState(() => read);
  const { value, failure } = useLoaded(once);
  return (
    <section className="panel" aria-label={title}>
      <h2 ref={shown} tabIndex={-1}>
        {title}
      </h2>
      <Refusal of={failure} />
      {value?.length === 0 && <p className="quiet">{say("admin.texts.no_history")}</p>}
      <ol className="versions">
        {value?.map((version) => (
          <li key={version.version_id} className="version">
            <p className="quiet">
              {say(version.by === "folder" ? "admin.texts.from_folder" : `admin.texts.was_${version.state}`, {
                time: momentWords(version.at, intl),
                by: version.by,
              })}
            </p>
            {words(version)}
            {onUse && (
              <Button kind="quiet" className="plain-press" onPress={() => onUse(version)}>
                {say("admin.texts.use")}
              </Button>
            )}
          </li>
        ))}
      </ol>
      <div className="panel-presses">
        <Button kind="quiet" onPress={onClose}>
          {say("admin.close")}
        </Button>
      </div>
    </section>
  );
}
