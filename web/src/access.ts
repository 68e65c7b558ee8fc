/** Who is at this browser: a session of the gateway's, in a cookie that no script can read. */

/** Opens a session for this browser; the key is not kept. Throws `Refused` when it is not valid. */
import { type ClientOptions, request } from "citestream-client/transport";

export async function signIn(key: string, options: ClientOptions = {}): Promise<void> {
  const headers = { "Content-Type": "application/json" };
  await request("/sign-in", { method: "POST", headers, body: JSON.stringify({ key }) }, options);
}

/** Ends this browser's session. */
export async function signOut(options: ClientOptions = {}): Promise<void> {
  await request("/sign-out", { method: "POST" }, options);
}
