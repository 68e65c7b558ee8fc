/** The golden recordings of the gateway's own tests. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { readRecording, type Recording } from "../../src/recorded/lines";

export function goldenText(name: string): string {
  return readFileSync(join(import.meta.dirname, "../../../tests/golden/recordings", `${name}.jsonl`), "utf8");
}

export function golden(name: string): Recording {
  return readRecording(goldenText(name));
}

export const NAMES = ["en-cut-and-continued", "en-withdrawn-and-continued", "en-taken-over", "en-model-away", "zh-plain-text", "en-thinking"] as const;
