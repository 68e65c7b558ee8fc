/** Starts the page that the address names. */
import "./styles/base.css";
import "./styles/notices.css";
// What every page is made of comes with the first file.
import "./pages/header";
import "./pages/session";
import "./pages/title";
import "./view/lazy";
import "./view/scroll";

import { loadLabels } from "./labels";
import { patientWait } from "./network";
import { language } from "./pages/language";
import { pageAt } from "./pages/routes";

// A file that is dropped beside its place would take the page away.
for (const moment of ["dragover", "drop"] as const) {
  addEventListener(moment, (event) => {
    if (event.dataTransfer?.types.includes("Files") === true) event.preventDefault();
  });
}

/** What the page begins with may be on its way when the network goes: it is asked for until it comes. */
async function begin(root: HTMLElement): Promise<void> {
  const page = pageAt(location.pathname);
  for (;;) {
    const parts = await Promise.all([page(), loadLabels(language.value)]).catch(() => null);
    if (parts !== null) return parts[0].start(root);
    await patientWait(AGAIN_MS);
  }
}

const AGAIN_MS = 2_000;
const root = document.getElementById("root");
if (root !== null) void begin(root);
