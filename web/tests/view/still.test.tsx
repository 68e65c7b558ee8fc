// @vitest-environment happy-dom
import { expect, test } from "vitest";

import { still } from "../../src/view/still";
import { draw } from "./page";

test("a part is drawn again when a property is another, and only then", () => {
  let drawings = 0;
  const Part = still(({ words }: { readonly words: string; readonly list: readonly number[] }) => {
    drawings += 1;
    return <b>{words}</b>;
  });
  const list = [1];
  const root = draw(<Part words="a" list={list} />);
  draw(<Part words="a" list={list} />, root);
  expect([root.innerHTML, drawings]).toEqual(["<b>a</b>", 1]);
  draw(<Part words="b" list={list} />, root);
  draw(<Part words="b" list={[1]} />, root);
  expect([root.innerHTML, drawings]).toEqual(["<b>b</b>", 3]);
});
