import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { defineConfig, type Plugin } from "vite";

/**
 * Marked keeps an instance of everything that it can do, which no bundler may leave out. The pages use its lexer alone:
 * of what the package exports, that stays, and the bundler finds that nothing needs the rest.
 */
const lexerAlone: Plugin = {
  name: "marked-lexer-alone",
  apply: "build",
  transform(code, id) {
    if (!id.endsWith("/marked.esm.js")) return null;
    const lexer = /\b(\w+) as Lexer\b/u.exec(code)?.[1];
    const instance = code.search(/;var \w+=new \w+;function \w+\(/u);
    if (lexer === undefined || instance < 0) throw new Error("marked is built otherwise than it was: see vite.config.ts");
    // Of its tables of rules two are for options that nobody sets here; what only they use need not be kept then.
    const used = code.slice(0, instance).replace(/(?:,breaks:\w+)?,pedantic:\w+\}/gu, "}");
    const edit = /\b(\w+)\(\w+\)\.replace\(/u.exec(used)?.[1] ?? "edit";
    const marked = used.replace(new RegExp(`([=:])${edit}\\(`, "gu"), `$1/*@__PURE__*/${edit}(`);
    return `${marked};export{${lexer} as Lexer};`;
  },
};

const PDFJS = "node_modules/pdfjs-dist";
/** What pdf.js asks for by name while it draws: character maps, fonts of PDFs that bring none, decoders, and the licences. */
const PDFJS_FILES = ["cmaps/*", "standard_fonts/*", "wasm/*_nowasm_fallback.js", "wasm/LICENSE_*JBIG2", "wasm/LICENSE_*OPENJPEG", "LICENSE"];

/** Puts these files into a folder of the build that is named by the version, and tells the page where it is. */
const pdfjsFiles: Plugin = {
  name: "pdfjs-files",
  config: (_, { command }) => {
    const { version } = JSON.parse(readFileSync(`${PDFJS}/package.json`, "utf8")) as { version: string };
    const folder = command === "build" ? `/assets/pdfjs-${version}/` : `/${PDFJS}/`;
    return { define: { PDFJS_FILES: JSON.stringify(folder) } };
  },
  generateBundle() {
    const { version } = JSON.parse(readFileSync(`${PDFJS}/package.json`, "utf8")) as { version: string };
    for (const pattern of PDFJS_FILES) {
      const [folder = "", name = ""] = pattern.includes("/") ? pattern.split("/") : ["", pattern];
      const fits = new RegExp(`^${name.replace("*", ".*")}$`, "u");
      for (const found of readdirSync(`${PDFJS}/${folder}`).filter((file) => fits.test(file))) {
        const fileName = `assets/pdfjs-${version}/${folder}${folder && "/"}${found}`;
        this.emitFile({ type: "asset", fileName, source: readFileSync(`${PDFJS}/${folder}/${found}`) });
      }
    }
  },
};

/** The pages are built without what the client library's errors say to programmers. */
const noAdvice: Plugin = {
  name: "no-advice",
  apply: "build",
  enforce: "pre",
  resolveId: (id) => (id === "./advice.js" ? fileURLToPath(new URL("src/no-advice.ts", import.meta.url)) : null),
};

/** What is imported later comes by `src/bring.ts`: Vite's own helper takes what failed once for loaded. */
const bring: Plugin = {
  name: "bring",
  apply: "build",
  enforce: "pre",
  load: (id) => (id === "\0vite/preload-helper.js" ? 'export { bring as __vitePreload } from "/src/bring.ts";' : null),
};

/**
 * What every page and the console need, as one file. Left to the bundler, each part that is loaded later splits it into
 * more files, which weigh more together and come one after the other.
 */
const CLIENT = "index|ask|connection|status|transport|refused|protocol[\\\\/](?!document)\\w+";
const PAGES = "application|header|navigation|session|title|console|conversation|announcer|history|drafts|scope|language|question-alone|welcome";
const VIEWS = "composer|sections|lazy|plain|motion|scroll|state-line";
const firstFile = {
  name: "index",
  test: new RegExp(`preact|signals|[\\\\/]client[\\\\/]src[\\\\/](${CLIENT})\\.|[\\\\/]web[\\\\/]src[\\\\/](main|bring|no-advice|network|labels[\\\\/](index|language)\\.|pages[\\\\/](${PAGES})\\.|view[\\\\/](${VIEWS})\\.)`),
};

/** What draws answers, as one file likewise: staff's pages show some of it too. */
const DRAWN = "answer|citations|evidence|honesty|markdown[\\\\/](formula|formulas|index|marks|renderer|words)|paragraph|remarks|shown|slices|snippet|source|source-names|sources|still";
const secondFile = {
  name: "turn",
  test: new RegExp(`marked|[\\\\/]web[\\\\/]src[\\\\/](pages[\\\\/]turn\\.|view[\\\\/](${DRAWN})\\.)`),
};

/** The pages import the client library by its name, as anybody does, and get it from its sources. */
const client = fileURLToPath(new URL("client/src/", import.meta.url));
const alias = [
  { find: /^citestream-client$/, replacement: `${client}index.ts` },
  { find: /^citestream-client\/protocol$/, replacement: `${client}protocol/index.ts` },
  { find: /^citestream-client\/(\w+)$/, replacement: `${client}$1.ts` },
];

/** Everything the page loads is a file of its own origin: the gateway's CSP allows no inline script, style or `data:` address. */
export default defineConfig({
  base: "/",
  plugins: [lexerAlone, bring, pdfjsFiles, noAdvice],
  resolve: { alias },
  build: {
    outDir: "dist",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false, resolveDependencies: (file, others) => [...new Set([file, ...others])] },
    rolldownOptions: { output: { codeSplitting: { groups: [firstFile, secondFile] } } },
  },
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  server: { proxy: { "/v1": "http://127.0.0.1:8000" } },
});
