/** One key in the list: what it is for, what it may do, when it was used, and how it is ended. */
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

import type { Key } from "../keys";
import type { AdminLabels } from "../labels/admin";
import { Action } from "./action";
import { plainName } from "./plain";

interface KeyLineProps {
  readonly entry: Key;
  readonly busy: boolean;
  readonly words: AdminLabels;
  readonly onRevoke: () => void;
  /** What stands under it. */
  readonly children?: ComponentChildren;
}

export function KeyLine({ entry, busy, words, onRevoke, children }: KeyLineProps) {
  const { prefix, label, role, workspaces, state } = entry;
  return (
    <li class="entry key-line" data-key-id={entry.id} data-state={state} tabIndex={-1}>
      <h2>
        <code>{prefix}…</code> {label !== "" && <bdi>{plainName(label)}</bdi>}
      </h2>
      <p class="entry-note">
        <span class="entry-status" data-status={state === "valid" ? "validated" : state}>
          {words.states[state]}
        </span>{" "}
        {role} · {workspaces.length === 0 ? words.everything : <bdi>{workspaces.map((name) => plainName(name)).join(", ")}</bdi>} ·{" "}
        {times(entry, words).join(" · ")}
      </p>
      {state === "valid" && <Revoking prefix={prefix} busy={busy} words={words} onRevoke={onRevoke} />}
      {children}
    </li>
  );
}

function times({ createdAt, expiresAt, lastUsedAt, state }: Key, words: AdminLabels): string[] {
  const day = (time: string): string => words.day(new Date(time));
  const ends = expiresAt === "" ? [] : [state === "expired" ? words.expired(day(expiresAt)) : words.expires(day(expiresAt))];
  return [lastUsedAt === "" ? words.unused : words.used(words.moment(new Date(lastUsedAt))), words.created(day(createdAt)), ...ends];
}

/** Asks once more, in the place of its own button: whoever clicks twice meets nothing that decides. */
function Revoking({ prefix, busy, words, onRevoke }: Omit<KeyLineProps, "entry" | "children"> & { readonly prefix: string }) {
  const sure = useSignal(false);
  const asked = useRef<HTMLButtonElement>(null);
  const wasSure = useRef(false);

  useLayoutEffect(() => {
    if (sure.value || wasSure.current) asked.current?.focus();
    wasSure.current = sure.value;
  }, [sure.value]);

  return (
    <p class="entry-verdicts">
      {sure.value ? (
        <>
          <Action key="cancel" button={asked} act={() => (sure.value = false)}>
            {words.cancel}
          </Action>
          <Action key="confirm" off={busy} act={onRevoke}>
            {words.confirm}
          </Action>
        </>
      ) : (
        <Action key="revoke" name={words.revokeKey(prefix)} off={busy} button={asked} act={() => (sure.value = true)}>
          {words.revoke}
        </Action>
      )}
    </p>
  );
}
