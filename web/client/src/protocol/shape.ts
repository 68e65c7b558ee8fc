/** Reads JSON of unknown shape: each function gives the typed value or throws `ProtocolError` with the field's name. */

export class ProtocolError extends Error {
  override readonly name = "ProtocolError";
}

export type Json = Readonly<Record<string, unknown>>;

export function parseObject(text: string): Json {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ProtocolError("an event carries no valid JSON");
  }
  return asObject(value, "event");
}

export function asObject(value: unknown, field: string): Json {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw wrong(field, "an object");
  return value as Json;
}

export function asList(value: unknown, field: string): readonly unknown[] {
  if (!Array.isArray(value)) throw wrong(field, "a list");
  return value;
}

export function asText(value: unknown, field: string): string {
  if (typeof value !== "string") throw wrong(field, "text");
  return value;
}

/** A count, an index or an offset. */
export function asWhole(value: unknown, field: string): number {
  if (!Number.isSafeInteger(value) || (value as number) < 0) throw wrong(field, "a whole number");
  return value as number;
}

export function asNumber(value: unknown, field: string): number {
  if (typeof value !== "number" || !Number.isFinite(value)) throw wrong(field, "a number");
  return value;
}

export function optional<T>(value: unknown, field: string, read: (value: unknown, field: string) => T): T | undefined {
  return value === undefined || value === null ? undefined : read(value, field);
}

function wrong(field: string, kind: string): ProtocolError {
  return new ProtocolError(`${field} is not ${kind}`);
}
