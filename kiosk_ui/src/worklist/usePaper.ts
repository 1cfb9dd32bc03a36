/** What every printed page says in its margins, and what a saved PDF is called: who it is of, which page, who made it. */
import { useEffect } from "react";

export interface Paper {
  /** The hospital, at the head of every page. */
  head: string;
  /** That a machine made it. */
  mark: string;
  /** Name, number and birth date, at the foot of every page. */
  foot: string;
  /** The words around the two numbers. */
  page: readonly string[];
  /** Becomes the PDF's title. */
  title: string;
}

/** Quoted as a string of CSS. */
const quoted = (text: string) => `"${text.replace(/["\\\n]/g, " ")}"`;

export function pageRule({ head, mark, foot, page: [before = "", between = "", after = ""] }: Paper): string {
  const numbers = `${quoted(before)} counter(page) ${quoted(between)} counter(pages) ${quoted(after)}`;
  return `@page {
    @top-left { content: ${quoted(head)}; }
    @top-right { content: ${quoted(mark)}; }
    @bottom-left { content: ${quoted(foot)}; }
    @bottom-right { content: ${numbers}; }
  }`;
}

export function usePaper(paper: Paper): void {
  const rule = pageRule(paper);
  const { title } = paper;
  useEffect(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(rule);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
    };
  }, [rule]);
  useEffect(() => {
    let before = document.title;
    const printing = () => {
      before = document.title;
      document.title = title;
    };
    const printed = () => {
      document.title = before;
    };
    window.addEventListener("beforeprint", printing);
    window.addEventListener("afterprint", printed);
    return () => {
      window.removeEventListener("beforeprint", printing);
      window.removeEventListener("afterprint", printed);
    };
  }, [title]);
}
