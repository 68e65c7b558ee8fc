/** The administrators' page of keys at `/staff/keys`: make one, see who uses which, end one. */
import "../styles/desk.css";
import "../styles/keys.css";
import "../styles/notices.css";

import { render } from "preact";
import { useEffect, useRef } from "preact/hooks";

import { LABELS } from "../labels";
import { ADMIN } from "../labels/admin";
import { LIMITS_LABELS } from "../labels/limits";
import { KeyLimits } from "../view/key-limits";
import { KeyLine } from "../view/key-line";
import { lazy } from "../view/lazy";
import { NewKeyForm, ShownKey } from "../view/new-key";
import { Header } from "./header";
import { KeysDesk } from "./keys-desk";
import { language } from "./language";
import { LimitsDesk } from "./limits-desk";
import { useRole } from "./role";
import { locked } from "./session";
import { useTitle } from "./title";

const SignInPage = lazy(() => import("./sign-in-page").then((module) => module.SignInPage));

interface StaffKeysProps {
  readonly desk: KeysDesk;
  readonly limits: LimitsDesk;
}

export function StaffKeys({ desk, limits }: StaffKeysProps) {
  const labels = LABELS[language.value];
  const role = useRole();
  const words = ADMIN[language.value];
  const limitWords = LIMITS_LABELS[language.value];
  useTitle(locked.value ? labels.signIn : words.keys);
  const { trouble, busy, cursor, made, revoked } = desk;
  const list = useRef<HTMLUListElement>(null);
  const form = useRef<HTMLElement>(null);

  useEffect(() => {
    if (!locked.value) void desk.load();
  }, [locked.value]);

  useEffect(() => {
    if (revoked.value !== "") list.current?.querySelector<HTMLElement>(`[data-key-id="${revoked.value}"]`)?.focus();
  }, [revoked.value]);

  if (locked.value) return <SignInPage labels={labels} />;
  const keys = desk.keys.value;
  return (
    <div class="page desk">
      <Header labels={labels} role={role} />
      <main id="content" tabIndex={-1}>
        <h1>{words.keys}</h1>
        <p>{words.keysHint}</p>
        {trouble.value !== "" && (
          <p class="trouble" role="alert" dir="auto">
            {trouble.value === "unexpected" ? labels.unexpected : trouble.value}
          </p>
        )}
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
      </main>
    </div>
  );
}

/** Draws the page into `root`. */
export function start(root: HTMLElement): void {
  render(<StaffKeys desk={new KeysDesk()} limits={new LimitsDesk()} />, root);
}
