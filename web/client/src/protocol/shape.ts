/** Reads JSON of unknown shape: each function gives the typed value or throws `ProtocolError` with the field's name. */

export class ProtocolError extends Error {
  override readonly name = "ProtocolError";
}

export type Json = Readonly<Record<string, unknown>>;

/**
 * Returns the object that a JSON text holds.
 *
 * @example const data = parseObject('{"seq":1}');
 */
export function parseObject(text: string): Json {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ProtocolError("an event carries no valid JSON");
  }
  return asObject(value, "event");
}

/**
 * Returns a value that must be an object.
 *
 * @example const answer = asObject(data.answer, "answer");
 */
export function asObject(value: unknown, field: string): Json {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw wrong(field, "an object");
  return value as Json;
}

/**
 * Returns a value that must be a list.
 *
 * @example const refs = asList(data.refs, "refs");
 */
export function asList(value: unknown, field: string): readonly unknown[] {
  if (!Array.isArray(value)) throw wrong(field, "a list");
  return value;
}

/**
 * Returns a value that must be a text.
 *
 * @example const title = asText(data.title, "title");
 */
export function asText(value: unknown, field: string): string {
  if (typeof value !== "string") throw wrong(field, "text");
  return value;
}

/**
 * A count, an index or an offset.
 *
 * @example const seq = asWhole(data.seq, "seq");
 */
export function asWhole(value: unknown, field: string): number {
  if (!Number.isSafeInteger(value) || (value as number) < 0) throw wrong(field, "a whole number");
  return value as number;
}

/**
 * Returns a value that must be a number.
 *
 * @example const score = asNumber(data.score, "score");
 */
export function asNumber(value: unknown, field: string): number {
  if (typeof value !== "number" || !Number.isFinite(value)) throw wrong(field, "a number");
  return value;
}

/**
 * Returns what `read` makes of a value; undefined for null and for what is absent.
 *
 * @example const page = optional(data.page, "page", asWhole) ?? 1;
 */
export function optional<T>(value: unknown, field: string, read: (value: unknown, field: string) => T): T | undefined {
  return value === undefined || value === null ? undefined : read(value, field);
}

function wrong(field: string, kind: string): ProtocolError {
  return new ProtocolError(`${field} is not ${kind}`);
}
