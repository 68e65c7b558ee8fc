// @vitest-environment happy-dom
import { expect, test } from "vitest";

import { goTo, namedSession, namedThread, nameSession } from "../../src/pages/address";

test("an address names a conversation, and going to another leaves what else it says of questions", () => {
  history.replaceState(null, "", "/?session=one&workspace=w");
  expect(namedThread()).toBeNull();
  goTo("a b", "one");
  expect([namedThread(), location.pathname, location.search]).toEqual(["a b", "/c/a%20b", "?session=one&workspace=w"]);
  goTo(null, null);
  expect([namedThread(), location.pathname, location.search]).toEqual([null, "/", "?workspace=w"]);
  history.replaceState(null, "", "/c/%ff");
  expect(namedThread()).toBeNull();
  history.replaceState(null, "", "/");
});

test("the page's address names the session, and is written anew with another one", () => {
  history.replaceState(null, "", "/?session=one&lang=fr");
  expect(namedSession()).toBe("one");
  nameSession("two & three");
  expect([namedSession(), location.search]).toEqual(["two & three", "?session=two+%26+three&lang=fr"]);
  history.replaceState(null, "", "/");
  expect(namedSession()).toBeNull();
});
