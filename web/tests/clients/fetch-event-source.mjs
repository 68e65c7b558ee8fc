// Reads event streams with @microsoft/fetch-event-source, for tests/clients/test_node.py.
// Standard input: one stream a line, a JSON list of pieces in base64. Standard output: a JSON list of
// {"text","names"} in the same order.
import { createInterface } from "node:readline";

// The package is made for pages; these are all it uses of one.
globalThis.window = globalThis;
globalThis.document = { hidden: false, addEventListener() {}, removeEventListener() {} };
const { fetchEventSource } = await import("@microsoft/fetch-event-source");

async function read(pieces) {
  let text = "";
  const names = [];
  await fetchEventSource("http://here/", {
    openWhenHidden: true,
    fetch: async () => {
      const body = new ReadableStream({
        start(controller) {
          for (const piece of pieces) controller.enqueue(new Uint8Array(Buffer.from(piece, "base64")));
          controller.close();
        },
      });
      return new Response(body, { headers: { "content-type": "text/event-stream" } });
    },
    onmessage(event) {
      names.push(event.event);
      if (event.event === "") text += event.data;
    },
    onerror(error) {
      throw error;
    },
  });
  return { text, names };
}

const results = [];
for await (const line of createInterface({ input: process.stdin })) {
  if (line) results.push(await read(JSON.parse(line)));
}
console.log(JSON.stringify(results));
