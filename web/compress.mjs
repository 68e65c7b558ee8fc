/** Writes `FILE.br` and `FILE.gz` beside every file of a built folder that becomes smaller by it; the gateway sends these.
 * Prints what each weighs then. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const WORTHWHILE = 0.95;
const sizes = [];
const [folder = "dist", how = "small"] = process.argv.slice(2);
const LARGE = how === "quick" ? 100_000 : Infinity; // The best tenth of what few pages need takes five seconds.

/** The others of pdf.js are for few PDFs: not worth a second and a third copy in the package. */
const LEFT_OUT = /^\.|\.(br|gz|png|woff2?|pdf|bcmap|pfb|ttf)$|^LICENSE/;

const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
await Promise.all(entries.filter((entry) => entry.isFile() && !LEFT_OUT.test(entry.name)).map(compress)); // On all processors.
for (const [size, name] of sizes.sort(([one], [other]) => other - one)) console.error(`${String(size).padStart(7)} ${name}`);

async function compress(entry) {
  const file = join(entry.parentPath, entry.name);
  const content = readFileSync(file);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: content.length > LARGE ? 6 : constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  const [smallest, zipped] = await Promise.all([
    promisify(brotliCompress)(content, { params }),
    promisify(gzip)(content, { level: 9 }),
  ]);
  sizes.push([Math.min(smallest.length, content.length), entry.name]);
  for (const [suffix, made] of [
    ["br", smallest],
    ["gz", zipped],
  ]) {
    if (made.length < content.length * WORTHWHILE) writeFileSync(`${file}.${suffix}`, made);
  }
}
