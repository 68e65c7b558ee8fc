/** What became of the sources of answers, as far as the gateway was asked: once they are seen, and again after a while. */
import { type Signal, signal } from "@preact/signals";
import { type SourceNow, sourcesNow } from "citestream-client/passages";

export type States = ReadonlyMap<string, SourceNow>;

interface Known {
  readonly states: Signal<States>;
  /** Milliseconds since the page began; when the gateway was asked last. */
  asked: number;
}

/** Milliseconds: documents do not change from one look to the next. */
const AGAIN_MS = 30_000;
const NOTHING: States = new Map();
const known = new Map<string, Known>();

function of(answerUuid: string): Known {
  const found = known.get(answerUuid) ?? { states: signal(NOTHING), asked: -Infinity };
  known.set(answerUuid, found);
  return found;
}

/** By citation id; empty until the gateway has told. */
export function statesOf(answerUuid: string): Signal<States> {
  return of(answerUuid).states;
}

/** Asks the gateway, unless that was just done. What cannot be asked stays as it was. */
export function lookAgain(answerUuid: string): void {
  const entry = of(answerUuid);
  if (performance.now() - entry.asked < AGAIN_MS) return;
  entry.asked = performance.now();
  sourcesNow(answerUuid).then(
    (states) => (entry.states.value = states),
    () => (entry.asked = -Infinity),
  );
}

/** Remembers what was told elsewhere, or that an answer was written just now. */
export function learn(answerUuid: string, states: States = NOTHING): void {
  const entry = of(answerUuid);
  entry.asked = performance.now();
  entry.states.value = states;
}
