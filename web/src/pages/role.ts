/** What the reader may do: asked once by pages that ask the gateway nothing else about itself. */
import { useSignal } from "@preact/signals";
import { asText } from "citestream-client/protocol";
import { getJson } from "citestream-client/transport";
import { useEffect } from "preact/hooks";

import { locked } from "./session";

/** The reader's role; empty while it is not known. What goes wrong is said by the page's own calls. */
export function useRole(): string {
  const role = useSignal("");
  useEffect(() => {
    role.value = "";
    if (locked.value) return;
    getJson("/v1/status", {}).then((data) => (role.value = asText(data.role, "role"))).catch(() => {});
  }, [locked.value]);
  return role.value;
}
