/** The page's address, which names the conversation (`/c/{thread}`) and the session that questions are sent in. */

/** The conversation that the page's address names; null where it names none. */
export function namedThread(): string | null {
  const [, name] = /^\/c\/([^/]+)\/?$/u.exec(location.pathname) ?? [];
  try {
    return name === undefined ? null : decodeURIComponent(name);
  } catch {
    return null;
  }
}

/** Goes to the address of a conversation, or of none; what else the address says of questions stays. */
export function goTo(threadId: string | null, sessionId: string | null): void {
  const address = new URL(location.href);
  address.pathname = threadId === null ? "/" : `/c/${encodeURIComponent(threadId)}`;
  if (sessionId === null) address.searchParams.delete("session");
  history.pushState(null, "", address);
}

/** The session that the page's address names (`?session=`). */
export function namedSession(): string | null {
  return new URLSearchParams(location.search).get("session") || null;
}

export function nameSession(sessionId: string): void {
  const address = new URL(location.href);
  address.searchParams.set("session", sessionId);
  history.replaceState(history.state, "", address);
}
