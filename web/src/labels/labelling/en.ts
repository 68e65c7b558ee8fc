/** The words of the page on which people label citations. */
import type { Judgement } from "../../labelling";
import { count } from "../language";

export const EN = {
  title: "Label citations",
  about: "Do the passages support what the paragraph says? Judge by the passages alone, not by what you know.",
  labeller: "Your name",
  start: "Start",
  queue: "What",
  week: "Answers of the last seven days",
  run: (set: string, at: Date) => `${set}, ${new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" }).format(at)}`,
  progress: (labelled: number, total: number) => `${count("en", labelled)} of ${count("en", total)} labelled`,
  paragraph: "Paragraph",
  passages: "Cited passages",
  judgements: { supported: "Supported", partly: "Partly", not: "Not supported" } satisfies Record<Judgement, string>,
  skip: "Skip",
  undo: "Undo",
  useKeys: "Use these keys",
  did: { supported: "Labelled as supported", partly: "Labelled as partly supported", not: "Labelled as not supported", undo: "Taken back", skip: "Skipped" } satisfies Record<Judgement | "undo" | "skip", string>,
  done: "Everything here is labelled.",
  none: "There is nothing to label: no paragraph cites a passage here.",
  agreement: "Agreement",
  kappa: (names: string, kappa: number | null, cases: number) =>
    `${names}: kappa ${kappa === null ? "not defined" : kappa.toFixed(2)} over ${count("en", cases)} ${cases === 1 ? "case" : "cases"}`,
  contradictions: (number: number) =>
    `${count("en", number)} ${number === 1 ? "contradiction" : "contradictions"}: people disagree whether the passages support the paragraph. These labels count for nothing.`,
};

export type LabellingLabels = typeof EN;
