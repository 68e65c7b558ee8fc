import { EMPTY, fold } from "citestream-client/protocol";
import { expect, test } from "vitest";

import { readRecording } from "../../src/recorded/lines";
import { golden, goldenText, NAMES } from "./golden";

test.each(NAMES)("%s is read, and its events make the answer that was shown", (name) => {
  const recording = golden(name);
  const lines = goldenText(name).split("\n");
  expect(recording.events).toHaveLength(lines.filter((line) => line.startsWith('{"kind":"event"')).length);
  const answer = recording.events.reduce((answer, { numbered }) => fold(answer, numbered), EMPTY);
  expect(answer.status).toBe(name === "en-model-away" ? "failed" : "finished");
  expect(answer.answerUuid).toBe(recording.answerUuid);
  expect(recording.candidates.length).toBeGreaterThan(0);
});

test("what a model sent is read with its times, the request it belongs to, and what it says beside the text", () => {
  const { heard, question, isMissing } = golden("en-cut-and-continued");
  expect(question).toMatch(/^How long/);
  expect(isMissing).toBe(false);
  expect(heard.map(({ kind }) => kind).filter((kind) => kind !== "piece")).toEqual(["decision", "asked", "ended", "decision", "asked", "ended"]);
  expect(heard.find(({ kind }) => kind === "asked")).toMatchObject({ time: 58, request: 1, asked: "answer", model: "openai, scripted" });
  expect(heard.filter((line) => line.kind === "piece").map(({ note }) => note).filter(Boolean)).toEqual([
    "prompt_tokens 11, answer_tokens 7",
    "finish_reason stop",
  ]);
});

test("thoughts, verdicts and missing pieces are told apart", () => {
  expect(golden("en-thinking").heard.some((line) => line.kind === "piece" && line.thinking !== "")).toBe(true);
  const [request] = goldenText("en-ids-first").split("\n");
  const verdicts = '{"kind":"upstream","epoch":2,"t_ms":9,"check":3,"verdicts":[{"status":"ok"}],"late":true}';
  const missing = '{"kind":"upstream","missing":true,"why":"old"}';
  const recording = readRecording([request, verdicts, missing, ""].join("\n"));
  expect(recording.heard).toEqual([{ kind: "verdicts", time: 9, epoch: 2, check: 3, verdicts: 1, late: true }]);
  expect([recording.isMissing, recording.events, recording.candidates]).toEqual([true, [], []]);
});

test("events of a newer gateway are left out, and what is no recording is refused", () => {
  const [request] = goldenText("en-ids-first").split("\n");
  const later = '{"kind":"event","seq":1,"epoch":1,"t_ms":0,"type":"smell_added","data":{}}';
  expect(readRecording(`${request}\n${later}`).events).toEqual([]);
  for (const text of ["", "[]", later, `${request}\n{`, `${request}\n{"kind":"piece","epoch":1}`]) {
    expect(() => readRecording(text)).toThrow();
  }
});
