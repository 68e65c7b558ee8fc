// Does with a gateway all that the client library can, for tests/clients/test_package.py, and prints what it saw.
// Arguments: address of the gateway, a key of the role admin, a question, one whose answer never ends, one whose model fails.
import { answerTo, ask, follow, isWhole, type Snapshot, sourcesOf, status, stop } from "citestream-client";
import * as documents from "citestream-client/documents";
import { judgeAnswer, judgeCitation, readOpinions } from "citestream-client/feedback";
import { documentHead, passages, sourcesNow } from "citestream-client/passages";
import { readDocument } from "citestream-client/protocol";
import { search } from "citestream-client/search";
import { remove, rename, restore, thread, threads } from "citestream-client/threads";
import { getJson } from "citestream-client/transport";

const [base = "", key = "", question = "", endless = "", failing = ""] = process.argv.slice(2);
const gateway = { base, key, callerApp: "desk" };
const TEXT = "A borrowed book may stay at home for three weeks.";

async function caught(promise: Promise<unknown>): Promise<Record<string, unknown>> {
  const error = await promise.then(() => null, (error: unknown) => error as Error);
  return { name: error?.name, message: error?.message, ...error };
}

/** A network that breaks within an event, each time a little later. */
function breaking(): typeof fetch {
  let most = 700;
  return async (address, init) => {
    const response = await fetch(address, init);
    if (response.body === null) return response;
    let left = (most += 300);
    const broken = response.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(piece, to) {
          to.enqueue(piece.slice(0, left));
          left -= piece.length;
          if (left <= 0) to.terminate();
        },
      }),
    );
    return new Response(broken, response);
  };
}

const text = await documents.addText({ title: "Rules", text: TEXT, source: "rules.md" }, gateway);
const file = await documents.addFile(new Blob(["A borrowed book can be renewed once at home."]), "renewals.txt", {}, gateway);
const filter = { words: "", workspace: "", kind: "", sort: "title" } as const;
const listed = await documents.documents(filter, "", gateway);
const [found] = await search("borrowed book at home", { limit: 1 }, gateway);
const page = await passages(text.documentId, {}, 10, gateway);
const head = await documentHead(text.documentId, gateway);

const thread_id = crypto.randomUUID();
const seen: Snapshot[] = [];
const cut = { ...gateway, fetch: breaking(), wait: async () => undefined };
for await (const snapshot of ask({ question, thread_id }, cut)) seen.push(snapshot);
const answer = seen.at(-1)?.answer;
const first = answer?.paragraphs[0];
if (answer === undefined || first === undefined) throw new Error("no paragraph");
const stored = readDocument(await getJson(`/v1/answers/${answer.answerUuid}`, gateway));
const again: Snapshot[] = [];
for await (const snapshot of follow(answer.answerUuid, gateway)) again.push(snapshot);

const twice = { ...gateway, idempotencyKey: "the-same" };
const joined = [await answerTo({ question }, twice), await answerTo({ question }, twice)].map((one) => one.answerUuid);

let stopped: Snapshot | undefined;
for await (const snapshot of ask({ question: endless }, gateway)) {
  if (snapshot.event?.type === "paragraph_finished") await stop(snapshot.answer.answerUuid, gateway);
  stopped = snapshot;
}

const list = async () => (await threads("", "", gateway)).threads.map(({ threadId, title }) => [threadId === thread_id, title]);
await rename(thread_id, "Loans", gateway);
const named = await list();
await remove(thread_id, gateway);
const removed = await list();
await restore(thread_id, gateway);
const restored = await thread(thread_id, gateway);

const cited = { paragraphIndex: first.index, citationId: first.citations[0]?.citationId ?? "" };
await judgeAnswer(answer.answerUuid, "helpful", gateway);
await judgeCitation(answer.answerUuid, cited, true, gateway);
const opinions = await readOpinions(answer.answerUuid, gateway);
await documents.remove(file.documentId, gateway);

console.log(
  JSON.stringify({
    added: [text.status, file.status, listed.items.map(({ title }) => title)],
    found: [found?.passage.title, page.passages.map((passage) => passage.text), head.title],
    status: (await status(gateway)).documents,
    cuts: seen.filter(({ connection }) => connection === "reconnecting").length,
    numbers: seen.flatMap(({ event, answer: { lastSeq } }) => (event === undefined ? [] : lastSeq)),
    types: [...new Set(seen.flatMap(({ event }) => event?.type ?? []))],
    answer: { ...answer, lastId: "", isWhole: isWhole(answer) },
    again: { ...again.at(-1)?.answer, lastId: "", isWhole: isWhole(answer) },
    stored: [stored.text === answer.text, JSON.stringify(stored.paragraphs) === JSON.stringify(answer.paragraphs)],
    sources: sourcesOf(answer, first).map(({ citationId, quotes, reference }) => [citationId, quotes, reference.passage.title]),
    joined: joined[0] === joined[1],
    stopped: [stopped?.answer.meta?.degradedReason, stopped?.answer.paragraphs.length],
    threads: [named, removed, restored.turns.map((turn) => turn.question)],
    opinions: [opinions, cited],
    states: [...(await sourcesNow(answer.answerUuid, gateway))].map(([id, { state }]) => [id, state]),
    errors: {
      key: await caught(answerTo({ question }, { ...gateway, key: "cs_wrong" })),
      field: await caught(answerTo({ question: "" }, gateway)),
      unknown: await caught(thread("nobody", gateway)),
      failed: await caught(answerTo({ question: failing }, gateway)),
      away: await caught(answerTo({ question }, { base: "http://127.0.0.1:1", tries: 2, wait: async () => undefined })),
    },
  }),
);
