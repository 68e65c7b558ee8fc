// @vitest-environment happy-dom
import { act } from "preact/test-utils";
import { afterEach, expect, test, vi } from "vitest";

import { useRole } from "../../src/pages/role";
import { locked } from "../../src/pages/session";
import { draw } from "../view/page";

afterEach(() => vi.unstubAllGlobals());

function Role() {
  return <p>{useRole()}</p>;
}

test("the role is asked once, and again for whoever signs in after", async () => {
  const roles = ["staff", "user"];
  vi.stubGlobal("fetch", async () => Response.json({ role: roles.shift() }));
  locked.value = false;
  const root = draw(<Role />);
  await vi.waitFor(() => expect(root.textContent).toBe("staff"));
  act(() => void (locked.value = true));
  await vi.waitFor(() => expect(root.textContent).toBe(""));
  act(() => void (locked.value = false));
  await vi.waitFor(() => expect(root.textContent).toBe("user"));
});
