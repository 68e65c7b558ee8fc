/** Whether the reader has to sign in: any data call that the gateway answers with 401 says so. */
import { signal } from "@preact/signals";
import { Refused } from "citestream-client/transport";

import { signIn as openSession, signOut as endSession } from "../access";

export const locked = signal(false);

/** Every page hands the errors of its data calls in here. */
export function notice(error: unknown): void {
  if (error instanceof Refused && error.needsKey) locked.value = true;
}

/** Throws what `client.signIn` throws. */
export async function signIn(key: string): Promise<void> {
  await openSession(key);
  locked.value = false;
}

export async function signOut(): Promise<void> {
  await endSession();
  locked.value = true;
}
