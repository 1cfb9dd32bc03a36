/** Letters that are typed and not yet words, and the words they may become. */
import { useEffect, useMemo, useState } from "react";
import { grow } from "./dictionary";
import { engine, type Candidate, type Conversion, type Convert } from "./engine";

const LONGEST = 60;

export interface Composition extends Conversion {
  letters: string;
  /** What all the letters become when nobody chooses. */
  likeliest: string;
  /** The dictionary did not come. */
  failed: boolean;
  type: (letter: string) => void;
  erase: () => void;
  take: (candidate: Candidate) => void;
  clear: () => void;
}

export function useComposition(shown: boolean): Composition {
  const [letters, setLetters] = useState("");
  const [convert, setConvert] = useState<Convert>();
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    if (!shown) return;
    loadPinyin().then(
      (loaded) => {
        setConvert(() => loaded);
        setFailed(false);
      },
      () => setFailed(true),
    );
  }, [shown]);

  const conversion = useMemo(() => convert?.(letters) ?? { syllables: [letters], candidates: [] }, [convert, letters]);
  return {
    ...conversion,
    letters,
    likeliest: conversion.candidates[0]?.text ?? letters,
    failed,
    type: (letter) => setLetters((now) => (now + letter).slice(0, LONGEST)),
    erase: () => setLetters((now) => now.slice(0, -1)),
    take: ({ length }) => setLetters(letters.slice(length).replace(/^'+/, "")),
    clear: () => setLetters(""),
  };
}

let loading: Promise<Convert> | undefined;

/** The dictionary is large: it is fetched once, when the keys for Chinese are first shown. */
export function loadPinyin(): Promise<Convert> {
  loading ??= import("virtual:pinyin-dictionary").then(
    (file) => engine(grow(file.default)),
    (error: unknown) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
}
