/** The words of the administrators' pages. Names of roles, actions and actors stay as the gateway has them. */
import type { KeyState, Role } from "../../keys";

export interface AdminLabels {
  readonly keys: string;
  readonly keysHint: string;
  readonly make: string;
  readonly role: string;
  readonly roles: Readonly<Record<Role, string>>;
  readonly label: string;
  readonly labelHint: string;
  readonly workspaces: string;
  readonly days: string;
  readonly create: string;
  readonly made: string;
  readonly onlyNow: string;
  readonly copy: string;
  readonly copied: string;
  readonly notCopied: string;
  readonly done: string;
  readonly states: Readonly<Record<KeyState, string>>;
  readonly everything: string;
  readonly created: (day: string) => string;
  readonly expires: (day: string) => string;
  readonly expired: (day: string) => string;
  readonly used: (day: string) => string;
  readonly unused: string;
  readonly revoke: string;
  readonly revokeKey: (prefix: string) => string;
  readonly confirm: string;
  readonly cancel: string;
  readonly revoked: string;
  readonly more: string;
  readonly noKeys: string;
  readonly audit: string;
  readonly auditHint: string;
  readonly action: string;
  readonly all: string;
  readonly subjects: Readonly<Record<"key" | "tenant" | "document" | "workspace" | "answer" | "thread" | "privacy" | "memory" | "policies" | "settings", string>>;
  readonly actor: string;
  readonly target: string;
  readonly find: string;
  readonly download: string;
  readonly downloaded: string;
  readonly noDeeds: string;
  readonly shown: (count: number) => string;
  readonly moment: (time: Date) => string;
  readonly day: (time: Date) => string;
}
