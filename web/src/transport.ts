/** The only file that talks to the network: one request to the gateway, and what its refusals say. */
import { asObject, type Json } from "./protocol/shape";

export interface ClientOptions {
  readonly signal?: AbortSignal;
  /** Where the gateway is; empty for the page's own origin. */
  readonly base?: string;
  readonly fetch?: typeof fetch;
  /** Waits between two tries; a test passes one that does not wait. */
  readonly wait?: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
}

/** The gateway refused the request: a problem+json body, or a bare status where a proxy answered. */
export class Refused extends Error {
  override readonly name = "Refused";

  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    /** The session that takes the place of one that is over, where that is why. */
    readonly newSessionId: string | null = null,
  ) {
    super(message);
  }

  /** Whether nobody is signed in, or no longer. */
  get needsKey(): boolean {
    return this.status === 401;
  }

  /** Whether the same request may succeed later. */
  get retryable(): boolean {
    return this.status === 429 || this.status >= 500;
  }
}

export async function getJson(path: string, options: ClientOptions): Promise<Json> {
  const response = await request(path, { headers: { Accept: "application/json" } }, options);
  return asObject(await response.json(), "response");
}

/** Sends `body` as JSON and reads a JSON object; a response without content gives an empty one. */
export async function sendJson(path: string, body: Json, options: ClientOptions): Promise<Json> {
  const headers = { Accept: "application/json", "Content-Type": "application/json" };
  const response = await request(path, { method: "POST", headers, body: JSON.stringify(body) }, options);
  return response.status === 204 ? {} : asObject(await response.json(), "response");
}

export async function request(path: string, init: RequestInit, options: ClientOptions): Promise<Response> {
  const send = options.fetch ?? fetch;
  const signal = options.signal === undefined ? {} : { signal: options.signal };
  const asked = { ...signal, ...init, cache: "no-store", credentials: "same-origin" } as const;
  const response = await send((options.base ?? "") + path, asked);
  if (!response.ok) throw await refusal(response);
  return response;
}

async function refusal(response: Response): Promise<Refused> {
  const body: unknown = await response.json().catch(() => null);
  const problem = typeof body === "object" && body !== null ? (body as Json) : {};
  const words = [problem.detail, problem.title].find((part) => typeof part === "string" && part !== "");
  const next = typeof problem.new_session_id === "string" ? problem.new_session_id : null;
  return new Refused(response.status, String(problem.code ?? ""), String(words ?? `HTTP ${response.status}`), next);
}

/** 128 random bits in hex. `crypto.randomUUID` is missing on pages served over plain HTTP from another machine. */
export function randomHex(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
