/** Keys and the audit log as an administrator sees them (`/admin/…`). */
import type { PageOf } from "citestream-client/documents";
import { asList, asObject, asText, asWhole, type Json, optional } from "citestream-client/protocol";
import { type ClientOptions, getJson, request, sendJson } from "citestream-client/transport";

import { type Limits, readLimits } from "./limits";
import { pageOf, query } from "./page-of";

export const ROLES = ["user", "app", "staff", "qa", "admin", "metrics"] as const;
export type Role = (typeof ROLES)[number];
export const KEY_STATES = ["valid", "expired", "revoked"] as const;
export type KeyState = (typeof KEY_STATES)[number];

export interface Key {
  readonly id: string;
  readonly prefix: string;
  readonly role: string;
  readonly label: string;
  readonly workspaces: readonly string[];
  readonly state: KeyState;
  readonly createdAt: string;
  /** Empty: never. */
  readonly expiresAt: string;
  /** Empty: not yet. */
  readonly lastUsedAt: string;
  /** Its own ones. */
  readonly limits: Limits;
}

export interface NewKey {
  readonly role: Role;
  readonly label: string;
  /** Names with commas between them; empty: all. */
  readonly workspaces: string;
  /** Empty: it does not end. */
  readonly days: string;
}

export interface MadeKey {
  /** The key itself, which nobody shows a second time. */
  readonly secret: string;
  readonly key: Key;
}

export interface Deed {
  readonly id: number;
  readonly at: string;
  readonly actor: string;
  /** Empty where none was needed. */
  readonly role: string;
  readonly userRef: string;
  readonly action: string;
  readonly target: string;
  readonly detail: Json;
}

export interface DeedFilter {
  readonly action: string;
  readonly actor: string;
  readonly target: string;
}

const DOOR = "/admin/keys";

export async function keys(cursor: string, options: ClientOptions = {}): Promise<PageOf<Key>> {
  const data = await getJson(`${DOOR}${cursor === "" ? "" : `?cursor=${encodeURIComponent(cursor)}`}`, options);
  return pageOf(data, "keys", readKey);
}

export async function makeKey(wanted: NewKey, options: ClientOptions = {}): Promise<MadeKey> {
  const workspaces = wanted.workspaces.split(",").map((name) => name.trim()).filter((name) => name !== "");
  const days = wanted.days.trim() === "" ? {} : { expires_days: Number(wanted.days) };
  const data = await sendJson(DOOR, { role: wanted.role, label: wanted.label.trim(), workspaces, ...days }, options);
  return { secret: asText(data.key, "key"), key: readKey(data) };
}

export async function revokeKey(id: string, options: ClientOptions = {}): Promise<void> {
  await request(`${DOOR}/${id}`, { method: "DELETE" }, options);
}

/** Who did what, newest first. */
export async function deeds(filter: DeedFilter, cursor: string, options: ClientOptions = {}): Promise<PageOf<Deed>> {
  const data = await getJson(`/admin/audit?${query({ ...filter, cursor })}`, options);
  return pageOf(data, "events", readDeed);
}

/** All that fit, as JSON lines. */
export async function deedLines(filter: DeedFilter, options: ClientOptions = {}): Promise<Blob> {
  const headers = { Accept: "application/x-ndjson" };
  return (await request(`/admin/audit?${query({ ...filter })}`, { headers }, options)).blob();
}

function readKey(value: unknown): Key {
  const data = asObject(value, "key");
  const state = asText(data.state, "state");
  return {
    id: asText(data.id, "id"),
    prefix: asText(data.prefix, "prefix"),
    role: asText(data.role, "role"),
    label: asText(data.label, "label"),
    workspaces: asList(data.workspaces, "workspaces").map((name) => asText(name, "workspace")),
    state: KEY_STATES.find((known) => known === state) ?? "revoked",
    createdAt: asText(data.created_at, "created_at"),
    expiresAt: optional(data.expires_at, "expires_at", asText) ?? "",
    lastUsedAt: optional(data.last_used_at, "last_used_at", asText) ?? "",
    limits: readLimits(data.limits),
  };
}

function readDeed(value: unknown): Deed {
  const data = asObject(value, "event");
  return {
    id: asWhole(data.id, "id"),
    at: asText(data.at, "at"),
    actor: asText(data.actor, "actor"),
    role: optional(data.role, "role", asText) ?? "",
    userRef: optional(data.user_ref, "user_ref", asText) ?? "",
    action: asText(data.action, "action"),
    target: asText(data.target, "target"),
    detail: asObject(data.detail, "detail"),
  };
}
