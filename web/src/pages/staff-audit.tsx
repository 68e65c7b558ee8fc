/** The administrators' page of the audit log at `/staff/audit`: who did what, narrowed by what, by whom and to what. */
import "../styles/desk.css";
import "../styles/keys.css";
import "../styles/notices.css";

import { useSignal } from "@preact/signals";
import type { Json } from "citestream-client/protocol";
import { render } from "preact";

import type { Deed } from "../keys";
import { ADMIN, type AdminLabels } from "../labels/admin";
import { plainName } from "../view/plain";
import { AuditDesk } from "./audit-desk";
import { DeskPage, Trouble } from "./desk-page";
import { language } from "./language";

export function StaffAudit({ desk }: { readonly desk: AuditDesk }) {
  const words = ADMIN[language.value];
  const { busy, cursor } = desk;
  const outcome = useSignal("");

  const deeds = desk.deeds.value;
  return (
    <DeskPage title={words.audit} desk={desk}>
      <p>{words.auditHint}</p>
      <FilterForm desk={desk} words={words} />
      <Trouble desk={desk} />
      <p class="unseen" role="status">
        {outcome.value !== "" ? outcome.value : deeds !== null && words.shown(deeds.length)}
      </p>
      {deeds !== null && deeds.length === 0 && <p>{words.noDeeds}</p>}
      {deeds !== null && deeds.length > 0 && <Deeds deeds={deeds} words={words} />}
      <p class="entry-verdicts">
        {cursor.value !== "" && (
          <button type="button" class="quiet" disabled={busy.value} onClick={() => void desk.more()}>
            {words.more}
          </button>
        )}
        <button
          type="button"
          class="quiet"
          aria-disabled={busy.value}
          onClick={() => {
            outcome.value = "";
            if (!busy.value) void desk.lines().then((file) => {
              if (file === null) return;
              save(file);
              outcome.value = words.downloaded;
            });
          }}
        >
          {words.download}
        </button>
      </p>
    </DeskPage>
  );
}

function FilterForm({ desk, words }: { readonly desk: AuditDesk; readonly words: AdminLabels }) {
  return (
    <form
      class="desk-form"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        const given = new FormData(event.currentTarget);
        const text = (name: string): string => String(given.get(name) ?? "").trim();
        void desk.load({ action: text("action"), actor: text("actor"), target: text("target") });
      }}
    >
      <label>
        {words.action}
        <select name="action" onChange={(event) => event.currentTarget.form?.requestSubmit()}>
          <option value="">{words.all}</option>
          {Object.entries(words.subjects).map(([name, told]) => (
            <option key={name} value={`${name}.`}>
              {told}
            </option>
          ))}
        </select>
      </label>
      <label>
        {words.actor}
        <input name="actor" maxLength={200} placeholder="key:…" autocomplete="off" />
      </label>
      <label>
        {words.target}
        <input name="target" maxLength={200} autocomplete="off" />
      </label>
      <button type="submit" class="quiet">
        {words.find}
      </button>
    </form>
  );
}

function Deeds({ deeds, words }: { readonly deeds: readonly Deed[]; readonly words: AdminLabels }) {
  return (
    <ol class="entries deeds">
      {deeds.map(({ id, at, actor, role, userRef, action, target, detail }) => (
        <li key={id} class="entry key-line">
          <h2>
            <code>{action}</code> <code dir="auto">{plainName(target, 200)}</code>
          </h2>
          <p class="entry-note">
            <time dateTime={at}>{words.moment(new Date(at))}</time> · <code>{actor}</code>
            {role !== "" && ` · ${role}`}
            {userRef !== "" && (
              <>
                {" "}
                · <bdi>{plainName(userRef)}</bdi>
              </>
            )}
          </p>
          {Object.keys(detail).length > 0 && (
            <p class="entry-note">
              <code>{told(detail)}</code>
            </p>
          )}
        </li>
      ))}
    </ol>
  );
}

/** The details as names and values, without those that are empty. */
function told(detail: Json): string {
  const parts = Object.entries(detail).map(([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)] as const);
  return parts.filter(([, value]) => !["", "null", "[]", "{}"].includes(value)).map(([name, value]) => `${name}: ${value}`).join(" · ");
}

function save(file: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = "audit.jsonl";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Draws the page into `root`. */
export function start(root: HTMLElement): void {
  render(<StaffAudit desk={new AuditDesk()} />, root);
}
