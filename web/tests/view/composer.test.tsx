// @vitest-environment happy-dom
import { type Signal, signal } from "@preact/signals";
import { act } from "preact/test-utils";
import { expect, test } from "vitest";

import { LABELS } from "../../src/labels";
import { Composer } from "../../src/view/composer";
import { $, click, draw, press } from "./page";

function composer(busy = false, draft?: Signal<string>) {
  const asked: string[] = [];
  let stops = 0;
  const root = draw(
    <Composer labels={LABELS.en} busy={busy} draft={draft} onAsk={(question) => asked.push(question)} onStop={() => (stops += 1)} />,
  );
  const field = $(root, "textarea") as HTMLTextAreaElement;
  const type = (text: string): void => {
    field.value = text;
    act(() => void field.dispatchEvent(new InputEvent("input", { bubbles: true })));
  };
  return { asked, root, field, type, stops: () => stops };
}

test("Enter sends the trimmed question and empties the field", () => {
  const { asked, field, type } = composer();
  type("  Why?\n");
  press(field, "Enter");
  expect(asked).toEqual(["Why?"]);
  expect(field.value).toBe("");
});

test("Shift and Enter, and the Enter of an input method, send nothing", () => {
  const { asked, field, type } = composer();
  type("为什么");
  press(field, "Enter", { shiftKey: true });
  press(field, "Enter", { isComposing: true });
  expect(asked).toEqual([]);
  expect(field.value).toBe("为什么");
});

test("blank text cannot be sent, nor anything while an answer runs", () => {
  for (const [busy, text] of [[false, " \n "], [true, "Why?"]] as const) {
    const { asked, root, field, type } = composer(busy);
    type(text);
    press(field, "Enter");
    expect(asked).toEqual([]);
    expect(($(root, ".ask") as HTMLButtonElement).disabled).toBe(true);
  }
});

test("an answer can be stopped while it runs, and the reader can write on", () => {
  expect($(composer().root, ".stop")).toBeNull();
  const { root, field, stops } = composer(true);
  click($(root, ".stop"));
  expect([stops(), $(root, ".stop")?.getAttribute("aria-label")]).toEqual([1, "Stop"]);
  expect(document.activeElement).toBe(field);
});

test("a question over 8,000 characters is refused in words; characters outside the first plane count once", () => {
  const { root, type } = composer();
  const button = $(root, ".ask") as HTMLButtonElement;
  type("🌊".repeat(8000));
  expect([button.disabled, $(root, "[role=alert]")]).toEqual([false, null]);
  type("🌊".repeat(8001));
  expect([button.disabled, $(root, "[role=alert]")?.textContent]).toEqual([true, LABELS.en.tooLong(8000)]);
});

test("what is being written is the draft, which sending empties", () => {
  const draft = signal("Why");
  const { field, type } = composer(false, draft);
  expect(field.value).toBe("Why");
  type("Why not?");
  expect(draft.value).toBe("Why not?");
  press(field, "Enter");
  expect(draft.value).toBe("");
});

test("while an answer runs, a question may be sent to wait, where somebody takes it", () => {
  const queued: string[] = [];
  const root = draw(
    <Composer labels={LABELS.en} busy onAsk={() => undefined} onQueue={(text) => queued.push(text)} onStop={() => undefined} />,
  );
  const field = $(root, "textarea") as HTMLTextAreaElement;
  field.value = "And then?";
  act(() => void field.dispatchEvent(new InputEvent("input", { bubbles: true })));
  expect(($(root, ".ask") as HTMLButtonElement).disabled).toBe(false);
  press(field, "Enter");
  expect([queued, field.value]).toEqual([["And then?"], ""]);
});
