/** Writes `FILE.br` and `FILE.gz` beside every file of a built folder that becomes smaller by it; the gateway sends these.
 * Prints what each weighs then. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const WORTHWHILE = 0.95;
const sizes = [];
const [folder = "dist", how = "small"] = process.argv.slice(2);
const QUALITY = how === "quick" ? 6 : constants.BROTLI_MAX_QUALITY; // The last tenth takes six seconds.

for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || entry.name.startsWith(".") || /\.(br|gz|png|woff2?|pdf)$/.test(entry.name)) continue;
  if (/\.(bcmap|pfb|ttf)$|^LICENSE/.test(entry.name)) continue; // For few PDFs: not worth a second and a third copy in the package.
  const file = join(entry.parentPath, entry.name);
  const content = readFileSync(file);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  const smallest = brotliCompressSync(content, { params });
  sizes.push([Math.min(smallest.length, content.length), entry.name]);
  for (const [suffix, made] of [
    ["br", smallest],
    ["gz", gzipSync(content, { level: 9 })],
  ]) {
    if (made.length < content.length * WORTHWHILE) writeFileSync(`${file}.${suffix}`, made);
  }
}
for (const [size, name] of sizes.sort(([one], [other]) => other - one)) console.error(`${String(size).padStart(7)} ${name}`);
