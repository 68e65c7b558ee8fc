/** Which page an address is. Each is a module of its own, with its words and its styles, loaded when it is wanted; the
 * console is in the first file anyway. */
import { start } from "./console";

export interface Page {
  readonly start: (root: HTMLElement) => void | Promise<void>;
}

type Load = () => Promise<Page>;

const CONSOLE: Load = async () => ({ start });
/** The first that fits; an address that none fits is the console's. */
const ROUTES: readonly (readonly [address: RegExp, load: Load])[] = [
  [/^\/sources\/[^/]+$/, () => import("./source-page")],
  [/^\/answers\/[0-9a-f-]+$/, () => import("./answer-page")],
  [/^\/staff(?:\/(?:memory|feedback|usage|keys|audit))?$/, () => import("./staff")],
  [/^\/sources$/, () => import("./library")],
  [/^\/qa\/labels$/, () => import("./qa-labels")],
  [/^\/qa\/evaluations$/, () => import("./qa-evaluations")],
  [/^\/qa(?:\/[0-9a-f]+)?$/, () => import("./qa")],
];

export function pageAt(path: string): Load {
  const address = path.replace(/(.)\/$/, "$1");
  return ROUTES.find(([pattern]) => pattern.test(address))?.[1] ?? CONSOLE;
}
