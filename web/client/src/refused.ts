/** What the gateway says when it turns a request down, and what to do then. */
import { afterRefusal } from "./advice.js";
import type { Json } from "./protocol/shape.js";

/** A field that has a wrong value, and what is wrong with it. */
export interface FieldError {
  readonly field: string;
  readonly message: string;
}

/** The gateway refused the request: a problem+json body, or a bare status where a proxy answered. */
export class Refused extends Error {
  override readonly name = "Refused";
  /** What whoever wrote the program can do about it; empty where nothing general can be said. */
  readonly advice: string;
  /** The fields that are wrong. */
  readonly fields: readonly FieldError[];
  /** The answer that stands in the way; empty where that is not why. */
  readonly answerUuid: string;
  /** The session that takes the place of one that is over, where that is why. */
  readonly newSessionId: string | null;
  /** How long to wait before another try, where the gateway says so. */
  readonly retryAfterS: number | undefined;

  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    problem: Json = {},
    retryAfter: string | null = null,
  ) {
    super(message);
    this.fields = Array.isArray(problem.errors) ? (problem.errors as FieldError[]) : [];
    this.answerUuid = textOf(problem.answer_uuid) ?? "";
    this.newSessionId = textOf(problem.new_session_id) ?? null;
    this.retryAfterS = retryAfter !== null && /^\d+$/.test(retryAfter) ? Number(retryAfter) : undefined;
    this.advice = afterRefusal(status, code);
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

/**
 * What the gateway's refusal says.
 *
 * @example if (!response.ok) throw await refusal(response);
 */
export async function refusal(response: Response): Promise<Refused> {
  const body: unknown = await response.json().catch(() => null);
  const problem = typeof body === "object" && body !== null ? (body as Json) : {};
  const words = textOf(problem.detail) ?? textOf(problem.title) ?? `HTTP ${response.status}`;
  return new Refused(response.status, textOf(problem.code) ?? "", words, problem, response.headers.get("Retry-After"));
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
