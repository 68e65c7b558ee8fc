// The older system's page with its own event library, for tests/journeys/test_legacy_page.py.
// Standard input: one a line, a question to ask, {"url","body"}, or a recorded stream, {"raw": base64}. Standard output:
// a JSON list of what the page shows, {"question","answer","labels","failed"}, in the same order.
import { createInterface } from "node:readline";

// The package is made for pages; these are all it uses of one.
globalThis.window = globalThis;
globalThis.document = { hidden: false, addEventListener() {}, removeEventListener() {} };
const { fetchEventSource } = await import("@microsoft/fetch-event-source");

const MARKER = "-_wrap_-";

function object(text) {
  const value = JSON.parse(text);
  if (value === null || typeof value !== "object" || Array.isArray(value)) throw new SyntaxError("not an object");
  return value;
}

async function shown({ url, body, raw }) {
  const question = { uuid: "temporary-question" };
  const answer = { uuid: "temporary-answer", remark: "", thinking: "", loading: true };
  const labels = [];
  let failed = false;

  function route({ event, data }) {
    if (event === "[START]" || event === "[AUDIO]") return;
    if (event === "[STATE_CHANGED]") return void labels.push(data ? object(data).remark : "");
    if (event === "[THINKING]") return void (answer.thinking += data);
    if (event === "[ERROR]") throw new Error(data);
    if (event === "[DONE]") {
      const meta = object(data.replace("[META]", ""));
      Object.assign(question, meta.question);
      Object.assign(answer, meta.answer, { loading: false });
      return;
    }
    answer.loading = true;
    answer.remark += data.startsWith(MARKER) ? "\n" + data.slice(MARKER.length) : data;
  }

  const recorded = raw === undefined ? undefined : Buffer.from(raw, "base64");
  await fetchEventSource(url ?? "http://recorded", {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: "a-token-of-the-old-server" },
    body: JSON.stringify(body),
    openWhenHidden: true,
    ...(recorded && {
      fetch: async () => new Response(recorded, { headers: { "content-type": "text/event-stream" } }),
    }),
    async onopen(response) {
      if (!response.ok || response.headers.get("content-type") !== "text/event-stream") throw new Error("Error");
    },
    onmessage: route,
    onerror(error) {
      failed = true;
      Object.assign(answer, { remark: "系统提示：" + error.message, loading: false });
      throw error;
    },
  }).catch(() => undefined);
  return { question, answer, labels, failed };
}

const results = [];
for await (const line of createInterface({ input: process.stdin })) {
  if (line) results.push(await shown(JSON.parse(line)));
}
console.log(JSON.stringify(results));
