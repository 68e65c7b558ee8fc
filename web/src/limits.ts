/** Limits of the tenant and of its keys, and what is used of them, as an administrator sees them (`/admin/limits`). */
import { asList, asObject, asText, asWhole, type Json, optional } from "citestream-client/protocol";
import { type ClientOptions, getJson, sendJson } from "citestream-client/transport";

export const LIMITS = ["requests_per_minute", "running_answers", "viewers", "tokens_per_day", "stored_bytes"] as const;
export type Limit = (typeof LIMITS)[number];
/** Those that have a value; 0: no limit. */
export type Limits = Readonly<Partial<Record<Limit, number>>>;
export type AllLimits = Readonly<Record<Limit, number>>;

export interface TenantLimits {
  /** What administrators of the tenant set. */
  readonly own: Limits;
  /** What the operator gives the tenant as a whole. */
  readonly given: AllLimits;
  /** The tighter of both. */
  readonly effective: AllLimits;
  /** For each key that has none of its own. */
  readonly eachKey: AllLimits;
}

export interface Used {
  readonly tenant: AllLimits;
  /** By the key's id; a key that uses nothing is not there. */
  readonly keys: ReadonlyMap<string, AllLimits>;
}

const DOOR = "/admin/limits";
const MEGABYTE = 1024 * 1024;

export async function tenantLimits(options: ClientOptions = {}): Promise<TenantLimits> {
  return readTenant(await getJson(DOOR, options));
}

/** These instead of all that are there. */
export async function setTenantLimits(own: Limits, options: ClientOptions = {}): Promise<TenantLimits> {
  return readTenant(await sendJson(DOOR, own, options, "PUT"));
}

/** These instead of all that the key has. Returns those that it has then. */
export async function setKeyLimits(id: string, limits: Limits, options: ClientOptions = {}): Promise<Limits> {
  return readLimits((await sendJson(`/admin/keys/${id}`, { limits }, options, "PATCH")).limits);
}

export async function usedNow(options: ClientOptions = {}): Promise<Used> {
  const data = await getJson(`${DOOR}/used`, options);
  const keys = asList(data.keys, "keys").map((value) => {
    const key = asObject(value, "key");
    return [optional(key.key, "key", asText) ?? "", whole(key)] as const;
  });
  return { tenant: whole(asObject(data.tenant, "tenant")), keys: new Map(keys) };
}

export function readLimits(value: unknown): Limits {
  const data = asObject(value, "limits");
  return Object.fromEntries(LIMITS.filter((name) => name in data).map((name) => [name, asWhole(data[name], name)]));
}

/** A limit as its field shows it: stored bytes in megabytes, exactly. */
export function shownIn(name: Limit, value: number | undefined): string {
  if (value === undefined) return "";
  return String(name === "stored_bytes" ? value / MEGABYTE : value);
}

/** What was typed into the fields: an empty one sets nothing. */
export function typed(fields: FormData): Limits {
  const given = LIMITS.map((name) => [name, String(fields.get(name) ?? "").trim()] as const).filter(([, text]) => text !== "");
  return Object.fromEntries(given.map(([name, text]) => [name, Math.round(Number(text) * (name === "stored_bytes" ? MEGABYTE : 1))]));
}

function readTenant(data: Json): TenantLimits {
  return {
    own: readLimits(data.own),
    given: whole(asObject(data.given, "given")),
    effective: whole(asObject(data.effective, "effective")),
    eachKey: whole(asObject(data.each_key, "each_key")),
  };
}

function whole(data: Json): AllLimits {
  return Object.fromEntries(LIMITS.map((name) => [name, asWhole(data[name], name)])) as Record<Limit, number>;
}
