/** What errors say to whoever writes the program: what to do. (The pages say such things in their own words and languages.) */
import type { ClientOptions } from "./transport.js";

const LATER = "Try again later.";
const ADVICE: Readonly<Record<string | number, string>> = {
  401: "Pass a key that is valid as options.key.",
  403: "Ask with a key of another role or for another workspace.",
  404: "Look whether the id and options.base are right, and whether the key may read it.",
  409: "Read the session or the thread again before another try.",
  421: "Add this name to GATEWAY_ALLOWED_HOSTS of the gateway.",
  429: "Try again after retryAfterS seconds.",
  content_filter: "Ask in other words.",
  cursor_ahead: "Follow the answer from its first event.",
  idempotency_mismatch: "Use a new idempotencyKey for another question.",
  invalid_field: "Correct what `fields` names.",
  session_expired: "Go on in the session newSessionId.",
  round_limit_reached: "Go on in the session newSessionId.",
  turn_running: "Follow the answer answerUuid, or stop it first.",
};

/**
 * What to do about a refusal; empty where nothing general can be said.
 *
 * @example const advice = afterRefusal(401, "unauthorized");
 */
export function afterRefusal(status: number, code: string): string {
  return ADVICE[code] ?? ADVICE[status] ?? (status >= 500 ? LATER : "");
}

/**
 * Where, why and after how many tries the connection was lost, and how to go on.
 *
 * @example const advice = afterLoss("5b0d", 8, gateway, error);
 */
export function afterLoss(answerUuid: string, tries: number, { base = "" }: ClientOptions, cause: unknown): string {
  const reasons = cause instanceof Error ? [cause.message, cause.cause instanceof Error ? cause.cause.message : ""] : [];
  const why = reasons.filter(Boolean).join(": ");
  const next = answerUuid === "" ? "Ask again with the same idempotencyKey." : "Go on with follow(error.answer).";
  return `The gateway${base && ` at ${base}`} did not answer in ${tries} tries${why && ` (${why})`}. ${next}`;
}

/**
 * What a response of another kind says: whatever answered is probably no gateway.
 *
 * @example const advice = afterStranger(response, "JSON");
 */
export function afterStranger(response: Response, wanted: string): string {
  const type = response.headers.get("Content-Type") ?? "nothing";
  const where = response.url === "" ? "the gateway" : response.url;
  return `${where} answered with ${type} where ${wanted} was asked for: is \`base\` a Citestream gateway?`;
}

/**
 * What is wrong with an address that cannot be called; empty where it can, or where a page or a `fetch` completes it.
 *
 * @example const wrong = wrongBase({ base: "127.0.0.1:8000" });
 */
export function wrongBase({ base = "", fetch }: ClientOptions): string {
  if (fetch !== undefined || "location" in globalThis || URL.canParse(`${base}/`)) return "";
  return `options.base has to be the gateway's whole address, such as http://127.0.0.1:8000; it is "${base}".`;
}
