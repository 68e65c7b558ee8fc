/** The words around a conversation: first screen, composer, session. */
export interface AskingLabels {
  readonly headline: string;
  readonly promise: string;
  readonly placeholder: string;
  readonly ask: string;
  readonly whereToLook: string;
  readonly tryOne: string;
  readonly newConversation: string;
  readonly conversation: string;
  readonly conversations: string;
  readonly you: string;
  readonly loaded: (documents: number, passages: number) => string;
  readonly nothingLoaded: string;
  readonly addDocuments: string;
  readonly sampleLeftOut: string;
  readonly extractive: string;
  readonly model: (name: string) => string;
  readonly failed: string;
  readonly connectionLost: string;
  readonly reconnect: string;
  readonly tooLong: (limit: number) => string;
  readonly stop: string;
  readonly understood: (question: string) => string;
  readonly round: (round: number, most: number) => string;
  readonly workflow: string;
  readonly sessionFull: string;
  readonly sessionOver: string;
  readonly newSession: string;
  readonly cutShort: string;
}
