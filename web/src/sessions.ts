/** Sessions of the gateway, which keep the messages and the workflow of a business conversation (`/context`). */

/** What the page reads of `GET /context/{session_id}`. */
import { asList, asText, asWhole, type Json, optional } from "citestream-client/protocol";
import { type ClientOptions, getJson, sendJson } from "citestream-client/transport";

export interface Context {
  readonly sessionId: string;
  readonly status: "active" | "full" | "expired" | "ended";
  readonly round: number;
  readonly maxRounds: number;
  /** Names of the workflows under way, the primary first. */
  readonly workflows: readonly string[];
  /** The gateway's sentence that asks for a new session, in the session's language. */
  readonly notice: string;
}

/** A session of any state; nothing changes. Throws `Refused` for one that is unknown. */
export async function context(sessionId: string, options: ClientOptions = {}): Promise<Context> {
  return readContext(await getJson(`/context/${encodeURIComponent(sessionId)}`, options));
}

/** Begins a session of the console. */
export async function createSession(language: string, options: ClientOptions = {}): Promise<Context> {
  return readContext(await sendJson("/context/create_session", { caller_app: "console", language }, options));
}

function readContext(data: Json): Context {
  const { status } = data;
  return {
    sessionId: asText(data.session_id, "session_id"),
    status: status === "full" || status === "expired" || status === "ended" ? status : "active",
    round: asWhole(data.round, "round"),
    maxRounds: asWhole(data.max_rounds, "max_rounds"),
    workflows: asList(data.workflow_stack, "workflow_stack").map((name) => asText(name, "workflow_stack")),
    notice: optional(data.notice, "notice", asText) ?? "",
  };
}
