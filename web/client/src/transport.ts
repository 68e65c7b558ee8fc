/** Talks to the network: one request to the gateway, and what its refusals say. */
import { afterStranger, wrongBase } from "./advice.js";
import { asObject, type Json, ProtocolError } from "./protocol/shape.js";
import { refusal } from "./refused.js";

export { type FieldError, Refused, refusal } from "./refused.js";

/** How the gateway is reached. Everything may be left out on a page that the gateway itself serves. */
export interface ClientOptions {
  /** Where the gateway is, such as `http://127.0.0.1:8000`; empty for the page's own origin. */
  readonly base?: string;
  /** The key that says who asks; without one, the browser's session or nobody. Never give a key to a public page. */
  readonly key?: string;
  /** The application that asks: of whose conversations questions are part, and which of them are listed. */
  readonly callerApp?: string;
  /** More headers for every request, such as a proxy may want. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Ends what is under way in this client. An answer goes on being written: `stop` ends it. */
  readonly signal?: AbortSignal;
  readonly fetch?: typeof fetch;
  /** Waits between two tries; a test passes one that does not wait. */
  readonly wait?: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  /** How many tries in a row may bring nothing new before a connection counts as lost; 8 unless told. */
  readonly tries?: number;
  /** Calls back whenever there is reason to look at once whether a connection still lives; returns what ends that. */
  readonly onWake?: (wake: () => void) => () => void;
}

/**
 * Reads a JSON object. Throws `Refused`, `ProtocolError`, or what `fetch` throws without a network.
 *
 * @example const limits = await getJson("/admin/limits", gateway);
 */
export async function getJson(path: string, options: ClientOptions): Promise<Json> {
  return readJson(await request(path, { headers: { Accept: "application/json" } }, options));
}

/**
 * Sends `body` as JSON and reads a JSON object; a response without content gives an empty one.
 *
 * @example await sendJson("/admin/keys", { role: "user" }, gateway);
 */
export async function sendJson(path: string, body: Json, options: ClientOptions, method = "POST"): Promise<Json> {
  const headers = { Accept: "application/json", "Content-Type": "application/json" };
  const response = await request(path, { method, headers, body: JSON.stringify(body) }, options);
  return response.status === 204 ? {} : readJson(response);
}

/** What a request may say beside its path. */
export interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | FormData;
  readonly signal?: AbortSignal;
}

/**
 * Sends a request. Throws `Refused` for every status that is none of success, or what `fetch` throws without a network.
 *
 * @example const response = await request("/v1/answers/5b0d/audio", { method: "GET" }, gateway);
 */
export async function request(path: string, sent: Sent, options: ClientOptions): Promise<Response> {
  checkBase(options);
  const { base = "", key, headers, signal } = options;
  const response = await (options.fetch ?? fetch)(base.replace(/\/+$/, "") + path, {
    ...(signal && { signal }),
    ...sent,
    headers: { ...sent.headers, ...(key && { Authorization: `Bearer ${key}` }), ...headers },
    cache: "no-store",
    credentials: "same-origin",
  });
  if (!response.ok) throw await refusal(response);
  return response;
}

/**
 * Says what is wrong with an address that cannot be called. Throws `ProtocolError`.
 *
 * @example checkBase({ base: "http://127.0.0.1:8000" });
 */
export function checkBase(options: ClientOptions): void {
  const wrong = wrongBase(options);
  if (wrong !== "") throw new ProtocolError(wrong);
}

async function readJson(response: Response): Promise<Json> {
  const type = response.headers.get("Content-Type") ?? "";
  if (!type.includes("json")) throw strange(response, "JSON");
  return asObject(await response.json(), "response");
}

/**
 * Returns the error for a response of another kind than the `wanted` one.
 *
 * @example throw strange(response, "JSON");
 */
export function strange(response: Response, wanted: string): ProtocolError {
  return new ProtocolError(afterStranger(response, wanted));
}

/**
 * 128 random bits in hex. `crypto.randomUUID` is missing on pages served over plain HTTP from another machine.
 *
 * @example const idempotencyKey = randomHex();
 */
export function randomHex(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
