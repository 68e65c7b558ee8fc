import { EMPTY, fold } from "citestream-client/protocol";
import { expect, test } from "vitest";

import { Film, marksOf, momentsOf, reached } from "../../src/recorded/film";
import { readEvents } from "../../src/recorded/lines";
import { golden, NAMES } from "./golden";

const long = readEvents(
  Array.from({ length: 500 }, (_, index) => ({
    seq: index + 1,
    epoch: 1,
    t_ms: index,
    type: "text_added",
    data: { text: `${index} ` },
  })),
);

test("the answer is the fold up to any event, whichever way one comes to it", () => {
  const film = new Film(long);
  for (const at of [0, 1, 500, 64, 63, 65, 64, 128, 300, 299, 500, 0]) {
    expect(film.answerAt(at)).toEqual(long.slice(0, at).reduce((answer, { numbered }) => fold(answer, numbered), EMPTY));
  }
});

test.each(NAMES)("the moments of %s hold everything once and in order of time", (name) => {
  const recording = golden(name);
  const moments = momentsOf(recording);
  expect(moments.flatMap(({ heard }) => heard)).toEqual(recording.heard);
  expect(moments.flatMap(({ events }) => events)).toEqual(recording.events);
  const times = moments.map(({ time }) => time);
  expect(times).toEqual([...times].sort((one, other) => one - other));
  moments.reduce((count, { before, events }) => {
    expect(before).toBe(count);
    return count + events.length;
  }, 0);
});

test("what was heard stands beside the events that came of it", () => {
  const { moments, events } = { moments: momentsOf(golden("en-cut-and-continued")), events: golden("en-cut-and-continued").events };
  const broke = moments.find(({ heard }) => heard.some((line) => line.kind === "ended"));
  expect(broke?.events.map(({ numbered }) => numbered.event.type).slice(0, 3)).toEqual(["text_added", "reference_shown", "paragraph_finished"]);
  expect(events).toHaveLength(16);
});

test("the first text, citations, what went otherwise and the end are marked", () => {
  const kinds = (name: string): string[] => marksOf(golden(name)).map(({ kind }) => kind);
  expect(kinds("en-ids-first")).toEqual(["text", "citation", "citation", "citation", "end"]);
  // A request that broke off, the decision to go on, and the state that says so.
  expect(kinds("en-cut-and-continued").filter((kind) => kind === "warning")).toHaveLength(3);
  expect(kinds("en-model-away").slice(-2).sort()).toEqual(["end", "warning"]);
  expect(kinds("en-model-away")).not.toContain("text");
});

test("a time is behind all events of its millisecond", () => {
  expect([-1, 0, 10, 499, 900].map((time) => reached(long, time))).toEqual([0, 1, 11, 500, 500]);
  expect(reached([], 5)).toBe(0);
});
