/** Something that may be wider than the page. Where it is, the keyboard reaches it, so that it can be scrolled. */
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

interface ScrollProps {
  readonly as?: "div" | "pre" | "span";
  readonly class?: string;
  /** What a screen reader calls it. */
  readonly label: string;
  readonly children: ComponentChildren;
}

export function Scroll({ as: Tag = "div", class: more = "", label, children }: ScrollProps) {
  const host = useRef<HTMLElement>(null);
  const isWide = useSignal(false);

  useLayoutEffect(() => {
    const element = host.current;
    if (element === null) return undefined;
    const measure = (): void => {
      isWide.value = element.scrollWidth > element.clientWidth + 1;
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    return () => observer.disconnect();
  }, []);

  const reached = isWide.value ? { tabIndex: 0, role: "group" as const, "aria-label": label } : {};
  return (
    <Tag class={`scroll ${more}`.trim()} ref={host as never} {...reached}>
      {children}
    </Tag>
  );
}
