/** What is different between two texts, and between two lists of events. */
import type { RecordedEvent } from "./lines";

export interface Change<Item> {
  readonly kind: "same" | "gone" | "new";
  readonly item: Item;
}

/** More pairs than these are not looked through: all of the one goes, all of the other comes. */
const MOST_PAIRS = 4_000_000;

/** The shortest way from one list to the other, what goes before what comes. */
export function align<Item>(was: readonly Item[], now: readonly Item[], key: (item: Item) => string): Change<Item>[] {
  const [from, to] = [was.map(key), now.map(key)];
  let start = 0;
  while (start < from.length && start < to.length && from[start] === to[start]) start += 1;
  let end = 0;
  while (end < from.length - start && end < to.length - start && from.at(-1 - end) === to.at(-1 - end)) end += 1;
  const as = (kind: Change<Item>["kind"]) => (item: Item): Change<Item> => ({ kind, item });
  const gone = was.slice(start, was.length - end);
  const come = now.slice(start, now.length - end);
  return [
    ...now.slice(0, start).map(as("same")),
    ...(gone.length * come.length > MOST_PAIRS ? [...gone.map(as("gone")), ...come.map(as("new"))] : between(gone, come, key)),
    ...now.slice(now.length - end).map(as("same")),
  ];
}

function between<Item>(was: readonly Item[], now: readonly Item[], key: (item: Item) => string): Change<Item>[] {
  const [from, to] = [was.map(key), now.map(key)];
  const width = to.length + 1;
  // How much is common from here to both ends.
  const common = new Uint32Array((from.length + 1) * width);
  for (let i = from.length - 1; i >= 0; i -= 1) {
    for (let j = to.length - 1; j >= 0; j -= 1) {
      const [diagonal = 0, below = 0, beside = 0] = [common[(i + 1) * width + j + 1], common[(i + 1) * width + j], common[i * width + j + 1]];
      common[i * width + j] = from[i] === to[j] ? diagonal + 1 : Math.max(below, beside);
    }
  }
  const changes: Change<Item>[] = [];
  let [i, j] = [0, 0];
  while (i < was.length || j < now.length) {
    const [old, fresh] = [was[i], now[j]];
    if (old !== undefined && fresh !== undefined && from[i] === to[j]) {
      changes.push({ kind: "same", item: fresh });
      [i, j] = [i + 1, j + 1];
    } else if (old !== undefined && (fresh === undefined || (common[(i + 1) * width + j] ?? 0) >= (common[i * width + j + 1] ?? 0))) {
      changes.push({ kind: "gone", item: old });
      i += 1;
    } else if (fresh !== undefined) {
      changes.push({ kind: "new", item: fresh });
      j += 1;
    }
  }
  return changes;
}

/** Words with the blanks behind them; where a script has no blanks, its characters. */
const WORDS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]+\s*|\s+/gu;

/** Runs of text that are in both, only in the first, only in the second. */
export function textChanges(was: string, now: string): Change<string>[] {
  const runs: Change<string>[] = [];
  for (const change of align(was.match(WORDS) ?? [], now.match(WORDS) ?? [], (word) => word)) {
    const last = runs.at(-1);
    if (last?.kind === change.kind) runs[runs.length - 1] = { kind: last.kind, item: last.item + change.item };
    else runs.push(change);
  }
  return runs;
}

/** Fields of the end that say how the answer was made: not when, and not at what cost. */
const ENDS = ["citationMode", "citationReason", "citationStatus", "complete", "degradedReason", "hasCitationError", "paragraphCount", "refCount"];
/** What another run has otherwise without anybody seeing a difference. */
const LEFT_OUT: readonly string[] = ["started", "state_changed"];

/** Events that are only in one of two runs. Pieces of text count joined, however they were cut; times do not count. */
export function eventChanges(was: readonly RecordedEvent[], now: readonly RecordedEvent[]): Change<RecordedEvent>[] {
  return align(joined(was), joined(now), signature).filter(({ kind }) => kind !== "same");
}

function joined(events: readonly RecordedEvent[]): RecordedEvent[] {
  const found: RecordedEvent[] = [];
  for (const event of events) {
    const { type } = event.numbered.event;
    const last = found.at(-1)?.numbered.event;
    if (LEFT_OUT.includes(type)) continue;
    if (last !== undefined && (type === "text_added" || type === "thinking") && last.type === type) {
      const whole = { ...last, text: last.text + (event.numbered.event as typeof last).text };
      found[found.length - 1] = { ...event, numbered: { ...event.numbered, event: whole }, data: { text: whole.text } };
    } else found.push(event);
  }
  return found;
}

function signature({ numbered: { event }, data }: RecordedEvent): string {
  const answer = (data.answer ?? {}) as Record<string, unknown>;
  const compared = event.type === "finished" ? ENDS.map((name) => answer[name] ?? null) : data;
  return JSON.stringify([event.type, compared], inOrder);
}

/** Objects count as the same however their fields are ordered. */
function inOrder(_: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}
