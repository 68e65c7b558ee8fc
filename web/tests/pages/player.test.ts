import { beforeEach, expect, test } from "vitest";

import { Player } from "../../src/pages/player";
import { marksOf } from "../../src/recorded/film";
import { readEvents } from "../../src/recorded/lines";
import { golden } from "../recorded/golden";

let frames: ((now: number) => void)[];
let now: number;

beforeEach(() => {
  frames = [];
  now = 0;
});

const next = (callback: (now: number) => void): number => frames.push(callback);
const events = (...times: number[]) =>
  readEvents(times.map((time, index) => ({ seq: index + 1, epoch: 1, t_ms: time, type: "text_added", data: { text: `${index}` } })));

/** So many milliseconds pass until the next frame. */
function frame(milliseconds: number): void {
  now += milliseconds;
  for (const callback of frames.splice(0)) callback(now);
}

test("a recording stands at its end, and plays from the beginning at the speed it had", () => {
  const player = new Player(events(0, 100, 100, 300), next);
  expect([player.at.value, player.time.value, player.answer.value.text]).toEqual([4, 300, "0123"]);
  player.play();
  expect([player.at.value, player.isPlaying.value, player.told.value]).toEqual([0, true, "playing"]);
  const seen = [0, 50, 50, 199, 1].map((milliseconds) => {
    frame(milliseconds);
    return player.answer.value.text;
  });
  expect(seen).toEqual(["0", "0", "012", "012", "0123"]);
  expect([player.isPlaying.value, player.told.value, frames]).toEqual([false, "ended", []]);
});

test("another pace divides the pauses, and none may be longer than ten seconds", () => {
  const player = new Player(events(0, 1000, 61_000), next);
  player.pace.value = "5";
  player.play();
  frame(0);
  frame(199);
  expect(player.at.value).toBe(1);
  frame(1);
  expect(player.at.value).toBe(2);
  frame(0);
  expect(player.time.value).toBe(61_000 - 50_000);
  frame(9999);
  expect(player.at.value).toBe(2);
  frame(1);
  expect(player.at.value).toBe(3);
});

test("as fast as possible takes a frame for each event, and never more than a few seconds", () => {
  const short = new Player(events(0, 5000, 9000), next);
  short.pace.value = "fast";
  short.play();
  const seen = [1, 2, 3].map(() => {
    frame(16);
    return short.at.value;
  });
  expect([seen, short.isPlaying.value]).toEqual([[1, 2, 3], false]);
  const long = new Player(events(...Array.from({ length: 1000 }, (_, index) => index)), next);
  long.pace.value = "fast";
  long.play();
  let count = 0;
  while (long.isPlaying.value) {
    frame(16);
    count += 1;
  }
  expect(count).toBeLessThanOrEqual(120);
});

test("steps go event by event, also through one millisecond, and stop playing", () => {
  const player = new Player(events(0, 100, 100, 300), next);
  player.goTo(0);
  player.step(-1);
  expect([player.at.value, player.told.value]).toEqual([0, "at 0"]);
  const seen = [1, 1, 1, 1, 1].map((by) => {
    player.step(by);
    return [player.at.value, player.time.value];
  });
  expect(seen).toEqual([[1, 0], [2, 100], [3, 100], [4, 300], [4, 300]]);
  player.goTo(2);
  player.play();
  frame(0);
  player.step(-1);
  frame(500);
  expect([player.isPlaying.value, player.at.value]).toEqual([false, 2]);
});

test("pausing keeps the place, and playing goes on from there", () => {
  const player = new Player(events(0, 100, 200), next);
  player.toggle();
  frame(0);
  frame(120);
  player.toggle();
  frame(500);
  expect([player.at.value, player.told.value]).toEqual([2, "paused"]);
  player.toggle();
  frame(0);
  frame(80);
  expect(player.at.value).toBe(3);
});

test("a place on the time line shows what had come until then", () => {
  const player = new Player(events(0, 100, 100, 300), next);
  expect([150, 0, 9999, -5].map((time) => (player.seek(time), player.at.value))).toEqual([3, 0, 4, 0]);
});

test("marks are gone through by kind, from the last on to the first", () => {
  const recording = golden("en-ids-first");
  const [player, marks] = [new Player(recording.events, next), marksOf(recording)];
  const seen = [1, 1, 1, 1].map(() => {
    player.goToMark(marks, 1, "citation");
    return player.at.value;
  });
  expect(seen).toEqual([9, 13, 16, 9]);
  player.goToMark(marks, -1);
  expect(player.answer.value.text).toBe("The loan p");
  player.goToMark(marks, 1, "warning");
  expect(player.at.value).toBe(5);
});

test("a recording without events does nothing", () => {
  const player = new Player([], next);
  player.play();
  player.step(1);
  expect([player.at.value, player.isPlaying.value, player.length]).toEqual([0, false, 0]);
});
