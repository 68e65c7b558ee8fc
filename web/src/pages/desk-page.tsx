/** The frame of a page with one list or one thing to work on: header, title, sign-in, and what went wrong. */
import "../styles/desk.css";
import "../styles/notices.css";

import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";

import { LABELS } from "../labels";
import { lazy } from "../view/lazy";
import type { Desk } from "./desk";
import { Header } from "./header";
import { language } from "./language";
import { useRole } from "./role";
import { locked } from "./session";
import { useTitle } from "./title";

const SignInPage = lazy(() => import("./sign-in-page").then((module) => module.SignInPage));

interface DeskPageProps {
  readonly title: string;
  /** Loads when the page is opened and after signing in. */
  readonly desk: { load(): Promise<void> };
  /** Further classes. */
  readonly kind?: string;
  readonly children: ComponentChildren;
}

export function DeskPage({ title, desk, kind = "", children }: DeskPageProps) {
  const labels = LABELS[language.value];
  const role = useRole();
  useTitle(locked.value ? labels.signIn : title);
  useEffect(() => {
    if (!locked.value) void desk.load();
  }, [locked.value]);

  if (locked.value) return <SignInPage labels={labels} />;
  return (
    <div class={`page desk ${kind}`}>
      <Header labels={labels} role={role} />
      <main id="content" tabIndex={-1}>
        <h1>{title}</h1>
        {children}
      </main>
    </div>
  );
}

/** Why the last call failed; `words`: for what is no sentence of the gateway. */
export function Trouble({ desk, words = {} }: { readonly desk: Pick<Desk, "trouble">; readonly words?: Readonly<Record<string, string>> }) {
  const trouble = desk.trouble.value;
  const known: Readonly<Record<string, string>> = { unexpected: LABELS[language.value].unexpected, ...words };
  return trouble === "" ? null : (
    <p class="trouble" role="alert" dir="auto">
      {known[trouble] ?? trouble}
    </p>
  );
}
