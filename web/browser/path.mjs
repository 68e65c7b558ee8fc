// Unpacks the Chromium of @sparticuz/chromium once and prints two lines: the browser's path, and a folder with the
// system libraries it needs where the machine has none.
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const home = fileURLToPath(new URL("node_modules/.unpacked", import.meta.url));
if (!existsSync(home)) {
  // The package unpacks into the temporary directory; a whole folder then takes its place in one step, so that a run
  // that was cut short or runs beside this one leaves no half-written browser behind.
  const draft = `${home}.${process.pid}`;
  mkdirSync(draft, { recursive: true });
  process.env.TMPDIR = draft;
  const { default: chromium, inflate } = await import("@sparticuz/chromium");
  const packed = fileURLToPath(new URL("../bin/", import.meta.resolve("@sparticuz/chromium")));
  await chromium.executablePath();
  await inflate(join(packed, "al2023.tar.br"));
  try {
    renameSync(draft, home);
  } catch (error) {
    rmSync(draft, { recursive: true });
    if (!existsSync(home)) throw error;
  }
}
console.log(join(home, "chromium"));
console.log(join(home, "al2023", "lib"));
