/** The words about limits of keys and of the tenant. Numbers come as the language writes them. */
import type { Limit } from "../../limits";

export const EN = {
  title: "Limits",
  together: "All keys together",
  ofKey: "Limits",
  keyHint: "An empty field follows the settings; 0 means no limit.",
  tenantHint: "They tighten what the operator gives, and never widen it. An empty field sets nothing.",
  names: {
    requests_per_minute: "Requests a minute",
    running_answers: "Running answers",
    viewers: "Open streams",
    tokens_per_day: "Tokens a day",
    stored_bytes: "Stored megabytes",
  } satisfies Record<Limit, string>,
  used: {
    requests_per_minute: (number) => `${number} in the last minute`,
    running_answers: (number) => `${number} now`,
    viewers: (number) => `${number} now`,
    tokens_per_day: (number) => `${number} today (UTC)`,
    stored_bytes: (number) => `${number} now`,
  } satisfies Record<Limit, (number: string) => string>,
  most: (number: string) => `at most ${number}`,
  unlimited: "no limit",
  of: (used: string, most: string) => `${used}, ${most}`,
  /** In an empty field. */
  none: "No limit",
  save: "Save limits",
  saved: "Saved. It holds within five seconds.",
};

export type LimitsLabels = typeof EN;
