import { expect, test } from "vitest";

import { byDay } from "../../src/view/by-day";

const NOW = new Date(2026, 2, 5, 9, 30); // A Thursday.
const at = (day: number, hour: number): string => new Date(2026, 2, day, hour).toISOString();
const days = (moments: string[], now = NOW) => byDay(moments, (moment) => moment, now);

test("what happened stands under the day of the reader's calendar, in its order", () => {
  const moments = [at(5, 0), at(4, 23), at(4, 0), at(3, 23), at(2, 0), at(1, 23), at(-40, 1)];
  expect(days(moments).map(([day, group]) => [day, group.length])).toEqual([
    ["today", 1],
    ["yesterday", 2],
    ["thisWeek", 2],
    ["earlier", 2],
  ]);
});

test("on a Monday the days before yesterday are of another week", () => {
  expect(days([at(1, 12), at(0, 12)], new Date(2026, 2, 2, 9)).map(([day]) => day)).toEqual(["yesterday", "earlier"]);
});

test("nothing has no day", () => {
  expect(days([])).toEqual([]);
});
