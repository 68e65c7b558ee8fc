/** The words of the page of the documents. */
import type { Indexing, Kind, Order } from "citestream-client/documents";

export interface LibraryLabels {
  readonly title: string;
  readonly add: string;
  readonly drop: string;
  readonly chooseFiles: string;
  readonly chooseFolder: string;
  readonly intoWorkspace: string;
  readonly uploads: string;
  readonly clear: string;
  readonly sent: (done: number, all: number) => string;
  /** When nothing is under way any more. */
  readonly allSent: (read: number, failed: number) => string;
  readonly leftOut: (files: number) => string;
  readonly waiting: string;
  readonly sending: string;
  readonly reading: string;
  readonly ready: (passages: number) => string;
  readonly unchanged: string;
  readonly failed: string;
  readonly replaces: (title: string) => string;
  readonly network: string;
  readonly large: (megabytes: number) => string;
  readonly failures: string;
  readonly failuresHint: string;
  readonly gone: string;
  readonly dismiss: string;
  readonly list: string;
  readonly search: string;
  readonly find: string;
  readonly workspace: string;
  readonly kind: string;
  readonly all: string;
  readonly order: string;
  readonly kinds: Readonly<Record<Kind, string>>;
  readonly orders: Readonly<Record<Order, string>>;
  readonly more: string;
  readonly none: string;
  readonly empty: string;
  readonly emptyForReaders: string;
  readonly size: (bytes: number) => string;
  readonly passages: (number: number) => string;
  readonly cited: (answers: number) => string;
  /** Vectors are still computed. */
  readonly indexing: (progress: Indexing) => string;
  readonly day: (time: Date) => string;
  /** The date that a document or its file has. */
  readonly dated: (day: string) => string;
  readonly original: string;
  readonly replace: string;
  readonly remove: string;
  readonly sure: string;
  /** Null: that is not told. */
  readonly citing: (answers: number | null) => string;
  readonly confirm: string;
  readonly cancel: string;
  readonly did: Readonly<Record<"deleted" | "dismissed" | "read" | "failed", (title: string) => string>>;
  readonly offer: (files: number) => string;
  readonly offerHint: string;
  readonly notAllowed: string;
  readonly addThem: string;
  readonly toLibrary: string;
}
