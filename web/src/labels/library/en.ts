/** The words of the page of the documents. */
import type { Indexing, Kind, Order } from "citestream-client/documents";

import { count } from "../language";
import { bytes, minutes, shortDay } from "./numbers";

const files = (number: number): string => `${count("en", number)} ${number === 1 ? "file" : "files"}`;
const answers = (number: number): string => `${count("en", number)} ${number === 1 ? "answer" : "answers"}`;
const passages = (number: number): string => `${count("en", number)} ${number === 1 ? "passage" : "passages"}`;

export const EN = {
  title: "Documents",
  add: "Add documents",
  drop: "Drop files or folders anywhere on this page, or",
  chooseFiles: "Choose files",
  chooseFolder: "Choose a folder",
  intoWorkspace: "Into workspace (may be empty)",
  uploads: "On their way",
  clear: "Clear the list",
  sent: (done: number, all: number) => `${count("en", done)} of ${files(all)} done`,
  /** When nothing is under way any more. */
  allSent: (read: number, failed: number) => `All sent. Read: ${count("en", read)}, failed: ${count("en", failed)}`,
  leftOut: (number: number) => `Left out: ${files(number)} of kinds that are not read`,
  waiting: "waiting",
  sending: "sending",
  reading: "being read",
  ready: (number: number) => `ready, ${passages(number)}`,
  unchanged: "unchanged since last time",
  failed: "failed",
  replaces: (title: string) => `in the place of ${title}`,
  network: "It could not be sent. Is the network there, and the file still where it was?",
  large: (megabytes: number) => `An upload may have at most ${count("en", megabytes)} MB.`,
  failures: "Could not be read",
  failuresHint: "What failed when it came last. It stays here until it is read or dismissed.",
  gone: "Its content is not stored any more. Send it again.",
  dismiss: "Dismiss",
  list: "All documents",
  search: "In title or file name",
  find: "Search",
  workspace: "Workspace",
  kind: "Kind",
  all: "All",
  order: "Order",
  kinds: {
    markdown: "Markdown",
    text: "Text",
    html: "Web page",
    pdf: "PDF",
    word: "Word",
    table: "Table",
    code: "Code",
    slides: "Slides",
    book: "Book",
    mail: "E-mail",
    notebook: "Notebook",
  } satisfies Record<Kind, string>,
  orders: { newest: "newest", title: "title", size: "largest", passages: "most passages", cited: "most cited" } satisfies Record<Order, string>,
  more: "Show more",
  none: "No document fits.",
  empty: "There are no documents yet. What you add here can be asked about at once.",
  emptyForReaders: "There are no documents yet. Whoever looks after this gateway adds them.",
  size: (number: number) => bytes("en", number),
  passages,
  cited: (number: number) => (number === 0 ? "not cited yet" : `cited in ${answers(number)}`),
  /** Vectors are still computed. */
  indexing: ({ done, total, remainingS }: Indexing) =>
    `Search by meaning: ${count("en", done)} of ${passages(total)} ready${remainingS === null ? "" : `, ${minutes("en", remainingS)} left`}`,
  day: (time: Date) => shortDay("en", time),
  /** The date that a document or its file has. */
  dated: (day: string) => `dated ${day}`,
  original: "Original file",
  replace: "Replace",
  remove: "Delete",
  sure: "Delete this document?",
  /** Null: that is not told. */
  citing: (number: number | null) => {
    if (number === null) return "Answers that cite it keep what they cited.";
    if (number === 0) return "No answer cites it.";
    return number === 1 ? "1 answer cites it, and keeps what it cited." : `${answers(number)} cite it, and keep what they cited.`;
  },
  confirm: "Delete for good",
  cancel: "Keep",
  did: {
    deleted: (title) => `Deleted: ${title}`,
    dismissed: (title) => `Dismissed: ${title}`,
    read: (title) => `Read: ${title}`,
    failed: (title) => `Failed again: ${title}`,
  } satisfies Record<"deleted" | "dismissed" | "read" | "failed", (title: string) => string>,
  offer: (number: number) => `Add ${files(number)} to the documents?`,
  offerHint: "Everybody who may ask here can then read them.",
  notAllowed: "Only staff may add documents here.",
  addThem: "Add",
  toLibrary: "All documents",
};

export type LibraryLabels = typeof EN;
