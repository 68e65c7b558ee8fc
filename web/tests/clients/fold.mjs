// Reads event streams with the client library, as the page has it, and prints what it holds: {name: stream} in, {name: answer} out.
import { createServer } from "vite";

const server = await createServer({ configFile: false, logLevel: "error", server: { middlewareMode: true, ws: false } });
const [{ FrameReader }, { parseFrame }, { EMPTY, fold }] = await Promise.all(
  ["frames", "events", "answer"].map((name) => server.ssrLoadModule(`/client/src/protocol/${name}.ts`)),
);

let input = "";
for await (const chunk of process.stdin.setEncoding("utf8")) input += chunk;

const held = {};
for (const [name, stream] of Object.entries(JSON.parse(input))) {
  const answer = new FrameReader().feed(stream).map(parseFrame).filter((event) => event !== null).reduce(fold, EMPTY);
  held[name] = {
    status: answer.status,
    text: answer.text,
    paragraphs: answer.paragraphs.map(({ text, citations, degraded }) => [text, citations.map((one) => one.citationId), degraded]),
    references: answer.references.map(({ citationId }) => citationId),
    sections: answer.sections.map(({ title }) => title),
  };
}
await server.close();
console.log(JSON.stringify(held));
