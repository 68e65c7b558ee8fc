/** From the bytes of an event stream to an answer, and from a stored document to the same: pure, without any network. */
export { type Answer, EMPTY, type Failure, fold, hasWholeReferences, isWhole, openText, unitOffset } from "./answer.js";
export { addressOf, isOurs } from "./address.js";
export { readDocument, readWholeReferences } from "./document.js";
export {
  addressed,
  type Age,
  type Citation,
  type CitationStatus,
  type DoubtReason,
  type Event,
  type Disagreement,
  type Evidence,
  isTerminal,
  type LateVerdict,
  type Meta,
  type NumberedEvent,
  type Offered,
  type Paragraph,
  parseFrame,
  type Passage,
  readAge,
  readCitation,
  readReference,
  type Reference,
  type Remembered,
  type Round,
  type Section,
  type TextRange,
} from "./events.js";
export { type Frame, FrameReader, MAX_FRAME_CHARACTERS } from "./frames.js";
export { asList, asNumber, asObject, asText, asWhole, type Json, optional, ProtocolError } from "./shape.js";
