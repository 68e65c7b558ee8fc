/** The limits of a key, or of all keys together: closed at first, loaded when they are opened. */
import "../styles/limits.css";

import { useSignal } from "@preact/signals";

import type { Limits } from "../limits";
import type { LimitsDesk } from "../pages/limits-desk";
import { lazy } from "./lazy";

const LimitsForm = lazy(() => import("./limits-form").then((module) => module.LimitsForm));

interface KeyLimitsProps {
  readonly desk: LimitsDesk;
  /** A key's id; empty for the tenant. */
  readonly whose: string;
  readonly title: string;
  /** What the title is about, for those who do not see where it stands. */
  readonly about?: string;
  /** Those of the key when the page was loaded. */
  readonly own?: Limits;
}

export function KeyLimits({ desk, whose, title, about, own }: KeyLimitsProps) {
  const isOpen = useSignal(false);
  return (
    <details
      class="key-limits"
      onToggle={(event) => {
        isOpen.value = event.currentTarget.open;
        if (isOpen.value) void desk.load(whose);
      }}
    >
      <summary>
        {title}
        {about !== undefined && <span class="unseen">: {about}</span>}
      </summary>
      {isOpen.value && <LimitsForm desk={desk} whose={whose} own={own ?? {}} />}
    </details>
  );
}
