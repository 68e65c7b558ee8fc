/** The part of a document that is on the page: around a passage, and on in both directions. */
import { type Signal, signal } from "@preact/signals";
import { type DocumentPassage, type PassagePage, passages } from "citestream-client/passages";
import { Refused } from "citestream-client/transport";

/** Passages that are loaded at once. */
const AT_ONCE = 20;

export interface Part {
  readonly passages: readonly DocumentPassage[];
  /** Of what comes before and behind; empty where there is nothing. */
  readonly previous: string;
  readonly next: string;
  /** The passage that was asked for is not there any more. */
  readonly isMoved: boolean;
}

export type Direction = "previous" | "next";

export class PassagePages {
  readonly part: Signal<Part | null> = signal(null);
  private running: Promise<number> | null = null;

  constructor(private readonly documentId: string) {}

  /** Loads the document around a passage, or from its beginning; what is there already stays. */
  async open(passageId: string): Promise<void> {
    if (this.part.peek()?.passages.some(({ id }) => id === passageId)) return;
    const around = passageId === "" ? null : await this.load({ around: passageId }).catch(unlessUnknown);
    const page = around ?? (await this.load({}));
    this.part.value = { ...page, isMoved: passageId !== "" && around === null };
  }

  /** Returns how many passages came. One direction at a time. */
  more(direction: Direction): Promise<number> {
    this.running ??= this.read(direction).finally(() => (this.running = null));
    return this.running;
  }

  private async read(direction: Direction): Promise<number> {
    const before = this.part.peek();
    const cursor = before?.[direction] ?? "";
    if (before === null || cursor === "") return 0;
    const page = await this.load({ cursor });
    if (this.part.peek() !== before) return 0; // Another passage was gone to meanwhile.
    const isEarlier = direction === "previous";
    this.part.value = {
      ...before,
      [direction]: page[direction],
      passages: isEarlier ? [...page.passages, ...before.passages] : [...before.passages, ...page.passages],
    };
    return page.passages.length;
  }

  private load(where: Parameters<typeof passages>[1]): Promise<PassagePage> {
    return passages(this.documentId, where, AT_ONCE);
  }
}

function unlessUnknown(error: unknown): null {
  if (error instanceof Refused && (error.status === 404 || error.status === 422)) return null;
  throw error;
}
