/** TeX to MathML, by Temml. The only file that knows the library. */
import "temml/dist/Temml-Local.css";

import temml from "temml";

/** Draws `tex` into an element. Throws for TeX that it does not know. Nothing in it can load or link anything. */
export function drawFormula(tex: string, display: boolean, into: HTMLElement): void {
  const host = document.createElement("span");
  temml.render(tex, host, { displayMode: display, throwOnError: true, trust: false, maxExpand: 200, maxSize: [20, 100] });
  into.replaceChildren(...host.childNodes);
}
