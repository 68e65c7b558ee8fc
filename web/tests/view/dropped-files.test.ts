// @vitest-environment happy-dom
import { expect, test } from "vitest";

import { chosen, entriesOf, opened } from "../../src/view/dropped-files";

const file = (name: string): FileSystemEntry =>
  ({ name, isFile: true, file: (give: FileCallback) => give(new File(["x"], name)) }) as unknown as FileSystemEntry;

/** Gives its children two at a time, as a browser gives them a hundred at a time. */
function folder(name: string, ...children: FileSystemEntry[]): FileSystemEntry {
  const createReader = () => {
    const left = [...children];
    return { readEntries: (give: FileSystemEntriesCallback) => give(left.splice(0, 2)) };
  };
  return { name, isFile: false, createReader } as unknown as FileSystemEntry;
}

test("folders are opened to the end; what is no document there is left out and counted", async () => {
  const found = await opened([
    file("photo.jpg"),
    folder("papers", file("b.md"), file(".env"), folder("deep", file("A.PDF"), file("app.min.js"), file("noending"))),
    folder("node_modules", file("x.js")),
    folder(".git", file("x.md")),
  ]);
  expect(found.files.map(({ path }) => path)).toEqual(["papers/b.md", "papers/deep/A.PDF", "photo.jpg"]);
  expect(found.leftOut).toBe(3);
});

test("files of a field have the path of their folder", () => {
  const inFolder = Object.assign(new File(["x"], "a.md"), { webkitRelativePath: "papers/a.md" });
  const list = [inFolder, new File(["x"], "b.jpg")] as unknown as FileList;
  expect(chosen(list).files.map(({ path }) => path)).toEqual(["b.jpg", "papers/a.md"]);
  expect(chosen(null)).toEqual({ files: [], leftOut: 0 });
});

test("of a drop, files count, and text does not", () => {
  const plain = new File(["x"], "a.md");
  const items = [
    { kind: "string" },
    { kind: "file", webkitGetAsEntry: () => null, getAsFile: () => plain },
  ];
  expect(entriesOf({ items } as unknown as DataTransfer)).toEqual([plain]);
  expect(entriesOf(null)).toEqual([]);
});
