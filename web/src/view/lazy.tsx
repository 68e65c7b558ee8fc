/** A part of the page that is loaded when it is first drawn. */
import { signal } from "@preact/signals";
import type { ComponentType, VNode } from "preact";
import { useEffect } from "preact/hooks";

import { patientWait } from "../network";

export interface Lazy<Props> {
  (props: Props): VNode | null;
  /** Loads it before it is drawn; resolves also where that failed. */
  readonly load: () => Promise<void>;
}

const AGAIN_MS = 5_000;

/**
 * Until the part is there, `Meanwhile` is drawn, or nothing. A load that fails is tried again for as long as the part is
 * on the page, at once with reason (`patientWait`), and when it is next put there.
 */
export function lazy<Props extends object>(
  find: () => Promise<ComponentType<Props>>,
  Meanwhile?: ComponentType<Props>,
): Lazy<Props> {
  const part = signal<{ readonly Part: ComponentType<Props> } | null>(null);
  let loading: Promise<void> | null = null;
  const load = (): Promise<void> => {
    loading ??= find().then(
      (Part) => {
        part.value = { Part };
      },
      () => {
        loading = null;
      },
    );
    return loading;
  };
  const drawn = (props: Props): VNode | null => {
    useEffect(() => {
      const { signal, abort } = forThisLong();
      const until = async (): Promise<void> => {
        for (await load(); part.value === null; await load()) await patientWait(AGAIN_MS, signal);
      };
      until().catch(() => {});
      return abort;
    }, []);
    const Part = part.value?.Part ?? Meanwhile;
    return Part === undefined ? null : <Part {...props} />;
  };
  return Object.assign(drawn, { load });
}

function forThisLong() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}
