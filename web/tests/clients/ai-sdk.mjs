// Asks with the transport behind `useChat` and prints the message it ends with, for tests/clients/test_node.py.
// Arguments: address of the gateway, question, [uuid of an answer to resume instead].
import { DefaultChatTransport, readUIMessageStream } from "ai";

const [address, question, resumed] = process.argv.slice(2);
const transport = new DefaultChatTransport({
  api: `${address}/v1/answers?dialect=ai-sdk`,
  prepareReconnectToStreamRequest: ({ id }) => ({ api: `${address}/v1/answers/${id}/events?dialect=ai-sdk` }),
});
const parts = [{ type: "text", text: question }];
const earlier = [
  { id: "1", role: "user", parts: [{ type: "text", text: "What is this?" }] },
  { id: "2", role: "assistant", parts: [{ type: "step-start" }, { type: "text", text: "A library." }] },
];
const stream = resumed
  ? await transport.reconnectToStream({ chatId: resumed })
  : await transport.sendMessages({
      chatId: "chat",
      trigger: "submit-message",
      messages: [...earlier, { id: "3", role: "user", parts }],
    });
const errors = [];
let message = null;
if (stream !== null) {
  const onError = (error) => errors.push(String(error));
  for await (const seen of readUIMessageStream({ stream, onError })) message = seen;
}
console.log(JSON.stringify({ message, errors }));
