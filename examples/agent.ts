// Asks with AG-UI's HttpAgent and prints the conversation with its sources; lost connections are connected again.
// npm install @ag-ui/client && node agent.ts "How often is a sourdough starter fed?" [thread] [http://127.0.0.1:8000]
import { HttpAgent, type RunAgentInput } from "@ag-ui/client";

class Agent extends HttpAgent {
  // What the thread holds: a snapshot of its messages, then the answer that is being written.
  connect(input: RunAgentInput) {
    return new HttpAgent({ url: `${this.url}/connect`, headers: this.headers }).run(input);
  }
}

const [question = "", threadId = crypto.randomUUID(), base = "http://127.0.0.1:8000"] = process.argv.slice(2);
const agent = new Agent({ url: `${base}/v1/ag-ui`, threadId });
process.on("unhandledRejection", () => undefined); // of a broken connection the client tells twice, once to nobody
let ended = false;
agent.subscribe({
  onRunFinishedEvent: () => void (ended = true),
  onRunErrorEvent: ({ event }) => void (console.error(event.message), (ended = true)),
});

async function untilItsEnd(call: () => Promise<unknown>) {
  for (ended = false; !ended; call = () => agent.connectAgent()) {
    await call().catch(() => new Promise((wait) => setTimeout(wait, 500))); // no network
  }
}
await untilItsEnd(() => agent.connectAgent());
if (question !== "") {
  agent.addMessage({ id: crypto.randomUUID(), role: "user", content: question });
  await untilItsEnd(() => agent.runAgent());
}

for (const { id, role, content, metadata } of agent.messages as any[]) {
  if (role === "user") console.log(`> ${content}`);
  const references = agent.messages.find((message) => message.id === `${id}-references`) as any;
  for (const { text, citationIds } of metadata?.citestream?.paragraphs ?? []) {
    const cited = references?.content.references.filter(({ citationId }: any) => citationIds.includes(citationId)) ?? [];
    console.log(text, ...cited.map(({ url }: any) => `<${url}>`));
  }
}
