/** Puts a view into a page of its own and takes it away again. */
import { type ComponentChild, render } from "preact";
import { act } from "preact/test-utils";
import { afterEach } from "vitest";

const roots: HTMLElement[] = [];

export function draw(view: ComponentChild, root: HTMLElement = document.body.appendChild(document.createElement("div"))): HTMLElement {
  if (!roots.includes(root)) roots.push(root);
  act(() => render(view, root));
  return root;
}

export function press(target: Element | Document, key: string, more: KeyboardEventInit = {}): void {
  act(() => void target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more })));
}

/** Clicks; `detail` is 0 for a key that clicks, else how many times a pointer clicked. */
export function click(target: Element | null | undefined, detail = 1): void {
  if (!(target instanceof HTMLElement)) throw new Error("nothing to click");
  act(() => {
    target.focus();
    target.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail }));
  });
}

export const $ = (root: ParentNode, selector: string): HTMLElement | null => root.querySelector<HTMLElement>(selector);
export const $$ = (root: ParentNode, selector: string): HTMLElement[] => [...root.querySelectorAll<HTMLElement>(selector)];

afterEach(() => {
  for (const root of roots.splice(0)) {
    act(() => render(null, root));
    root.remove();
  }
});
