/** Bracket events as a gateway writes them. */
import { parseFrame, type NumberedEvent } from "../src/protocol/events.js";
import { type Answer, EMPTY, fold } from "../src/protocol/answer.js";
import { FrameReader } from "../src/protocol/frames.js";

export const UUID = "0f1e2d3c4b5a4f6e8d7c6b5a49382716";
export const PASSAGE = "Water boils at 100 °C. 🌊 Salt raises that. Lids save time.";

export type Line = readonly [name: string, data: string | object];

export const START: Line = ["[START]", { answerUuid: UUID, questionUuid: UUID, language: "en" }];
export const RESPONDING: Line = ["[STATE_CHANGED]", { state: "responding", remark: "Writing" }];

export const text = (piece: string): Line => ["", piece];

export function reference(citationId = "E1", payload: object = {}): Line {
  const snapshot = {
    title: "Cooking",
    source: "cooking.md",
    text: PASSAGE,
    position: { heading: "Water", page: 3, start: 0, end: 60 },
    ...payload,
  };
  return ["[CITATION_REF]", { citationId, type: "embedding", payload: snapshot }];
}

export function citation(citationId = "E1", status = "ok", evidence: readonly object[] = [{ start: 0, end: 22 }]) {
  return { citationId, status, score: 0.9, evidence };
}

export function paragraph(index: number, words: string, citations: readonly object[] = [], more: object = {}): Line {
  const body = { paragraphIndex: index, revision: 0, text: words, citationIds: [], citations, degraded: null };
  return ["[CITATION_PARAGRAPH]", { ...body, ...more }];
}

export const SECTIONS = [
  { id: "S1", title: "Boiling" },
  { id: "S2", title: "Salt <img src=x>" },
];

export function outline(sections: readonly object[] = SECTIONS): Line {
  return ["[OUTLINE]", { sections: sections.map((section, index) => ({ ...section, paragraphs: [index] })) }];
}

export const counts = (paragraphCount: number, refCount: number): Line => [
  "[CITATION_DONE]",
  { paragraphCount, refCount },
];

export function done(answer: object = {}, beside: object = {}): Line {
  const meta = { citationMode: "paragraph", source: "model", hasCitationError: false, complete: true, ...answer };
  return ["[DONE]", `[META]${JSON.stringify({ question: { uuid: UUID }, answer: meta, ...beside })}`];
}

/** The bytes of the events, numbered from `first`. */
export function wire(lines: readonly Line[], first = 1): string {
  return lines
    .map(([name, data], index) => {
      const seq = first + index;
      const body = typeof data === "string" ? data : JSON.stringify({ seq, ...data });
      const head = `id: 1-${seq}\n${name === "" ? "" : `event: ${name}\n`}`;
      return `${head}${body.split("\n").map((line) => `data: ${line}\n`).join("")}\n`;
    })
    .join("");
}

export function events(lines: readonly Line[]): NumberedEvent[] {
  return new FrameReader().feed(wire(lines)).flatMap((frame) => parseFrame(frame) ?? []);
}

export function answerOf(lines: readonly Line[]): Answer {
  return events(lines).reduce(fold, EMPTY);
}

export const WHOLE: readonly Line[] = [
  START,
  RESPONDING,
  text("Water boils "),
  text("at 100 °C.\n\n"),
  reference(),
  paragraph(0, "Water boils at 100 °C.", [citation()]),
  text("Salt 🌊 helps."),
  reference("E2", { title: "Salt" }),
  paragraph(1, "Salt 🌊 helps.", [citation("E2"), citation("E1", "weak")]),
  counts(2, 2),
  done(),
];

/** `GET /v1/answers/{uuid}` of a one-paragraph answer. */
export const DOCUMENT = {
  answer_uuid: UUID,
  question_uuid: UUID,
  state: "done",
  answer: "One.",
  paragraphs: [
    {
      index: 0,
      text: "One.",
      citation_ids: ["E1"],
      citations: [{ citation_id: "E1", status: "moved", original_id: "E2", score: 1, evidence: [{ start: 0, end: 5 }] }],
      degraded: null,
    },
  ],
  refs: [{ citation_id: "E1", type: "embedding", payload: { title: "Cooking", text: PASSAGE } }],
  outline: [{ id: "S1", title: "One" }],
  meta: { answer: { source: "model", hasCitationError: true } },
};
