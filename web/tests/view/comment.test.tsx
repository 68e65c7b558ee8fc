// @vitest-environment happy-dom
import { act } from "preact/test-utils";
import { expect, test } from "vitest";

import { LANGUAGES } from "../../src/labels";
import { ROW } from "../../src/labels/row";
import { Comment } from "../../src/view/comment";
import { $, click, draw } from "./page";

function write(root: HTMLElement, text: string): void {
  const field = $(root, "textarea") as HTMLTextAreaElement;
  field.value = text;
  act(() => void field.dispatchEvent(new InputEvent("input", { bubbles: true })));
}

test.each(LANGUAGES)("a comment is sent where it is another than what is stored, and is not too long (%s)", (language) => {
  const sent: string[] = [];
  const root = draw(<Comment question="Why?" stored="So." language={language} onSend={(comment) => sent.push(comment)} />);
  const send = $(root, "button");
  expect([$(root, "label")?.textContent, ($(root, "textarea") as HTMLTextAreaElement).value]).toEqual(["Why?", "So."]);
  click(send);
  write(root, `${"é".repeat(2001)}`);
  click(send);
  const field = $(root, "textarea");
  expect([field?.getAttribute("aria-invalid"), $(root, "[role=alert]")?.textContent]).toEqual(["true", ROW[language].commentTooLong(2000)]);
  expect($(root, "[role=alert]")?.id).toBe(field?.getAttribute("aria-describedby"));
  write(root, `  ${"😀".repeat(2000)} `);
  click(send);
  write(root, "");
  click(send);
  expect(sent).toEqual(["😀".repeat(2000), ""]);
});
