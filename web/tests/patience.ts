/** Waits of tests last as long as a machine with much else to do may need: with one second, one stall of it is a failure. */
import { vi } from "vitest";

const PATIENCE_MS = 15_000;
const { waitFor } = vi;
vi.waitFor = (check, options = PATIENCE_MS) => waitFor(check, options);
