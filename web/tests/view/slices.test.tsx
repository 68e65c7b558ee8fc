// @vitest-environment happy-dom
import { act } from "preact/test-utils";
import { expect, test, vi } from "vitest";

import { allDrawn, useSlices } from "../../src/view/slices";
import { draw } from "./page";

const seen: Record<string, number[]> = {};

function Part({ name, count }: { readonly name: string; readonly count: number }) {
  const drawn = useSlices(count);
  (seen[name] ??= []).push(drawn);
  return <i>{drawn}</i>;
}

test("little is drawn at once, and so is what is written", () => {
  const root = draw(<Part name="little" count={3} />);
  expect(root.textContent).toBe("3");
  draw(<Part name="little" count={9} />, root);
  expect(root.textContent).toBe("9");
});

test("much is drawn a slice at a time, part by part in turn, until all of it is there", async () => {
  const root = draw(
    <p>
      <Part name="one" count={40} />
      <Part name="two" count={20} />
    </p>,
  );
  expect(root.textContent).toBe("00");
  await act(allDrawn);
  await vi.waitFor(() => expect(root.textContent).toBe("4020"), { interval: 5 });
  const steps = (name: string): number[] => [...new Set(seen[name])];
  expect([steps("one"), steps("two")]).toEqual([[0, 8, 16, 24, 32, 40].filter((step) => steps("one").includes(step)), steps("two")]);
  expect(steps("one").length).toBeGreaterThan(2);
});

test.each([
  ["is given a frame in between", false],
  ["is not where no frames come", true],
])("drawing that takes long %s", async (_, isHidden) => {
  const frames = vi.fn((then: () => void) => setTimeout(then));
  vi.stubGlobal("requestAnimationFrame", frames);
  vi.spyOn(document, "hidden", "get").mockReturnValue(isHidden);
  let now = performance.now();
  vi.spyOn(performance, "now").mockImplementation(() => (now += 20));
  draw(<Part name={`slow ${isHidden}`} count={20} />);
  frames.mockClear();
  await allDrawn();
  expect(frames.mock.calls.length > 0).toBe(!isHidden);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("nothing is waited for where nothing is to be drawn, or it is gone", async () => {
  await allDrawn();
  const root = draw(<Part name="gone" count={400} />);
  draw(<b>gone</b>, root);
  await allDrawn();
  expect(root.textContent).toBe("gone");
});
