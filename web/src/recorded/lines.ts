/** A recording as the gateway keeps it (docs/recordings.md): JSON lines in, what was heard and what was shown out. */
import {
  asList,
  asNumber,
  asObject,
  asText,
  asWhole,
  type Json,
  type NumberedEvent,
  optional,
  parseFrame,
  ProtocolError,
  readReference,
  type Reference,
} from "citestream-client/protocol";

/** An event with its time: milliseconds from the start of the turn. */
export interface RecordedEvent {
  readonly time: number;
  readonly numbered: NumberedEvent;
  readonly data: Json;
}

interface Timed {
  readonly time: number;
  /** Which process heard it: 1, and one more for each that took the answer over. */
  readonly epoch: number;
}

/** What came from a model or a verifier, and what the answer core decided about it. */
export type Heard = Timed &
  (
    | { readonly kind: "asked"; readonly request: number; readonly asked: string; readonly model: string }
    | { readonly kind: "piece"; readonly request: number; readonly text: string; readonly thinking: string; readonly note: string }
    | { readonly kind: "ended"; readonly request: number; readonly ended: string }
    | { readonly kind: "verdicts"; readonly check: number; readonly verdicts: number; readonly late: boolean }
    | { readonly kind: "decision"; readonly decision: string; readonly detail: Json }
  );

/** What the model could cite. */
export interface Candidate {
  readonly reference: Reference;
  readonly score: number;
}

export interface Recording {
  readonly answerUuid: string;
  readonly question: string;
  /** RFC 3339. */
  readonly createdAt: string;
  readonly language: string;
  readonly candidates: readonly Candidate[];
  readonly heard: readonly Heard[];
  readonly events: readonly RecordedEvent[];
  /** The raw pieces are not stored any more: it can be shown and not run again. */
  readonly isMissing: boolean;
}

/** Reads all lines. Throws `ProtocolError` where one is no line of a recording. */
export function readRecording(text: string): Recording {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const objects = lines.map((line) => asObject(parsed(line), "line"));
  const [request] = objects;
  if (request?.kind !== "request") throw new ProtocolError("the first line is not the request");
  const asked = asObject(request.asked, "asked");
  const offered = objects.find(({ kind }) => kind === "candidates");
  return {
    answerUuid: asText(request.answer_uuid, "answer_uuid"),
    question: asText(asked.text, "text"),
    createdAt: asText(request.created_at, "created_at"),
    language: optional(asked.language, "language", asText) ?? "",
    candidates: asList(offered?.candidates ?? [], "candidates").map(readCandidate),
    heard: objects.map(readHeard).filter((line) => line !== null),
    events: readEvents(objects.filter(({ kind }) => kind === "event")),
    isMissing: objects.some(({ missing }) => missing === true),
  };
}

/** The events that this page knows, from the objects of dialect `jsonl`. */
export function readEvents(lines: readonly unknown[]): RecordedEvent[] {
  return lines.map((line) => readEvent(asObject(line, "event"))).filter((event) => event !== null);
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw new ProtocolError("a line is no valid JSON");
  }
}

/** How dialect `bracket`, which the page reads, names the events of dialect `jsonl`. */
const FRAMES: Readonly<Record<string, string>> = {
  started: "[START]",
  state_changed: "[STATE_CHANGED]",
  thinking: "[THINKING]",
  text_added: "",
  reference_shown: "[CITATION_REF]",
  paragraph_finished: "[CITATION_PARAGRAPH]",
  text_rolled_back: "[ROLLBACK]",
  outline_found: "[OUTLINE]",
  citations_finished: "[CITATION_DONE]",
  audio_added: "[AUDIO]",
  finished: "[DONE]",
  failed: "[ERROR]",
};
/** Of the events whose frame is no JSON: the field that it holds. */
const BARE: Readonly<Record<string, string>> = { thinking: "text", text_added: "text", audio_added: "frame" };

function readEvent(line: Json): RecordedEvent | null {
  const type = asText(line.type, "type");
  const name = FRAMES[type];
  if (name === undefined) return null; // of a newer gateway
  const data = asObject(line.data, "data");
  const field = BARE[type];
  const id = `${asWhole(line.epoch, "epoch")}-${asWhole(line.seq, "seq")}`;
  const frame = { id, name, data: field === undefined ? JSON.stringify(data) : asText(data[field], field) };
  const numbered = parseFrame(frame);
  return numbered && { time: asWhole(line.t_ms, "t_ms"), numbered, data };
}

function readHeard(line: Json): Heard | null {
  const { kind } = line;
  if (line.missing === true || (kind !== "upstream" && kind !== "piece" && kind !== "decision")) return null;
  const timed = { time: asWhole(line.t_ms, "t_ms"), epoch: asWhole(line.epoch, "epoch") };
  if (kind === "decision") {
    return { ...timed, kind, decision: asText(line.decision, "decision"), detail: optional(line.detail, "detail", asObject) ?? {} };
  }
  if (line.verdicts !== undefined) {
    const verdicts = asList(line.verdicts, "verdicts").length;
    return { ...timed, kind: "verdicts", check: optional(line.check, "check", asWhole) ?? 1, verdicts, late: line.late === true };
  }
  const request = asWhole(line.request, "request");
  if (kind === "piece") {
    const [text = "", thinking = ""] = [line.text, line.thinking].map((part) => optional(part, "piece", asText));
    return { ...timed, kind, request, text, thinking, note: noteOf(line) };
  }
  if (line.ended !== undefined) return { ...timed, kind: "ended", request, ended: asText(line.ended, "ended") };
  const model = [line.provider, line.model].map((name) => optional(name, "model", asText) ?? "");
  return { ...timed, kind: "asked", request, asked: asText(line.asked, "asked"), model: model.filter((name) => name !== "").join(", ") };
}

/** What a model says beside its text, as it names it. */
function noteOf(line: Json): string {
  const finish = optional(line.finish_reason, "finish_reason", asText);
  const usage = Object.entries(optional(line.usage, "usage", asObject) ?? {});
  return [
    ...(finish === undefined ? [] : [`finish_reason ${finish}`]),
    ...usage.filter(([, count]) => typeof count === "number").map(([name, count]) => `${name} ${String(count)}`),
  ].join(", ");
}

function readCandidate(value: unknown): Candidate {
  const data = asObject(value, "candidate");
  return {
    reference: readReference(data.citation_id, data.type, data.payload),
    score: optional(data.score, "score", asNumber) ?? 0,
  };
}
