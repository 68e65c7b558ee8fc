/** What the gateway says about itself. */
import { asList, asObject, asText, asWhole, optional } from "./protocol/shape.js";
import { type ClientOptions, getJson } from "./transport.js";

export interface Suggestions {
  readonly en: readonly string[];
  readonly fr: readonly string[];
  readonly zh: readonly string[];
}

/** What the gateway says about itself (`GET /v1/status`). */
export interface Status {
  readonly version: string;
  readonly provider: string;
  readonly model: string | null;
  /** Why the model does not answer, or why there is none; null while it answers. */
  readonly modelProblem: string | null;
  readonly documents: number;
  readonly passages: number;
  readonly suggestions: Suggestions;
  /** Whether there are sample documents that are not searched any more, for there are others. */
  readonly sampleLeftOut: boolean;
  /** Of the caller: `user`, `app`, `staff`, `qa` or `admin`. */
  readonly role: string;
  /** Whether this browser has a session, which `signOut` ends. */
  readonly signedIn: boolean;
  /** Tells readers apart, and says nothing else of them; empty from a gateway that does not say it. */
  readonly reader: string;
}

/**
 * What the gateway says about itself. Throws `Refused`, `ProtocolError`, or what `fetch` throws without a network.
 *
 * @example const { documents, sampleLeftOut } = await status(gateway);
 */
export async function status(options: ClientOptions = {}): Promise<Status> {
  const data = await getJson("/v1/status", options);
  const suggestions = optional(data.suggestions, "suggestions", asObject) ?? {};
  const list = (language: string): readonly string[] =>
    (optional(suggestions[language], language, asList) ?? []).map((value) => asText(value, language));
  return {
    version: asText(data.version, "version"),
    provider: asText(data.provider, "provider"),
    model: optional(data.model, "model", asText) ?? null,
    modelProblem: optional(data.model_problem, "model_problem", asText) ?? null,
    documents: asWhole(data.documents, "documents"),
    passages: asWhole(data.passages, "passages"),
    suggestions: { en: list("en"), fr: list("fr"), zh: list("zh") },
    sampleLeftOut: data.sample_left_out === true,
    role: optional(data.role, "role", asText) ?? "",
    signedIn: data.signed_in === true,
    reader: optional(data.reader, "reader", asText) ?? "",
  };
}
