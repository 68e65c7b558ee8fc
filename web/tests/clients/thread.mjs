// Leads a thread with AG-UI's HttpAgent, for tests/clients/test_chats.py: asks, opens the thread anew while the answer is
// being written and after its end, and prints the messages of each agent.
// Arguments: address of the gateway, question, what the first half of its answer holds, a question that lets the model go
// on with it.
import { HttpAgent } from "@ag-ui/client";

const [address, question, half, goOn] = process.argv.slice(2);
const RUNS = `${address}/v1/ag-ui`;
const threadId = "thread 1";
const errors = [];

class Agent extends HttpAgent {
  connect(input) {
    return new HttpAgent({ url: `${this.url}/connect`, headers: this.headers }).run(input);
  }
}

const waiting = new Set();

function agent(initialMessages = [], thread = threadId) {
  const made = new Agent({ url: RUNS, threadId: thread, initialMessages });
  made.subscribe({
    onMessagesChanged: () => waiting.forEach((look) => look()),
    onRunErrorEvent: ({ event }) => void errors.push(event.message),
  });
  return made;
}

function shows(made, text) {
  return new Promise((found) => {
    const look = () => {
      const seen = made.messages.some(({ role, content }) => role === "assistant" && content.includes(text));
      if (seen) found(waiting.delete(look));
    };
    waiting.add(look);
    look();
  });
}

const unknown = agent([{ id: "1", role: "assistant", content: "Ask me." }], "nobody");
await unknown.connectAgent();

const first = agent();
first.addMessage({ id: "1", role: "user", content: question });
const asking = first.runAgent();
await shows(first, half);
const second = agent();
const broken = agent(structuredClone(first.messages));
const connecting = [second, broken].map((made) => made.connectAgent());
await Promise.all([shows(second, half), shows(broken, half)]);
await fetch(`${address}/v1/answers`, {
  method: "POST",
  headers: { "content-type": "application/json", accept: "application/json" },
  body: JSON.stringify({ question: goOn }),
});
const { result } = await asking;
await Promise.all(connecting);

const third = agent();
await third.connectAgent();
const plain = new HttpAgent({ url: `${RUNS}/connect`, threadId });
await plain.runAgent();
const asked = structuredClone(third.messages);
third.addMessage({ id: "2", role: "user", content: goOn });
await third.runAgent();
console.log(
  JSON.stringify({
    unknown: unknown.messages,
    pages: [first.messages, second.messages, broken.messages, asked, plain.messages],
    last: third.messages.at(-1),
    errors,
    result,
  }),
);
