import { expect, test } from "vitest";

import { align, eventChanges, textChanges } from "../../src/recorded/compare";
import { readEvents } from "../../src/recorded/lines";
import { golden } from "./golden";

const shown = (was: string, now: string): string =>
  textChanges(was, now)
    .map(({ kind, item }) => (kind === "same" ? item : kind === "gone" ? `[-${item}]` : `[+${item}]`))
    .join("");

test.each([
  ["Late fees are ten cents.", "Late fees are ninety cents.", "Late fees are [-ten ][+ninety ]cents."],
  ["same", "same", "same"],
  ["", "all new", "[+all new]"],
  ["all gone", "", "[-all gone]"],
  ["每天十分钱。", "每天九十分钱。", "每天[+九]十分钱。"],
  ["a b c d", "a c x d", "a [-b ]c [+x ]d"],
])("%j becomes %j word by word", (was, now, told) => {
  expect(shown(was, now)).toBe(told);
});

test("of lists that are too long to be compared, all goes and all comes", () => {
  const [was, now] = ["a", "b"].map((letter) => Array.from({ length: 2100 }, (_, index) => `${letter}${index}`)) as [string[], string[]];
  const changes = align(["x", ...was, "y"], ["x", ...now, "y"], (item) => item);
  expect([changes[0]?.kind, changes[1]?.kind, changes.at(-2)?.kind, changes.at(-1)?.kind]).toEqual(["same", "gone", "new", "same"]);
  expect(changes).toHaveLength(4202);
});

const reversed = (data: object) => Object.fromEntries(Object.entries(data).reverse());

test("events are the same however text was cut and whenever they came, however their fields are ordered, and states do not count", () => {
  const { events } = golden("en-ids-first");
  const text = events.filter(({ numbered }) => numbered.event.type === "text_added");
  const cut = events.flatMap((event) => {
    if (event !== text[0]) return event.numbered.event.type === "state_changed" ? [] : [{ ...event, time: 7, data: reversed(event.data) }];
    const halves = ["The loan", " p"].map((part) => ({ kind: "event", seq: 1, epoch: 1, t_ms: 1, type: "text_added", data: { text: part } }));
    return readEvents(halves);
  });
  expect(eventChanges(events, cut)).toEqual([]);
});

test("a paragraph that cites otherwise, and another end, are seen", () => {
  const { events } = golden("en-ids-first");
  const now = events.map((event) => {
    if (event.numbered.event.type === "finished") return { ...event, data: { answer: { complete: false } } };
    return event.numbered.seq === 9 ? { ...event, data: { ...event.data, citations: [] } } : event;
  });
  expect(eventChanges(events, now).map(({ kind, item }) => [kind, item.numbered.event.type])).toEqual([
    ["gone", "paragraph_finished"],
    ["new", "paragraph_finished"],
    ["gone", "finished"],
    ["new", "finished"],
  ]);
});
