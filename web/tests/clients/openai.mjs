// Asks through the stream helper of OpenAI's library, and prints the completion that it puts together, for
// tests/clients/test_node.py. Arguments: address of the gateway, question.
import OpenAI from "openai";

const [address, question] = process.argv.slice(2);
const client = new OpenAI({ baseURL: `${address}/v1`, apiKey: "any", maxRetries: 0 });
const messages = [{ role: "user", content: question }];
const stream = client.chat.completions.stream({ model: "citestream", messages });
const { choices } = await stream.finalChatCompletion();
const response = await client.responses.stream({ model: "citestream", input: question }).finalResponse();
console.log(JSON.stringify({ message: choices[0].message, output: response.output }));
