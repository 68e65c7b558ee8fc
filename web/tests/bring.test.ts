// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { bring } from "../src/bring";

/** What was asked for, in order; scripts are there unless they are named here, style sheets wait for their event. */
let asked: string[] = [];
let missing: string[] = [];
let links: HTMLLinkElement[] = [];
let imports = 0;
const load = async (): Promise<number> => (imports += 1);

beforeEach(() => {
  [asked, missing, links, imports] = [[], [], [], 0];
  vi.stubGlobal("fetch", async (address: string) => {
    asked.push(address);
    return new Response("", { status: missing.includes(address) ? 503 : 200 });
  });
  vi.spyOn(document.head, "append").mockImplementation((...nodes) => void links.push(...(nodes as HTMLLinkElement[])));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("a part is imported when its files are there, each fetched once", async () => {
  const both = [bring(load, ["assets/a.js", "assets/a.css"]), bring(load, ["assets/a.js", "assets/a.css"])];
  await vi.waitFor(() => expect(asked).toEqual(["/assets/a.js"]));
  expect([links.map(({ href }) => new URL(href).pathname), imports]).toEqual([["/assets/a.css"], 0]);
  links[0]?.dispatchEvent(new Event("load"));
  await Promise.all(both);
  expect([asked.length, links.length, imports]).toEqual([1, 1, 2]);
});

test("a script that did not come is fetched again, and not imported before", async () => {
  missing = ["/assets/b.js"];
  await expect(bring(load, ["assets/b.js"])).rejects.toThrow("/assets/b.js: 503");
  expect(imports).toBe(0);
  missing = [];
  expect(await bring(load, ["assets/b.js"])).toBe(1);
  expect(asked).toEqual(["/assets/b.js", "/assets/b.js"]);
});

test("a style sheet that did not come is taken away and asked for again", async () => {
  const failed = bring(load, ["assets/c.css"]);
  const taken = vi.spyOn(links[0] as HTMLLinkElement, "remove");
  links[0]?.dispatchEvent(new Event("error"));
  await expect(failed).rejects.toThrow("/assets/c.css cannot be loaded");
  expect([imports, taken.mock.calls.length]).toEqual([0, 1]);
  const again = bring(load, ["assets/c.css"]);
  links[1]?.dispatchEvent(new Event("load"));
  expect(await again).toBe(1);
});

test("what the page itself has brought is not fetched again", async () => {
  const script = document.body.appendChild(document.createElement("script"));
  script.type = "text/plain";
  script.src = "/assets/d.js";
  expect(await bring(load, ["assets/d.js"])).toBe(1);
  expect(asked).toEqual([]);
});
