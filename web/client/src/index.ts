/** What asks a Citestream gateway and reads its answers. Documents, conversations and verdicts are modules of their own. */
export {
  AnswerFailed,
  answerTo,
  ask,
  type AskOptions,
  type AskRequest,
  ConnectionLost,
  follow,
  type Message,
  type Scope,
  type Snapshot,
  stop,
} from "./ask.js";
export * from "./protocol/index.js";
export { type CitedSource, sourcesOf } from "./sources.js";
export { status, type Status, type Suggestions } from "./status.js";
export { type ClientOptions, type FieldError, randomHex, Refused } from "./transport.js";
