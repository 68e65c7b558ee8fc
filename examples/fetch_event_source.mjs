// Asks with @microsoft/fetch-event-source, for a page that has it already; each paragraph arrives once.
// npm install @microsoft/fetch-event-source, then: await ask("How often is a sourdough starter fed?", console.log)
import { fetchEventSource } from "@microsoft/fetch-event-source";

/** Calls `onParagraph` with the text and the citation ids of each paragraph. Throws if the question is refused. */
export async function ask(question, onParagraph, base = "http://127.0.0.1:8000") {
  const key = crypto.randomUUID(); // Retries under one key join one answer.
  let last = "", ended = false;
  await fetchEventSource(`${base}/v1/answers`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "Idempotency-Key": key },
    body: JSON.stringify({ question }),
    openWhenHidden: true,
    // The library sends the id of an event that broke off. The id of the last complete event is the right one.
    fetch: (address, { headers, ...init }) => {
      const { "last-event-id": _, ...sent } = headers;
      return fetch(address, { ...init, headers: last ? { ...sent, "Last-Event-ID": last } : sent });
    },
    async onopen(response) {
      if (!response.ok) throw Object.assign(new Error((await response.json()).detail), { refused: response.status < 500 });
    },
    onmessage({ id, event, data }) {
      if (id) last = id;
      if (event === "[DONE]" || event === "[ERROR]") ended = true;
      if (event === "[CITATION_PARAGRAPH]") onParagraph(JSON.parse(data).text, JSON.parse(data).citationIds);
    },
    onclose() {
      if (!ended) throw new Error("The connection was closed before the end."); // onerror asks for the rest
    },
    onerror(error) {
      if (error.refused) throw error;
      return 500; // milliseconds until the next attempt
    },
  });
}
