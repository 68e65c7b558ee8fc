// Leads a chat with the `Chat` behind `useChat`, of any version of the AI SDK, for tests/clients/test_chats.py: asks, opens
// the chat anew while the answer is being written and after its end, and prints the messages of each page.
// Arguments: version, address of the gateway, question, what the first half of its answer holds, a question that lets the
// model go on with it.
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const [version, address, question, half, goOn] = process.argv.slice(2);
const older = createRequire(new URL("older/", import.meta.url));
const react = version === "7" ? "@ai-sdk/react" : older.resolve(`react-v${version}`);
const sdk = version === "7" ? "ai" : createRequire(react).resolve("ai");
const load = async (found) => {
  const module = await import(version === "7" ? found : pathToFileURL(found));
  return module.default ?? module;
};
const { Chat } = await load(react);
const { DefaultChatTransport } = await load(sdk);

const CHATS = `${address}/v1/ai-sdk`;
const id = `chat of ${version}`;
const stored = async () => (await fetch(`${CHATS}/${encodeURIComponent(id)}`)).json();
const errors = [];

function chat(messages, options = {}, name = id) {
  return new Chat({
    id: name,
    messages,
    transport: new DefaultChatTransport({ api: CHATS, ...options }),
    onError: (error) => errors.push(String(error)),
  });
}

function shows(page, text) {
  const seen = () => JSON.stringify(page.messages.filter(({ role }) => role === "assistant")).includes(text);
  return new Promise((found) => {
    const stop = page["~registerMessagesCallback"](() => seen() && (stop(), found()));
    if (seen()) found();
  });
}

const unknown = chat([], {}, "nobody");
await unknown.resumeStream();
const nothing = [unknown.messages, unknown.status, errors.length, await stored()];

const first = chat([]);
const asking = first.sendMessage({ text: question });
await shows(first, half);
const running = await stored();
const second = chat(running.messages);
const resuming = second.resumeStream();
await shows(second, half);
await fetch(`${address}/v1/answers`, {
  method: "POST",
  headers: { "content-type": "application/json", accept: "application/json" },
  body: JSON.stringify({ question: goOn }),
});
await Promise.all([asking, resuming]);

const ended = await stored();
const third = chat(ended.messages);
await third.resumeStream();
const named = chat(running.messages, {
  prepareReconnectToStreamRequest: () => ({ api: `${address}/v1/answers/${running.running}/events?dialect=ai-sdk` }),
});
await named.resumeStream();
const pages = [first, second, third, named].map(({ messages, status }) => ({ messages, status }));
console.log(JSON.stringify({ nothing, running, ended, pages, errors }));
