// @vitest-environment happy-dom
import { act } from "preact/test-utils";
import { expect, test } from "vitest";

import { lazy } from "../../src/view/lazy";
import { draw } from "./page";

const Hello = ({ name }: { readonly name: string }) => <b>{name}</b>;

test("a part is loaded once, when it is first drawn", async () => {
  let loads = 0;
  const Part = lazy(async () => {
    loads += 1;
    return Hello;
  });
  const root = draw(<Part name="a" />);
  expect([root.innerHTML, loads]).toEqual(["", 1]);
  await act(async () => Part.load());
  expect([root.innerHTML, draw(<Part name="b" />).innerHTML, loads]).toEqual(["<b>a</b>", "<b>b</b>", 1]);
});

test("a load that failed is tried again", async () => {
  let loads = 0;
  const Part = lazy(async () => {
    loads += 1;
    if (loads === 1) throw new Error("no network");
    return Hello;
  });
  draw(<Part name="a" />);
  await act(async () => Part.load());
  const root = draw(<Part name="b" />);
  await act(async () => Part.load());
  expect([root.innerHTML, loads]).toEqual(["<b>b</b>", 2]);
});

test("a part that could not be loaded without a network comes when it is back", async () => {
  let loads = 0;
  const Part = lazy(async () => {
    loads += 1;
    if (loads === 1) throw new Error("no network");
    return Hello;
  });
  const root = draw(<Part name="a" />);
  await act(async () => Part.load());
  expect(root.innerHTML).toBe("");
  dispatchEvent(new Event("online"));
  await act(async () => Part.load());
  expect(root.innerHTML).toBe("<b>a</b>");
});

test("something else stands in until a part has come", async () => {
  const Part = lazy(async () => Hello, ({ name }: { readonly name: string }) => <i>{name}</i>);
  const root = draw(<Part name="a" />);
  expect(root.innerHTML).toBe("<i>a</i>");
  await act(async () => Part.load());
  expect(root.innerHTML).toBe("<b>a</b>");
});
