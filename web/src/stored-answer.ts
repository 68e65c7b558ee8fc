/** An answer as the gateway keeps it, whoever asked for it. */
import { type Answer, readDocument } from "citestream-client/protocol";
import { type ClientOptions, getJson } from "citestream-client/transport";

/** Throws `Refused` for who may not read it. */
export async function storedAnswer(answerUuid: string, options: ClientOptions = {}): Promise<Answer> {
  return readDocument(await getJson(`/v1/answers/${encodeURIComponent(answerUuid)}`, options));
}
