import { expect, test } from "vitest";

import { FrameReader, MAX_FRAME_CHARACTERS } from "../../src/protocol/frames.js";
import { ProtocolError } from "../../src/protocol/shape.js";
import { wire, WHOLE } from "../wire.js";

test("frames are the same for every cut of the stream in two", () => {
  const stream = wire(WHOLE);
  const whole = new FrameReader().feed(stream);
  expect(whole).toHaveLength(WHOLE.length);
  for (let cut = 0; cut <= stream.length; cut += 1) {
    const reader = new FrameReader();
    expect([...reader.feed(stream.slice(0, cut)), ...reader.feed(stream.slice(cut))]).toEqual(whole);
  }
});

test("frames are the same when the stream comes character by character", () => {
  const reader = new FrameReader();
  const frames = [...wire(WHOLE)].flatMap((character) => reader.feed(character));
  expect(frames).toEqual(new FrameReader().feed(wire(WHOLE)));
});

test("a keep-alive comment without a blank line is no frame and belongs to none", () => {
  const frames = new FrameReader().feed(":\n:\nid: 1-1\ndata: a\n\n:\n");
  expect(frames).toEqual([{ id: "1-1", name: "", data: "a" }]);
});

test("LF, CRLF and CR end a line, wherever the stream is cut", () => {
  const stream = wire(WHOLE);
  const whole = new FrameReader().feed(stream);
  for (const end of ["\r\n", "\r"]) {
    const reader = new FrameReader();
    const frames = [...stream.replaceAll("\n", end)].flatMap((character) => ["", character].flatMap((piece) => reader.feed(piece)));
    expect(frames).toEqual(whole);
  }
});

test("fields are read as the standard has them", () => {
  const read = (stream: string) => new FrameReader().feed(stream);
  expect(read("data\n\n")).toEqual([{ id: "", name: "", data: "" }]);
  expect(read("id: 1-1\nevent: a\n\n")).toEqual([]);
  expect(read("id: 1\0\ndata:a:b\nother: c\ndatax: d\n\n")).toEqual([{ id: "", name: "", data: "a:b" }]);
  expect(read("id: 1-1\nevent: a\ndata: b\n\ndata: c\n\n")[1]).toEqual({ id: "", name: "", data: "c" });
});

test("line breaks and leading spaces of a piece survive", () => {
  expect(new FrameReader().feed("data:  a\ndata: \ndata: b\n\n")[0]?.data).toBe(" a\n\nb");
});

test("the pause that the server asks for is kept", () => {
  const reader = new FrameReader();
  reader.feed("retry: 1000\n\n");
  expect(reader.retry).toBe(1000);
  reader.feed("retry: soon\n\n");
  expect(reader.retry).toBe(1000);
});

test("a frame without end is refused at the limit", () => {
  const reader = new FrameReader();
  expect(() => reader.feed(`data: ${"x".repeat(MAX_FRAME_CHARACTERS)}`) && reader.feed("x")).toThrow(ProtocolError);
});
