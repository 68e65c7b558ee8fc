// @vitest-environment happy-dom
import { readReference, type Reference } from "citestream-client/protocol";
import { act } from "preact/test-utils";
import { afterEach, expect, test } from "vitest";

import { LABELS } from "../../src/labels";
import { askAbout } from "../../src/view/ask-source";
import { SourceCard } from "../../src/view/source";
import { $, click, draw } from "./page";

const REFERENCE = readReference("E1", "embedding", { title: "Kiln", text: "The kiln cools." });

afterEach(() => act(() => void (askAbout.value = null)));

test("a source's card offers to ask about it where a question can be asked", () => {
  const asked: Reference[] = [];
  act(() => void (askAbout.value = (reference) => void asked.push(reference)));
  click($(draw(<SourceCard reference={REFERENCE} evidence={[]} labels={LABELS.en} />), ".ask-source"));
  expect(asked).toEqual([REFERENCE]);
});

test("where nothing can be asked it does not", () => {
  expect($(draw(<SourceCard reference={REFERENCE} evidence={[]} labels={LABELS.en} />), ".ask-source")).toBeNull();
});
