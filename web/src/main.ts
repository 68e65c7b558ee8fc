/** Starts the page that the address names; each is loaded when it is wanted. */
const PAGES: Readonly<Record<string, () => Promise<{ start: (root: HTMLElement) => void }>>> = {
  "/": () => import("./pages/console"),
  "/staff/memory": () => import("./pages/staff-memory"),
};

const root = document.getElementById("root");
const page = PAGES[location.pathname.replace(/(.)\/$/, "$1")] ?? PAGES["/"];
if (root !== null && page !== undefined) void page().then(({ start }) => start(root));

export {};
