// Asks with AG-UI's HttpAgent and prints the messages and custom events it ends with, for tests/clients/test_node.py.
// Arguments: address of the gateway, question.
import { HttpAgent } from "@ag-ui/client";

const [address, question] = process.argv.slice(2);
const agent = new HttpAgent({
  url: `${address}/v1/answers?dialect=ag-ui`,
  threadId: "thread-1",
  initialMessages: [
    { id: "1", role: "user", content: "What is this?" },
    { id: "2", role: "assistant", content: "A library." },
    { id: "3", role: "user", content: question },
  ],
});
const custom = [];
const steps = [];
const errors = [];
const subscriber = {
  onCustomEvent: ({ event }) => void custom.push({ name: event.name, value: event.value }),
  onStepStartedEvent: ({ event }) => void steps.push(event.stepName),
  onRunErrorEvent: ({ event }) => void errors.push({ code: event.code, message: event.message }),
};
let result = null;
try {
  ({ result } = await agent.runAgent({}, subscriber));
} catch (error) {
  if (errors.length === 0) errors.push({ message: String(error) });
}
console.log(JSON.stringify({ messages: agent.messages, custom, steps, errors, result }));
