/** The way from page to page: a line of links where there is room, else a list that a button opens. */
import type { Labels } from "../labels";

/** Each with the role that may use it beside administrators; empty: everybody may. */
const PAGES: readonly (readonly [address: string, name: keyof Labels["pageNames"], role: string])[] = [
  ["/", "console", ""],
  ["/sources", "sources", ""],
  ["/staff/memory", "memory", "staff"],
  ["/qa", "qa", "qa"],
  ["/qa/labels", "labels", "qa"],
  ["/qa/evaluations", "evaluations", "qa"],
  ["/staff/feedback", "feedback", "staff"],
  ["/staff/usage", "usage", "staff"],
  ["/staff/keys", "keys", "admin"],
  ["/staff/audit", "audit", "admin"],
];

interface NavigationProps {
  /** Of the reader, as the gateway names it; nothing is drawn while it is not known. */
  readonly role: string;
  readonly labels: Labels;
}

/** The browser opens and closes the list, by Escape and by a click beside it too. */
export function Navigation({ role, labels }: NavigationProps) {
  const here = location.pathname.replace(/^\/c\/.*/u, "/");
  const isPage = PAGES.some(([address]) => address === here);
  if (role === "") return null;
  return (
    <nav class="pages" aria-label={labels.navigation}>
      <button type="button" popovertarget="pages" aria-label={labels.navigation} title={labels.navigation}>
        ▾
      </button>
      <ul id="pages" popover="auto">
        {PAGES.filter(([, , may]) => may === "" || may === role || role === "admin").map(([address, name]) => (
          <li key={address}>
            <a href={address} aria-current={here === address ? "page" : !isPage && here.startsWith(`${address}/`) ? "true" : undefined}>
              {labels.pageNames[name]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
