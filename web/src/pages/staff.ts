/** The pages of staff and of administrators, each loaded when its address is opened. */
import type { Page } from "./routes";

const MEMORY = () => import("./staff-memory");
const PARTS: Readonly<Record<string, () => Promise<Page>>> = {
  feedback: () => import("./staff-feedback"),
  usage: () => import("./staff-usage"),
  keys: () => import("./staff-keys"),
  audit: () => import("./staff-audit"),
};

/** Draws the page of this address into `root`. */
export async function start(root: HTMLElement): Promise<void> {
  const [, , part = ""] = location.pathname.split("/");
  const { start } = await (PARTS[part] ?? MEMORY)();
  await start(root);
}
