/** The words of an answer beside its own. */
import { day, percent } from "../language";

export const EN = {
  connecting: "Sending your question",
  reconnecting: "Connection lost, waiting for the gateway",
  thinking: "Thinking",
  incompleteCitations: "Citations may be incomplete.",
  endsEarly: "The answer ends early",
  reasons: {
    not_json: "the model did not keep to the format",
    bad_shape: "the model did not keep to the format",
    truncated: "the model stopped in mid-answer",
    upstream_error: "the model failed",
    timeout: "the model took too long",
    interrupted: "the generation was interrupted",
    stopped: "it was stopped",
    budget: "the token budget is used up",
    limit: "it reached the length limit",
    content_filter: "the model's content filter stepped in",
    refusal: "the model declined",
  } as Readonly<Record<string, string>>,
  notFound: "Not found in the documents",
  notFoundHint: "Nothing that fits was found, so nothing is answered. Other words or a narrower question may find something.",
  sections: "Sections of this answer",
  /** The question behind the chip of a section; contains its id, which the gateway resolves. */
  askSection: (id: string) => `Tell me more about ${id}`,
  fromMemory: "From the answer memory",
  alike: (share: number) => `${percent("en", share)} alike`,
  answeredOn: (time: Date) => `answered on ${day("en", time)}`,
  askAfresh: "Ask afresh",
  warnings: "Remarks",
  offline: "No network. This goes on as soon as it is back.",
  tryNow: "Try now",
  finished: (sources: number) => `The answer is complete. ${sources === 0 ? "No sources" : sources === 1 ? "1 source" : `${sources} sources`}.`,
  doubtful: "The documents may not answer this question; this is what comes closest, and it may not fit.",
  /** Why an answer is doubtful, if not because of the passages that were found. */
  doubtfulFor: {
    disagreement: "The sources disagree about this. Compare them before you rely on the answer.",
    part: "The answer saw only a part of a table or list, so its figures may be wrong.",
  } as Readonly<Record<string, string>>,
  /** Marks a paragraph that the gateway wrote. */
  own: "note by the gateway",
  ownWhy: "The gateway wrote this paragraph. It is not from the model or a document.",
  quotes: "Quotes from the documents; no model wrote any of this.",
  noSource: "no source",
  noSourceWhy: "No passage is cited for this paragraph.",
  noSources: "This answer names no source: nothing in it can be traced back to the documents.",
  askAgain: "Ask again",
  searchDocuments: "Search in the documents",
  searching: "Searching in the documents",
  found: (number: number) => (number === 1 ? "1 passage found" : `${number} passages found`),
  dropped: (number: number) =>
    number === 1
      ? "1 citation was left out, because its passage does not support the paragraph."
      : `${number} citations were left out, because their passages do not support the paragraphs.`,
  notFoundEmpty: "There are no documents yet, so nothing can be found. Add some first.",
};

export type AnswerLabels = typeof EN;
