/** The words around a conversation: first screen, composer, session. */
import { count } from "../language";

export const EN = {
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
  loaded: (documents: number, passages: number) =>
    `${count("en", documents)} ${documents === 1 ? "document" : "documents"}, ` +
    `${count("en", passages)} ${passages === 1 ? "passage" : "passages"} loaded`,
  nothingLoaded: "No documents are loaded yet.",
  addDocuments: "Add documents",
  sampleLeftOut: "The sample documents are not searched any more.",
  extractive: "No model configured: quoted sentences",
  model: (name: string) => `Answers by ${name}`,
  failed: "No answer this time",
  connectionLost: "The connection to the gateway is lost.",
  reconnect: "Reconnect",
  tooLong: (limit: number) => `A question may have at most ${count("en", limit)} characters.`,
  stop: "Stop",
  understood: (question: string) => `Understood as: ${question}`,
  round: (round: number, most: number) => `Round ${round} of ${most}`,
  workflow: "Workflow",
  sessionFull: "This session has had all its rounds. Go on in a new one.",
  sessionOver: "This session is over. Go on in a new one.",
  newSession: "New session",
  cutShort: "The answer stops here",
};

export type AskingLabels = typeof EN;
