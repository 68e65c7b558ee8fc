import { count } from "../language";
import type { AskingLabels } from "./labels";

export const EN: AskingLabels = {
  headline: "Ask your documents.",
  promise: "Every paragraph of the answer shows the passages it rests on, or says that it has none.",
  placeholder: "Ask a question",
  ask: "Ask",
  whereToLook: "Choose where to look",
  tryOne: "Try one of these",
  newConversation: "New conversation",
  conversation: "Conversation",
  conversations: "Conversations",
  you: "You asked",
  loaded: (documents, passages) =>
    `${count("en", documents)} ${documents === 1 ? "document" : "documents"}, ` +
    `${count("en", passages)} ${passages === 1 ? "passage" : "passages"} loaded`,
  nothingLoaded: "No documents are loaded yet.",
  addDocuments: "Add documents",
  sampleLeftOut: "The sample documents are not searched any more.",
  extractive: "No model configured: quoted sentences",
  model: (name) => `Answers by ${name}`,
  failed: "No answer this time",
  connectionLost: "The connection to the gateway is lost.",
  reconnect: "Reconnect",
  tooLong: (limit) => `A question may have at most ${count("en", limit)} characters.`,
  stop: "Stop",
  understood: (question) => `Understood as: ${question}`,
  round: (round, most) => `Round ${round} of ${most}`,
  workflow: "Workflow",
  sessionFull: "This session has had all its rounds. Go on in a new one.",
  sessionOver: "This session is over. Go on in a new one.",
  newSession: "New session",
  cutShort: "The answer stops here",
};
