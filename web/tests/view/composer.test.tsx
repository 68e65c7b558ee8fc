// @vitest-environment happy-dom
import { act } from "preact/test-utils";
import { expect, test } from "vitest";

import { LABELS } from "../../src/labels";
import { Composer } from "../../src/view/composer";
import { $, draw, press } from "./page";

function composer(busy = false) {
  const asked: string[] = [];
  const root = draw(<Composer labels={LABELS.en} busy={busy} onAsk={(question) => asked.push(question)} />);
  const field = $(root, "textarea") as HTMLTextAreaElement;
  const type = (text: string): void => {
    field.value = text;
    act(() => void field.dispatchEvent(new InputEvent("input", { bubbles: true })));
  };
  return { asked, root, field, type };
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

test("a question over 8,000 characters is refused in words; characters outside the first plane count once", () => {
  const { root, type } = composer();
  const button = $(root, ".ask") as HTMLButtonElement;
  type("🌊".repeat(8000));
  expect([button.disabled, $(root, "[role=alert]")]).toEqual([false, null]);
  type("🌊".repeat(8001));
  expect([button.disabled, $(root, "[role=alert]")?.textContent]).toEqual([true, LABELS.en.tooLong(8000)]);
});
