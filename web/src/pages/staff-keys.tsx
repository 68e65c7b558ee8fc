/** The administrators' page of keys at `/staff/keys`: make one, see who uses which, end one. */
import "../styles/desk.css";
import "../styles/keys.css";
import "../styles/notices.css";

import { render } from "preact";
import { useEffect, useRef } from "preact/hooks";

import { ADMIN } from "../labels/admin";
import { LIMITS_LABELS } from "../labels/limits";
import { KeyLimits } from "../view/key-limits";
import { KeyLine } from "../view/key-line";
import { NewKeyForm, ShownKey } from "../view/new-key";
import { DeskPage, Trouble } from "./desk-page";
import { KeysDesk } from "./keys-desk";
import { language } from "./language";
import { LimitsDesk } from "./limits-desk";

interface StaffKeysProps {
  readonly desk: KeysDesk;
  readonly limits: LimitsDesk;
}

export function StaffKeys({ desk, limits }: StaffKeysProps) {
  const words = ADMIN[language.value];
  const limitWords = LIMITS_LABELS[language.value];
  const { busy, cursor, made, revoked } = desk;
  const list = useRef<HTMLUListElement>(null);
  const form = useRef<HTMLElement>(null);

  useEffect(() => {
    if (revoked.value !== "") list.current?.querySelector<HTMLElement>(`[data-key-id="${revoked.value}"]`)?.focus();
  }, [revoked.value]);

  const keys = desk.keys.value;
  return (
    <DeskPage title={words.keys} desk={desk}>
      <p>{words.keysHint}</p>
      <Trouble desk={desk} />
      <p class="unseen" role="status">
        {revoked.value !== "" && words.revoked}
      </p>
      {made.value !== null && (
        <ShownKey
          made={made.value}
          words={words}
          onDone={() => {
            made.value = null;
            form.current?.querySelector("select")?.focus();
          }}
        />
      )}
      {keys !== null && (
        <section ref={form}>
          <h2>{words.make}</h2>
          <NewKeyForm
            busy={busy.value}
            role={keys.length === 0 ? "admin" : "user"}
            words={words}
            onMake={(wanted) => desk.make(wanted)}
          />
        </section>
      )}
      {keys !== null && (
        <section>
          <h2>{limitWords.title}</h2>
          <KeyLimits desk={limits} whose="" title={limitWords.together} />
        </section>
      )}
      {keys !== null && keys.length === 0 && <p>{words.noKeys}</p>}
      <ul class="entries" ref={list}>
        {(keys ?? []).map((key) => (
          <KeyLine key={key.id} entry={key} busy={busy.value} words={words} onRevoke={() => void desk.revoke(key.id)}>
            {key.state === "valid" && (
              <KeyLimits desk={limits} whose={key.id} title={limitWords.ofKey} about={key.prefix} own={key.limits} />
            )}
          </KeyLine>
        ))}
      </ul>
      {cursor.value !== "" && (
        <button type="button" class="quiet" disabled={busy.value} onClick={() => void desk.more()}>
          {words.more}
        </button>
      )}
    </DeskPage>
  );
}

/** Draws the page into `root`. */
export function start(root: HTMLElement): void {
  render(<StaffKeys desk={new KeysDesk()} limits={new LimitsDesk()} />, root);
}
