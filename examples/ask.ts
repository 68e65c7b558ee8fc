// Asks a question and prints each paragraph with the sentences that it rests on; lost connections are the client's affair.
// npm install ./citestream-client-0.4.0.tgz && node ask.ts "How often is a sourdough starter fed?" [http://127.0.0.1:8000]
import { ask, Refused, sourcesOf } from "citestream-client";

const [question = "", base = "http://127.0.0.1:8000"] = process.argv.slice(2);
try {
  for await (const { answer, connection, event } of ask({ question }, { base })) {
    if (connection === "reconnecting") console.error("The connection is lost; trying again.");
    if (event?.type !== "paragraph_finished") continue;
    console.log(event.paragraph.text);
    for (const { citationId, status, quotes, reference } of sourcesOf(answer, event.paragraph)) {
      console.log(`  [${citationId}] ${reference.passage.title} (${status}): ${quotes.join(" … ")}`);
    }
  }
} catch (error) {
  if (!(error instanceof Refused)) throw error;
  console.error(error.message, error.advice);
  process.exitCode = 1;
}
