/** A formula, drawn as MathML. What draws it is a part of its own, loaded with the first formula; until then, and for
 * TeX that it does not know, the formula is shown as it was written. */
import { signal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";

import { Scroll } from "../scroll";

type Draw = (tex: string, display: boolean, into: HTMLElement) => void;

const draw = signal<Draw | null>(null);
let loading: Promise<void> | null = null;

/** Loads what draws formulas, once; a load that fails is tried again with the next formula. */
export function loadFormulas(): Promise<void> {
  loading ??= import("./tex").then(
    (module) => {
      draw.value = module.drawFormula;
    },
    () => {
      loading = null;
    },
  );
  return loading;
}

interface FormulaProps {
  readonly tex: string;
  readonly display: boolean;
}

export function Formula({ tex, display }: FormulaProps) {
  const host = useRef<HTMLSpanElement>(null);
  const drawing = draw.value;

  useEffect(() => void loadFormulas(), []);
  useLayoutEffect(() => {
    const into = host.current;
    if (into === null) return;
    try {
      if (drawing !== null) return drawing(tex, display, into);
    } catch {
      // Not TeX that can be drawn.
    }
    into.replaceChildren(written(tex));
  }, [tex, display, drawing]);

  const formula = <span class="formula" dir="ltr" ref={host} />;
  return display ? (
    <Scroll as="span" class="display" label={tex}>
      {formula}
    </Scroll>
  ) : (
    formula
  );
}

function written(tex: string): HTMLElement {
  const code = document.createElement("code");
  code.textContent = tex;
  return code;
}
