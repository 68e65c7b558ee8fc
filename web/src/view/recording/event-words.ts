/** An event in a few words. */
import type { Event } from "citestream-client/protocol";

import type { QaLabels } from "../../labels/qa";
import { plainName } from "../plain";

/** What kind it is, and what it says. */
export function eventName(event: Event, words: QaLabels): string {
  return event.type === "paragraph_finished" ? words.paragraph(event.paragraph.index + 1) : words.events[event.type];
}

/** What it says, on one line; text may be long. */
export function eventDetail(event: Event, words: QaLabels): string {
  switch (event.type) {
    case "started":
      return event.language;
    case "state_changed":
      return plainName(event.remark);
    case "thinking":
    case "text_added":
      return event.text;
    case "reference_shown":
      return parts(event.reference.citationId, plainName(event.reference.passage.title, 80));
    case "paragraph_finished": {
      const { citations, degraded, own } = event.paragraph;
      const cited = citations.map(({ citationId, status, reason, disagreement }) =>
        [citationId, ...(status === "ok" ? [] : [status]), ...(reason ? [`(${reason})`] : []), ...(disagreement ? ["(disagreement)"] : [])].join(" "),
      );
      return parts(own ? "own" : "", cited.join(", "), degraded ?? "");
    }
    case "text_rolled_back":
      return words.from(event.textOffset + 1);
    case "outline_found":
      return event.sections.map(({ title }) => plainName(title, 80)).join(", ");
    case "citations_finished":
      return words.counts(event.paragraphCount, event.refCount);
    case "finished":
      return parts(event.meta.degradedReason ?? "", ...Object.entries(event.meta.reasons).map((weak) => weak.join(" ")));
    case "failed":
      return event.code;
    case "audio_added":
      return "";
  }
}

function parts(...found: readonly string[]): string {
  return found.filter((part) => part !== "").join(" · ");
}
